# SPDX-License-Identifier: GPL-2.0
"""Is the line that was found for a call one that makes this call? By the text of the source, without debug information."""
import functools, glob, os, re

COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
MOST = 25                       # lines that a statement is looked for in, each way

@functools.lru_cache(None)
def source(path):
    """The text of a file, with comments and strings blanked, and where its lines begin."""
    text = open(path, errors='replace').read()
    text = COMMENT.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), text)
    starts = [0] + [m.end() for m in re.finditer('\n', text)]
    return text, starts

def statement(path, line):
    """The statement, or the condition, that this line is in."""
    text, starts = source(path)
    if not 0 < line < len(starts):
        return ''
    # From the end of the statement before
    begin = max((text.rfind(c, starts[max(line - MOST, 0)], starts[line - 1]) for c in ';{}'))
    begin = begin + 1 if begin >= 0 else starts[line - 1]
    last = starts[min(line + MOST, len(starts) - 1)]
    ends = [at for at in (text.find(c, starts[line] - 1, last) for c in ';{}') if at >= 0]
    end = min(ends) if ends else starts[line]
    # What else begins on this line belongs to it
    return text[begin:max(end, starts[line])]

class Source:
    """What was compiled, and what it includes: macros, and what pointers to functions were set to."""
    def __init__(self, tree, objects, srcarch):
        self.tree = tree
        self.macros, self.set_to = {}, {}
        objects = os.path.join(objects, '')
        compiled = [path[len(objects):-2] + '.c' for path in glob.iglob(objects + '**/*.o', recursive=True)]
        includes = [f'{tree}/{folder}/**/*.h' for folder in
                    ('include/linux', 'include/net', 'include/asm-generic', f'arch/{srcarch}/include')]
        for path in [f'{tree}/{path}' for path in compiled] + [p for i in includes for p in glob.iglob(i, recursive=True)]:
            if not os.path.exists(path):
                continue
            text = open(path, errors='replace').read()
            for name, body in re.findall(r'^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n]*\\\n)*[^\n]*)', text, re.M):
                self.macros.setdefault(name, set()).add(body)
            for member, name in re.findall(r'(?:\.|->)\s*(\w+)\s*=\s*&?(\w+)\b', text):
                self.set_to.setdefault(member, set()).add(name)

    def by_macro(self, text, name, deep=3):
        """A macro of this text has the name, or is made of one that has."""
        return any(has_name(body, name) or deep > 1 and self.by_macro(body, name, deep - 1)
                   for word in set(re.findall(r'[A-Za-z_]\w*', text)) for body in self.macros.get(word, ()))

    def by_pointer(self, text, name, whole):
        """It calls through a member that is set to the function somewhere, or through a variable that has such a member."""
        # INDIRECT_CALL_INET() is told the pointer, and calls it if it is none of the others
        members = re.findall(r'->\s*(\w+)' if 'INDIRECT_CALL' in text else r'(?:->|\.)\s*(\w+)\)?\s*\(', text)
        for word in re.findall(r'(?<![\w>.])(\w+)\s*\(', text):
            members += re.findall(rf'\b{word}\s*=[^;=]*?(?:->|\.)(\w+)\s*;', whole)
        return any(name in self.set_to.get(member, ()) for member in members)

    def judge(self, place, name):
        """How the line calls the function: by its "name", by a "macro", by a "pointer". "open": the text does not
        tell, as it calls through a pointer. "wrong": it calls no such function."""
        path = f'{self.tree}/{place["file"]}'
        name = name.split('.')[0]
        text, whole = statement(path, place['line']), source(path)[0]
        if re.search(rf'\b{name}\s*\(', text):
            return 'name'
        # As in INDIRECT_CALL_INET(pointer, one, other, ...)
        if has_name(text, name) and re.search(r'\b[A-Z][A-Z0-9_]+\s*\(', text) or self.by_macro(text, name):
            return 'macro'
        if self.by_pointer(text, name, whole):
            return 'pointer'
        # A part that the compiler has cut off: the rest of the function calls it
        if place.get('func') == name:
            return 'open'
        called = re.findall(r'(?<![\w>.])(\w+)\s*\(', text)
        if re.search(r'(?:->|\.)\s*\w+\)?\s*\(|\(\s*\*', text) or any(
                re.search(rf'\(\s*\*\s*{word}\s*\)\s*\(|\b\w+_(?:t|fn|func|actor)\s+\*?{word}\b', whole) for word in called):
            return 'open'
        return 'wrong'

    def declares(self, place, name):
        """The function is defined at this line, or in one of the next ones: the type may have lines of its own."""
        text, starts = source(f'{self.tree}/{place["file"]}')
        text = text[starts[place['line'] - 1]:starts[min(place['line'] + 2, len(starts) - 1)]]
        return has_name(text, name.split('.')[0]) or 'sys_' in name and 'SYSCALL_DEFINE' in text

def has_name(text, name):
    return re.search(rf'\b{name}\b', text) is not None
