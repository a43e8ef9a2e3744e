/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_PROBES_H
#define FGRAPH_WHY_PROBES_H

#include "steps.h"

/* The group of a program has its pid, and when it has begun */
#define PROBES_GROUP	"fgraph_why_"
/* The event that all probes of a group have */
#define PROBES_EVENT	"hit"

int probes_create(const char *tracefs, const char *group, const struct steps *steps);
int probes_remove(const char *tracefs, const char *group);

#endif
