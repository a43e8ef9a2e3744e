# A kernel that looks for data races in the objects of the graph tracer. A kernel's own Makefiles leave the tracers
# out, which is why a plain CONFIG_KCSAN=y sees none of it.
SOURCE=tree
CONFIGS=patched lean kcsan
VARIABLES=KCSAN_SANITIZE=n KCSAN_SANITIZE_fgraph.o=y KCSAN_SANITIZE_fgraph_frame.o=y KCSAN_SANITIZE_fgraph_retval.o=y KCSAN_SANITIZE_trace_functions_graph.o=y KCSAN_SANITIZE_trace_stack.o=y
SLOW=4
