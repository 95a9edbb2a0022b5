# SPDX-License-Identifier: GPL-3.0-or-later
# `make help` lists the targets. V=1 prints the commands, WERROR=1 makes warnings errors.
# VARIANT names a build: its objects, library, program and tests lie in build/$(VARIANT).

# What pkg-config finds. A new one also wants its row in tools/deps.
PKGS := ncursesw readline libxxhash libzstd libtraceevent libpcre2-8 libdw libelf liblzma zlib sqlite3
# The recording that `make demo` opens.
DEMO := data/demo.data

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
# Where shells look for completions.
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR ?= $(DATADIR)/zsh/site-functions
FISHDIR ?= $(DATADIR)/fish/vendor_completions.d

VARIANT ?= release
B := build/$(VARIANT)

# ---- flags ----
ifeq ($(origin CC),default)
CC := $(if $(shell command -v gcc),gcc,cc)
endif

CFLAGS_release := -O2 -g
CFLAGS_debug := -O0 -g3
CFLAGS_asan := -O1 -g1
CFLAGS_tsan := -O1 -g1
CFLAGS_coverage := -O1 -g
CFLAGS_memcheck := -O1 -g
CFLAGS_fuzz := -O1 -g1
CFLAGS ?= $(or $(CFLAGS_$(VARIANT)),-O2 -g)

# Unlike CFLAGS these are what makes the variant, so they stay when CFLAGS is given.
INSTRUMENT_asan := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
INSTRUMENT_tsan := -fsanitize=thread -fno-omit-frame-pointer
INSTRUMENT_coverage := --coverage -fprofile-update=atomic
INSTRUMENT_fuzz := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer

# Tests start programs often: these start a fifth faster where nothing is relocated, and a tenth where the
# tables of libubsan are not there a second time beside those of libasan, to be searched at each end.
LINKED_asan = -no-pie $(if $(findstring clang,$(CC_VERSION)),,-static-libubsan)

comma := ,
# Of tests/helpers: what processes in a sandbox need so that tools can follow them there.
HELPERS_coverage := $B/tests/helpers/open.o $B/tests/helpers/written.o
HELPERS_memcheck := $B/tests/helpers/open.o
WRAP_memcheck := $(addprefix -Wl$(comma)--wrap=,setrlimit64 prctl)
WRAP_coverage := $(WRAP_memcheck) $(addprefix -Wl$(comma)--wrap=,_exit kill)
LINK_HELPERS = $(HELPERS_$(VARIANT)) $(WRAP_$(VARIANT))

WARNINGS := -Wall -Wextra -Wshadow -Wvla -Wundef -Wwrite-strings -Wcast-qual -Wpointer-arith \
	-Wformat=2 -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
	-Wimplicit-fallthrough -Wnull-dereference -Wno-missing-field-initializers -fno-common
# The library reads files that nobody vouches for: there no number shrinks unseen.
WARNINGS_src := -Wconversion -Wno-sign-conversion

# Asked once, on first use: `make help` and `make deps` work where compiler and pkg-config lack.
once = $(eval $1 := $$(shell $2 2>/dev/null))$($1)
# Disassembly is there where this is; the library is loaded when instructions are asked for, of the
# static program linked where it has a part to link.
CAPSTONE = $(call once,CAPSTONE,pkg-config --exists capstone && echo capstone)
PKG_CFLAGS = $(call once,PKG_CFLAGS,pkg-config --cflags $(PKGS))
# Of disasm.o alone: where the library comes later, only that is compiled again.
CAPSTONE_CFLAGS = $(if $(CAPSTONE),-DHAVE_CAPSTONE $(call once,CAPSTONE_INCLUDES,pkg-config --cflags capstone))
CAPSTONE_STATIC = $(if $(CAPSTONE),$(call once,CAPSTONE_ARCHIVE,echo 'int main(void) { return 0; }' | \
	$(CC) -x c -static -o /dev/null - -lcapstone && echo -lcapstone))
PKG_LIBS = $(call once,PKG_LIBS,pkg-config --libs $(PKGS))
PKG_STATIC = $(call once,PKG_STATIC,pkg-config --static --libs $(PKGS))
# Relocations of one bit each, where linker and C library know them.
RELR_STATIC = $(call once,RELR_STATIC,mkdir -p $S && echo 'static int i; int *p = &i; int main(void) { return p != &i; }' | \
	$(CC) -x c -static-pie -fPIE -Wl$(comma)-z$(comma)pack-relative-relocs -Wl$(comma)--fatal-warnings -o $S/relr - && $S/relr && \
	echo -Wl$(comma)-z$(comma)pack-relative-relocs)
CC_VERSION = $(call once,CC_VERSION,$(CC) --version)

BASE_CFLAGS = -std=gnu11 -pthread -D_GNU_SOURCE= -D_FILE_OFFSET_BITS=64 $(WARNINGS) $(WARNINGS_$(VARIANT)) \
	$(if $(findstring clang,$(CC_VERSION)),-Wcast-align,-Wcast-align=strict) \
	$(if $(WERROR),-Werror) $(PKG_CFLAGS) \
	$(INSTRUMENT_$(VARIANT))
COMPILE = $(CC) $(BASE_CFLAGS) $(OWN_CFLAGS) $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) -pthread $(INSTRUMENT_$(VARIANT)) $(LINKED_$(VARIANT)) $(CFLAGS) $(LDFLAGS) -Wl,--as-needed
# libiberty has no .pc file.
LIBS = $(PKG_LIBS) -liberty $(LDLIBS)

# ---- sources, found by themselves ----
SRC := $(wildcard src/*.c src/*/*.c)
UI := $(wildcard ui/*.c ui/*/*.c)
UNIT := $(wildcard tests/unit/*.c)
# Programs that tests run, of the library as unit tests are.
DRIVERS := $(wildcard tests/damage/*.c)
# What the percentage of lines that the tests run is at least, of all files below a folder.
COVERED := src/wire=95 src/field=95 src/filter=95 src/query=95 src/analysis=95 src=90 ui=75
MK := $(wildcard tests/mk/*.c)
FUZZERS := $(patsubst tests/fuzz/%.c,fuzz-%,$(wildcard tests/fuzz/*.c))

LIB_OBJS := $(SRC:%.c=$(B)/%.o)
UI_OBJS := $(patsubst %.c,$(B)/%.o,$(filter-out ui/main.c,$(UI)))
MK_OBJS := $(MK:%.c=$(B)/%.o)
UNIT_OBJS := $(UNIT:%.c=$(B)/%.o) $(DRIVERS:%.c=$(B)/%.o)
MAIN_OBJ := $(B)/ui/main.o
OBJS := $(LIB_OBJS) $(UI_OBJS) $(MK_OBJS) $(UNIT_OBJS) $(MAIN_OBJ) $(HELPERS_$(VARIANT))

LIB := $(B)/libperfnav.a
# All of ui but main.o, so that unit tests can link it too.
UI_LIB := $(B)/libperfnav-ui.a
BIN := $(B)/perfnav
UNIT_BINS := $(UNIT:%.c=$(B)/%) $(DRIVERS:%.c=$(B)/%)
MK_BIN := $(if $(MK),$(B)/mk)
PAGES = $(wildcard doc/*.1 doc/*.5 doc/*.7)

# What tests of several threads are: those of the index, of filters, orders, counts and names. They run
# ten times as long with that sanitizer, so a screen may take longer to come, too.
THREADED := build/tsan/tests/unit/index build/tsan/tests/unit/selection build/tsan/tests/unit/history \
	build/tsan/tests/unit/ahead build/tsan/tests/unit/sorter build/tsan/tests/unit/threads \
	build/tsan/tests/unit/blocks build/tsan/tests/unit/srclines build/tsan/tests/unit/syms \
	build/tsan/tests/unit/early build/tsan/tests/unit/watcher build/tsan/tests/unit/bell \
	build/tsan/tests/unit/thread build/tsan/tests/unit/queue build/tsan/tests/unit/insns \
	build/tsan/tests/unit/symbolizer \
	tests/core/filters25.t tests/tui/filter.t tests/tui/order.t tests/tui/follow.t \
	tests/tui/changed.t tests/core/strips.t tests/tui/stitch.t tests/tui/progress.t

# ---- how make works here ----
MAKEFLAGS += --no-print-directory --no-builtin-rules
Q := $(if $(V),,@)
say = @printf '  %-5s %s\n' $1 $@
# Parallel unless the caller has already said how much.
PARALLEL = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
DEPS := CC='$(CC)' tools/deps

.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:
.PHONY: all doc lib programs $(FUZZERS) demo deps check asan tsan coverage memcheck fuzz fresh pictures bench goldens lint format \
	install uninstall html static dist deb cross cross-check \
	compile_commands.json clean help FORCE

all: $(BIN) $(if $(filter release,$(VARIANT)),perfnav) ## build the program (default)

lib: $(LIB)

# All that the tests need.
programs: all $(UNIT_BINS) $(MK_BIN)

# ---- building ----
# Rewritten when its text changes, so what depends on it is rebuilt exactly then.
write_if_changed = $(Q)mkdir -p $(@D); printf '%s\n' "$$TEXT" | cmp -s - $@ || \
	printf '%s\n' "$$TEXT" >$@

$(B)/flags: export TEXT = $(COMPILE) | $(WARNINGS_src) | $(LINK) | $(LIBS)
$(B)/flags: FORCE
	@$(DEPS) --check build
	$(write_if_changed)

# The list of sources: an archive must lose the members whose source is gone.
$(B)/sources: export TEXT = $(SRC) $(UI)
$(B)/sources: FORCE
	$(write_if_changed)

$(OBJS): $(B)/flags

$(B)/capstone: export TEXT = $(CAPSTONE_CFLAGS)
$(B)/capstone: FORCE
	$(write_if_changed)

$(B)/src/sym/disasm.o: OWN_CFLAGS = $(CAPSTONE_CFLAGS)
$(B)/src/sym/disasm.o: $(B)/capstone

$(B)/src/%.o: src/%.c
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE) $(WARNINGS_src) -Isrc -MMD -MP -c -o $@ $<

$(B)/ui/%.o: ui/%.c
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE) -Isrc -Iui -MMD -MP -c -o $@ $<

$(UNIT_OBJS) $(HELPERS_$(VARIANT)): $(B)/%.o: %.c
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE) -Isrc -Iui -Itests -MMD -MP -c -o $@ $<

# Recordings for tests are built without the code under test: no -Isrc.
$(B)/tests/mk/%.o: tests/mk/%.c
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE) -Itests/mk -MMD -MP -c -o $@ $<

$(LIB): $(LIB_OBJS) $(B)/sources
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $(LIB_OBJS)

$(UI_LIB): $(UI_OBJS) $(B)/sources
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $(UI_OBJS)

$(BIN): $(MAIN_OBJ) $(UI_LIB) $(LIB) $(HELPERS_$(VARIANT))
	$(call say,LD)
	$(Q)$(LINK) -o $@ $(LINK_HELPERS) $(MAIN_OBJ) $(UI_LIB) $(LIB) $(LIBS)

$(B)/tests/unit/child: LINK_HELPERS :=
# It computes colours as eyes see them.
$(B)/tests/unit/theme: LIBS += -lm
$(UNIT_BINS): %: %.o $(UI_LIB) $(LIB) $(HELPERS_$(VARIANT))
	$(call say,LD)
	$(Q)$(LINK) -o $@ $(LINK_HELPERS) $< $(UI_LIB) $(LIB) $(LIBS)

$(B)/mk: $(MK_OBJS)
	$(call say,LD)
	$(Q)$(LINK) -o $@ $^ $(LIBS)

# For VARIANT=fuzz and CC=clang: programs of libFuzzer (tests/fuzz/run).
$(FUZZERS): fuzz-%: $(B)/fuzz-%

$(B)/fuzz-%: tests/fuzz/%.c $(wildcard tests/*.h tests/fuzz/*.h) $(UI_LIB) $(LIB)
	$(call say,LD)
	$(Q)$(LINK) $(BASE_CFLAGS) -fsanitize=fuzzer -Isrc -Iui -Itests -o $@ $< $(UI_LIB) $(LIB) $(LIBS)

perfnav: $(BIN)
	$(Q)ln -sf $< $@

-include $(OBJS:.o=.d)

# ---- using and testing ----
demo: ## install missing packages, build, and open a recording in the browser
	@$(DEPS) build
	@$(MAKE) $(PARALLEL) all
	@if [ -t 0 ] && [ -t 1 ]; then \
		./perfnav $(DEMO); \
	else \
		./perfnav info $(DEMO) && ./perfnav print -n 20 $(DEMO); \
	fi

deps: ## install the packages that building and testing require
	@$(DEPS) build test

check: ## build and run all tests
	@$(DEPS) build test
	@$(MAKE) $(PARALLEL) programs
	@BUILD=$(B) tests/run

asan: ## run all tests with the address and undefined behaviour sanitizers
	@$(MAKE) VARIANT=asan check

tsan: ## run the tests of concurrent code with the thread sanitizer
	@$(DEPS) build test
	@$(MAKE) $(PARALLEL) VARIANT=tsan all build/tsan/mk $(filter build/tsan/%,$(THREADED))
	@BUILD=build/tsan TUI_LIMIT=60 EARLY_ROUNDS=20 tests/run $(THREADED)

coverage: ## run all tests, and report the share of the lines that they run; needs gcovr
	@$(DEPS) build test coverage
	@$(MAKE) $(PARALLEL) VARIANT=coverage programs
	@find build/coverage -name '*.gcda' -delete
	@BUILD=build/coverage tests/run
	@tests/coverage/report build/coverage $(COVERED)

# Without child, which tests the sandbox that valgrind cannot be in; unwind, which takes its own stack
# with what nobody has written there; and what makes many millions of rows.
MEMCHECKED := $(filter-out $(addprefix tests/unit/,child.c unwind.c large.c order.c tiling.c),$(UNIT)) \
	$(patsubst %,tests/cli/%.t,json profiles userstack) \
	$(patsubst %,tests/core/%.t,info maps symbols srclines) \
	tests/golden/text.t tests/mk/json.t tests/tui/browse.t
memcheck: ## run unit tests and some tests of commands under valgrind; takes many minutes
	@$(DEPS) build test memcheck
	@$(MAKE) $(PARALLEL) VARIANT=memcheck programs
	@tests/memcheck/run $(patsubst %.c,build/memcheck/run/%,$(MEMCHECKED))

fuzz: ## run each fuzzer for SECONDS (60), PARALLEL (2) at a time; needs clang
	@$(DEPS) build test
	@env -u B PARALLEL=$(if $(filter environment command line,$(origin PARALLEL)),$(PARALLEL),2) \
		tests/fuzz/run $(or $(SECONDS),60)

fresh: ## run the two commands of README.md in minimal Debian systems: SUITES (bookworm trixie); needs root
	@tests/fresh/run $(or $(SUITES),bookworm trixie)

goldens: ## rewrite the expected outputs of tests/tui and tests/golden; review the diff
	@$(DEPS) build test
	@$(MAKE) $(PARALLEL) programs
	@UPDATE_GOLDENS=1 BUILD=$(B) tests/run $(wildcard tests/tui/*.t tests/golden/*.t)

pictures: all $(MK_BIN) ## draw the pictures of doc/pictures again, in dark and light
	@tools/pictures $(BIN) $(MK_BIN)
	@tools/tour $(BIN) data/demo.data dark >doc/pictures/tour.svg

bench: all $(MK_BIN) ## measure the speed of scan, filter and decode
	@if [ -x tests/bench/run ]; then BUILD=$(B) tests/bench/run; \
	else echo 'There is no tests/bench/run.'; fi

soak: all ## use the browser at random for a long time, and measure time and memory; see tests/bench/soak.py
	python3 tests/bench/soak.py $(SOAK) $(B)/perfnav

lint: ## check the house rules, and run clang-tidy, cppcheck and other tools
	@$(DEPS) lint || true
	@CC='$(CC)' tests/lint/run

format: ## format the sources with clang-format
	clang-format -i $(wildcard $(foreach d,src ui tests,$d/*.[ch] $d/*/*.[ch]))

compile_commands.json: ## write the compile commands for editors and clang-tidy; needs bear
	@rm -rf build/database
	bear --output $@ -- $(MAKE) VARIANT=database CFLAGS=-O0 programs

# ---- a program that needs nothing of the machine that it is copied to (ui/static_libc.c) ----
# Most objects are those of the other one; static_libc.c says which functions are not the C library's.
S := build/static
STATIC_OBJS := $(addprefix $S/,ui/main.o ui/static_libc.o ui/term/terminfo.o src/sym/disasm.o)
STATIC_CFLAGS = $(COMPILE) -DSTATIC_BUILD -I$S -Isrc -Iui
WRAP = $(shell sed -n 's/^ALONE(\(.*\));$$/-Wl,--wrap=\1/p' ui/static_libc.c)
TERMINALS := xterm-256color xterm screen screen-256color tmux tmux-256color linux vt100 vt220 \
	rxvt-unicode-256color
# The compiler for what runs here while building.
HOSTCC ?= cc

static: ## build build/static/perfnav, which runs on machines without its libraries
	@$(DEPS) build static
	@$(MAKE) $(PARALLEL) $S/perfnav

$S/perfnav: $(STATIC_OBJS) $(UI_LIB) $(LIB)
	$(call say,LD)
	$(Q)$(LINK) -static-pie $(RELR_STATIC) -o $@ $^ $(WRAP) $(PKG_STATIC) -liberty $(CAPSTONE_STATIC) $(LDLIBS)

$S/src/sym/disasm.o: OWN_CFLAGS = $(if $(CAPSTONE_STATIC),$(CAPSTONE_CFLAGS))
$S/src/sym/disasm.o $S/ui/main.o: $(B)/capstone
$S/ui/main.o: OWN_CFLAGS = $(if $(CAPSTONE_STATIC),-DHAVE_CAPSTONE)

$(STATIC_OBJS): $S/%.o: %.c $(B)/flags $S/widths.def $S/terminfo.def
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(STATIC_CFLAGS) -MMD -MP -c -o $@ $<

-include $(STATIC_OBJS:.o=.d)

$S/widths.def: tools/widths.c
	$(call say,MADE)
	$(Q)mkdir -p $(@D) && $(HOSTCC) -D_GNU_SOURCE= -o $(@D)/widths $< && $(@D)/widths >$@

$S/terminfo.def: Makefile
	$(call say,MADE)
	$(Q)mkdir -p $(@D) && for name in $(TERMINALS); do \
		text=$$(infocmp -x -q -0 -Q2 $$name | grep -v '^\#') && \
		printf 'TERMINFO("%s", "%s")\n' $$name "$$text" || exit 1; \
	done >$@

# ---- packages ----
dist: ## write the committed files to build/dist/perfnav-VERSION.tar.gz, reproducibly
	@tools/dist build/dist

deb: ## build and check the Debian package in build/deb
	@$(DEPS) build deb
	@tools/deb build/deb

# ---- other processors ----
# build/ARCH has the programs, build/ARCH/run what runs them here, for tests/run.
CPU_arm64 := aarch64
CPU_s390x := s390x
CPU := $(CPU_$(ARCH))
ROOT = $(CURDIR)/build/cross/$(ARCH)
# Structures that the compiler swaps (index/format.h) are given to functions that only copy them.
WARNINGS_s390x := -Wno-scalar-storage-order
ROOT_PKGCONFIG = $(ROOT)/usr/lib/$(CPU)-linux-gnu/pkgconfig
CROSS_MAKE = PKG_CONFIG_SYSROOT_DIR=$(ROOT) PKG_CONFIG_LIBDIR=$(ROOT_PKGCONFIG) \
	$(MAKE) $(PARALLEL) VARIANT=$(ARCH) CC='$(CPU)-linux-gnu-gcc --sysroot=$(ROOT)' AR='$(CPU)-linux-gnu-ar'

cross: ## build for another processor: ARCH=arm64 or s390x
	@$(if $(CPU),$(DEPS) build $(ARCH),echo 'make cross: ARCH is arm64 or s390x' && false)
	@tools/cross $(ARCH) $(ROOT)
	+@$(CROSS_MAKE) programs
	@for program in $(patsubst $(B)/%,%,$(BIN) $(MK_BIN) $(UNIT_BINS)); do \
		mkdir -p $$(dirname build/$(ARCH)/run/$$program) && \
		printf '#!/bin/sh\nexec qemu-$(CPU)-static -L %s %s "$$@"\n' \
			$(ROOT) $(CURDIR)/build/$(ARCH)/$$program >build/$(ARCH)/run/$$program && \
		chmod +x build/$(ARCH)/run/$$program || exit 1; \
	done

cross-check: cross ## build for ARCH, and run unit tests and some other tests with qemu
	@$(DEPS) test
	@BUILD=build/$(ARCH)/run TEST_TIMEOUT=$${TEST_TIMEOUT:-1800} tests/run \
		$(UNIT:%.c=build/$(ARCH)/run/%) tests/cli/*.t tests/mk/*.t

# ---- installing ----
PAGE_FILES = $(foreach page,$(notdir $(PAGES)),$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(page))
COMPLETIONS := bash zsh fish
COMPLETION_bash = $(BASHDIR)/perfnav
COMPLETION_zsh = $(ZSHDIR)/_perfnav
COMPLETION_fish = $(FISHDIR)/perfnav.fish

# The manual pages as HTML, with links to each other alone.
HTML ?= build/html
HTML_FILES = $(foreach page,$(notdir $(PAGES)),$(HTML)/$(page).html)

doc: ## list all messages of the program, from the source, in build/doc/messages.md
	$(Q)mkdir -p build/doc && tests/lint/rule-messages --list >build/doc/messages.md && wc -l build/doc/messages.md

html: $(HTML_FILES) ## write the manual pages as HTML to build/html; needs mandoc

$(HTML_FILES): $(HTML)/%.html: doc/%
	$(call say,HTML)
	$(Q)mkdir -p $(@D) && mandoc -Thtml -O toc,man=%N.%S.html $< | \
		sed -E 's,<a class="Xr" href="(perf[^n]|p[^e]|[^p])[^"]*">([^<]*)</a>,\2,g' >$@

# Manual pages name the version where man(1) prints it.
VERSION = $(shell sed -n 's/^\#define PERFNAV_VERSION "\(.*\)"/\1/p' ui/version.h)

install: $(BIN) ## install program, manual pages, completions (DESTDIR, PREFIX=/usr/local)
	install -D -m 755 $(BIN) $(DESTDIR)$(BINDIR)/perfnav
	$(foreach file,$(PAGE_FILES),install -D -m 644 /dev/null $(DESTDIR)$(file) && \
		sed 's/^[.]Os$$/.Os perfnav $(VERSION)/' doc/$(notdir $(file)) >$(DESTDIR)$(file) &&) true
	$(foreach shell,$(COMPLETIONS),install -D -m 644 /dev/null $(DESTDIR)$(COMPLETION_$(shell)) && \
		$(RUN) $(BIN) completion $(shell) >$(DESTDIR)$(COMPLETION_$(shell)) &&) true

uninstall: ## remove the installed files
	rm -f $(addprefix $(DESTDIR),$(BINDIR)/perfnav $(PAGE_FILES) \
		$(foreach shell,$(COMPLETIONS),$(COMPLETION_$(shell))))

clean: ## remove all files that were built
	rm -rf build perfnav compile_commands.json

help: ## list the targets
	@sed -n 's/^\([a-z_.-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile | expand -t 24
