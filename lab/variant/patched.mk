# LIKE: another variant; what it has, and is not here, is as there.
# SOURCE: build/tree (all patches), build/stock (none) or build/prefix (some).
# CONFIGS: fragments here, NAME.config and NAME.<ARCH>.config.
# PARAMETERS: for the kernel's command line.
# VARIABLES: for the kernel's make, NAME=value.
# SLOW: how many times as long everything may take (lab/boot).
# SEED: the variant to start building from, where it has been built; for build/prefix, it is built.
SOURCE=tree
CONFIGS=patched
