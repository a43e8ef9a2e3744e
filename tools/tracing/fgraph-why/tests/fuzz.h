/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_FUZZ_H
#define FGRAPH_WHY_FUZZ_H

/* main() of fgraph-why */
int fgraph_why(int argc, char **argv);

/* Of the linker: where variables are */
extern unsigned char __data_start[], _end[];

#endif
