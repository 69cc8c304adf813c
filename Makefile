# SPDX-License-Identifier: GPL-2.0-only
CC	?= gcc
PKGS	= glib-2.0 libgit2 jansson libelf
WARN	= -Wall -Wextra -Werror -Wshadow -Wmissing-prototypes -Wstrict-prototypes \
	  -Wdeclaration-after-statement -Wvla -Wno-unused-parameter
CFLAGS	?= -O2 -g
STD	= -std=gnu11 -D_GNU_SOURCE
BUILD	?= build
PREFIX	?= /usr/local
VERSION	:= 0.1$(shell git rev-parse --short=12 HEAD 2>/dev/null | sed 's/^/-g/')

SRC	= $(wildcard tools/*.c)
OBJ	= $(SRC:tools/%.c=$(BUILD)/%.o)
UNIT	= $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test-*.c))
MAN	= $(wildcard docs/*.[15])
CFLAGS_ALL = $(STD) $(WARN) $(CFLAGS) -I$(BUILD) $(shell pkg-config --cflags $(PKGS))
LIBS	= $(shell pkg-config --libs $(PKGS))
# glibc's regex.h has arrays of variable length where a compiler takes them
SPARSE	= sparse -Wsparse-error -Wno-decl -D__STDC_NO_VLA__ $(STD) -Itools -I$(BUILD) $(shell pkg-config --cflags $(PKGS))
JOBS	?= $(shell nproc)
# "  CC      build/run.o" rather than the command; V=1 shows both
say	= $(if $(V),,@printf '  %-7s %s\n' $(1) $@;)

# The same program, and the same tests, once more under the sanitizers.
ASAN	= BUILD=build/asan LDFLAGS=-fsanitize=address,undefined \
	  CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"

all: $(BUILD)/respin
	@test $(BUILD) != build || ln -sf $(BUILD)/respin respin

$(BUILD)/respin: $(OBJ)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: tools/%.c Makefile
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CFLAGS_ALL) $(DEFS) -MMD -MP -c -o $@ $<

# The macros that travel with the program
$(BUILD)/spatch.o: $(BUILD)/kernel-macros.inc
$(BUILD)/kernel-macros.inc: semantic-patches/kernel-macros.h
# and process 1 of a kernel that is booted
$(BUILD)/torture.o: $(BUILD)/torture-init.inc
$(BUILD)/torture-init.inc: tools/torture-init.S

$(BUILD)/%.inc:
	@mkdir -p $(@D)
	$(call say,GEN)sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $< >$@

$(BUILD)/main.o: DEFS = -DRESPIN_VERSION='"$(VERSION)"'
$(BUILD)/main.o: $(BUILD)/version

$(BUILD)/version: FORCE
	@mkdir -p $(@D)
	@echo $(VERSION) | cmp -s - $@ || echo $(VERSION) >$@

units: $(UNIT) $(BUILD)/fuzz/fuzz-readers $(BUILD)/fuzz/fuzz-objects

$(BUILD)/fuzz/%: tests/fuzz/%.c $(filter-out $(BUILD)/main.o,$(OBJ))
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CFLAGS_ALL) -DFUZZ_DRIVER -Itools -MMD -MP -o $@ $(filter %.c %.o,$^) $(LDFLAGS) $(LIBS)

$(BUILD)/unit/%: tests/unit/%.c $(filter-out $(BUILD)/main.o,$(OBJ))
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CFLAGS_ALL) -Itools -MMD -MP -o $@ $(filter %.c %.o,$^) $(LDFLAGS) $(LIBS) $(shell pkg-config --libs cmocka)

sparse: $(SRC:tools/%.c=$(BUILD)/%.sparse)

$(BUILD)/%.sparse: tools/%.c $(BUILD)/%.o
	$(call say,SPARSE)$(SPARSE) $< && touch $@

demo:
	@tools/setup build demo
	$(MAKE) -j$(JOBS) all
	tools/demo

# Each of these may be the first thing that is run in a fresh clone.
check-fast:
	@tools/setup
	$(MAKE) -j$(JOBS) all units sparse
	tests/run fast

check: check-fast
	$(MAKE) -j$(JOBS) $(ASAN) all units
	$(ASAN) tests/run asan
	tests/run real

check-long:
	@tools/setup
	$(MAKE) -j$(JOBS) all
	tests/run long

check-trees:
	@tools/setup
	$(MAKE) -j$(JOBS) all
	tests/run trees

# BENCH="apply export": these parts only
bench:
	@tools/setup build demo bench
	$(MAKE) -j$(JOBS) all
	tests/bench/run $(BENCH)

install: all
	install -D -m 755 $(BUILD)/respin $(DESTDIR)$(PREFIX)/bin/respin
	$(foreach m,$(MAN),install -D -m 644 $(m) \
		$(DESTDIR)$(PREFIX)/share/man/man$(subst .,,$(suffix $(m)))/$(notdir $(m)) &&) :

clean:
	rm -rf build respin

-include $(OBJ:.o=.d) $(UNIT:=.d)
.PHONY: all units sparse demo check check-fast check-long check-trees bench install clean FORCE
.DELETE_ON_ERROR:
