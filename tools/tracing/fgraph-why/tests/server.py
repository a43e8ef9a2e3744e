# SPDX-License-Identifier: GPL-2.0
"""What the tests need Python for, in one process, as it starts slowly. A request has fields, which end with 0x1e, and ends
with a 0. The answer is empty, or says what is wrong, and ends with a 0, too.
  make FILE DESCRIPTION      see make_records.py
  holds CONDITION REPORT     the condition holds for the report, which is JSON
  agree JSON FOLDED CHROME HTML   these files have the same failures
"""
import json
import sys
import traceback

from agree import agree
from make_records import make


def holds(condition, report):
    header, *failures, end = [json.loads(line) for line in report.splitlines()]
    assert (header["type"], end["type"]) == ("header", "end")
    assert {failure["type"] for failure in failures} <= {"failure"}
    assert end["failures"] == len(failures)
    first = failures[0] if failures else None
    names = {"header": header, "failures": failures, "end": end, "first": first}
    assert eval("(" + condition + ")", names), report


def requests():
    rest = b""
    while data := sys.stdin.buffer.raw.read(1 << 16):
        *whole, rest = (rest + data).split(b"\0")
        yield from whole


def main():
    for request in requests():
        what, *fields = request.decode(errors="surrogateescape").split("\x1e")
        answer = ""
        try:
            {"make": make, "holds": holds, "agree": agree}[what](*fields)
        except Exception:
            answer = traceback.format_exc(limit=-1)
        sys.stdout.buffer.write(answer.encode(errors="backslashreplace") + b"\0")
        sys.stdout.buffer.flush()


main()
