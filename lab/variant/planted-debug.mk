# lab/planted: all patches, and one of lab/planted.d, on the kernel that looks for mistakes.
SOURCE=prefix
CONFIGS=patched debug
SEED=debug
SLOW=4
PARAMETERS=pci=noacpi
