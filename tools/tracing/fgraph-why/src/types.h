/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_TYPES_H
#define FGRAPH_WHY_TYPES_H

void types_load(const char *tracefs);
void types_unload(void);
const char *types_hint(void);

#endif
