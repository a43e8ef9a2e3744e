/* SPDX-License-Identifier: GPL-2.0 */
/* Random numbers (splitmix64): the same seed in state gives the same ones */
#include <stdint.h>

static uint64_t state;

static uint32_t rnd(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z >> 32;
}

static unsigned int below(unsigned int n)
{
	return (uint64_t)rnd() * n >> 32;
}
