// SPDX-License-Identifier: GPL-2.0
/*
 * Four fprobes on storm_leaf() of storm.ko, which may go first. Two have an exit handler, and
 * two have none. One of each probes that function alone, the other one also functions of the
 * kernel. The parameters "entered" and "left" count the calls of storm_leaf(). When this module
 * goes, its functions cannot be probed any more.
 */
#include <linux/fprobe.h>
#include <linux/kernel.h>
#include <linux/module.h>

static unsigned long entered;
module_param(entered, ulong, 0444);

static unsigned long left;
module_param(left, ulong, 0444);

/* The call site of storm_leaf(), known from the first call on */
static unsigned long leaf;

static int enter_leaf(struct fprobe *unused, unsigned long ip, unsigned long to,
		      struct ftrace_regs *fregs, void *data)
{
	leaf = ip;
	entered++;
	return 0;
}

static int enter_any(struct fprobe *unused, unsigned long ip, unsigned long to,
		     struct ftrace_regs *fregs, void *data)
{
	if (ip == leaf)
		entered++;
	return 0;
}

static void leave(struct fprobe *unused, unsigned long ip, unsigned long to,
		  struct ftrace_regs *fregs, void *data)
{
	if (ip == leaf)
		left++;
}

static struct {
	struct fprobe probe;
	const char *functions;
} probes[] = {
	{ { .entry_handler = enter_leaf }, "storm_leaf" },
	{ { .entry_handler = enter_leaf, .exit_handler = leave }, "storm_leaf" },
	/* simple_lookup() is one of them */
	{ { .entry_handler = enter_any }, "s*_l*" },
	{ { .entry_handler = enter_any, .exit_handler = leave }, "s*_l*" },
};

static void unregister(int count)
{
	while (count--)
		unregister_fprobe(&probes[count].probe);
}

static int __init prober_init(void)
{
	int i, ret;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		ret = register_fprobe(&probes[i].probe, probes[i].functions, NULL);
		if (ret) {
			unregister(i);
			return ret;
		}
	}
	return 0;
}
module_init(prober_init);

/* Probed while this module goes */
static noinline void going(void)
{
	barrier();
}

static void __exit prober_exit(void)
{
	static struct fprobe probe = { .entry_handler = enter_any };
	unsigned long address = (unsigned long)going;
	int ret = register_fprobe_ips(&probe, &address, 1);

	/* It would be freed with its functions */
	WARN(ret != -ENOENT, "A function of a module that goes can be probed: %d\n", ret);
	unregister(ARRAY_SIZE(probes));
}
module_exit(prober_exit);

MODULE_DESCRIPTION("Probes of a module that goes");
MODULE_LICENSE("GPL");
