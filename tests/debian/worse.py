#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""worse.py UNSUPPORTED [STOCK OURS]...: print the cases of ftracetest whose best result is worse on our kernel than on the
stock one, and those of the series that did not pass. Those that UNSUPPORTED names are UNSUPPORTED. The other files have
what tests/ftracetest/guest.sh prints. The status is 1 if there are any. Results and numbers go to stderr."""
import collections
import re
import sys

RANK = ['PASS', 'XFAIL', 'UNSUPPORTED', 'UNTESTED', 'UNRESOLVED', 'FAIL', 'NONE']
RESULT = re.compile(r'^\[(\d+)\].*\[([A-Z]+)\]$')
CASE = re.compile(r'^case (\d+) (\S+)(?: \(instance\))?$')
# And two of the stock kernel, which pass
OURS = re.compile(r'/fgraph-[^/]*$')


def read(path, best):
    numbers = {}
    for line in open(path, errors='replace'):
        result, case = RESULT.match(line), CASE.match(line)
        if result:
            numbers[result.group(1)] = RANK.index(result.group(2))
        elif case:
            rank = numbers.get(case.group(1), RANK.index('NONE'))
            best[line.split(' ', 2)[2].strip()].append(rank)


def main():
    stock, ours = collections.defaultdict(list), collections.defaultdict(list)
    for i, path in enumerate(sys.argv[2:]):
        read(path, ours if i % 2 else stock)
    lines = [line.split() for line in open(sys.argv[1]) if not line.startswith('#')]
    wanted = {'ftrace/' + name: RANK.index('UNSUPPORTED') for name, _ in lines}
    worse = {}
    for case in sorted(set(stock) | set(ours)):
        before = min(stock[case], default=len(RANK) - 1)
        now = min(ours[case], default=len(RANK) - 1)
        most = wanted.get(case, RANK.index('PASS')) if OURS.search(case) else before
        if now > most or (case in wanted and now != most):
            worse[case.split()[0]] = f'{case}: {RANK[before]}, and {RANK[now]} here'
    passed = sum(RANK.index('PASS') in ranks for ranks in ours.values())
    print(f'{len(ours)} cases, {passed} pass, {len(worse)} worse', *worse.values(), sep='\n', file=sys.stderr)
    print(*(f'test.d/{path}' for path in worse), sep='\n' if worse else '', end='\n' if worse else '')
    return 1 if worse or not stock or not ours else 0


if __name__ == '__main__':
    sys.exit(main())
