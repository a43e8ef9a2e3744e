SOURCE=tree
CONFIGS=lean plain
