/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For libFuzzer: symbols that come as text, and a jitdump. The first byte says which: p a map of a
 * JIT, k /proc/kallsyms, j a jitdump.
 */
#include "fuzz/fuzz.h"
#include "fuzz/symbols.h"
#include "sym/jitdump.h"
#include "sym/jitlines.h"
#include "sym/textread.h"

static bool take_codes(void *arg, const struct jitcode *codes, size_t n)
{
	uint64_t *before = arg;

	for (size_t i = 0; i < n; i++) {
		if (codes[i].time < *before)
			give_up("codes are not in order");
		*before = codes[i].time;
	}
	return true;
}

static bool take_names(void *arg, const struct buf *block)
{
	struct symblock names;

	(void)arg;
	if (!symblock_unpack(&names, block->p, block->len))
		give_up("names are not packed");
	return true;
}

static void read_jitdump(const uint8_t *data, size_t size)
{
	uint64_t before = 0;
	struct jitdump_sink sink = { .codes = take_codes, .names = take_names, .arg = &before };
	struct jitlines *lines = jitlines_open(fuzz_file(data, size));
	struct buf packed = BUF_INIT;
	/* A copy of its own, so that a byte too much is seen. */
	uint8_t *copy = mem_dup(data, size);

	jitdump_read(copy, size, &sink);
	free(copy);
	for (size_t at = 0; lines && at < size; at++) {
		buf_reset(&packed);
		jitlines_find(lines, at, &packed);
	}
	buf_release(&packed);
	jitlines_close(lines);
}

static void read_text(const uint8_t *data, size_t size, enum textread_kind kind)
{
	struct symbols_seen seen = { .n = 0 };
	struct textread result;
	struct symlist list;

	symlist_init(&list);
	if (!textread_symbols(fuzz_file(data, size), kind, &list, &result))
		give_up("a text cannot be read");
	symbols_finish(&list, &seen);
	symlist_release(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	if (data[0] == 'j')
		read_jitdump(data + 1, size - 1);
	else
		read_text(data + 1, size - 1,
			  data[0] == 'k' ? TEXTREAD_KALLSYMS : TEXTREAD_PERF_MAP);
	return 0;
}
