#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
# accuracy.py SAID FOLDER TREE OBJECTS SRCARCH: holds the reports of fgraph-why against truth.tsv, here and in tests/origin,
# against traces, and against stack traces. SAID is what guest.sh printed. FOLDER has the reports: untyped.json, types.json,
# sites.json and types.report. TREE is the source of the kernel, OBJECTS what it was built in. Prints what came out:
#   call ID origin NAME TYPES RULE VERDICT NAMED    verdict as in tests/origin/grade.py, none: nothing is named
#   site ID VERDICT FUNCTION ADDRESS STACK          as in sites.py, and the two addresses
#   line ID VERDICT FUNCTION FILE:LINE              as in lines.py
#   declared FUNCTION VERDICT FILE:LINE             right, or wrong
#   lines ID N LINES                                how many lines the report and the trace have
# and "bad ID WHY" for a call that was not explained as it is. Then "rate NAME RIGHT OF" for all calls.
import collections, csv, errno, json, os, re, sys

# Nothing is written beside the sources
sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [HERE, HERE + '/../origin']
import grade as origin
import lines, rules, sites

TABLES = {'origin': HERE + '/../origin/truth.tsv', 'more': HERE + '/truth.tsv'}
RATES = collections.Counter()
TOTAL = collections.Counter()
# A system call that a signal has ended returns one of these within the kernel
RESTART = (512, 513, 514, 516)
# The names in the kernel, where they are others
NAMES = {'_llseek': 'lseek', 'mmap2': 'mmap'}

def rate(name, right):
    RATES[name] += bool(right)
    TOTAL[name] += 1

def read_parts(said):
    text = open(said, errors='replace').read()
    return {p.split('\n', 1)[0]: p.split('\n')[1:] for p in re.split('^== ', text, flags=re.M)[1:]}

def read_calls(text):
    """The process of each call, and the errno that it got."""
    words = [line.split() for line in text]
    return {w[1]: (int(w[0]), int(w[2])) for w in words if len(w) == 3}

def read_failures(path):
    """The last failure of each process: nothing fails behind the call that the process is for."""
    last = {}
    for line in open(path):
        it = json.loads(line)
        if it['type'] == 'failure':
            last[it['pid']] = it
        elif it['type'] == 'end' and it['lost']:
            print('bad - records were lost')
    return last

def read_declared(path):
    """Where functions are, all that are in some failure."""
    declared = {}
    for line in open(path):
        for link in json.loads(line).get('chain', []):
            if 'declared_at' in link:
                declared[link['func']] = link['declared_at']
    return declared

def read_lengths(path):
    """How many lines the last report on each process has."""
    lengths, pid = {}, None
    for line in open(path):
        m = re.match(r'\S+\(.*\) = -1 .*\[(\d+)\]', line)
        if m:
            pid = int(m.group(1))
            lengths[pid] = 0
        if pid is not None:
            lengths[pid] += 1
    return lengths

def is_call(failure, table):
    """The system call, and its errno."""
    syscall = re.sub(r'(_time)?(32|64)$', '', failure.get('syscall', ''))
    wanted = re.sub(r'(_time)?(32|64)$', '', table['syscall'])
    # Where there is no rename(), say, the libc has another one in its place
    same = {'rename': {'rename', 'renameat', 'renameat2'}, 'rmdir': {'rmdir', 'unlinkat'},
            'mkdir': {'mkdir', 'mkdirat'}, 'unlink': {'unlink', 'unlinkat'}, 'chmod': {'chmod', 'fchmodat'}}.get(wanted, {wanted})
    return NAMES.get(syscall, syscall) in same and (failure['errno'] == table['errno'] or
                                                  table['errno'] == 'EINTR' and failure['error'] in RESTART)

def named(failure):
    """The two names that the tool has for where the error is from."""
    made = failure.get('origin', {})
    cause = made.get('cause', {})
    return made.get('func') and origin.base(made['func']), cause.get('func') and origin.base(cause['func'])

class Grade:
    def __init__(self, said, folder, *source):
        self.source = lines.Source(*source)
        self.parts = read_parts(said)
        self.calls = {types: read_calls(self.parts[f'{types} calls']) for types in ('untyped', 'types', 'sites')}
        self.failures = {t: read_failures(f'{folder}/{t}.json') for t in self.calls}
        self.made = {line.split()[0] for line in open(f'{folder}/ids')}
        self.lengths = read_lengths(f'{folder}/types.report')
        self.declared = read_declared(f'{folder}/types.json')
        self.kinds = rules.read_kinds(self.parts['prototypes'])
        self.stacks = sites.read(self.parts['sites stacks'])

    def failure(self, types, id_):
        return self.failures[types].get(self.calls[types].get(id_, (0, 0))[0])

    def judge(self, table, types, rule, name, true):
        name = name and origin.base(name)
        verdict = origin.judge(table, name, None, true)[0] if name else 'none'
        print('call', table['id'], 'origin', true, types, rule, verdict, name)
        rate(f'{table["bench"]} {types} {rule}', verdict == 'right')

    def grade_names(self, table, types, true, first=None):
        """What the tool names. first: what the closing line of the system call names in a trace."""
        failure = self.failure(types, table['id'])
        if not failure or not is_call(failure, table):
            print('bad', table['id'], 'is explained as', failure and (failure.get('syscall'), failure['errno']))
            return
        tool, cause = named(failure)
        self.judge(table, types, 'tool', tool, true)
        rate(f'{table["bench"]} {types} either', true in (tool, cause))
        if types == 'types':
            rate('as the kernel', tool == first)
            if tool != first:
                print('bad', table['id'], 'the tool names', tool, 'and the kernel', first)

    def grade_rules(self, table, true, text):
        root, events = rules.read(text)
        for name, rule in rules.RULES.items():
            call = rule(root, events, self.kinds) if root else None
            self.judge(table, 'types', name, call and call.name, true)

    def grade_sites(self, id_):
        failure = self.failure('sites', id_)
        for verdict, function, address, stack in sites.compare(self.stacks, failure):
            print('site', id_, verdict, function, address and hex(address), stack and hex(stack[min(1, len(stack) - 1)]))
            rate('sites', verdict in ('equal', 'jump'))
            rate('jumps', verdict == 'jump')

    def grade_lines(self, id_):
        failure = self.failure('types', id_)
        for link in failure['chain']:
            # Who calls a system call is not in the report, and a jump has no line there
            if link['parent'] < 0 or sites.is_jump(failure, link):
                continue
            place = link.get('called_at')
            verdict = self.source.judge(place, link['func']) if place else 'none'
            print('line', id_, verdict, link['func'], place and f'{place["file"]}:{place["line"]}')
            rate('lines open', verdict == 'open')
            if verdict != 'open':
                rate('lines', verdict in ('name', 'macro', 'pointer'))

    def grade_declared(self):
        for function, place in sorted(self.declared.items()):
            right = self.source.declares(place, function)
            print('declared', function, 'right' if right else 'wrong', f'{place["file"]}:{place["line"]}')
            rate('declared', right)

    def grade(self, table):
        id_ = table['id']
        number = getattr(errno, table['errno'])
        for types, calls in self.calls.items():
            if calls.get(id_, (0, 0))[1] != number:
                print('bad', id_, types, 'did not fail as it should:', calls.get(id_))
                return
        text = self.parts.get(f'trace {id_}', [])
        if f'result {id_} {number}' not in text or any(line.startswith('LOST') for line in text):
            print('bad', id_, 'was not traced:', text[:1])
            return
        called, _, first, _, trace_lines = origin.read(text)
        # Each architecture inlines others: the innermost of those that were called
        true = next((origin.base(f) for f in table['source'].split('<') if origin.base(f) in called), None)
        if not true:
            print('bad', id_, 'the table names', table['source'], 'and none of them was called')
            return
        self.grade_names(table, 'untyped', true)
        self.grade_names(table, 'types', true, first)
        self.grade_rules(table, true, text)
        self.grade_sites(id_)
        self.grade_lines(id_)
        length = self.lengths.get(self.calls['types'][id_][0], 0)
        print('lines', id_, length, trace_lines)
        rate('ten lines', 0 < length <= 10)

def main():
    grade = Grade(*sys.argv[1:])
    for bench, path in TABLES.items():
        with open(path) as table:
            for row in csv.DictReader(table, delimiter='\t'):
                row['bench'] = bench
                if row['id'] in grade.made:
                    grade.grade(row)
    grade.grade_declared()
    for name in TOTAL:
        print('rate', name.replace(' ', '-'), RATES[name], TOTAL[name])

if __name__ == '__main__':
    main()
