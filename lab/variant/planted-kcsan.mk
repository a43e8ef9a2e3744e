# lab/planted: all patches, and one of lab/planted.d, on the kernel that looks for data races.
LIKE=kcsan
SOURCE=prefix
SEED=kcsan
