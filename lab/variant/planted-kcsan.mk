# lab/planted: all patches, and one of lab/planted.d, on the kernel that looks for data races.
SOURCE=prefix
CONFIGS=patched lean kcsan
SEED=kcsan
# As in kcsan.mk.
VARIABLES=KCSAN_SANITIZE=n KCSAN_SANITIZE_fgraph.o=y KCSAN_SANITIZE_fgraph_frame.o=y KCSAN_SANITIZE_fgraph_retval.o=y KCSAN_SANITIZE_trace_functions_graph.o=y KCSAN_SANITIZE_trace_stack.o=y
