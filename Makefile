# SPDX-License-Identifier: GPL-2.0-only
CC	?= gcc
PKGS	= glib-2.0 libgit2
WARN	= -Wall -Wextra -Werror -Wshadow -Wmissing-prototypes -Wstrict-prototypes \
	  -Wdeclaration-after-statement -Wvla -Wno-unused-parameter
CFLAGS	?= -O2 -g
BUILD	?= build

SRC	= $(wildcard tools/*.c)
OBJ	= $(SRC:tools/%.c=$(BUILD)/%.o)

all: respin

respin: $(OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs $(PKGS))

$(BUILD)/%.o: tools/%.c Makefile | $(BUILD)
	$(CC) -std=gnu11 -D_GNU_SOURCE $(WARN) $(CFLAGS) $(shell pkg-config --cflags $(PKGS)) -I$(BUILD) -MMD -MP -c -o $@ $<

$(BUILD)/spatch.o: $(BUILD)/kernel-macros.inc
$(BUILD)/kernel-macros.inc: semantic-patches/kernel-macros.h | $(BUILD)
	sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $< >$@

$(BUILD):
	mkdir -p $@

clean:
	rm -rf $(BUILD) respin

-include $(OBJ:.o=.d)
.PHONY: all clean
