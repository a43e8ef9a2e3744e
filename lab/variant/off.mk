SOURCE=tree
CONFIGS=off
SEED=patched
