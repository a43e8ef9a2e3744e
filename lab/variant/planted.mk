# lab/planted: all patches, and one of lab/planted.d.
SOURCE=prefix
CONFIGS=patched
SEED=patched
