/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_LINES_DW_H
#define FGRAPH_WHY_LINES_DW_H

/* For files that read debug information themselves, if there is libdw */

#include <stdbool.h>
#include <stdint.h>

#include <elfutils/libdwfl.h>

struct Dwfl_Module *lines_module(uint64_t addr, uint64_t *addr_moved);
bool lines_is_function(Dwarf_Die *die);
int lines_scopes(Dwfl_Module *module, GElf_Addr addr, Dwarf_Die **scopes);
bool lines_function(Dwfl_Module *module, GElf_Addr addr, Dwarf_Die *function);
const char *lines_shorten(const char *file);

void lines_modules_begin(const char *kernel_file, const char *kernel_release);
const char *lines_modules_hint(void);
struct Dwfl_Module *lines_modules_find(const char *name);

#endif
