# A hostile kernel: what looks for mistakes, looks. And what storms, faults and the like need.
SOURCE=tree
CONFIGS=patched debug
SLOW=4
# On x86, half the boot, and of each resume, is ACPI's interpreter finding interrupts that nobody uses.
PARAMETERS=pci=noacpi
