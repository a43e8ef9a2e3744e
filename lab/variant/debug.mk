# A hostile kernel: what looks for mistakes, looks. And what storms, faults and the like need.
SOURCE=tree
CONFIGS=patched debug
# ARM's loop that puts the pages of a hibernation image back is C: it must not look at a shadow that it overwrites.
VARIABLES=KASAN_SANITIZE_hibernate.o=n
SLOW=4
# On x86, half the boot, and of each resume, is ACPI's interpreter finding interrupts that nobody uses.
PARAMETERS=pci=noacpi
