/* SPDX-License-Identifier: GPL-2.0 */
/*
 * values.h - what the functions in functions.c return: KNOWN(name, type, value)
 *
 * Included once for each use of the list, so without a guard. The value is an
 * integer, also where the type is a pointer.
 */
KNOWN(false, bool, false);
KNOWN(true, bool, true);

KNOWN(s8, s8, 0x12);
KNOWN(s8_negative, s8, -0x12);
KNOWN(s8_min, s8, S8_MIN);
KNOWN(s8_ones, s8, -1);
KNOWN(u8, u8, 0x12);
KNOWN(u8_high, u8, 0x81);
KNOWN(u8_ones, u8, U8_MAX);

KNOWN(s16, s16, 0x1234);
KNOWN(s16_negative, s16, -0x1234);
KNOWN(s16_min, s16, S16_MIN);
KNOWN(s16_ones, s16, -1);
KNOWN(u16, u16, 0x1234);
KNOWN(u16_high, u16, 0x8001);
KNOWN(u16_ones, u16, U16_MAX);

KNOWN(int_zero, int, 0);
KNOWN(int, int, 0x12345678);
KNOWN(int_einval, int, -EINVAL);
KNOWN(int_negative, int, -0x12345678);
KNOWN(int_min, int, INT_MIN);
KNOWN(int_ones, int, -1);
KNOWN(uint, unsigned int, 0x12345678);
KNOWN(uint_high, unsigned int, 0x80000001);
/* Looks like -EINVAL, and is none */
KNOWN(uint_einval, unsigned int, -EINVAL);
KNOWN(uint_ones, unsigned int, UINT_MAX);

KNOWN(long_zero, long, 0);
KNOWN(long, long, LONG_MAX / 7);
KNOWN(long_einval, long, -EINVAL);
KNOWN(long_negative, long, LONG_MIN / 7);
KNOWN(long_min, long, LONG_MIN);
KNOWN(long_ones, long, -1);
KNOWN(ulong, unsigned long, ULONG_MAX / 7);
KNOWN(ulong_einval, unsigned long, -EINVAL);
KNOWN(ulong_max_errno, unsigned long, -MAX_ERRNO);
KNOWN(ulong_below_errno, unsigned long, -MAX_ERRNO - 1);
KNOWN(ulong_ones, unsigned long, ULONG_MAX);

KNOWN(s64, s64, 0x1122334455667788);
KNOWN(s64_einval, s64, -EINVAL);
KNOWN(s64_negative, s64, -0x1122334455667788);
KNOWN(s64_min, s64, S64_MIN);
KNOWN(s64_ones, s64, -1);
KNOWN(u64, u64, 0x8877665544332211);
KNOWN(u64_low, u64, U32_MAX);
KNOWN(u64_high, u64, 1ULL << 32);
KNOWN(u64_ones, u64, U64_MAX);
KNOWN(u64_einval, u64, -EINVAL);

/* Fills both registers on every architecture */
KNOWN(both, both, BOTH(0x11111111, 0x22222222));
KNOWN(both_low, both, BOTH(ULONG_MAX / 7, 0));
KNOWN(both_high, both, BOTH(0, ULONG_MAX / 7));

KNOWN(enum, enum known_enum, KNOWN_ENUM);
KNOWN(enum_negative, enum known_enum, KNOWN_ENUM_NEGATIVE);
KNOWN(flags, enum known_flags, KNOWN_FLAGS);
KNOWN(flags_high, enum known_flags, KNOWN_FLAGS_HIGH);
/* Has no name */
KNOWN(flags_nameless, enum known_flags, 5);
KNOWN(byte, enum known_byte, KNOWN_BYTE);
KNOWN(byte_high, enum known_byte, KNOWN_BYTE_HIGH);
KNOWN(byte_nameless, enum known_byte, 255);

KNOWN(pointer, void *, (unsigned long)&known_object);
KNOWN(null, void *, 0L);
KNOWN(err_ptr, void *, (long)-EINVAL);
KNOWN(err_ptr_max, void *, (long)-MAX_ERRNO);
