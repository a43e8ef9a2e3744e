#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, under -icount, where a nanosecond is an instruction: print "CASE NUMBER" for what the kernel knows of its
# functions, and for what a user waits for. All modules that there are and that load are loaded. The module of tables
# lies beside this script, or modprobe finds it.
set -eu

cd "${0%/*}"
tables=$PWD/fgraph_prototypes.ko
cd /sys/kernel/tracing

now() {
	sed -n 's/^now at \([0-9]*\) nsecs$/\1/p' /proc/timer_list
}

# took CASE COMMAND...: beside what it takes to ask for the time
took() {
	case=$1
	shift
	was=$(now)
	start=$(now)
	"$@" > /dev/null
	end=$(now)
	echo "$case $((end - start - (start - was)))"
}

tracer() {
	echo "$1" > current_tracer
}

take_tables() {
	if [ -e "$tables" ]; then
		insmod "$tables"
	else
		modprobe fgraph_prototypes
	fi
}

# known SOURCE: the head of function_prototypes, as "SOURCE-functions 15051", "SOURCE-no-source 12". Then how many of the
# functions with a type have all arguments recorded, only those up to "...", none of them, or no arguments
known() {
	sed -n "s/^# \\(untyped: \\)*//; t head; q; :head; s/[ :]\\+/-/g; s/-\\([0-9]*\\)\$/ \\1/; s/^/$1-/p" function_prototypes
	sed -n "s,.* // $1\\(.*\\),\\1,p" function_prototypes | awk -v source="$1" '
		!/:/ { none++; next }
		/^: \.\.\.$/ { no++; next }
		/\.\.\.$/ { first++; next }
		{ all++ }
		END {
			print source "-args-all", all + 0
			print source "-args-first", first + 0
			print source "-args-not", no + 0
			print source "-args-none", none + 0
		}'
}

# Those that do nothing but test are left out
find "/lib/modules/$(uname -r)" -name '*.ko' ! -name 'fgraph_prototypes*' ! -name '*test*' 2> /dev/null | while read -r module; do
	module=${module##*/}
	modprobe -q "${module%.ko}" || :
done
echo "modules $(wc -l < /proc/modules)"
took list-names cat available_filter_functions
took first-on tracer function_graph
tracer nop
took on tracer function_graph
took off tracer nop
known BTF
took list-BTF cat function_prototypes
# To read it from the disk is no time of the CPU
take_tables
rmmod fgraph_prototypes
took modprobe take_tables
known tables
took list-tables cat function_prototypes
awk '$1 == "fgraph_prototypes" { print "bytes", $2 }' /proc/modules
rmmod fgraph_prototypes
