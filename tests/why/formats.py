#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""formats.py JSON FOLDED CHROME "ID ERRNO FUNCTION SYSCALL": the three reports are of this failure, and agree."""
import json
import sys


def main():
    lines = [json.loads(line) for line in open(sys.argv[1])]
    folded = open(sys.argv[2]).read().splitlines()
    events = json.load(open(sys.argv[3]))["traceEvents"]
    _, errno, function, syscall = sys.argv[4].split()

    header, failure, end = lines
    assert (header["type"], failure["type"], end["type"]) == ("header", "failure", "end")
    assert failure["picked"] and failure["syscall"] == syscall and failure["errno"] == errno
    assert failure["origin"]["func"] == function
    chain = failure["chain"]
    names = [link["func"] for link in chain]
    assert [link["func"] for link in chain if link["origin"]] == [function]
    for link in chain[1:]:
        outer = chain[link["parent"]]
        assert outer["depth"] < link["depth"]
        assert outer["start_ns"] <= link["start_ns"]
        assert link["start_ns"] + link["duration_ns"] <= outer["start_ns"] + outer["duration_ns"]
        assert link["called_at"]["file"] and link["called_at"]["line"] > 0

    stacks = [line.rsplit(" ", 1) for line in folded]
    assert end["failures"] == 1 and end["lost"] == 0
    wanted = ";".join(["calls", syscall, *names, errno])
    assert [wanted, "1"] in stacks, (wanted, stacks)

    slices = [e for e in events if e["ph"] == "X" and e["cat"] == errno and e["name"] == function]
    inner = chain[names.index(function)]
    assert [round(e["ts"] * 1000) for e in slices] == [inner["start_ns"]]
    assert [round(e["dur"] * 1000) for e in slices] == [inner["duration_ns"]]
    marks = [e for e in events if e["ph"] == "i" and e["name"] == errno + " made here"]
    assert len(marks) == 1


main()
