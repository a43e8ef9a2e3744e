# A hostile kernel: what looks for mistakes, looks. And what storms, faults and the like need.
SOURCE=tree
CONFIGS=patched debug
SLOW=4
