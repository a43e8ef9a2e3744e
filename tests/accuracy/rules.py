# SPDX-License-Identifier: GPL-2.0
"""Three rules that name the function that made an error. Each is told the calls of one system call, as function_graph has
recorded them with all return values, and what kind of type functions have. Each returns a call, or None.

  first      the first line of the trace with the errno: the call that returned it before all others
  deepest    from the system call down: the last call with the errno, of its calls again the last one, and so on
  retsnoop   the rule of retsnoop 0.11. A call has failed if it returned a pointer that is NULL or an errno, or an int or a
             long that is an errno. The first failure since a function was entered is the innermost call of a stack. If a
             function is entered then, the stack is put aside. If the next stack ends where the one that was put aside
             begins, they are joined. The innermost call of the last stack is named"""
import re

SYSCALL = re.compile(r'(__(x64|ia32|arm64|riscv|se|do)_)?sys_\w+$')
LINE = re.compile(r'^ *\d+\).*?\|  ( *)(?:(\S+?)\(\)(?: (\{)|;)|\})(?: /\*(?: (?!ret=)\S+)?(?: ret=(\S+))?.*\*/)?$')
# An interrupt that came into a call is none of its calls
INTERRUPT = re.compile(r'__sysvec_|sysvec_|__common_interrupt$|irq_enter|irq_exit|gic_handle_irq$|handle_IPI$|'
                       r'do_handle_IPI$|generic_handle_arch_irq$|handle_arch_irq$|riscv_intc_irq$|do_irq$|call_on_irq_stack$')
PROTOTYPE = re.compile(r'(.*?)([\w.]+)\(.*\) // \w+(: .*)?$')
# What typedefs of these are made of is not in their names
UNSIGNED = re.compile(r'(unsigned|u(8|16|32|64)|size_t|\w*_fault_t|gfp_t|fmode_t|umode_t|dev_t|__poll_t|k[ug]id_t)\b')

class Call:
    def __init__(self, name, depth):
        self.name, self.depth, self.ret, self.calls = name, depth, None, []

    def error(self):
        """The errno that was returned, or 0."""
        number = int(self.ret) if re.fullmatch(r'-\d+', self.ret or '') else 0
        return -number if -4096 < number < 0 else 0

def read(text):
    """The first system call in the trace, and its entries and exits in the order of time, as pairs (is an exit, call)."""
    stack, events = [], []
    for line in text:
        m = LINE.match(line)
        if not m:
            continue
        indent, name, opened, ret = m.groups()
        if name:
            if not stack and not SYSCALL.match(name):
                continue
            call = Call(name, len(indent))
            call.counts = not INTERRUPT.match(name) and (not stack or stack[-1].counts)
            if stack and call.counts:
                stack[-1].calls.append(call)
            stack.append(call)
            if call.counts:
                events.append((False, call))
            if opened:
                continue
        elif not stack or stack[-1].depth != len(indent):
            continue
        call = stack.pop()
        call.ret = ret
        if call.counts:
            events.append((True, call))
        if not stack:
            return call, events
    return None, []

def read_kinds(text):
    """What the functions return: "void", "bool", "pointer", "unsigned" or "signed". Those of one name may differ: None."""
    kinds = {}
    for line in text:
        m = PROTOTYPE.match(line)
        if not m:
            continue
        kind = m.group(1).strip()
        kind = ('pointer' if kind.endswith('*') else kind if kind in ('void', 'bool') else
                'unsigned' if UNSIGNED.match(kind) else 'signed')
        name = m.group(2)
        kinds[name] = kind if kinds.get(name, kind) == kind else None
    return kinds

def first(root, events, kinds):
    return next((call for is_exit, call in events if is_exit and call.error() == root.error()), None)

def deepest(root, events, kinds):
    call = root
    while True:
        failed = [c for c in call.calls if c.error() == root.error()]
        if not failed:
            return call
        call = failed[-1]

def has_failed(call, kinds):
    kind = kinds.get(call.name)
    if kind in ('void', 'bool', 'unsigned'):
        return False
    return bool(call.error()) or kind == 'pointer' and call.ret in ('0x0', '0', 'NULL')

def retsnoop(root, events, kinds):
    stack = []          # the calls that have not returned
    failed = None       # the innermost call that has failed, and its depth
    aside = None        # the same of the stack that was put aside, and the depth that it begins at
    for is_exit, call in events:
        if not is_exit:
            if failed and failed[1] != len(stack):
                begins = len(stack) + 1
                joins = aside and failed[1] + 1 == aside[1]
                aside = (aside[0] if joins else failed[0], begins)
            failed = None
            stack.append(call)
            continue
        if not failed and has_failed(call, kinds):
            failed = (call, len(stack))
        stack.pop()
    if not failed:
        return None
    return aside[0] if aside and failed[1] + 1 == aside[1] else failed[0]

RULES = {'first': first, 'deepest': deepest, 'retsnoop': retsnoop}
