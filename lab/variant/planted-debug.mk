# lab/planted: all patches, and one of lab/planted.d, on the kernel that looks for mistakes.
LIKE=debug
SOURCE=prefix
SEED=debug
