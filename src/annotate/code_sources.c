/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/code_sources.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/grouptable.h"
#include "base/hash.h"
#include "base/mem.h"
#include "recording/symbols.h"

enum {
	SINGLY = 2048 /* lines that are requested one by one if the process died of one of them */
};

/* Names, each once. */
struct code_names {
	struct grouptable numbers; /* by contents */
	VEC(const char *) list;
	const char *last; /* the last that was asked for; NULL: none */
};

/* A source line to look up in a table of numbers in code.sources. */
struct source_key {
	const struct code *code;
	struct code_source source; /* with texts of code_names */
};

/* State while the sources of the lines of code are read. */
struct source_reading {
	struct code *code;
	struct reader *reader;
	const struct row_info *info;
	const struct mapping *mapping;
	uint64_t addr;
	struct code_names files, inlined;
	struct hash sources; /* uint32_t: the number of a source line in code.sources + 1 */
	bool *found;	     /* for each line: its source has arrived */
	size_t requested;    /* the first line of the current request */
};

static const struct code_source *source_in(const struct code *code, const void *slot)
{
	return &code->sources.v[*(const uint32_t *)slot - 1];
}

static uint64_t source_hash(const struct code_source *source)
{
	return hash_pair((uintptr_t)source->file ^ (uintptr_t)source->inlined << 1, source->line);
}

static uint64_t slot_hash(const void *slot, const void *arg)
{
	return source_hash(source_in(arg, slot));
}

/* Texts of code_names are the same if their pointers are. */
static bool slot_same(const void *slot, const void *arg)
{
	const struct source_key *key = arg;
	const struct code_source *a = source_in(key->code, slot), *b = &key->source;

	return a->file == b->file && a->inlined == b->inlined && a->line == b->line;
}

static const struct hash_kind slots = { .size = sizeof(uint32_t),
					.used = hash_number_used,
					.hash = slot_hash };

/* The text of a name in a code's own memory. NULL: there is no name. */
static const char *find_name(struct source_reading *r, struct code_names *names, const char *name)
{
	size_t len, number;

	if (!name || (names->last && !strcmp(names->last, name)))
		return name ? names->last : NULL;
	len = strlen(name);
	number = grouptable_find(&names->numbers, name, len);
	if (number == names->list.n)
		vec_push(&names->list, arena_add(&r->code->texts, name, len));
	names->last = names->list.v[number];
	return names->last;
}

/* A source line often comes again after a few others: it gets one number. */
static uint32_t find_source(struct source_reading *r, const struct source_frame *frame,
			    const char *inlined)
{
	struct source_key key = { .code = r->code,
				  .source = { .file = find_name(r, &r->files, frame->file),
					      .line = frame->line,
					      .inlined = find_name(r, &r->inlined, inlined) } };
	uint32_t *number =
		hash_put(&r->sources, &slots, r->code, source_hash(&key.source), slot_same, &key);

	if (!*number) {
		vec_push(&r->code->sources, key.source);
		*number = (uint32_t)r->code->sources.n;
	}
	return *number - 1;
}

static uint32_t take_source(struct source_reading *r, enum sym_why why, uint32_t n,
			    const struct source_frame *v)
{
	if (why)
		r->code->why_source = sym_why_text(why);
	r->code->lines_broken |= why == SYM_WHY_DWARF;
	if (!n || !v[0].file)
		return CODE_NO_SOURCE;
	return find_source(r, &v[0], n > 1 ? v[0].name : NULL);
}

static void take_answer(void *arg, size_t i, const struct srclines_answer *answer)
{
	struct source_reading *r = arg;

	r->found[r->requested + i] = true;
	r->code->lines.v[r->requested + i].source =
		take_source(r, answer->why, answer->stack.n, answer->stack.v);
}

static uint32_t source_of(struct source_reading *r, uint64_t off)
{
	struct symbols_source source;

	symbols_source(reader_symbols(r->reader), r->info, r->mapping, r->addr + off, &source);
	return take_source(r, source.why, source.n, source.v);
}

/*
 * Read the sources of the lines from r->requested on. Returns the line to continue with. addresses
 * has room for all lines.
 */
static size_t fetch_sources(struct source_reading *r, uint64_t *addresses)
{
	struct code *code = r->code;
	size_t n = code->lines.n, end = n;

	for (size_t i = r->requested; i < n; i++)
		addresses[i] = r->addr + code->lines.v[i].off;
	symbols_fetch_sources(reader_symbols(r->reader), r->info, r->mapping,
			      addresses + r->requested, n - r->requested, take_answer, r);
	while (end > r->requested && !r->found[end - 1])
		end--;
	end = n - end < SINGLY ? n : end + SINGLY;
	for (size_t i = r->requested; i < end; i++)
		if (!r->found[i])
			code->lines.v[i].source = source_of(r, code->lines.v[i].off);
	return end;
}

void code_sources_read(struct code *code, struct reader *reader, const struct row_info *info,
		       uint64_t addr)
{
	size_t n = code->lines.n;
	uint64_t *addresses;
	struct source_reading r = { .code = code, .reader = reader, .info = info, .addr = addr };

	if (code->sourced)
		return;
	code->sourced = true;
	r.mapping = mappings_find_any(reader_mappings(reader), info, addr, NULL);
	if (!r.mapping)
		return;
	addresses = mem_alloc((n + 1) * sizeof(*addresses));
	r.found = mem_zalloc(n + 1);
	grouptable_init(&r.files.numbers, 0);
	grouptable_init(&r.inlined.numbers, 0);
	vec_reserve(&code->sources, n);
	hash_reserve(&r.sources, &slots, n);
	while (r.requested < n)
		r.requested = fetch_sources(&r, addresses);
	free(addresses);
	free(r.found);
	grouptable_release(&r.files.numbers);
	grouptable_release(&r.inlined.numbers);
	vec_release(&r.files.list);
	vec_release(&r.inlined.list);
	hash_release(&r.sources);
}

static void ignore_answer(void *arg, size_t i, const struct srclines_answer *answer)
{
	(void)arg;
	(void)i;
	(void)answer;
}

void code_sources_prepare(struct reader *reader, const struct row_info *info,
			  const struct mapping *mapping, uint64_t addr)
{
	symbols_fetch_sources(reader_symbols(reader), info, mapping, &addr, 1, ignore_answer, NULL);
}
