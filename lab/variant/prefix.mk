SOURCE=prefix
# Fragments are checked only for symbols that the source has for this architecture: an early prefix lacks some.
OPTIONAL=y
CONFIGS=prefix
SEED=patched
