#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""events.py EXPECTED EVENTS: compare what functions were given with what events of fprobes say.

EXPECTED has calls as function_graph shows them: "known_int(a=-5)". EVENTS has lines of a trace. An event has numbers: a
bool is 0 or 1, of a struct there is the first word. Of a struct of 3 bytes, the rest of the word is undefined.
"""
import re
import sys

THREE_BYTES = 'known_small'


def expected_values(text):
    """The names and values of a call, but for what is not recorded."""
    for argument in re.findall(r'(\w+)=((?:\(STRUCT[^)]*\))?[^,]*)', text):
        name, value = argument
        first = re.sub(r'^\(STRUCT\)\[|^\(STRUCT \*\)|[:\]].*', '', value)
        if first:
            first = {'true': '1', 'false': '0'}.get(first, first)
            yield name, int(first, 8 if re.match(r'0[0-7]+$', first) else 0)


def differs(function, name, expected, said):
    """function_graph shows flags in hexadecimal, whatever their type."""
    if function == THREE_BYTES and name == 'a':
        return (expected - said) % (1 << 24) != 0
    return said not in (expected, expected - (1 << 32) if expected >> 31 == 1 else expected)


def main():
    expected, events = (open(name).read().splitlines() for name in sys.argv[1:])
    wrong = 0
    if len(expected) != len(events) or len(events) < 25:
        print(f'{len(expected)} calls, {len(events)} events')
        wrong = 1
    for call, event in zip(expected, events):
        function, _, arguments = call.removesuffix(')').partition('(')
        said = re.search(r': (known_\w+): \(.*?\)((?: \w+=\S+)*)$', event)
        values = dict(expected_values(arguments))
        found = dict(pair.split('=') for pair in said[2].split()) if said else {}
        if not said or said[1] != function or values.keys() != found.keys() or \
           any(differs(function, name, value, int(found[name], 0)) for name, value in values.items()):
            print(f'expected {call}\nevent    {event}')
            wrong = 1
    return wrong


sys.exit(main())
