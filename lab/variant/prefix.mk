SOURCE=prefix
# Fragments are checked only for symbols that the source has: an early prefix lacks some.
OPTIONAL=y
