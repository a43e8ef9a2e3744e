#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""compare.py calls STRACE JSON: strace -f -Z and fgraph-why have the same failed calls and errnos, in the order of each
process.
compare.py chains TRACE JSON: the chains of fgraph-why are in the trace, one after the other, with their functions, errno
and origin."""
import collections
import json
import re
import sys

CALL = re.compile(r"(\d+) +(?:<\.\.\. )?(\w+)(?: resumed>|\().*= (?:-1|\?) (E\w+)")
# Indentation, the function, and what is said of its return
ENTRY = re.compile(r"\|( +)([\w.]+)(?: \[\w+\])?\(\)(;| \{)(?: /\* (.*) \*/)?$")
EXIT = re.compile(r"\|( +)\} /\* ([\w.]+)(?: \[\w+\])? (.*) \*/$")
RETURN = re.compile(r"ret=(-?\d+|0x[0-9a-f]+)(?: \((E\w+)\))? (?:made here|from ([\w.]+))")


def failures(path):
    with open(path) as file:
        lines = [json.loads(line) for line in file]
    return [line for line in lines if line["type"] == "failure"]


def processes(calls):
    """Lists of calls, in the order in which processes began."""
    of = collections.defaultdict(list)
    for pid, *call in calls:
        of[pid].append(tuple(call))
    return [of[pid] for pid in sorted(of)]


def compare_calls(strace, why):
    with open(strace) as file:
        wanted = processes((int(m[1]), m[2], m[3]) for m in map(CALL.match, file) if m)
    got = processes((f["pid"], f["syscall"], f["errno"]) for f in failures(why) if "syscall" in f)
    assert len(wanted) > 4 and sum(map(len, wanted)) > 15, wanted
    for i, (one, other) in enumerate(zip(wanted, got)):
        assert one == other, f"process {i}: strace {one}, fgraph-why {other}"
    assert len(wanted) == len(got), (wanted[len(got):], got[len(wanted):])
    print(wanted)


def chains_of(trace):
    """For each chain, its calls: the function, its errno, and the origin that its line names."""
    chains, opened = [], []
    with open(trace) as file:
        for line in file:
            line = line.rstrip()
            if m := ENTRY.search(line):
                if not opened:
                    chains.append([])
                chains[-1].append([m[2], None, None])
                call = chains[-1][-1]
                if m[3] == " {":
                    opened.append(call)
                    continue
                said = m[4]
            elif m := EXIT.search(line):
                call, said = opened.pop(), m[3]
                assert call[0] == m[2], (call, line)
            else:
                continue
            r = RETURN.match(said or "")
            if r:
                call[1:] = [r[2], r[3] or call[0]]
    return chains


def compare_chains(trace, why):
    wanted = chains_of(trace)
    got = []
    for f in failures(why):
        if f["chain"]:
            # The origin is said once, of the outermost call
            got.append(([link["func"] for link in f["chain"]], f["errno"], f["origin"]["func"]))
    assert len(got) >= 2, got
    # What the shell does before and after is in the trace, too
    found = [([call[0] for call in chain], chain[0][1], chain[0][2]) for chain in wanted if "sys_" in chain[0][0]]
    assert any(found[i:i + len(got)] == got for i in range(len(found))), f"trace: {found}\nfgraph-why: {got}"
    print(found)


{"calls": compare_calls, "chains": compare_chains}[sys.argv[1]](*sys.argv[2:])
