// SPDX-License-Identifier: GPL-2.0
/*
 * type_btf.c - prototypes from the BTF of the kernel and of its modules
 *
 * BTF has names, but no addresses. A function has a prototype if its name is the
 * name of exactly one symbol and of exactly one function in BTF. Otherwise it is
 * not known which function of BTF belongs to which symbol.
 */
#define pr_fmt(fmt) "fgraph_btf: " fmt

#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/ftrace.h>
#include <linux/kallsyms.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sort.h>
#include <linux/stringhash.h>

#include "type_btf.h"

/* Counts stop here. A name that occurs this often has no prototype */
#define SEVERAL	2

/* Number of symbols of a module to look at before the CPU is given up */
#define MODULE_SYMBOLS	1000

/**
 * struct named - a name of functions in BTF
 * @name: the name
 * @func: the first function of this name
 * @funcs: number of functions of this name, up to SEVERAL
 * @symbols: number of symbols of this name, up to SEVERAL
 */
struct named {
	const char *name;
	u32 func;
	u8 funcs;
	u8 symbols;
};

/* A symbol that has the name of a function in BTF */
struct place {
	unsigned long address;
	u32 named;
};

/**
 * struct search - names of functions in BTF, and the symbols with these names
 * @named: all names
 * @nr_named: number of names
 * @hash: hash table: index of a name in @named plus 1, or 0. Open addressing
 * @hash_mask: number of slots minus 1
 * @places: symbols with these names
 * @nr_places: number of symbols
 * @max_places: room for symbols. Further symbols are left out, and have no prototype
 */
struct search {
	struct named *named;
	u32 nr_named;
	u32 *hash;
	u32 hash_mask;
	struct place *places;
	u32 nr_places;
	u32 max_places;
};

/* The slot that has a name, or the free slot where the name would be stored */
static u32 *slot_of(const struct search *search, const char *name)
{
	u32 i = hashlen_hash(hashlen_string(NULL, name));

	for (;; i++) {
		u32 *slot = &search->hash[i & search->hash_mask];

		if (!*slot || !strcmp(search->named[*slot - 1].name, name))
			return slot;
	}
}

static bool is_named_func(const struct btf *btf, const struct btf_type *type)
{
	return btf_type_is_func(type) && *btf_name_by_offset(btf, type->name_off);
}

static u32 count_funcs(const struct btf *btf, u32 first)
{
	u32 id, count = 0;

	for (id = first; id < btf_nr_types(btf); id++)
		count += is_named_func(btf, btf_type_by_id(btf, id));
	return count;
}

static void add_funcs(struct search *search, const struct btf *btf, u32 first)
{
	struct named *named;
	u32 id, *slot;

	for (id = first; id < btf_nr_types(btf); id++) {
		const struct btf_type *type = btf_type_by_id(btf, id);
		const char *name;

		if (!is_named_func(btf, type))
			continue;
		name = btf_name_by_offset(btf, type->name_off);
		slot = slot_of(search, name);
		if (*slot) {
			search->named[*slot - 1].funcs = SEVERAL;
			continue;
		}
		named = &search->named[search->nr_named++];
		*named = (struct named) { .name = name, .func = id, .funcs = 1 };
		*slot = search->nr_named;
	}
}

static void add_symbol(struct search *search, const char *name, unsigned long address)
{
	u32 slot = *slot_of(search, name);
	struct named *named;

	if (!slot)
		return;
	named = &search->named[slot - 1];
	named->symbols = min(named->symbols + 1, SEVERAL);
	if (search->nr_places < search->max_places)
		search->places[search->nr_places++] = (struct place) { address, slot - 1 };
}

static int add_kernel_symbol(void *search, const char *name, struct module *mod,
			     unsigned long address)
{
	add_symbol(search, name, address);
	return 0;
}

/* Add up to MODULE_SYMBOLS symbols. Returns whether there are more */
static bool add_some_symbols(struct search *search, const struct mod_kallsyms *kallsyms, u32 first)
{
	u32 i;

	for (i = first; i < kallsyms->num_symtab; i++) {
		const Elf_Sym *symbol = &kallsyms->symtab[i];
		unsigned long address = symbol->st_value;

		if (i - first == MODULE_SYMBOLS)
			return true;
		if (symbol->st_shndx == SHN_UNDEF)
			continue;
		/* The lowest bit marks Thumb code */
		if (IS_ENABLED(CONFIG_ARM))
			address &= ~1UL;
		add_symbol(search, kallsyms->strtab + symbol->st_name, address);
	}
	return false;
}

static void forget_symbols(struct search *search)
{
	u32 i;

	for (i = 0; i < search->nr_named; i++)
		search->named[i].symbols = 0;
	search->nr_places = 0;
}

/*
 * The symbol table of a module moves once, after its init. The old table stays valid
 * while preemption is off. If the table has moved during a break, start again with the
 * new one.
 */
static void add_module_symbols(struct search *search, const struct module *mod)
{
	const struct mod_kallsyms *kallsyms = NULL, *now;
	u32 first = 0;
	bool more;

	do {
		preempt_disable();
		now = rcu_dereference_sched(mod->kallsyms);
		if (now != kallsyms) {
			kallsyms = now;
			first = 0;
			forget_symbols(search);
		}
		more = add_some_symbols(search, kallsyms, first);
		first += MODULE_SYMBOLS;
		preempt_enable();
		cond_resched();
	} while (more);
}

static void set_function(struct fgraph_function *function, const struct search *search,
			 const struct btf *btf, const struct place *place)
{
	const struct named *named = &search->named[place->named];

	function->ip = ftrace_location(place->address);
	function->type = 0;
	function->proto = FGRAPH_SEVERAL;
	if (named->funcs == SEVERAL || named->symbols == SEVERAL)
		return;
	function->type = fgraph_btf_type(btf, named->func);
	function->proto = function->type ? named->func : FGRAPH_ODD;
}

static int by_ip(const void *a, const void *b)
{
	const struct fgraph_function *x = a, *y = b;

	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

static bool is_sorted(const struct fgraph_function *functions, u32 count)
{
	u32 i;

	for (i = 1; i < count; i++) {
		if (functions[i - 1].ip > functions[i].ip)
			return false;
	}
	return true;
}

/* Merge the names of one address to one function. It has no type if their types differ */
static u32 merge(struct fgraph_function *functions, u32 count)
{
	u32 i, kept = 0;

	/* The kernel's symbols are already sorted by address */
	if (!is_sorted(functions, count))
		sort(functions, count, sizeof(*functions), by_ip, NULL);
	for (i = 0; i < count; i++) {
		if (!kept || functions[kept - 1].ip != functions[i].ip) {
			functions[kept++] = functions[i];
		} else if (functions[kept - 1].type != functions[i].type) {
			functions[kept - 1].type = 0;
			functions[kept - 1].proto = FGRAPH_SEVERAL;
		}
	}
	return kept;
}

static int load_functions(const struct search *search, const struct btf *btf,
			  struct fgraph_found *found)
{
	u32 i;

	found->functions = kvmalloc_array(search->nr_places, sizeof(*found->functions),
					  GFP_KERNEL);
	if (!found->functions)
		return -ENOMEM;
	for (i = 0; i < search->nr_places; i++) {
		set_function(&found->functions[found->count], search, btf, &search->places[i]);
		if (found->functions[found->count].ip)
			found->count++;
	}
	found->count = merge(found->functions, found->count);
	return 0;
}

static int search_all(struct search *search, const struct btf *btf, const struct module *mod,
		      struct fgraph_found *found)
{
	u32 first = mod ? btf_nr_types(bpf_get_btf_vmlinux()) : 1;
	u32 count = count_funcs(btf, first);

	if (!count)
		return 0;
	search->hash_mask = roundup_pow_of_two(2 * count) - 1;
	search->max_places = count + count / 4;
	search->named = kvmalloc_array(count, sizeof(*search->named), GFP_KERNEL);
	search->hash = kvcalloc(search->hash_mask + 1, sizeof(*search->hash), GFP_KERNEL);
	search->places = kvmalloc_array(search->max_places, sizeof(*search->places), GFP_KERNEL);
	if (!search->named || !search->hash || !search->places)
		return -ENOMEM;

	add_funcs(search, btf, first);
	if (mod)
		add_module_symbols(search, mod);
	else
		kallsyms_on_each_symbol(add_kernel_symbol, search);
	return search->nr_places ? load_functions(search, btf, found) : 0;
}

static int load(struct fgraph_source *source, const struct module *mod,
		struct fgraph_found *found)
{
	struct btf *btf = btf_get_module_btf(mod);
	struct search search = {};
	int err;

	if (IS_ERR_OR_NULL(btf))
		return PTR_ERR(btf) == -ENOMEM ? -ENOMEM : 0;
	err = search_all(&search, btf, mod, found);
	kvfree(search.places);
	kvfree(search.hash);
	kvfree(search.named);
	found->data = btf;
	if (err || !found->count) {
		kvfree(found->functions);
		*found = (struct fgraph_found) {};
		btf_put(btf);
	}
	return err;
}

static void release(const void *data)
{
	btf_put((struct btf *)data);
}

static struct fgraph_source btf_source = {
	.name = "BTF",
	.rank = FGRAPH_RANK_BTF,
	.load = load,
	.release = release,
	.enumerator = fgraph_btf_enumerator,
	.show = fgraph_btf_show,
};

static DEFINE_MUTEX(use_mutex);
static bool is_ready, is_selected, is_used;

static void use(void)
{
	if (!is_ready || !is_selected)
		return;
	if (is_used) {
		fgraph_load_sources();
		return;
	}
	is_used = !fgraph_register_source(&btf_source);
	if (!is_used)
		pr_warn("no memory for the types of functions. Select function_graph again\n");
}

/**
 * fgraph_use_btf - load prototypes from BTF
 *
 * The first call loads them. During boot, the load is put off until all of the kernel
 * is initialized. A later call loads what is missing because memory was short.
 *
 * Context: may sleep
 */
void fgraph_use_btf(void)
{
	mutex_lock(&use_mutex);
	is_selected = true;
	use();
	mutex_unlock(&use_mutex);
}

static int __init be_ready(void)
{
	mutex_lock(&use_mutex);
	is_ready = true;
	use();
	mutex_unlock(&use_mutex);
	return 0;
}
late_initcall_sync(be_ready);
