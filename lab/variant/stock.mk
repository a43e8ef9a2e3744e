SOURCE=stock
CONFIGS=stock
SEED=patched
