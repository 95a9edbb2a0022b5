/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For libFuzzer: an ELF file is read as the limited processes read it: its kind, symbols, source
 * lines of their addresses, and tables of a stack.
 */
#include "fuzz/foreign.h"
#include "fuzz/fuzz.h"
#include "fuzz/symbols.h"
#include "sym/elfread.h"
#include "sym/lineread.h"
#include "sym/srcstack.h"
#include "sym/stackwalk.h"

enum {
	BASE = 0x400000, /* address of its mapping */
	STACK = 512
};

struct work {
	const uint8_t *data;
	size_t size;
	struct symbols_seen seen[ELFREAD_TEXT + 1];
};

static void read_symbols(struct work *work, enum elfread_as as)
{
	struct image image = { work->data, work->size };
	struct symlist list;

	symlist_init(&list);
	list.demangle = true;
	elfread_symbols(&image, &image, as, &list);
	symbols_finish(&list, &work->seen[as]);
	symlist_release(&list);
}

static void read_lines(struct work *work)
{
	const struct symbols_seen *seen = &work->seen[ELFREAD_OFFSETS];
	int fd = fuzz_file(work->data, work->size);
	struct buf packed = BUF_INIT;
	struct lineread_split split = { .name = "" };
	struct lineread_alt alt;
	struct srcstack stack;
	enum sym_why why;
	struct lineread *lines = lineread_open(fd, -1, ELFREAD_OFFSETS, &why);

	if (lines)
		lineread_alt(lines, &alt);
	for (size_t i = 0; lines && i < seen->n; i++) {
		buf_reset(&packed);
		lineread_find(lines, seen->at[i] + 1, &packed, &split);
		/* The same file is no worse than another that is damaged. */
		if (*split.name && lineread_set_split(lines, i % 2 ? fd : -1))
			lineread_find(lines, seen->at[i] + 1, &packed, &split);
		if (packed.len && !srcstack_unpack(&stack, packed.p, packed.len))
			give_up("functions are not packed");
	}
	if (lines)
		lineread_close(lines);
	buf_release(&packed);
}

/* A stack whose words are addresses of the file's symbols. */
static void read_stack(struct work *work)
{
	const struct symbols_seen *seen = &work->seen[ELFREAD_OFFSETS];
	const struct unwind_map map = { BASE, BASE + (1 << 20), 0, 0 };
	uint64_t regs[9] = { 0 }, words[STACK / 8];
	struct unwind_stack stack = {
		.arch = REGS_X86,
		.abi = REGS_ABI_64,
		.mask = 0x1ff,
		.regs = regs,
		.stack = (const uint8_t *)words,
		.stack_len = sizeof(words),
		.max = 64,
	};
	struct unwind_frames frames = { .why = UNWIND_FAILED };
	_Atomic uint32_t busy = 0;
	struct stackwalk *walk = stackwalk_open(&busy);

	stackwalk_space(walk, 0, &map, 1);
	stackwalk_file(walk, 0, dup(fuzz_file(work->data, work->size)), work->size);
	for (size_t i = 0; i < STACK / 8; i++)
		words[i] = seen->n ? BASE + seen->at[i % seen->n] + 1 : BASE;
	regs[6] = regs[7] = 0x7fff0000; /* bp, sp */
	for (size_t i = 0; i < seen->n; i++) {
		regs[8] = BASE + seen->at[i] + 1; /* ip */
		stackwalk_frames(walk, 0, &stack, &frames);
		if (frames.ips.n > stack.max)
			give_up("more frames than were asked for");
	}
	vec_release(&frames.ips);
	stackwalk_close(walk);
}

static void read_all(void *arg)
{
	struct work *work = arg;
	struct elf_facts facts;

	elfread_facts(work->data, work->size, true, &facts);
	if (facts.build_id_len > ELF_BUILD_ID_MAX ||
	    !memchr(facts.debuglink, '\0', sizeof(facts.debuglink)))
		give_up("facts are not bounded");
	for (enum elfread_as as = ELFREAD_OFFSETS; as <= ELFREAD_TEXT; as++)
		read_symbols(work, as);
	read_lines(work);
	read_stack(work);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct work work = { .data = data, .size = size };

	if (size)
		foreign_run(read_all, &work);
	return 0;
}
