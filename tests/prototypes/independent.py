#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Compare tables of prototypes with debug information, which is read here a second time.

independent.py KERNEL: the folder of a kernel that was built, with kernel/trace/fgraph/fgraph_prototypes.*.

This shares nothing with scripts/fgraph-proto. Sections come from pyelftools. Entries of debug information are read
here, since pyelftools would take minutes. A function is found by the addresses of its code, not by its symbol.

Prints a line for each finding, its fields separated by tabs:
    count WHAT NUMBER
    untyped REASON NUMBER
    FINDING OBJECT SITE SYMBOL WHY
FINDING is one of
    site       a call site that the tables do not have, or that only they have
    return     another return type
    argument   other arguments
    place      an argument is not where gcc says. Only where gcc has tracked variables. What gcc derives from
               something else, or keeps in the frame of the function, is counted, and not compared
    untyped-?  no type, and no reason for it that is seen here
    typed-?    a type, though none is seen here
"""
import bisect
import collections
import os
import re
import struct
import sys

from elftools.dwarf import constants, enums
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import NoteSection

TAG = {number: name[7:] for name, number in enums.ENUM_DW_TAG.items() if name != '_default_'}
FORM = {number: name[8:] for name, number in enums.ENUM_DW_FORM.items() if name != '_default_'}
AT = {name[6:]: number for name, number in enums.ENUM_DW_AT.items() if name != '_default_'}
SUBPROGRAM = next(number for number, name in TAG.items() if name == 'subprogram')
SIGNED = 5      # DW_ATE_signed
LANGUAGES_C = {constants.DW_LANG_C89, constants.DW_LANG_C, constants.DW_LANG_C99, constants.DW_LANG_C11, 0x2c}

# enum fgraph_kind and enum fgraph_reason
UNTYPED, VOID, BOOL, INT, ERRNO_INT, ENUM, POINTER, STRUCT, MEMORY = range(9)
KINDS = 'untyped void bool int errno-int enum pointer struct memory'.split()
NO_SOURCE, CLONE, SEVERAL, ODD, FULL = range(5)
REASONS = ['no source', 'clone', 'several', 'odd', 'full']
NONE = 0xffff
VARIADIC = 0x100

# The registers of arguments, by their numbers in debug information
REGISTERS = {'EM_X86_64': (5, 4, 1, 2, 8, 9), 'EM_386': (0, 2, 1), 'EM_AARCH64': tuple(range(8)),
             'EM_ARM': tuple(range(4)), 'EM_RISCV': tuple(range(10, 18))}
# Operations that put a constant on the stack: bytes, and whether it has a sign
CONSTANTS = {0x08: (1, False), 0x09: (1, True), 0x0a: (2, False), 0x0b: (2, True), 0x0c: (4, False), 0x0d: (4, True),
             0x0e: (8, False), 0x0f: (8, True)}
CALL_FRAME = b'\x9c'     # DW_OP_call_frame_cfa

# The kinds of places in a recipe
REGISTER, STACK, USER, USER_LOW, CONSTANT, GONE = range(6)
PLACES = 'register stack user user-low constant gone'.split()
KIND = 0xf      # above it are flags, for addresses of strings

# gcc's location is wrong there: the disassembly of Debian's kernel has the arguments in di and si
WRONG_PLACES = {('EM_X86_64', 'dmar_alloc_hwirq'), ('EM_X86_64', 'ip_rt_update_pmtu')}

# What a type is for a user who reads a value
Type = collections.namedtuple('Type', 'kind bytes signed enumerators')
VOID_TYPE = Type(VOID, 0, False, ())
Prototype = collections.namedtuple('Prototype', 'ret arguments variadic')
# What is wanted of a word: a kind of place, and its number or the constant
Place = collections.namedtuple('Place', 'kind number')

SECTION = 32    # an address in a module: the number of the section from this bit on, and the offset

# Bytes of an attribute, by its form. The others are read
FIXED = {'data1': 1, 'data2': 2, 'data4': 4, 'data8': 8, 'data16': 16, 'ref1': 1, 'ref2': 2, 'ref4': 4, 'ref8': 8,
         'flag': 1, 'flag_present': 0, 'implicit_const': 0, 'strp': 4, 'line_strp': 4, 'sec_offset': 4, 'ref_addr': 4,
         'ref_sig8': 8}


def uleb(data, at):
    byte = data[at]
    at += 1
    if byte < 0x80:
        return byte, at
    value, shift = byte & 0x7f, 7
    while byte >= 0x80:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
    return value, at


def read_address(data, at, size, fixes):
    """An address that may have a relocation, and where it ends"""
    return fixes.get(at, int.from_bytes(data[at:at + size], 'little')), at + size


def sleb(data, at):
    begin = at
    value, at = uleb(data, at)
    bits = 7 * (at - begin)
    return (value - (1 << bits) if value >> (bits - 1) else value), at


def string(data, at):
    return data[at:data.index(b'\0', at)].decode()


class Abbreviation:
    """The form of an entry"""

    def __init__(self, tag, children, fields, address):
        self.tag, self.children, self.fields = tag, children, fields
        # Bytes behind the code, if it is the same for all; where the place behind the children is
        self.size, self.sibling = 0, None
        self.has_sibling = any(name == AT['sibling'] for name, _, _ in fields)
        for name, form, _ in fields:
            size = address if form == 'addr' else FIXED.get(form)
            if name == AT['sibling'] and form == 'ref4' and self.size is not None:
                self.sibling = self.size
            self.size = None if size is None or self.size is None else self.size + size


class Unit:
    def __init__(self, dwarf, offset, begin, end, address, abbreviations):
        self.dwarf, self.offset, self.begin, self.end = dwarf, offset, begin, end
        self.address, self.abbreviations = address, abbreviations
        self.file = ''
        self.base = 0
        self.is_tracked = False


class Entry:
    """An entry of debug information, with all its attributes"""

    def __init__(self, unit, at):
        self.unit, self.offset = unit, at
        data = unit.dwarf.info
        code, at = uleb(data, at)
        self.abbreviation = unit.abbreviations[code] if code else None
        self.attributes = {}
        if code:
            for name, form, implicit in self.abbreviation.fields:
                begin = at
                value, at = unit.dwarf.value(unit, form, at, implicit)
                self.attributes[name] = (form, value, begin)
        self.after = at

    @property
    def tag(self):
        return TAG.get(self.abbreviation.tag) if self.abbreviation else None

    def get(self, name, otherwise=None):
        found = self.attributes.get(AT[name])
        return otherwise if found is None else found[1]

    def children(self):
        if not self.abbreviation.children:
            return
        at = self.after
        while True:
            child = Entry(self.unit, at)
            if child.abbreviation is None:
                return
            yield child
            at = self.unit.dwarf.behind(self.unit, at)

    def at(self, name):
        """The entry that an attribute points to"""
        form, value, _ = self.attributes[AT[name]]
        if form == 'ref_addr':
            return Entry(self.unit.dwarf.unit_of(value), value)
        return Entry(self.unit, self.unit.offset + value)

    def source(self):
        """The entry that a copy is of"""
        entry = self
        while AT['abstract_origin'] in entry.attributes:
            entry = entry.at('abstract_origin')
        return entry


class Dwarf:
    """Debug information of an object"""

    def __init__(self, elf, is_module):
        self.elf = elf
        self.sections = {}
        for name in ('info', 'abbrev', 'str', 'line_str', 'rnglists', 'loclists'):
            section = elf.get_section_by_name('.debug_' + name)
            self.sections[name] = section.data() if section else b''
        self.info = self.sections['info']
        self.fixes = relocations(elf, '.debug_info') if is_module else {}
        self.range_fixes = relocations(elf, '.debug_rnglists') if is_module else {}
        self.location_fixes = relocations(elf, '.debug_loclists') if is_module else {}
        self.units = []
        self.read_units()
        self.begins = [unit.offset for unit in self.units]

    def read_units(self):
        at, known = 0, {}
        while at < len(self.info):
            length, version, kind, address, abbreviations = struct.unpack_from('<IHBBI', self.info, at)
            if length >= 0xfffffff0 or version != 5 or kind != 1:
                sys.exit('independent.py: debug information that is not read here: unit at %#x' % at)
            abbreviations = self.fixes.get(at + 8, abbreviations)
            if abbreviations not in known:
                known[abbreviations] = self.read_abbreviations(abbreviations, address)
            self.units.append(Unit(self, at, at + 12, at + 4 + length, address, known[abbreviations]))
            at += 4 + length

    def read_abbreviations(self, at, address):
        data, table = self.sections['abbrev'], {}
        while True:
            code, at = uleb(data, at)
            if not code:
                return table
            tag, at = uleb(data, at)
            children, fields = data[at], []
            at += 1
            while True:
                name, at = uleb(data, at)
                form, at = uleb(data, at)
                implicit = None
                if FORM.get(form) == 'implicit_const':
                    implicit, at = sleb(data, at)
                if not name:
                    break
                fields.append((name, FORM[form], implicit))
            table[code] = Abbreviation(tag, children, fields, address)

    def unit_of(self, offset):
        return self.units[bisect.bisect(self.begins, offset) - 1]

    def value(self, unit, form, at, implicit):
        data = self.info
        if form == 'implicit_const':
            return implicit, at
        if form == 'flag_present':
            return True, at
        if form in ('udata', 'ref_udata'):
            return uleb(data, at)
        if form == 'sdata':
            return sleb(data, at)
        if form == 'string':
            text = string(data, at)
            return text, at + len(text.encode()) + 1
        if form == 'exprloc' or form.startswith('block'):
            size = {'block1': 1, 'block2': 2, 'block4': 4}.get(form)
            if size:
                length, begin = int.from_bytes(data[at:at + size], 'little'), at + size
            else:
                length, begin = uleb(data, at)
            return data[begin:begin + length], begin + length
        size = unit.address if form == 'addr' else FIXED[form]
        number = self.fixes.get(at)
        if number is None:
            number = int.from_bytes(data[at:at + size], 'little')
        if form in ('strp', 'line_strp'):
            return string(self.sections['str' if form == 'strp' else 'line_str'], number), at + size
        return number, at + size

    def behind(self, unit, at):
        """The place behind an entry and all in it"""
        data, abbreviations, offset, depth = self.info, unit.abbreviations, unit.offset, 0
        while True:
            entry, code = at, data[at]
            if code < 0x80:
                begin = at + 1
            else:
                code, begin = uleb(data, at)
            if not code:
                depth -= 1
                at = begin
            else:
                abbreviation = abbreviations[code]
                if abbreviation.children and abbreviation.sibling is not None:
                    at = begin + abbreviation.sibling
                    at = offset + int.from_bytes(data[at:at + 4], 'little')
                elif abbreviation.size is not None:
                    at = begin + abbreviation.size
                    depth += abbreviation.children
                else:
                    at = begin
                    for _, form, _ in abbreviation.fields:
                        size = unit.address if form == 'addr' else FIXED.get(form)
                        at = at + size if size is not None else self.value(unit, form, at, 0)[1]
                    if abbreviation.children and abbreviation.has_sibling:
                        at = offset + Entry(unit, entry).get('sibling')
                    else:
                        depth += abbreviation.children
            if depth <= 0:
                return at

    def functions(self):
        """All entries of functions that are not in another entry"""
        for unit in self.units:
            top = Entry(unit, unit.begin)
            if top.get('language') not in LANGUAGES_C:
                continue
            unit.file, unit.base = top.get('name', ''), top.get('low_pc', 0)
            unit.is_tracked = '-fno-var-tracking' not in top.get('producer', '')
            data, abbreviations, at = self.info, unit.abbreviations, top.after
            behind = self.behind
            while True:
                code = data[at]
                if code >= 0x80:
                    code, _ = uleb(data, at)
                if not code:
                    break
                if abbreviations[code].tag == SUBPROGRAM:
                    yield Entry(unit, at)
                at = behind(unit, at)

    def ranges(self, entry):
        """Addresses of the code of a function"""
        if AT['ranges'] in entry.attributes:
            if entry.attributes[AT['ranges']][0] != 'sec_offset':
                sys.exit('independent.py: ranges that are not read here')
            yield from self.range_list(entry.unit, entry.get('ranges'))
        elif AT['low_pc'] in entry.attributes:
            low, (form, high, _) = entry.get('low_pc'), entry.attributes[AT['high_pc']]
            yield low, high if form == 'addr' else low + high

    def range_list(self, unit, at):
        data, base = self.sections['rnglists'], unit.base

        def address(place):
            return read_address(data, place, unit.address, self.range_fixes)

        while True:
            kind, at = data[at], at + 1
            if kind == 0:
                return
            if kind == 5:
                base, at = address(at)
            elif kind == 4:
                low, at = uleb(data, at)
                high, at = uleb(data, at)
                yield base + low, base + high
            elif kind == 6:
                low, at = address(at)
                high, at = address(at)
                yield low, high
            elif kind == 7:
                low, at = address(at)
                length, at = uleb(data, at)
                yield low, low + length
            else:
                sys.exit('independent.py: ranges that are not read here: kind %d' % kind)

    def location(self, entry, at):
        """The expression that says where a variable is when an address is reached"""
        form, value, _ = entry.attributes.get(AT['location'], ('exprloc', b'', 0))
        if form == 'exprloc':
            return value
        if form != 'sec_offset':
            sys.exit('independent.py: a location that is not read here: form %s' % form)
        for low, high, expression in self.location_list(entry.unit, value):
            if low <= at < high:
                return expression
        return b''

    def location_list(self, unit, at):
        data, base = self.sections['loclists'], unit.base

        def address(place):
            return read_address(data, place, unit.address, self.location_fixes)

        while True:
            kind, at = data[at], at + 1
            if kind == 0:
                return
            if kind == 6:
                base, at = address(at)
                continue
            if kind in (4, 9):
                low, at = uleb(data, at)
                high, at = uleb(data, at)
                if kind == 9:       # the order of places with the same address
                    continue
                low, high = base + low, base + high
            elif kind == 5:
                low, high = 0, 1 << 64
            elif kind == 7:
                low, at = address(at)
                high, at = address(at)
            elif kind == 8:
                low, at = address(at)
                length, at = uleb(data, at)
                high = low + length
            else:
                sys.exit('independent.py: locations that are not read here: kind %d' % kind)
            length, at = uleb(data, at)
            yield low, high, data[at:at + length]
            at += length


# R_RISCV_ADD8 to SUB64: the only relocations here that count from what is there, in an object with addends
RISCV_ADD, RISCV_SUB = range(33, 37), range(37, 41)


def relocations(elf, name):
    """The value of each place of a section that has a relocation"""
    section = elf.get_section_by_name('.rela' + name) or elf.get_section_by_name('.rel' + name)
    if section is None:
        return {}
    data, of = section.data(), elf.get_section_by_name(name).data()
    symbols = read_symbols(elf, elf.get_section(section['sh_link']))
    wide, added = elf.elfclass == 64, section['sh_type'] == 'SHT_RELA'
    layout = ('<QQq' if wide else '<IIi') if added else ('<QQ' if wide else '<II')
    riscv, values = elf['e_machine'] == 'EM_RISCV', {}
    for fields in struct.iter_unpack(layout, data):
        symbol = symbols[fields[1] >> (32 if wide else 8)]
        kind = fields[1] & (0xffffffff if wide else 0xff)
        addend = fields[2] if added else int.from_bytes(of[fields[0]:fields[0] + 4], 'little')
        # The place in a section of debug information is a number from its begin
        value = symbol.value + addend
        if symbol.section and not elf.get_section(symbol.section)['sh_flags'] & 2:
            value &= (1 << SECTION) - 1
        if riscv and kind in RISCV_ADD:
            value += values.get(fields[0], 0)
        elif riscv and kind in RISCV_SUB:
            value = values.get(fields[0], 0) - value
        values[fields[0]] = value
    return values


Symbol = collections.namedtuple('Symbol', 'name value size kind section local file')


def read_symbols(elf, section):
    """Symbols. In a module, the section is a part of the value"""
    known = section.__dict__.setdefault('_symbols', None)
    if known is not None:
        return known
    names, wide = elf.get_section(section['sh_link']).data(), elf.elfclass == 64
    is_module, file, all_of_them = elf['e_type'] == 'ET_REL', None, []
    for fields in struct.iter_unpack('<IBBHQQ' if wide else '<IIIBBH', section.data()):
        if wide:
            name, info, _, where, value, size = fields
        else:
            name, value, size, info, _, where = fields
        name, kind, local = string(names, name), info & 15, not info >> 4
        if kind == 4:
            file = name
        if where >= 0xff00:
            where = 0
        if is_module and where:
            value |= where << SECTION
        if kind == 2 and elf['e_machine'] == 'EM_ARM':
            value &= ~1
        all_of_them.append(Symbol(name, value, size, kind, where, local, file if local else None))
    section.__dict__['_symbols'] = all_of_them
    return all_of_them


class Object:
    """vmlinux or a module: call sites, symbols, functions"""

    def __init__(self, path, is_module):
        self.elf = ELFFile(open(path, 'rb'))
        self.is_module = is_module
        self.machine = self.elf['e_machine']
        self.symbols = read_symbols(self.elf, self.elf.get_section_by_name('.symtab'))
        self.at = collections.defaultdict(list)
        for symbol in self.symbols:
            if symbol.kind == 2 and symbol.section:
                self.at[symbol.value].append(symbol)
        self.starts = sorted(self.at)
        self.name = self.module_name() if is_module else 'vmlinux'
        self.sites = self.module_sites() if is_module else self.kernel_sites()
        self.dwarf = Dwarf(self.elf, is_module)
        self.types = {}
        self.read_functions()

    def build_id(self):
        for section in self.elf.iter_sections():
            if isinstance(section, NoteSection):
                for note in section.iter_notes():
                    if note['n_name'] == 'GNU' and note['n_type'] == 'NT_GNU_BUILD_ID':
                        return bytes.fromhex(note['n_desc'])
        return b''

    def information(self):
        return self.elf.get_section_by_name('.modinfo').data().decode().split('\0')

    def module_name(self):
        return next(line[5:] for line in self.information() if line.startswith('name='))

    def kernel_sites(self):
        """(number in the tables, address) of each call site"""
        named = {symbol.name: symbol.value for symbol in self.symbols
                 if symbol.name in ('_stext', '__start_mcount_loc', '__stop_mcount_loc')}
        begin, end, word = named['__start_mcount_loc'], named['__stop_mcount_loc'], self.elf.elfclass // 8
        for section in self.elf.iter_sections():
            if section['sh_flags'] & 2 and section['sh_addr'] <= begin < section['sh_addr'] + section['sh_size']:
                data = section.data()[begin - section['sh_addr']:end - section['sh_addr']]
        sites = {site for site, in struct.iter_unpack('<Q' if word == 8 else '<I', data)}
        for section in self.elf.iter_sections():
            if section['sh_type'] == 'SHT_RELA' and section['sh_flags'] & 2:
                sites |= {addend for place, _, addend in struct.iter_unpack('<QQQ', section.data())
                          if begin <= place < end}
        sites.discard(0)
        return [((site - named['_stext']) & 0xffffffff, site) for site in sorted(sites)]

    def module_sites(self):
        names = [section.name for section in self.elf.iter_sections()]
        unloads = any('mod_unload' in line for line in self.information() if line.startswith('vermagic='))
        init = ('.init',) if unloads else ('.init', '.exit')
        sites = []
        for name in ('__mcount_loc', '__patchable_function_entries'):
            if name in names:
                sites += relocations(self.elf, name).values()
        sites.sort(key=lambda site: (names[site >> SECTION].startswith(init), site))
        return list(enumerate(sites))

    def read_functions(self):
        self.code, self.by_name, self.calls = [], collections.defaultdict(list), {}
        for entry in self.dwarf.functions():
            if entry.get('declaration'):
                continue
            if (entry.source().get('name') or '').startswith('__do_'):
                self.calls[entry.unit.offset, entry.source().get('name')] = entry.source()
            ranges = list(self.dwarf.ranges(entry))
            for low, high in ranges:
                self.code.append((low, high, entry))
            if not ranges and AT['abstract_origin'] not in entry.attributes:
                self.by_name[entry.get('name')].append(entry)
        self.code.sort(key=lambda code: code[:2])
        self.lows = [code[0] for code in self.code]

    def names_at(self, site):
        """Symbols of the function that a site is in. None are of a function that never runs"""
        i = bisect.bisect(self.starts, site) - 1
        if i < 0:
            return []
        symbols = self.at[self.starts[i]]
        return [symbol for symbol in symbols if not symbol.size or symbol.value + symbol.size > site]

    def at_code(self, site):
        """Functions with code at a site, or right behind the instructions that come before it"""
        i = bisect.bisect(self.lows, site)
        found = [entry for low, high, entry in self.code[max(i - 4, 0):i] if low <= site < high]
        if found or self.machine not in ('EM_AARCH64', 'EM_RISCV'):
            return found
        # The next one only: a function that is not traced may begin close behind a short one that is
        return [entry for low, _, entry in self.code[i:i + 4] if low == self.lows[i] and low - site <= 12]

    def named(self, symbol):
        """Functions of that name that have no code of their own. If they differ, those of the file"""
        found = self.by_name.get(symbol.name.split('.')[0], [])
        if len({self.prototype(entry) for entry in found}) <= 1:
            return found
        of_file = [entry for entry in found
                   if symbol.local and os.path.basename(entry.unit.file) == symbol.file]
        external = [entry for entry in found if not symbol.local and entry.source().get('external')]
        return of_file or external or found

    def type_at(self, entry):
        """The type that an entry has"""
        if AT['type'] not in entry.attributes:
            return VOID_TYPE
        form, value, _ = entry.attributes[AT['type']]
        key = value if form == 'ref_addr' else entry.unit.offset + value
        if key not in self.types:
            self.types[key] = self.type_of(entry.at('type'))
        return self.types[key]

    def type_of(self, entry):
        tag, size = entry.tag, entry.get('byte_size', 0)
        if tag in ('typedef', 'const_type', 'volatile_type', 'restrict_type', 'atomic_type'):
            return self.type_at(entry)
        if entry.get('declaration'):
            return Type(UNTYPED, 0, False, ())
        if tag == 'base_type':
            return self.number(entry, size)
        if tag == 'pointer_type':
            return Type(POINTER, size, False, ())
        if tag == 'enumeration_type':
            signed = entry.get('encoding')
            if AT['type'] in entry.attributes:
                signed = self.type_at(entry).signed
            else:
                signed = signed == SIGNED
            return Type(ENUM, size, signed, self.enumerators(entry) if size <= 4 else ())
        if tag in ('structure_type', 'union_type'):
            return Type(self.struct_kind(entry, size), size, False, ())
        return Type(UNTYPED, size, False, ())

    def number(self, entry, size):
        encoding, name = entry.get('encoding'), entry.get('name')
        if encoding == 2:
            return Type(BOOL, size, False, ())
        if encoding in (5, 6):
            return Type(ERRNO_INT if size in (4, 8) else INT, size, True, ())
        if encoding in (7, 8):
            return Type(ERRNO_INT if name == 'long unsigned int' else INT, size, False, ())
        return Type(UNTYPED, size, False, ())

    def enumerators(self, entry):
        return tuple((child.get('name'), child.get('const_value') & 0xffffffff) for child in entry.children()
                     if child.tag == 'enumerator')

    def parts(self, entry, offset, found):
        """The numbers and pointers that a struct is made of, and the structs and arrays in it"""
        for child in entry.children():
            if child.tag != 'member' or AT['bit_size'] in child.attributes:
                continue
            self.part(child.at('type'), offset + child.get('data_member_location', 0), found)

    def part(self, entry, offset, found):
        while entry.tag in ('typedef', 'const_type', 'volatile_type', 'restrict_type', 'atomic_type'):
            entry = entry.at('type')
        size = entry.get('byte_size', 0)
        if entry.tag in ('structure_type', 'union_type'):
            found.append((entry.tag, offset, size, None))
            self.parts(entry, offset, found)
        elif entry.tag == 'array_type':
            count, element = 1, []
            for child in entry.children():
                if child.tag == 'subrange_type':
                    last = child.get('upper_bound')
                    count *= child.get('count', 0 if last is None else last + 1)
            self.part(entry.at('type'), 0, element)
            size = element[0][2] if element else 0
            found.append(('array', offset, count * size, None))
            for i in range(min(count, 64)):
                found += [(tag, offset + i * size + place, bytes_, code) for tag, place, bytes_, code in element]
        else:
            found.append(('number', offset, size, entry.get('encoding', 7)))

    def struct_kind(self, entry, size):
        found = []
        if size > 64:
            return STRUCT
        self.parts(entry, 0, found)
        if any(tag == 'number' and code not in (2, 5, 6, 7, 8) for tag, _, _, code in found):
            return UNTYPED
        if self.machine == 'EM_X86_64' and any(tag == 'number' and offset % bytes_
                                               for tag, offset, bytes_, _ in found):
            return MEMORY
        if self.machine == 'EM_386' and any(tag != 'number' and bytes_ & (bytes_ - 1)
                                            for tag, _, bytes_, _ in found):
            return MEMORY
        return STRUCT

    def declared(self, source):
        """The function with the arguments of a system call, if the source is of one"""
        wrappers = {'EM_X86_64': 'x64|ia32', 'EM_386': 'ia32', 'EM_AARCH64': 'arm64'}.get(self.machine, 'se')
        call = re.match('__(?:%s)_((?:compat_)?sys_.*)' % wrappers, source.get('name') or '')
        return self.calls.get((source.unit.offset, '__do_' + call[1]), source) if call else source

    def prototype(self, entry):
        """What a function returns and takes"""
        source, arguments, variadic = entry.source(), [], False
        for child in self.declared(source).children():
            if child.tag == 'formal_parameter':
                arguments.append((child.get('name'), self.type_at(child)))
            variadic |= child.tag == 'unspecified_parameters'
        # A system call without arguments gets a pointer nevertheless
        if '_sys_' in (source.get('name') or '') and [name for name, _ in arguments] == ['__unused']:
            arguments = []
        return Prototype(self.type_at(source), tuple(arguments), variadic)


def operations(expression, address):
    """(operation, number) of each operation. The last one is None if it is not read here"""
    at = 0
    while at < len(expression):
        code, at, number = expression[at], at + 1, None
        if 0x30 <= code <= 0x4f:
            code, number = 'constant', code - 0x30
        elif code in CONSTANTS:
            size, signed = CONSTANTS[code]
            code, number, at = 'constant', int.from_bytes(expression[at:at + size], 'little', signed=signed), at + size
        elif code in (0x10, 0x11):
            number, at = (uleb if code == 0x10 else sleb)(expression, at)
            code = 'constant'
        elif 0x50 <= code <= 0x6f:
            code, number = 'register', code - 0x50
        elif code == 0x90:
            number, at = uleb(expression, at)
            code = 'register'
        elif code == 0x91:
            number, at = sleb(expression, at)
            code = 'frame'
        elif code == 0x93:
            number, at = uleb(expression, at)
            code = 'piece'
        elif code == 0x9f:
            code = 'value'
        else:
            yield None, None
            return
        yield code, number


def is_by_reference(type_, machine):
    """Whether a pointer to a copy of an argument is passed"""
    return type_.kind in (STRUCT, MEMORY) and type_.bytes > 16 and machine in ('EM_AARCH64', 'EM_RISCV')


class Places:
    """Where the arguments of a function are at its entry, as gcc says"""

    def __init__(self, of, entry):
        self.of, self.entry, self.word = of, entry, of.elf.elfclass // 8
        self.begin = next(of.dwarf.ranges(entry))[0]
        order = [child.offset for child in entry.source().children() if child.tag == 'formal_parameter']
        self.found = [None] * len(order)
        for child in entry.children():
            if child.tag == 'formal_parameter' and child.source().offset in order:
                self.found[order.index(child.source().offset)] = child

    def argument(self, number, type_):
        """The places of the words of an argument. Or a word that says why it has none"""
        child = self.found[number] if number < len(self.found) else None
        if child is None:
            return 'dropped'
        if is_by_reference(type_, self.of.machine):
            return 'by reference'
        if type_.kind == UNTYPED or not type_.bytes:
            return 'without a type'
        if AT['const_value'] in child.attributes:
            form, value, _ = child.attributes[AT['const_value']]
            if isinstance(value, bytes) or form in ('string', 'strp', 'line_strp'):
                return 'derived'
            return self.constant(value, type_)
        parts = list(operations(self.of.dwarf.location(child, self.begin), self.word))
        return self.whole(parts, type_) if parts else 'without a location'

    def whole(self, parts, type_):
        words = -(-type_.bytes // self.word)
        if 'piece' in [code for code, _ in parts]:
            return self.pieces(parts, type_, words)
        if [code for code, _ in parts] == ['constant', 'value']:
            return self.constant(parts[0][1], type_)
        if len(parts) != 1 or (parts[0][0] == 'register' and words > 1):
            return 'derived'
        first = self.place(*parts[0])
        if isinstance(first, str):
            return first
        return [first._replace(number=first.number + i) for i in range(words)]

    def pieces(self, parts, type_, words):
        """Each word is a piece"""
        if len(parts) != 2 * words or {code for code, _ in parts[1::2]} != {'piece'}:
            return 'derived'
        sizes = [size for _, size in parts[1::2]]
        if sizes[:-1] != [self.word] * (words - 1) or sizes[-1] not in (
                self.word, type_.bytes - (words - 1) * self.word):
            return 'derived'
        found = [self.place(*part) for part in parts[::2]]
        return next((why for why in found if isinstance(why, str)), found)

    def place(self, code, number):
        if code == 'register' and number in REGISTERS[self.of.machine]:
            return Place(REGISTER, REGISTERS[self.of.machine].index(number))
        if code == 'frame' and self.entry.get('frame_base') == CALL_FRAME and not number % self.word:
            return Place(STACK, number // self.word) if number >= 0 else 'in the frame'
        return 'derived'

    def constant(self, value, type_):
        """A recipe has 32 bits for each word, with their sign"""
        value %= 1 << 8 * type_.bytes
        if self.word == 4:
            return [Place(CONSTANT, value >> 32 * i & 0xffffffff) for i in range(-(-type_.bytes // 4))]
        if type_.bytes > 8:
            return 'derived'
        if type_.signed and value >> (8 * type_.bytes - 1):
            value -= 1 << 8 * type_.bytes
        if type_.bytes > 4 and not -(1 << 31) <= value < 1 << 31:
            return 'derived'
        return [Place(CONSTANT, value % (1 << 8 * type_.bytes))]


class Recipe:
    """The places of arguments in the tables"""

    def __init__(self, numbers, machine, word):
        self.numbers, self.machine, self.word = list(numbers), machine, word

    def argument(self, type_):
        """The places of the next argument. Empty for one that has none, None behind the last place"""
        words, places = -(-type_.bytes // self.word), []
        if is_by_reference(type_, self.machine):
            words = 1
        if self.numbers and self.numbers[0] == GONE << 8:
            self.numbers.pop(0)
            return []
        for _ in range(words):
            if not self.numbers:
                return None
            place = self.numbers.pop(0)
            number = place & 0xff
            kind = place >> 8 & KIND
            if kind == CONSTANT:
                number = self.numbers.pop(0)
                number |= self.numbers.pop(0) << 16
                if self.word == 8 and number >> 31:
                    number |= 0xffffffff << 32
                number %= 1 << 8 * min(type_.bytes, self.word)
            places.append(Place(kind, number))
        return places


class Tables:
    """Tables of prototypes, as kernel/trace/fgraph/proto_format.h describes them"""

    def __init__(self, tables, functions):
        self.data = tables
        magic, version, size, count, self.strings = struct.unpack_from('<5I', tables)
        if magic != 0x46475054 or version != 3 or size != len(tables):
            sys.exit('independent.py: these are no tables of version 3')
        self.kernel_id = tables[20:40]
        self.objects = {}
        for i in range(count):
            self.read_object(40 + i * 72, functions if not i else None)

    def string(self, offset):
        return string(self.data, self.strings + offset)

    def read_object(self, at, functions):
        data = self.data
        name, ident = struct.unpack_from('<I20s', data, at)
        where = struct.unpack_from('<12I', data, at + 24)
        if functions is None:
            functions = data[where[0]:where[0] + 8 * where[1]]
        if len(functions) != 8 * where[1]:
            sys.exit('independent.py: not as many functions as the tables say')
        enumerators = [(self.string(text), value) for text, value in
                       struct.iter_unpack('<II', data[where[4]:where[4] + 8 * where[5]])]
        types = [Type(kind, size, bool(signed), tuple(enumerators[first:first + nr]))
                 for _, size, kind, signed, first, nr in
                 struct.iter_unpack('<IHBBHH', data[where[2]:where[2] + 12 * where[3]])]
        names = [self.string(text) for text, in struct.iter_unpack('<I', data[where[6]:where[6] + 4 * where[7]])]
        words = struct.unpack_from('<%dH' % where[9], data, where[8])
        lists = struct.unpack_from('<%dH' % where[11], data, where[10])
        found, recipes = {}, {}
        for site, proto, list_ in struct.iter_unpack('<IHH', functions):
            if proto == NONE:
                found[site] = list_
                continue
            flags, recipe = words[2 * proto + 1], 2 * words[2 * proto + 2]
            if recipe != 2 * NONE:
                recipes[site] = words[recipe + 1:recipe + 1 + words[recipe]]
            arguments = [(None if lists[2 * list_ + i] == NONE else names[lists[2 * list_ + i]],
                          types[words[2 * proto + 3 + i]]) for i in range(flags & 0xff)]
            found[site] = Prototype(types[words[2 * proto]], tuple(arguments), bool(flags & VARIADIC))
        is_full = len(types) >= NONE or max(len(words), len(lists)) >= 2 * NONE
        self.objects[self.string(name)] = (ident, found, recipes, is_full)


def without_void(type_):
    return type_._replace(bytes=0) if type_.kind in (VOID, UNTYPED) else type_


def unnamed(prototype):
    return prototype._replace(arguments=tuple((None, type_) for _, type_ in prototype.arguments))


def text_of_places(places):
    if places is None or isinstance(places, str):
        return places or 'nothing'
    return '+'.join('%s %d' % (PLACES[place.kind], place.number) for place in places) or 'gone'


def text(type_):
    return '%s %d%s' % (KINDS[type_.kind], type_.bytes, ' signed' if type_.signed else '')


class Comparison:
    def __init__(self):
        self.counts, self.untyped, self.findings = collections.Counter(), collections.Counter(), []

    def find(self, what, of, site, names, why):
        self.findings.append((what, of.name, '%x' % site, names[0].name if names else '?', why))

    def object(self, of, tables):
        ident, functions, recipes, is_full = tables.objects.get(of.name, (b'', {}, {}, False))
        if ident != of.build_id().ljust(20, b'\0'):
            self.find('site', of, 0, [], 'another build ID')
        missing = {number for number, _ in of.sites} ^ set(functions)
        for number in sorted(missing):
            self.find('site', of, number, [], 'in one of both only')
        for number, site in of.sites:
            if number in missing:
                continue
            names = of.names_at(site)
            if not names:
                self.counts['functions that never run'] += 1
                continue
            self.counts['functions'] += 1
            self.function(of, number, site, names, functions[number], is_full)
            if not isinstance(functions[number], int):
                self.places(of, number, site, names, functions[number], recipes.get(number, ()))

    def places(self, of, number, site, names, held, recipe):
        """Compare places of arguments with those that gcc says"""
        entries = of.at_code(site)
        is_clone = any(re.search(r'\.(?!lto_priv|localalias)', symbol.name) for symbol in names)
        self.counts['clones with places'] += bool(is_clone and recipe)
        if not entries or not entries[0].unit.is_tracked:
            if is_clone and recipe:
                self.find('place', of, number, names, 'places of a clone that gcc has not tracked')
            return
        self.counts['functions with tracked variables'] += 1
        self.counts['clones with tracked variables'] += is_clone
        if recipe and recipe[0] >> 8 & KIND in (USER, USER_LOW):
            self.counts['system calls with places in the registers of the user'] += 1
            return
        there = Places(of, entries[0])
        recipe = Recipe(recipe, of.machine, there.word)
        is_behind = False
        for i, (name, type_) in enumerate(held.arguments):
            mine, theirs = there.argument(i, type_), None if is_behind else recipe.argument(type_)
            is_behind |= theirs is None
            why = self.place(of, names, is_clone, mine, theirs)
            if why:
                self.find('place', of, number, names, '%s: %s, here %s%s' % (
                    name, text_of_places(theirs), text_of_places(mine), ', a clone' if is_clone else ''))
        if recipe.numbers:
            self.find('place', of, number, names, 'more places than arguments')

    def place(self, of, names, is_clone, mine, theirs):
        """Whether the places of an argument differ. They are counted"""
        what = 'arguments of clones' if is_clone else 'arguments'
        if isinstance(mine, str):
            self.counts[what + ' not compared: ' + mine] += 1
            return is_clone and theirs
        if not is_clone and any(place.kind == CONSTANT for place in mine):
            self.counts[what + ' not compared: constant'] += 1
            return False
        if theirs is None and not is_clone:
            self.counts[what + ' not compared: behind the last place'] += 1
            return False
        if any((of.machine, symbol.name) in WRONG_PLACES for symbol in names):
            self.counts['known wrong locations'] += 1
            return False
        self.counts['words compared'] += len(mine)
        self.counts['words of clones compared'] += len(mine) * is_clone
        return mine != theirs

    def function(self, of, number, site, names, held, is_full):
        entries = of.at_code(site)
        if not entries:
            for symbol in names:
                entries = entries or of.named(symbol)
            self.counts['found by name'] += bool(entries)
        seen = {of.prototype(entry) for entry in entries}
        if len(seen) > 1 and len({unnamed(prototype) for prototype in seen}) == 1:
            seen = {unnamed(prototype) for prototype in seen}
            self.counts['described twice, with other names of arguments'] += 1
        one = next(iter(seen)) if len(seen) == 1 else None
        lost = any(re.search(r'\.(isra|part)\b', symbol.name) for symbol in names)
        if isinstance(held, int):
            self.untyped[REASONS[held]] += 1
            self.counts['untyped'] += 1
            if not self.confirms(held, seen, one, lost, is_full):
                self.find('untyped-?', of, number, names, REASONS[held] +
                          (', here ' + text(one.ret) if one else ', here %d prototypes' % len(seen)))
            return
        self.counts['typed'] += 1
        if not one:
            self.find('typed-?', of, number, names, 'here %d prototypes' % len(seen))
        elif lost and one.ret.kind != VOID:
            self.find('typed-?', of, number, names, 'the return value may be lost')
        elif without_void(held.ret) != without_void(one.ret):
            self.find('return', of, number, names, '%s, here %s' % (text(held.ret), text(one.ret)))
        else:
            self.arguments(of, number, names, held, one)

    def arguments(self, of, number, names, held, one):
        self.counts['with the same return type'] += 1
        mine = [(name, without_void(type_)) for name, type_ in one.arguments]
        theirs = [(name, without_void(type_)) for name, type_ in held.arguments]
        if mine != theirs or one.variadic != held.variadic:
            show = ', '.join
            self.find('argument', of, number, names, '%s; here %s' % (
                show('%s: %s' % (name, text(type_)) for name, type_ in theirs),
                show('%s: %s' % (name, text(type_)) for name, type_ in mine)))

    def confirms(self, reason, seen, one, lost, is_full):
        if reason == NO_SOURCE:
            return not seen
        if reason == CLONE:
            return lost and one is not None and one.ret.kind != VOID
        if reason == SEVERAL:
            return len(seen) > 1
        if reason == ODD:
            return one is not None and one.ret.kind == UNTYPED
        return is_full


def main(kernel):
    trace = os.path.join(kernel, 'kernel/trace/fgraph/fgraph_prototypes')
    with open(trace + '.tables', 'rb') as tables, open(trace + '.functions', 'rb') as functions:
        tables = Tables(tables.read(), functions.read())
    with open(os.path.join(kernel, 'modules.order')) as order:
        modules = [line.strip() for line in order if not line.strip().endswith('/fgraph_prototypes.ko')]
    compared = Comparison()
    names = set()
    for i, path in enumerate(['vmlinux'] + modules):
        of = Object(os.path.join(kernel, path), bool(i))
        names.add(of.name)
        compared.object(of, tables)
        if not i and of.build_id().ljust(20, b'\0') != tables.kernel_id:
            compared.find('site', of, 0, [], 'another build ID')
        compared.counts['objects'] += 1
    for name in set(tables.objects) - names:
        print('site', name, 0, '?', 'an object that is not there', sep='\t')
    for what, number in sorted(compared.counts.items()):
        print('count', what, number, sep='\t')
    for reason, number in sorted(compared.untyped.items()):
        print('untyped', reason, number, sep='\t')
    for finding in compared.findings:
        print(*finding, sep='\t')


main(sys.argv[1])
