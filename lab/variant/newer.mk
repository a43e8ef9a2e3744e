# Debian's other kernel, which has return values of its own: for lab/bench --newer only. maint/newer gets its source.
SOURCE=newer
# Symbols of the fragments for 6.1 that it no longer has are no errors.
OPTIONAL=y
CONFIGS=newer
