#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
# grade.py ARCH TRUTH SAID IDS: does the line that closes a failed system call name the function that made the error? SAID
# is what guest.sh printed, TRUTH a table that was read from the source, and IDS the calls that were made. Prints a line for
# each call with the names and right (the name is the origin), cause (the first name is what the error was made of), seen
# (the first that returned the errno, where the origin hands it on through memory) or wrong. At the end, for all calls and
# for those of each kind: how many have the right name first, how many have it among the two names, and how many have a
# second name that is none of the three. Then how many lines the system call has in the trace, from its entry to its
# closing line, with errors of its errno only. And which lines are not of a chain that reaches the outermost function: a
# caller has handled that error.
import csv, errno, re, statistics, sys

SYSCALL = re.compile(r'(__(x64|ia32|arm64|riscv|se|do)_)?sys_\w+$')
VALUE = (r'ret=(-?\w+)(?: \([^)]*\))?'
         r'(?: (?:from ([^ ,?]+)|(made here))(\?)?(?:, (?:was|likely) .*? in (\S+))?)?')
ENTRY = re.compile(rf'^ *\d+\).*?\|  ( *)(\S+?)\(\)(?: \{{|(;)(?: /\* {VALUE} \*/)?)')
EXIT = re.compile(rf'^ *\d+\).*?\|  ( *)\}} /\* (\S+)(?: {VALUE})? \*/')
LINE = re.compile(r' *\d+\)')

def base(name):
    """The name in the source: no .part.0, and sys_read for what an architecture makes of it."""
    return re.sub(r'^__[a-z0-9]+_(?=sys_)', '', name.split('.')[0])

def read(text):
    """The functions of the first system call in the trace, the names in its closing line, and how many lines it has.
    One that calls nothing has one line, which is the closing line, too."""
    root, called, lines = None, set(), 0
    for line in text:
        lines += bool(root and LINE.match(line))
        m = ENTRY.match(line)
        if m:
            indent, name, leaf, *value = m.groups()
            first = root is None and SYSCALL.match(name)
            if first:
                root = (indent, name)
                lines = 1
            if root:
                called.add(base(name))
            if not (first and leaf):
                continue
        else:
            m = EXIT.match(line)
            if not m or m.groups()[:2] != root:
                continue
            _, name, *value = m.groups()
        ret, start, made, _, second = value
        start = name if made else start
        return called, ret, start and base(start), second and base(second), lines
    return called, None, None, None, 0

def handled(text):
    """The lines that begin a chain deeper than another one does."""
    begin, depth = [], 0
    for line in text:
        m = ENTRY.match(line)
        if m and not depth:
            begin.append((len(m.group(1)), line))
        if m and not m.group(3):
            depth += 1
        elif EXIT.match(line):
            depth -= 1
    return [line for indent, line in begin if indent > min(begin)[0]]

def judge(table, first, second, origin):
    """What the first name is, whether one of two is the origin, and whether the second is neither that nor of use."""
    causes = [base(f) for f in table['cause'].split(',')]
    verdict = ('right' if first == origin else 'cause' if first in causes else
               'seen' if first and first == base(table['visible']) else 'wrong')
    return verdict, origin in (first, second), bool(second) and second not in (origin, base(table['visible']), *causes)

def main():
    arch, table, said, ids = sys.argv[1:]
    made = open(ids).read().split('\n')
    made = {l.split()[0] for l in made if l}
    parts = {p.split('\n', 1)[0]: p.split('\n')[1:]
             for p in re.split('^=== ', open(said, errors='replace').read(), flags=re.M)[1:]}
    bad = 0
    sums = {}
    lines = {'funcgraph-errors': [], 'funcgraph-chains': []}
    ended = []
    rows = list(csv.DictReader(open(table), delimiter='\t'))
    for l in parts.get('LIST', []):
        if l and l.split()[0] not in {t['id'] for t in rows}:
            print(l.split()[0], 'is not in the table')
            bad += 1
    for t in rows:
        if t['id'] not in made:
            print(t['id'], 'needs', t['needs'])
            continue
        text = parts.get(t['id'], [])
        number = getattr(errno, t['errno'])
        plain = [l for l in parts.get('plain', []) if l.startswith(f'plain {t["id"]} ')]
        result = [l for l in text if l.startswith('result')]
        if plain != [f'plain {t["id"]} {number}'] or result != [f'result {t["id"]} {number}']:
            print(t['id'], 'did not fail as it should:', plain + result)
            bad += 1
            continue
        if any(l.startswith('LOST') for l in text):
            print(t['id'], 'records were lost')
            bad += 1
        called, ret, first, second, _ = read(text)
        # Each architecture inlines others: the innermost of those that were called
        origin = next((base(f) for f in t['source'].split('<') if base(f) in called), None)
        if not origin or arch == 'x86_64' and origin != base(t['origin']):
            print(t['id'], 'the table names', t['origin'], t['source'], 'but', origin, 'was called')
            bad += 1
            continue
        verdict, among, strange = judge(t, first, second, origin)
        for kind in {'all', t['kind']}:
            counts = sums.setdefault(kind, [0, 0, 0, 0])
            for i, count in enumerate((True, verdict == 'right', among, strange)):
                counts[i] += count
        for option, counts in lines.items():
            if f'{option} {t["id"]}' in parts:
                counts.append(read(parts[f'{option} {t["id"]}'])[-1])
        ended += handled(parts.get(f'funcgraph-chains {t["id"]}', []))
        print(f'{t["id"]:18} {t["kind"]} {verdict:6} {origin:32} first {first}, second {second}{" (wrong)" if strange else ""}, '
              f'ret={ret}, {t["class"]}, lines {" ".join(str(counts[-1]) for counts in lines.values() if counts)}')
    print('unusable', bad)
    for kind, (total, right, among, strange) in sorted(sums.items()):
        print(f'kind {kind} calls {total} right {right} among {among} strange {strange}')
    for option, counts in lines.items():
        if counts:
            print(f'lines {option} median {statistics.median_high(counts)} most {max(counts)} least {min(counts)}')
    for line in ended:
        print('handled', line)
    return bad

if __name__ == '__main__':
    sys.exit(1 if main() else 0)
