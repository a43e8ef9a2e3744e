/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_USER_H
#define FGRAPH_WHY_USER_H

int user_find(const char *name);
int user_become(void);

#endif
