// SPDX-License-Identifier: GPL-2.0
#define TYPE	void
#define TWIN	twin_void
#define RESULT

#include "twin_int.c"
