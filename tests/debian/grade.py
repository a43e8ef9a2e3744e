#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
# grade.py TRUTH OUTPUT SOURCE: does fgraph-why name what TRUTH says? OUTPUT has "== NAME" before each report. For each
# name, the report has a chain whose error is that of TRUTH, and that begins with one of its functions, at a line of its
# file where a function of that name begins in SOURCE. Each other function of the chain has a line that is there, too, or was
# left by a jump. Prints each chain that is none, and "N of N".
import os
import re
import sys

# Its arguments may be behind it
MADE = re.compile(r'^  ([\w.]+)(?:\(.*\))? .* (\S+):(\d+) made here')
PLACE = re.compile(r'(\S+\.[ch]):(\d+)')


def line(source, path, number):
    """The line and those around it: the name may be on the next one"""
    try:
        with open(os.path.join(source, path), encoding='utf-8', errors='replace') as file:
            lines = file.readlines()
        return ''.join(lines[max(0, number - 3):number + 2]) if number <= len(lines) else ''
    except FileNotFoundError:
        return ''


def wrong(report, errno, functions, path, source):
    """What is wrong with the chain, or None"""
    head = next((i for i, text in enumerate(report) if f' = -1 {errno} ' in text), None)
    if head is None:
        return f'no system call failed with {errno}'
    chain = [text for text in report[head + 1:] if text.startswith('  ')]
    made = chain and MADE.match(chain[0])
    if not made:
        return 'no function with a line has made it'
    name = re.sub(r'^__\w+?_sys_', 'sys_', made.group(1).split('.')[0])
    if name not in functions:
        return f'{name} is not the function'
    if not made.group(2).endswith(path):
        return f'{made.group(2)} is not the file'
    places = [(file, int(number)) for text in chain for file, number in PLACE.findall(text)]
    # A module of ours is elsewhere
    if '/' in path:
        # sys_swapon() is written SYSCALL_DEFINE2(swapon, ...)
        written = f'({name[4:]},' if name.startswith('sys_') else f'{name}('
        if written not in line(source, path, int(made.group(3))):
            return f'{name} does not begin at line {made.group(3)}'
        for file, number in places:
            if not line(source, file, number):
                return f'{file} has no line {number}'
    bare = [text for text in chain if not PLACE.search(text) and not re.search(r' by a jump$|^  \.\.\. \d+ more$', text)]
    return f'{bare[0].split()[0]} has no line' if bare else None


def main():
    truth, output, source = sys.argv[1:]
    reports, name = {}, None
    with open(output, encoding='utf-8', errors='replace') as file:
        for text in file.read().splitlines():
            if text.startswith('== '):
                name = text[3:]
            reports.setdefault(name, []).append(text)
    good = count = 0
    with open(truth, encoding='utf-8') as file:
        for text in file:
            if text.startswith('#'):
                continue
            name, errno, functions, path = text.rstrip('\n').split('\t')
            count += 1
            why = wrong(reports.get(name, []), errno, functions.split(), path, source)
            if why:
                print(f'{name}: {why}', *reports.get(name, []), sep='\n')
            else:
                good += 1
    print(f'{good} of {count}')
    return good < count


sys.exit(main())
