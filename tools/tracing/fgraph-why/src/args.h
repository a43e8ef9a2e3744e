/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_ARGS_H
#define FGRAPH_WHY_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "failures.h"

/* Each has a word. "..." may stand behind them */
#define MOST_ARGS	(RECORD_ARGS + 1)

struct argument {
	/* Empty if it has none */
	char name[64];
	char value[192];
	/* Its string, if that was recorded, and whether it is longer */
	bool has_text, is_cut;
	char text[STRING_BYTES];
};

void args_look_into(const char *tracefs);
void args_read(const char *lines);
int args_of(const struct link *link, struct argument *arguments);
char *args_text(const struct link *link, size_t most);
void args_use(uint64_t func);
void args_put(void);

#endif
