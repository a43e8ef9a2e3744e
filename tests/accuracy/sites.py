# SPDX-License-Identifier: GPL-2.0
"""Where calls were made: the address that fgraph-why has for each, and the one in the kernel's own stack trace."""
import bisect, re

HEAD = re.compile(r'.+-(\d+) +\[\d+\] \S+ +(\d+)\.(\d+): <stack trace>$')
CALL = re.compile(r' => \S+ <([0-9a-f]+)>$')

def read(text):
    """The stack traces of each task and function that failed: lists of (microseconds, addresses), in the order of time."""
    stacks, last = {}, None
    for line in text:
        m = HEAD.match(line)
        if m:
            last = []
            pid, time = int(m.group(1)), int(m.group(2) + m.group(3))
            continue
        m = CALL.match(line)
        if not m or last is None:
            continue
        last.append(int(m.group(1), 16))
        if len(last) == 1:
            stacks.setdefault((pid, last[0]), []).append((time, last))
    for list_ in stacks.values():
        list_.sort(key=lambda s: s[0])
    return stacks

def find(stacks, pid, link):
    """The stack trace that was recorded when this call returned: the first one of its function since then."""
    list_ = stacks.get((pid, int(link['addr'], 16)), [])
    end = (link['start_ns'] + link['duration_ns']) // 1000
    at = bisect.bisect_left([time for time, _ in list_], end)
    return list_[at][1] if at < len(list_) else None

def is_jump(failure, link):
    """It returns to where its caller would."""
    caller = failure['chain'][link['parent']] if link['parent'] >= 0 else None
    return caller is not None and caller.get('caller', {}).get('addr') == link.get('caller', {}).get('addr', '')

def compare(stacks, failure):
    """For each call of a failure: (what it is, its function, the tool's address, the stack trace)."""
    for link in failure['chain']:
        if 'ret' not in link:
            continue
        stack = find(stacks, failure['pid'], link)
        address = int(link['caller']['addr'], 16) if 'caller' in link else None
        equal = stack is not None and len(stack) > 1 and stack[1] == address
        kind = ('no stack' if stack is None else 'differs' if not equal else
                'jump' if is_jump(failure, link) else 'equal')
        yield kind, link['func'], address, stack
