/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_LINES_DW_H
#define FGRAPH_WHY_LINES_DW_H

/* For files that read debug information themselves, if there is libdw */

#include <stdbool.h>
#include <stdint.h>

#include <elfutils/libdwfl.h>

struct Dwfl_Module *lines_module(uint64_t *addr_moved);
bool lines_is_function(Dwarf_Die *die);
int lines_scopes(GElf_Addr addr, Dwarf_Die **scopes);
bool lines_function(GElf_Addr addr, Dwarf_Die *function);
const char *lines_shorten(const char *file);

#endif
