#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Pages for the browser, and what they are made of.

    pages.py hostile RECORDS OUT     a file of records with names that a page must not take for HTML
    pages.py same PAGE JSON          the data of the page are the objects of the report as JSON
    pages.py data PAGE KIND OUT      the page with other data: KIND is lines, hostile, or many
    pages.py raw PAGE OUT            the page as it would be if "<" of scripts was not escaped in its data
    pages.py inner PAGE OUT          the page as it would be if it made HTML of names
    pages.py probe PAGE PROBE OUT    the page with a script behind it, probe.js and PROBE.js
"""
import json
import os
import re
import sys

HOSTILE = [
    "</script><script>hacked=1</script>",
    "<img src=x onerror=hacked=1>",
    "\"'><svg onload=hacked=1>",
    "<!--<script>",
    "\u2028hacked=1//\u2029",
    "javascript:hacked=1",
    "&lt;b&gt; &amp;",
    "__proto__",
]
DATA = re.compile(r'(<script type="application/json" id="data">)(.*?)(</script>)', re.S)


def parts_of(records):
    """The parts of a file of records: name, bytes."""
    at = records.index(b"\n") + 1
    while at < len(records):
        newline = records.index(b"\n", at)
        name, size = records[at:newline].rsplit(b" ", 1)
        end = newline + 1 + int(size)
        yield name, records[newline + 1:end]
        at = end + 1


def hostile(records, out):
    """A name of a program with bytes that are no UTF-8, functions, a command and a release"""
    data = open(records, "rb").read()
    result = data[:data.index(b"\n") + 1]
    for name, part in parts_of(data):
        if name.startswith(b"page "):
            # As long as the name was
            assert len(b"/bin/mkdir") == len(b"\"'><b>\xff\xfe&;")
            part = part.replace(b"/bin/mkdir", b"\"'><b>\xff\xfe&;").replace(b"/bin/rmdir", b"/<!--<s>\xe2\x80")
        elif name == b"names":
            part = part.replace(b"filename_create", HOSTILE[0].replace("/", "\\").encode())
            part = part.replace(b"vfs_rmdir", HOSTILE[0].encode())
            part = part.replace(b"__x64_sys_kill", b"__x64_sys_<img/src=x/onerror=hacked=1>")
        elif name == b"command":
            part = ("sh -c '" + "'; '".join(HOSTILE) + "' \udcff").encode("utf-8", "surrogateescape")
        elif name == b"release":
            part = HOSTILE[0].encode()
        result += name + b" %d\n" % len(part) + part + b"\n"
    open(out, "wb").write(result)


def data_of(page):
    return json.loads(DATA.search(page).group(2))


def same(page, report):
    objects = [json.loads(line) for line in open(report)]
    page = open(page).read()
    assert objects[0]["type"] == "header" and objects[-1]["type"] == "end"
    assert data_of(page) == objects
    assert len(DATA.findall(page)) == 1 and "<" not in DATA.search(page).group(2)


def link(func, depth, parent, start, took, **more):
    return {"func": func, "module": None, "addr": "0x%x" % (0x1000 + 16 * sum(func.encode())), "depth": depth,
            "parent": parent, "ret": "0xffffffd8", "start_ns": start, "duration_ns": took, "origin": False, **more}


def failure(number, **more):
    """One as those of json.c"""
    chain = [
        link("sys_openat", 0, -1, 1000, 252385, declared_at={"file": "fs/open.c", "line": 1347},
             caller={"addr": "0x99", "func": "entry", "offset": 9}),
        link("path_openat", 1, 0, 11000, 100000, caller={"addr": "0x100", "func": "sys_openat", "offset": 16},
             called_at={"file": "fs/namei.c", "line": 3865, "func": "sys_openat", "inlined": []}),
        link("may_open", 2, 1, 100000, 4898, origin=True, declared_at={"file": "fs/namei.c", "line": 3269},
             caller={"addr": "0x200", "func": "path_openat", "offset": 32},
             called_at={"file": "fs/namei.c", "line": 3675, "func": "do_open",
                        "inlined": [{"file": "fs/namei.c", "line": 3838, "func": "path_openat"}]}),
    ]
    for one in chain:
        one["errno"] = more.get("errno", "ELOOP")
    return {"v": 1, "type": "failure", "id": number, "pid": 100, "comm": "calls", "time_ns": 7000000 + 1000 * number,
            "syscall": "openat", "nr": 257, "errno": "ELOOP", "message": "Too many levels of symbolic links", "error": 40,
            "picked": False, "duration_ns": 252385, "origin": {"func": "may_open", "guessed": False}, "chain": chain,
            **more}


def lines():
    """What one real run does not have all of"""
    jump = failure(2, errno="EACCES", error=13)
    # Called by a jump: it returns to where its caller would
    jump["chain"][2]["caller"] = jump["chain"][1]["caller"]
    untraced = failure(3, errno="EIO", error=5, origin={
        "func": "may_open", "guessed": True, "cause": {"func": "pid_task", "why": "null"}})
    for one in untraced["chain"]:
        one.pop("called_at", None)
    untraced["chain"][2]["caller"]["func"] = "untraced"
    untraced["chain"][2]["module"] = "some_module"
    arguments = failure(4, errno="EPERM", error=1, origin={
        "func": "may_open", "guessed": False, "cause": {"func": "capable", "why": "error", "error": "EACCES"}})
    arguments["chain"][2]["arguments"] = [{"name": "flag", "value": "0x20000"}, {"name": "mode", "value": "1"}]
    arguments["chain"][2]["made_at"] = [{"file": "fs/namei.c", "line": 3279, "sure": False}]
    # A call that had failed before, beside those that handed the error up
    arguments["chain"].insert(1, link("get_unused_fd_flags", 1, 0, 2000, 100, errno="EMFILE"))
    arguments["chain"][3]["parent"] = 2
    number_only = failure(5, syscall="system call 999", errno="ENOSYS", error=38, chain=[])
    del number_only["origin"], number_only["duration_ns"]
    no_link = failure(6, errno="ENOMEM", error=12, origin={"func": "too_deep", "guessed": False})
    no_link["chain"][2]["origin"] = False
    handled = failure(8, errno=None, message=None, error=0)
    del handled["origin"]
    handled["chain"][0]["ret"] = "0x3"
    for one, errno in zip(handled["chain"], (None, None, "EAGAIN")):
        one["errno"] = errno
    handled["chain"][1]["ret"] = "0x0"
    handled["chain"].append(link("other", 1, 0, 200000, 100, errno="ENOENT", origin=True))
    return [failure(1), jump, untraced, arguments, number_only, no_link, failure(7, picked=True, pid=101, duration_ns=100),
            handled]


def way(kind):
    """The lines of a function that ran"""
    text = HOSTILE[0] if kind == "hostile" else "if (flag & O_NOFOLLOW)"
    ran = [{"file": "fs/namei.c", "line": number, "func": "may_open", "text": text, "loads": False, "shown": number > 3270,
            "failed": number == 3271} for number in range(3269, 3273)]
    return {"v": 1, "type": "path", "func": "may_open", "errno": "ELOOP", "refused": 2, "lines": ran}


def hostile_names():
    """Longer ones than a kernel can have"""
    for number, text in enumerate(HOSTILE, 1):
        one = failure(number, comm=text, syscall=text, errno=text, message=text, picked=number == 1,
                      origin={"func": text, "guessed": False, "cause": {"func": text, "why": text, "error": text}})
        for call in one["chain"]:
            call.update(func=text, module=text, errno=text + "3", arguments=[{"name": text, "value": text}])
            call["declared_at"] = {"file": text, "line": 1}
            call["called_at"] = {"file": text, "line": 1, "func": text, "inlined": [
                {"file": text, "line": 1, "func": text + "2"}, {"file": text, "line": 1, "func": text}]}
            call["made_at"] = [{"file": text, "line": 1, "sure": False}]
        yield one


def many():
    """Ten thousand in as many ways, and two thousand of one"""
    for number in range(1, 10001):
        one = failure(number, comm="task%d" % (number % 300), errno="E%d" % (number % 50), error=number % 50 + 1)
        one["chain"][2]["func"] = one["origin"]["func"] = "function%d" % number
        yield one
    for number in range(10001, 12001):
        yield failure(number, duration_ns=number)


def with_data(page, kind, out):
    failures = list({"lines": lines, "hostile": hostile_names, "many": many}[kind]())
    command = HOSTILE[0] if kind == "hostile" else kind
    objects = [{"v": 1, "type": "header", "release": command, "machine": "x86_64", "command": command}, *failures, way(kind),
               {"v": 1, "type": "end", "status": 3, "failures": len(failures), "lost": 7}]
    text = json.dumps(objects, ensure_ascii=False).replace("<", "\\u003c")
    open(out, "w").write(DATA.sub(lambda match: match[1] + text + match[3], open(page).read()))


def raw(page, out):
    data = re.compile(r"\\u003c(/script>|script>hacked)")
    open(out, "w").write(DATA.sub(lambda match: data.sub(r"<\1", match[0]), open(page).read()))


def inner(page, out):
    before = "all.append(text.slice(at, first));"
    text = open(page).read()
    assert text.count(before) == 1
    after = "all.append(make('span', '')); all.lastChild.innerHTML = text.slice(at, first);"
    open(out, "w").write(text.replace(before, after))


def probe(page, name, out):
    here = os.path.dirname(os.path.abspath(__file__))
    # A block of its own: the names of the page are not those of the probe
    scripts = "".join(open(f"{here}/{file}.js").read() for file in ("probe", name))
    scripts = "<script>'use strict'; {" + scripts + "}</script>\n"
    text = open(page).read()
    # Before anything else can happen
    early = "<script>addEventListener('securitypolicyviolation', () => { window.violations = (window.violations || 0) + 1; });"
    early += " addEventListener('error', event => { window.failed = event.message; });</script>"
    head, body = text.index("<title>"), text.rindex("</body>")
    open(out, "w").write(text[:head] + early + text[head:body] + scripts + text[body:])


{"hostile": hostile, "same": same, "data": with_data, "raw": raw, "inner": inner, "probe": probe}[sys.argv[1]](*sys.argv[2:])
