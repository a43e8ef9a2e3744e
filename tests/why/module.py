#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""module.py FILE.json refuses.c: are the lines of the functions in the module those that the comments of refuses.c mark?"""
import json
import re
import sys

with open(sys.argv[2], encoding="utf-8") as source:
    marks = {mark: number for number, line in enumerate(source, 1) for mark in re.findall(r"/\* (.*) \*/$", line)}
with open(sys.argv[1], encoding="utf-8") as report:
    failures = [thing for thing in map(json.loads, report) if thing["type"] == "failure" and thing["picked"]]
assert len(failures) == 1, failures
chain = {link["func"]: link for link in failures[0]["chain"] if link["module"] == "refuses"}
assert list(chain) == ["refuses_set", "refuses_apart", "refuses_odd"], list(chain)
odd, apart = chain["refuses_odd"], chain["refuses_apart"]
called, inlined = odd["called_at"], odd["called_at"]["inlined"]
found = {
    "declared": odd["declared_at"],
    "loads": next((place for place in odd["made_at"] if place["line"] == marks["loads"]), odd["made_at"][0]),
    "call of refuses_odd": called,
    "inlined": inlined[0],
    "call of refuses_apart": apart["called_at"],
}
wrong = {mark: place for mark, place in found.items()
         if place["line"] != marks[mark] or not place["file"].endswith("/refuses.c")}
assert not wrong, (wrong, marks)
names = [called["func"], inlined[0]["func"], len(inlined), apart["called_at"]["func"], odd["origin"]]
assert names == ["refuses_inlined", "refuses_apart", 1, "refuses_set", True], names
# It was called from the kernel
assert chain["refuses_set"]["called_at"]["file"] == "kernel/params.c", chain["refuses_set"]
