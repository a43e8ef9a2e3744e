#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
# table.py: prints what tests/accuracy/run has measured, as docs/accuracy.md has it: rates, and the calls that are missed.
#   --check ARCH VARIANT   only compares: what the page says of ARCH is what was measured on VARIANT
#   --write                puts it into the page
import csv, difflib, os, re, statistics, sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = HERE + '/../../docs/accuracy.md'
BUILD = HERE + '/../../build/accuracy'
BEGIN, END = '<!-- measured -->\n', '<!-- end of what was measured -->\n'
ARCHES = ['x86_64', 'i386', 'arm64', 'arm', 'riscv']

RULES = [('fgraph-why, with types', 'types-tool'), ('- its second name counts, too', 'types-either'),
         ('fgraph-why, without types', 'untyped-tool'), ('first line with the errno', 'types-first'),
         ('deepest last child with the errno', 'types-deepest'), ("retsnoop's rule", 'types-retsnoop')]
# These depend on when signals and packets come, and on what else runs
COUNTED = ('- not to be told from the text', '- reached by a jump', 'lines of a report, median and most',
           'lines of the whole trace of the call')
OTHERS = [("the origin is that of the kernel's trace", 'as-the-kernel'), ('the report has ten lines at most', 'ten-lines'),
          ('a function is where the report says', 'declared'), ('place of a call equals the stack trace', 'sites'),
          (COUNTED[1], 'jumps'), ('the line makes the call', 'lines'), (COUNTED[0], 'lines-open')]
# tests/path measures it
PATH = 'the 34 others: --path shows the line that failed, or its condition'

def read_path(kernel):
    """In how many calls --path has shown the line, as CALLS=tests/accuracy tests/path/run has measured it."""
    try:
        with open(f'{HERE}/../../build/path/{kernel}-calls.graded') as graded:
            right, of = re.search(r'^rate (\d+) of (\d+)$', graded.read(), flags=re.M).groups()
    except FileNotFoundError:
        return 'not measured'
    return f'{right} of {of} ({100 * int(right) / int(of):.0f} %)'

def read(path):
    """The cells of an architecture, in order, and the calls that are missed: (call, made in, named)."""
    rates, missed, lengths = {}, set(), []
    with open(path) as graded:
        for line in graded:
            words = line.split()
            if words[0] == 'rate':
                rates[words[1]] = (int(words[2]), int(words[3]))
            elif words[0] == 'call' and words[4:6] == ['types', 'tool'] and words[6] != 'right':
                missed.add((words[1], words[3], words[7]))
            elif words[0] == 'lines':
                lengths.append((int(words[2]), int(words[3])))
    cells = {}
    for bench, title in (('origin', 'calls of tests/origin'), ('more', 'the 34 others')):
        of = rates[f'{bench}-types-tool'][1]
        cells[title] = str(of)
        for name, rate in RULES:
            right = rates[f'{bench}-{rate}'][0]
            cells[f'{title}: {name}'] = f'{right} ({100 * right / of:.0f} %)'
    for name, rate in OTHERS:
        cells[name] = '%d of %d' % rates[rate]
    for name, column in zip(COUNTED[2:], zip(*lengths)):
        cells[name] = f'{statistics.median_high(column)}, {max(column)}'
    cells[PATH] = read_path(os.path.basename(path).removesuffix('.graded'))
    return cells, missed

def notes():
    """Why: as the tables say."""
    why = {}
    for table in (HERE + '/../origin/truth.tsv', HERE + '/truth.tsv'):
        with open(table) as rows:
            why.update((row['id'], f'{row["kind"]}: {row["note"]}' if row['kind'] != '-' else row['note'])
                       for row in csv.DictReader(rows, delimiter='\t'))
    return why

def format_(measured):
    """Both tables. measured: for each architecture, what read() tells."""
    arches = list(measured)
    lines = ['| | ' + ' | '.join(arches) + ' |', '|---|' + '---|' * len(arches)]
    for title in measured[arches[0]][0]:
        lines.append(f'| {title} | ' + ' | '.join(measured[a][0][title] for a in arches) + ' |')
    lines += ['', '| missed | made in | named | on | kind and reason |', '|---|---|---|---|---|']
    why = notes()
    for miss in sorted({m for _, missed in measured.values() for m in missed}):
        on = [a for a in arches if miss in measured[a][1]]
        lines.append(f'| {miss[0]} | {miss[1]} | {miss[2]} | {"all" if on == ARCHES else ", ".join(on)} | {why[miss[0]]} |')
    return '\n'.join(lines) + '\n'

def said(arch):
    """What the page says of an architecture: as read() tells."""
    with open(PAGE) as page:
        text = page.read().split(BEGIN)[1].split(END)[0]
    rows = [[cell.strip() for cell in line.strip('|\n').split('|')] for line in text.split('\n') if line.startswith('|')]
    if arch not in rows[0]:
        sys.exit(f'docs/accuracy.md has no column of {arch}')
    column = rows[0].index(arch)
    first = next(i for i, row in enumerate(rows) if row[0] == 'missed')
    cells = {row[0]: row[column] for row in rows[2:first]}
    return cells, {tuple(row[:3]) for row in rows[first + 2:] if row[3] == 'all' or arch in row[3].split(', ')}

def comparable(cells, missed):
    """What two runs have in common. The number of functions that fail differs. So of these, only whether all are right
    is compared. retsnoop's rule looks at all of them, so its row is left out."""
    lines = [title + ': ' + re.sub(r'^(\d+) of \1$', 'all', cell) for title, cell in cells.items()
             if title not in (*COUNTED, PATH) and not title.endswith(RULES[-1][0])]
    return lines + sorted('missed: %s, made in %s, named %s' % miss for miss in missed)

def main():
    if sys.argv[1:2] == ['--check']:
        arch, variant = sys.argv[2:]
        diff = list(difflib.unified_diff(comparable(*said(arch)), comparable(*read(f'{BUILD}/{arch}-{variant}.graded')),
                                         'docs/accuracy.md', 'measured', lineterm='', n=0))
        sys.exit('\n'.join(diff) or 0)
    measured = {arch: read(f'{BUILD}/{arch}-patched.graded') for arch in ARCHES
                if os.path.exists(f'{BUILD}/{arch}-patched.graded')}
    text = format_(measured)
    if sys.argv[1:] == ['--write']:
        with open(PAGE) as page:
            before, rest = page.read().split(BEGIN)
        with open(PAGE, 'w') as page:
            page.write(before + BEGIN + '\n' + text + '\n' + END + rest.split(END)[1])
    else:
        print(text, end='')

main()
