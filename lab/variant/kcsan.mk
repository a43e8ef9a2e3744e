# For ARCH=x86_64: KCSAN looks for data races. It cannot be together with KASAN.
SOURCE=tree
CONFIGS=patched kcsan
SLOW=4
