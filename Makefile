# SPDX-License-Identifier: GPL-2.0
# The targets only call the scripts in maint/, lab/, tests/, bench/ and demo/, which tell in their first lines what
# they do.

ARCH ?= x86_64
VARIANT ?= patched
OUT ?= build/export$(if $(STAGE),-$(STAGE))
ARCHES = $(patsubst lab/arch/%.settings,%,$(wildcard lab/arch/*.settings))
BENCHES = $(if $(filter all,$(ARCH)),$(ARCHES),$(ARCH))
# All, if nobody has said ARCH
MEASURED = $(if $(filter file,$(origin ARCH)),$(ARCHES),$(BENCHES))
export ARCH VARIANT RUN WITH APPEND SMP TIMEOUT ACCEL OUT CASES STAGE DEADLINE DISCARD OFFSETS BUSY CONFIG LOCAL

help: ## this help
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

# Their kernel is a small one, unless VARIANT is another
demo demo-table: export VARIANT := $(if $(filter file,$(origin VARIANT)),demo,$(VARIANT))

demo: setup ## the story, for real: boot ARCH, let a write fail, read which function failed first
	@demo/run

demo-table: setup ## what fails on a machine, and where: the table of errors of a minute
	@demo/table

demo-page: setup ## a report of fgraph-why as a page: of a script with commands that fail; SCREENSHOT=FILE.png takes a picture
	@$(if $(SCREENSHOT),maint/setup deep)
	@demo/page $(SCREENSHOT)

check: ## the tests that a change has to pass, closing with "N passed, N failed"; README's test command
	@maint/setup $(ARCHES)
	@tests/check

check-deep: ## all tests: besides, kernels that look for mistakes, each prefix, planted defects, the stock kernels; hours
	@maint/setup $(ARCHES) deb deep
	@tests/check --deep

setup: ## install what building and booting for ARCH needs (root, sudo, or a list of what is missing)
	@maint/setup $(ARCH)

tree: ## build/tree: the base as a git tree with one commit per patch, to edit in (DISCARD=1 drops unsaved work)
	@maint/tree

save: ## split build/tree back into patches/ and the overlay, and fit the planted defects of the tests to it
	@maint/save
	@maint/replant

diff: ## what a change to the series is, patch by patch: from git's REV=HEAD to the files
	@maint/diff "$(or $(REV),HEAD)"

map: ## which patches and which files of ours are at each place in the kernel
	@maint/map

churn: ## lines that a patch of the series adds and a later one removes, by pair of patches and by file
	@maint/tree >/dev/null
	@maint/churn

export: ## the series as mail and as a quilt series, in OUT=build/export; STAGE=N: this part alone, with its cover letter
	@maint/export "$(OUT)"

lint: ## patches, overlay and export fit together; checkpatch, shellcheck; the documentation names what is there
	@maint/lint

kernel: ## build the kernel of ARCH and VARIANT=patched|stock|off|plain|btf|net|thumb2|debug|kcsan|newer
	@lab/kernel $(ARCH) $(VARIANT)

boot: ## boot ARCH and VARIANT and run the script RUN= in it; WITH="file …", SMP=, APPEND=, TIMEOUT=
	@lab/boot

module: ## build the out-of-tree module in M=DIR against the kernel of ARCH and VARIANT
	@lab/module $(ARCH) $(VARIANT) "$(M)"

test: setup ## the tests of make check that run in guests of ARCH; CASES="ftrace/x.tc …" for these of ftracetest's
	@tests/check --guests $(ARCH)

results: setup ## measure ftracetest on ARCH's stock kernel, and keep the results in tests/ftracetest/results/
	@tests/ftracetest/run --measure

bench: ## what a traced call costs on ARCH (or all), in instructions, beside the stock kernel, and where they go
	@maint/setup $(BENCHES)
	@for arch in $(BENCHES); do ARCH=$$arch bench/count --newer --origin && ARCH=$$arch bench/profile || exit; done
	@bench/table

bench-why: ## what fgraph-why costs a command and other tasks on ARCH, and where the time goes that it takes to start
	@maint/setup $(ARCH)
	@bench/why
	@bench/profile --other $(VARIANT)
	@bench/switch

bench-debian: ## what a Debian 12 with the packages of make deb shows beside the lab: functions, types, times, costs; an hour
	@maint/setup $(ARCH) deb deep
	@bench/debian

accuracy: ## how often fgraph-why names the right function and line, on ARCH (all), as docs/accuracy.md has it; minutes each
	@maint/setup $(MEASURED)
	@failed=; export VARIANT=patched; for arch in $(MEASURED); do \
		ARCH=$$arch tests/accuracy/run && ARCH=$$arch CALLS=tests/accuracy tests/path/run || failed=y; done; \
		tests/accuracy/table.py && [ -z "$$failed" ]

deb: ## packages for a Debian 12 machine: the kernel with CONFIG=running|cloud|generic, LOCAL=1 for its modules only, fgraph-why
	@maint/setup $(ARCH) deb
	@deb/run

.PHONY: help demo demo-table check check-deep setup tree save diff map churn export lint kernel boot module test results bench
.PHONY: bench-why bench-debian demo-page accuracy deb
.DEFAULT_GOAL := help
