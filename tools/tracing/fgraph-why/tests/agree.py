# SPDX-License-Identifier: GPL-2.0
"""Whether JSON, folded stacks, slices and the page have the same failures, and calls are within their callers."""
import collections
import decimal
import json
import re


def path(failure):
    """The calls that handed the error up: of each caller, the last call that returned an error."""
    calls, at = [], -1
    while True:
        inner = [i for i, link in enumerate(failure["chain"])
                 if link["parent"] == at and "ret" in link and (at < 0 or is_error(link["ret"]))]
        if not inner:
            return calls
        at = inner[-1]
        calls.append(failure["chain"][at]["func"])


def is_error(value):
    value = int(value, 16)
    return any(0 < (1 << bits) - value <= 4095 for bits in (32, 64))


def clean(text):
    """As folded stacks have it. How many characters stand for bytes that are no UTF-8 does not matter."""
    text = re.sub("\ufffd+", "\ufffd", text)
    return "".join("_" if c == ";" or c <= " " else c for c in text)


def data_of(page):
    """A browser ends the element at the first "</script", whatever it is within."""
    begin = page.index('<script type="application/json" id="data">')
    text = page[page.index(">", begin) + 1:page.index("</script", begin)]
    assert "<" not in text
    return json.loads(text)


def agree(json_path, folded_path, chrome_path, html_path):
    with open(json_path, "rb") as file:
        objects = [json.loads(line) for line in file]
    with open(html_path, encoding="utf-8") as file:
        assert data_of(file.read()) == objects
    failures = objects[1:-1]
    with open(folded_path, "rb") as file:
        stacks = file.read().decode(errors="replace").split("\n")[:-1]
    with open(chrome_path, "rb") as file:
        events = json.load(file, parse_float=decimal.Decimal)["traceEvents"]

    folded, slices = collections.Counter(), []
    for failure in failures:
        what = failure["syscall"] if "syscall" in failure else failure["function"]
        line = ";".join(clean(part) for part in [failure["comm"] or "?", what, *path(failure), failure["errno"]])
        folded[line] += 1
        for i, link in enumerate(failure["chain"]):
            assert link["parent"] < i
            if link["parent"] >= 0:
                assert failure["chain"][link["parent"]]["depth"] < link["depth"]
            if "ret" in link:
                slices.append((failure["pid"], link["func"], failure["errno"], link["start_ns"], link["duration_ns"]))

    said = collections.Counter()
    for line in stacks:
        stack, count = line.rsplit(" ", 1)
        said[re.sub("\ufffd+", "\ufffd", stack)] += int(count)
    assert len(said) == len(stacks), "a stack has two lines"
    assert said == folded, (said - folded, folded - said)
    shown = [(e["tid"], e["name"], e["cat"], int(e["ts"] * 1000), int(e["dur"] * 1000))
             for e in events if e["ph"] == "X"]
    assert shown == slices, (shown, slices)
