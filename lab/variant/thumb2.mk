# For ARCH=arm only.
SOURCE=tree
CONFIGS=lean thumb2
