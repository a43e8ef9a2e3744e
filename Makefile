# SPDX-License-Identifier: GPL-2.0
# The targets only call the scripts in maint/ and lab/, which tell in their first lines what they do.

ARCH ?= x86_64
VARIANT ?= patched
OUT ?= build/export
ARCHES = $(patsubst lab/arch/%.mk,%,$(wildcard lab/arch/*.mk))
BENCHES = $(if $(filter all,$(ARCH)),$(ARCHES),$(ARCH))
export DEBUG ARCH VARIANT RUN WITH APPEND SMP TIMEOUT ACCEL OUT CASES FULL DISCARD OFFSETS

help: ## this help
	@awk -F':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

demo: setup ## the story, for real: boot ARCH, let a write fail, read which function failed first
	@lab/demo

check: ## all tests, closing with "N passed, N failed"; README's test command (FULL=1: stock kernels are measured anew; DEBUG=1: on kernels that look for mistakes, too)
	@maint/setup $(ARCHES)
	@maint/check

setup: ## install what building and booting for ARCH needs (root, sudo, or a list of what is missing)
	@maint/setup $(ARCH)

tree: ## build/tree: the base as a git tree with one commit per patch, to edit in (DISCARD=1 drops unsaved work)
	@maint/tree

save: ## split build/tree back into patches/ and the overlay
	@maint/save

export: ## the series as mail and as a quilt series, in OUT=build/export
	@maint/export "$(OUT)"

lint: ## patches, overlay, export, checkpatch and shellcheck
	@maint/lint

kernel: ## build the kernel of ARCH and VARIANT=patched|stock|off|plain|thumb2|debug|kcsan|newer
	@lab/kernel $(ARCH) $(VARIANT)

boot: ## boot ARCH and VARIANT and run the script RUN= in it; WITH="file …", SMP=, APPEND=, TIMEOUT=
	@lab/boot

module: ## build the out-of-tree module in M=DIR against the kernel of ARCH and VARIANT
	@lab/module $(ARCH) $(VARIANT) "$(M)"

test: setup ## the tests that run in guests of ARCH; CASES="ftrace/x.tc …" for some of ftracetest's
	@maint/check guests

results: setup ## measure ftracetest on ARCH's stock kernel, and keep the results in lab/results/
	@lab/ftracetest --measure

bench: ## what a traced call costs on ARCH (or all), in instructions, beside the stock kernel, and where they go
	@maint/setup $(BENCHES)
	@for arch in $(BENCHES); do ARCH=$$arch lab/bench --newer && ARCH=$$arch lab/where || exit; done
	@lab/costs

.PHONY: help demo check setup tree save export lint kernel boot module test results bench
.DEFAULT_GOAL := help
