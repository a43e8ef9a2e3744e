// SPDX-License-Identifier: GPL-2.0
/*
 * elf.c - call sites and functions of vmlinux or a module
 *
 * The sections of a module have no addresses yet. So an address in a module has the
 * number of the section in its upper half, and the offset in the section in its lower half.
 */
#include <errno.h>
#include <fcntl.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "fgraph-proto.h"

__u64 section_address(size_t section, __u64 offset)
{
	return (__u64)section << 32 | (__u32)offset;
}

static const char *section_name(const struct object *object, GElf_Shdr *header)
{
	size_t strings;

	if (elf_getshdrstrndx(object->elf, &strings))
		fail(object->path, "sections", elf_errmsg(-1));
	return elf_strptr(object->elf, strings, header->sh_name) ?: "";
}

static Elf_Data *data_of(const struct object *object, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);

	if (!data)
		fail(object->path, "section", elf_errmsg(-1));
	return data;
}

/* Find the build ID among the notes of a section */
static bool find_build_id(struct object *object, Elf_Scn *section)
{
	Elf_Data *data = data_of(object, section);
	size_t name, description, next = 0;
	GElf_Nhdr note;

	while ((next = gelf_getnote(data, next, &note, &name, &description))) {
		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
		    memcmp(data->d_buf + name, "GNU", 4) ||
		    note.n_descsz > sizeof(object->id))
			continue;
		memcpy(object->id, data->d_buf + description, note.n_descsz);
		return true;
	}
	return false;
}

static void read_build_id(struct object *object)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(object->elf, section))) {
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_NOTE &&
		    find_build_id(object, section))
			return;
	}
	fail(object->path, "no build ID", "link it with --build-id");
}

/* The value of a field of .modinfo, or NULL */
static const char *find_info(const struct object *object, const char *field)
{
	size_t length = strlen(field);
	Elf_Scn *section = NULL;
	const char *at, *end;
	GElf_Shdr header;
	Elf_Data *data;

	while ((section = elf_nextscn(object->elf, section))) {
		if (!gelf_getshdr(section, &header) ||
		    strcmp(section_name(object, &header), ".modinfo"))
			continue;
		data = data_of(object, section);
		end = data->d_buf + data->d_size;
		for (at = data->d_buf; at < end; at += strnlen(at, end - at) + 1) {
			if (strnlen(at, end - at) == (size_t)(end - at))
				fail(object->path, ".modinfo", "it is cut off");
			if (!strncmp(at, field, length) && at[length] == '=')
				return at + length + 1;
		}
	}
	return NULL;
}

static void read_info(struct object *object)
{
	object->name = find_info(object, "name");
	if (!object->name)
		fail(object->path, "no module", "it has no name in .modinfo");
	/* A kernel that cannot unload modules frees their exit code with their init code */
	object->exit_is_init = !strstr(find_info(object, "vermagic") ?: "", "mod_unload");
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	/* Make the order independent of the build machine */
	return strcmp(x->name, y->name);
}

static __u64 value_of(const struct object *object, const GElf_Sym *symbol)
{
	__u64 value = symbol->st_value;

	/* The lowest bit marks Thumb code */
	if (object->machine == EM_ARM)
		value &= ~1ULL;
	return object->is_module ? section_address(symbol->st_shndx, value) : value;
}

static Elf_Scn *find_symbols(Elf *elf, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(elf, section))) {
		if (gelf_getshdr(section, header) && header->sh_type == SHT_SYMTAB)
			break;
	}
	return section;
}

/* Read the functions, and the values of the few other symbols that are needed */
static void read_symbols(struct object *object, __u64 *stext, __u64 *begin, __u64 *end)
{
	const char *name, *file = NULL;
	Elf *elf = object->elf;
	struct symbol *new;
	Elf_Scn *section;
	GElf_Shdr header;
	Elf_Data *data;
	GElf_Sym symbol;
	size_t i;

	section = find_symbols(elf, &header);
	if (!section && object->dwarf) {
		elf = dwarf_getelf(object->dwarf);
		section = find_symbols(elf, &header);
	}
	if (!section)
		fail(object->path, "no symbols", "it is stripped");
	data = data_of(object, section);
	for (i = 0; gelf_getsym(data, i, &symbol); i++) {
		name = elf_strptr(elf, header.sh_link, symbol.st_name);
		if (!name)
			fail(object->path, "symbols", elf_errmsg(-1));
		if (GELF_ST_TYPE(symbol.st_info) == STT_FILE)
			file = name;
		if (!strcmp(name, "_stext"))
			*stext = symbol.st_value;
		else if (!strcmp(name, "__start_mcount_loc"))
			*begin = symbol.st_value;
		else if (!strcmp(name, "__stop_mcount_loc"))
			*end = symbol.st_value;
		if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF)
			continue;
		object->symbols = append(object->symbols, object->nr_symbols,
					 sizeof(*object->symbols));
		new = &object->symbols[object->nr_symbols++];
		new->address = value_of(object, &symbol);
		new->size = symbol.st_size;
		new->name = name;
		new->is_local = GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
		new->file = new->is_local ? file : NULL;
	}
	qsort(object->symbols, object->nr_symbols, sizeof(*object->symbols), by_address);
}

static void add_site(struct object *object, __u64 address)
{
	object->sites = append(object->sites, object->nr_sites, sizeof(*object->sites));
	object->sites[object->nr_sites++] = address;
}

static __u64 word_at(const struct object *object, const void *at)
{
	__u64 word = 0;

	memcpy(&word, at, gelf_getclass(object->elf) == ELFCLASS64 ? 8 : 4);
	return word;
}

/* The data at an address of vmlinux, in the section that has all of @bytes */
static const void *at_address(const struct object *object, __u64 address, __u64 bytes)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(object->elf, section))) {
		if (gelf_getshdr(section, &header) && header.sh_flags & SHF_ALLOC &&
		    header.sh_type == SHT_PROGBITS && address >= header.sh_addr &&
		    address + bytes <= header.sh_addr + header.sh_size)
			return data_of(object, section)->d_buf + (address - header.sh_addr);
	}
	fail(object->path, "call sites", "no section has them");
}

/* The call sites of a relocatable kernel may be in relocations that are applied at boot */
static void read_relative_sites(struct object *object, __u64 begin, __u64 end)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	GElf_Rela rela;
	Elf_Data *data;
	int i;

	while ((section = elf_nextscn(object->elf, section))) {
		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_RELA ||
		    !(header.sh_flags & SHF_ALLOC))
			continue;
		data = data_of(object, section);
		for (i = 0; gelf_getrela(data, i, &rela); i++) {
			if (rela.r_offset >= begin && rela.r_offset < end && rela.r_addend)
				add_site(object, rela.r_addend);
		}
	}
}

static int by_offset(const void *a, const void *b)
{
	__s64 x = *(const __s64 *)a, y = *(const __s64 *)b;

	return x < y ? -1 : x > y;
}

static void read_kernel_sites(struct object *object, __u64 stext, __u64 begin, __u64 end)
{
	size_t word = gelf_getclass(object->elf) == ELFCLASS64 ? 8 : 4, i, kept = 0;
	const void *words;
	bool in_words;

	if (!stext || begin >= end)
		fail(object->path, "no call sites", "CONFIG_DYNAMIC_FTRACE");
	words = at_address(object, begin, end - begin);
	read_relative_sites(object, begin, end);
	in_words = !object->nr_sites;
	for (i = 0; in_words && i < (end - begin) / word; i++) {
		if (word_at(object, words + i * word))
			add_site(object, word_at(object, words + i * word));
	}
	if (object->machine == EM_ARM) {
		for (i = 0; i < object->nr_sites; i++)
			object->sites[i] &= ~1ULL;
	}
	qsort(object->sites, object->nr_sites, sizeof(*object->sites), by_offset);
	for (i = 0; i < object->nr_sites; i++) {
		if (!i || object->sites[i] != object->sites[i - 1])
			object->sites[kept++] = object->sites[i];
	}
	object->nr_sites = kept;
	object->offsets = allocate(kept * sizeof(*object->offsets));
	for (i = 0; i < kept; i++)
		object->offsets[i] = object->sites[i] - stext;
}

/* Whether the module loader puts a section into the init memory */
static bool is_init(const struct object *object, const char *section)
{
	return !strncmp(section, ".init", 5) ||
	       (object->exit_is_init && !strncmp(section, ".exit", 5));
}

/* Read call sites of a module from relocations, as section and offset */
static void read_section_sites(struct object *object, Elf_Scn *section, GElf_Shdr *header,
			       Elf_Data *words, bool init)
{
	Elf_Data *data = data_of(object, section), *symbols;
	bool rela = header->sh_type == SHT_RELA;
	Elf_Scn *of;
	GElf_Sym symbol;
	GElf_Shdr target;
	GElf_Rela r = {};
	int i;

	symbols = data_of(object, elf_getscn(object->elf, header->sh_link));
	for (i = 0; rela ? !!gelf_getrela(data, i, &r) : !!gelf_getrel(data, i, (GElf_Rel *)&r);
	     i++) {
		if (!gelf_getsym(symbols, GELF_R_SYM(r.r_info), &symbol))
			fail(object->path, "call sites", elf_errmsg(-1));
		if (!rela && r.r_offset + 4 > words->d_size)
			fail(object->path, "call sites", "a relocation leads out of them");
		if (!rela)
			r.r_addend = word_at(object, words->d_buf + r.r_offset);
		of = elf_getscn(object->elf, symbol.st_shndx);
		if (symbol.st_shndx == SHN_UNDEF || !of || !gelf_getshdr(of, &target))
			fail(object->path, "call sites", "one is in no section");
		if (init != is_init(object, section_name(object, &target)))
			continue;
		symbol.st_value += r.r_addend;
		if (object->machine == EM_ARM)
			symbol.st_value &= ~1ULL;
		add_site(object, section_address(symbol.st_shndx, symbol.st_value));
	}
}

static void read_module_sites(struct object *object, bool init)
{
	size_t first = object->nr_sites;
	Elf_Scn *section = NULL, *of;
	GElf_Shdr header, target;
	const char *name;

	while ((section = elf_nextscn(object->elf, section))) {
		if (!gelf_getshdr(section, &header) ||
		    (header.sh_type != SHT_RELA && header.sh_type != SHT_REL))
			continue;
		of = elf_getscn(object->elf, header.sh_info);
		if (!of || !gelf_getshdr(of, &target))
			continue;
		name = section_name(object, &target);
		if (!strcmp(name, "__mcount_loc") ||
		    !strcmp(name, "__patchable_function_entries"))
			read_section_sites(object, section, &header, data_of(object, of), init);
	}
	qsort(object->sites + first, object->nr_sites - first, sizeof(*object->sites), by_offset);
}

/* Whether the file itself has a section of debug information */
bool has_debug_section(const struct object *object)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(object->elf, section))) {
		if (gelf_getshdr(section, &header) && header.sh_type != SHT_NOBITS &&
		    !strcmp(section_name(object, &header), ".debug_info"))
			return true;
	}
	return false;
}

/* Open an object, and read its name and its build ID */
void read_id(struct object *object)
{
	GElf_Ehdr header;

	object->fd = open(object->path, O_RDONLY);
	if (object->fd < 0)
		fail(object->path, "cannot be opened", strerror(errno));
	object->elf = elf_begin(object->fd, ELF_C_READ_MMAP, NULL);
	if (!object->elf || elf_kind(object->elf) != ELF_K_ELF ||
	    !gelf_getehdr(object->elf, &header))
		fail(object->path, "no ELF file", elf_errmsg(-1));
	if (header.e_ident[EI_DATA] != ELFDATA2LSB)
		fail(object->path, "big-endian", "types are for little-endian machines only");

	object->machine = header.e_machine;
	object->name = "vmlinux";
	read_build_id(object);
	if (object->is_module)
		read_info(object);
}

/* Read call sites and symbols */
void read_elf(struct object *object)
{
	__u64 stext = 0, begin = 0, end = 0;
	size_t i;

	read_symbols(object, &stext, &begin, &end);
	if (!object->is_module) {
		read_kernel_sites(object, stext, begin, end);
		return;
	}
	read_module_sites(object, false);
	read_module_sites(object, true);
	object->offsets = allocate(object->nr_sites * sizeof(*object->offsets));
	for (i = 0; i < object->nr_sites; i++)
		object->offsets[i] = i;
}
