# SPDX-License-Identifier: GPL-2.0
"""Writes a file as fgraph-why --save does, from a description.

A description has a line for each thing. Names have escapes as those of Python. Values are numbers of Python.
  long 4|8                how wide a register is. 8 without this line
  round                   the kernel rounds records up to 8 bytes, as on riscv
  command NAME PID        the command that was run
  syscall NR NAME         a name of a system call
  function NAME [MODULE]  a function. The first one is 0x1000 behind _stext, the next one 0x1000 behind it, and so on
  module NAME BUILD [SECTION=ADDRESS]...   a module, its build ID, and where its sections are
  cpu N                   what follows is of this CPU. 0 without this line
  task PID                what follows is of this task. 1 without this line
  time NS                 when the next record is written. Each one is 1 us after the one before
  irq                     what the next line has is written by an interrupt
  page                    the next record begins a page
  lost N|?                so many records were lost in front of this page. ?: nobody counted them
  enter FUNCTION DEPTH [CALLER+OFFSET] [args=WORD,WORD,...]
  exit FUNCTION DEPTH VALUE [BEGIN END] [origin=FUNCTION] [why=N] [cause=FUNCTION] [error=N] [guessed] [recursive]
  chain VALUE FUNCTION... enter all of these and exit them again, outermost first. The last one is the origin
  result NR VALUE         a system call returns
  complain                the task writes to file 2
  status N                the task ends its process
  exec PATH
  fork PID
  prototype LINE          as function_prototypes has it
  raw TYPE HEX            a record of that number, with these bytes behind the common fields
A FUNCTION is a name, or a number.
"""
import struct

TEXT = {4: 0xc0100000, 8: 0xffffffff81000000}
PAGE = 4096
HEAD = "events/header_page"
# As the kernel numbers them here
IDS = {"exit": 10, "entry": 11, "retaddr": 20, "exec": 311, "fork": 312, "sysexit": 346, "sysenter": 347, "write": 630,
       "writev": 626}


def field(declared, offset, size, signed=0):
    return f"\tfield:{declared};\toffset:{offset};\tsize:{size};\tsigned:{signed};\n"


def event(name, number, fields):
    common = (field("unsigned short common_type", 0, 2) + field("unsigned char common_flags", 2, 1) +
              field("unsigned char common_preempt_count", 3, 1) + field("int common_pid", 4, 4, 1))
    return f'name: {name}\nID: {number}\nformat:\n{common}\n{fields}\nprint fmt: "%d", REC->common_pid\n'


def formats(w):
    """The format files of a kernel with registers of w bytes."""
    e = 8 + w
    x = 8 + 3 * w
    return {
        HEAD: field("u64 timestamp", 0, 8) + field("local_t commit", 8, w, 1) + field("int overwrite", 8, 1, 1) +
        field("char data", 8 + w, PAGE - 8 - w, 1),
        "events/ftrace/funcgraph_entry/format": event(
            "funcgraph_entry", IDS["entry"],
            field("unsigned long func", 8, w) + field("int depth", e, 4, 1) +
            field("unsigned long args[]", e + 4, 0)),
        "events/ftrace/fgraph_retaddr_entry/format": event(
            "fgraph_retaddr_entry", IDS["retaddr"],
            field("unsigned long func", 8, w) + field("int depth", e, 4, 1) +
            field("unsigned long retaddr", e + 4, w) + field("unsigned long args[]", e + 4 + w, 0)),
        "events/ftrace/funcgraph_exit/format": event(
            "funcgraph_exit", IDS["exit"],
            field("unsigned long func", 8, w) + field("unsigned long retval", 8 + w, w) +
            field("unsigned long retval2", 8 + 2 * w, w) + field("int depth", x, 4, 1) +
            field("unsigned int overrun", x + 4, 4) + field("unsigned long long calltime", x + 8, 8) +
            field("unsigned long long rettime", x + 16, 8) + field("unsigned int origin[]", x + 24, 0)),
        "events/raw_syscalls/sys_exit/format": event(
            "sys_exit", IDS["sysexit"], field("long id", 8, w, 1) + field("long ret", 8 + w, w, 1)),
        "events/raw_syscalls/sys_enter/format": event(
            "sys_enter", IDS["sysenter"], field("long id", 8, w, 1) + field("unsigned long args[6]", 8 + w, 6 * w)),
        "events/syscalls/sys_enter_write/format": event(
            "sys_enter_write", IDS["write"], field("int __syscall_nr", 8, 4, 1)),
        "events/syscalls/sys_enter_writev/format": event(
            "sys_enter_writev", IDS["writev"], field("int __syscall_nr", 8, 4, 1)),
        "events/sched/sched_process_exec/format": event(
            "sched_process_exec", IDS["exec"],
            field("__data_loc char[] filename", 8, 4, 1) + field("pid_t pid", 12, 4, 1) +
            field("pid_t old_pid", 16, 4, 1)),
        "events/sched/sched_process_fork/format": event(
            "sched_process_fork", IDS["fork"],
            field("char parent_comm[16]", 8, 16, 1) + field("pid_t parent_pid", 24, 4, 1) +
            field("char child_comm[16]", 28, 16, 1) + field("pid_t child_pid", 44, 4, 1)),
    }


class Page:
    """A page of the ring buffer, as trace_pipe_raw gives it."""

    def __init__(self, width, aligned, time, lost):
        self.width, self.aligned = width, aligned
        self.begin = self.time = time
        self.lost = lost
        self.data = b""

    def add(self, time, record):
        if self.aligned:
            # The length has a word of its own, and the data begin at a multiple of 8
            record += bytes(-len(record) % 8)
        else:
            record += bytes(-len(record) % 4)
        head = b""
        delta = time - self.time
        if delta >> 27:
            head = struct.pack("<II", 30 | (delta & (1 << 27) - 1) << 5, delta >> 27)
            delta = 0
        if self.aligned or len(record) > 112:
            head += struct.pack("<II", delta << 5, len(record) + 4)
        else:
            head += struct.pack("<I", delta << 5 | len(record) // 4)
        if 8 + self.width + len(self.data) + len(head) + len(record) > PAGE - 8:
            return False
        self.data += head + record
        self.time = time
        return True

    def whole(self):
        commit = len(self.data)
        tail = b""
        if self.lost is not None:
            commit |= 1 << 31
            if self.lost != "?":
                commit |= 1 << 30
                tail = struct.pack("<Q" if self.width == 8 else "<I", int(self.lost, 0))
        return struct.pack("<QQ" if self.width == 8 else "<QI", self.begin, commit) + self.data + tail


class Records:
    def __init__(self):
        self.width, self.aligned = 8, False
        self.cpu, self.task, self.time, self.flags = 0, 1, 1000000, 0
        self.functions, self.modules, self.syscalls = {}, {}, []
        self.prototypes = []
        self.named = None
        self.loaded = {}
        self.pages, self.current = [], {}
        self.lost = {}

    def text(self):
        return TEXT[self.width]

    def word(self, value):
        return struct.pack("<Q" if self.width == 8 else "<I", value & (1 << 8 * self.width) - 1)

    def address(self, name):
        at = name.split("+")
        where = self.functions[at[0]] if at[0] in self.functions else int(at[0], 0)
        return where + (int(at[1], 0) if len(at) > 1 else 0)

    def key(self, name):
        return self.address(name) & 0xffffffff if name else 0

    def write(self, number, data):
        record = struct.pack("<HBBi", number, self.flags, 0, self.task) + data
        page = self.current.get(self.cpu)
        if not page or not page.add(self.time, record):
            page = Page(self.width, self.aligned, self.time, self.lost.pop(self.cpu, None))
            self.current[self.cpu] = page
            self.pages.append((self.cpu, page))
            page.add(self.time, record)
        self.time += 1000

    def enter(self, name, depth, *more):
        data = self.word(self.address(name)) + struct.pack("<i", int(depth, 0))
        callers = [word for word in more if not word.startswith("args=")]
        args = [word[5:].split(",") for word in more if word.startswith("args=")]
        words = b"".join(self.word(int(word, 0)) for word in sum(args, []))
        if not callers:
            self.write(IDS["entry"], data + words)
            return
        self.write(IDS["retaddr"], data + self.word(self.address(callers[0])) + words)

    def exit(self, name, depth, value, *more):
        said = dict(word.split("=") for word in more if "=" in word)
        times = [int(word, 0) for word in more if word[0].isdigit()] or [max(self.time - 5000, 0), self.time]
        data = self.word(self.address(name)) + self.word(int(value, 0)) + self.word(0)
        data += struct.pack("<iIQQ", int(depth, 0), 0, *times)
        if "origin" in said:
            how = int(said.get("error", "0"), 0) | int(said.get("why", "0"), 0) << 12
            how |= ("guessed" in more) << 15 | ("recursive" in more) << 16
            data += struct.pack("<II", self.key(said["origin"]), how)
            if "cause" in said:
                data += struct.pack("<I", self.key(said["cause"]))
        self.write(IDS["exit"], data)

    def chain(self, value, *names):
        for depth, name in enumerate(names):
            self.enter(name, str(depth))
        for depth, name in reversed(list(enumerate(names))):
            self.exit(name, str(depth), value, "origin=" + names[-1])

    def take(self, line):
        what, *words = line.split()
        words = [word.encode().decode("unicode_escape") for word in words]
        if what == "long":
            self.width = int(words[0])
        elif what == "round":
            self.aligned = True
        elif what == "command":
            self.named = words
        elif what == "syscall":
            self.syscalls.append(" ".join(words))
        elif what == "function":
            self.functions[words[0]] = self.text() + 0x1000 * (len(self.functions) + 1)
            self.modules[words[0]] = words[1:]
        elif what == "module":
            sections = [word.split("=") for word in words[2:]]
            self.loaded[words[0]] = f"build {words[1]}\n" + "".join(
                f"{self.address(address):016x} {section}\n" for section, address in sections)
        elif what in ("cpu", "task", "time"):
            setattr(self, what, int(words[0], 0))
        elif what == "irq":
            pass
        elif what == "page":
            self.current.pop(self.cpu, None)
        elif what == "lost":
            self.current.pop(self.cpu, None)
            self.lost[self.cpu] = words[0]
        elif what in ("enter", "exit", "chain"):
            getattr(self, what)(*words)
        elif what == "result":
            self.write(IDS["sysexit"], self.word(int(words[0], 0)) + self.word(int(words[1], 0)))
        elif what == "complain":
            self.write(IDS["write"], struct.pack("<i", 1))
        elif what == "status":
            self.write(IDS["sysenter"], self.word(231) + self.word(int(words[0], 0)) + self.word(0) * 5)
        elif what == "exec":
            path = words[0].encode("latin-1") + b"\0"
            self.write(IDS["exec"], struct.pack("<Iii", len(path) << 16 | 20, self.task, self.task) + path)
        elif what == "fork":
            self.write(IDS["fork"], bytes(36) + struct.pack("<i", int(words[0], 0)))
        elif what == "prototype":
            self.prototypes.append(" ".join(words))
        elif what == "raw":
            self.write(int(words[0], 0), bytes.fromhex("".join(words[1:])))
        else:
            raise ValueError(f"what is {line!r}?")

    def save(self, file):
        def part(name, data):
            file.write(f"{name} {len(data)}\n".encode() + data + b"\n")

        file.write(b"fgraph-why records 1\n")
        for name, text in formats(self.width).items():
            part(name, text.encode())
        for cpu, page in self.pages:
            part(f"page {cpu}", page.whole())
        for name, text in self.loaded.items():
            part("module " + name, text.encode("latin-1"))
        names = f"{self.text():016x} T _stext\n"
        for name, address in self.functions.items():
            names += f"{address:016x} t {name}" + "".join(f"\t[{module}]" for module in self.modules[name]) + "\n"
        part("names", names.encode("latin-1"))
        part("release", b"6.1.0-made")
        part("machine", b"none")
        if self.named:
            part("command", self.named[0].encode("latin-1"))
            part("pid", self.named[1].encode())
        if self.prototypes:
            part("arguments", "".join(line + "\n" for line in self.prototypes).encode("latin-1"))
        part("syscalls", "".join(line + "\n" for line in self.syscalls).encode())


def make(path, description):
    records = Records()
    for line in description.splitlines():
        if line.strip() and not line.startswith("#"):
            records.take(line)
            records.flags = 0x08 if line.strip() == "irq" else 0
    with open(path, "wb") as file:
        records.save(file)
