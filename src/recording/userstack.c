/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/userstack.h"

#include "recording/mappings.h"
#include "recording/symbols.h"
#include "wire/decode.h"

enum {
	/* linux/perf_event.h, PERF_MAX_STACK_DEPTH: the limit that perf script uses */
	FRAMES = 127
};

/* The user stack of a record. */
struct dump {
	struct sink sink;
	uint64_t regs[64];
	size_t n;
	uint64_t abi, size;
	const uint8_t *stack;
	size_t stack_len;
};

/* A row whose frames were unwound. */
struct unwound {
	uint64_t row;
	bool has;      /* it has registers and a stack */
	size_t number; /* its number among the stacks that were unwound together */
};

struct userstack {
	struct reader *reader;
	struct reader *ahead;  /* reads following rows in advance; NULL: not used yet */
	struct unwind *unwind; /* NULL: not used yet */
	struct unwound list[UNWIND_BATCH];
	size_t n, at;			     /* entries of list; the index of the last one used */
	struct row_info infos[UNWIND_BATCH]; /* by number of the stack */
	size_t stacks;			     /* number of stacks */
	size_t rows, used;		     /* rows examined by the last run, and rows of it
					      * that were used */
};

static bool take_item(struct sink *sink, const struct item *item)
{
	struct dump *dump = (struct dump *)sink;

	switch (item->field) {
	case F_uregs_abi:
		dump->abi = item->num;
		break;
	case F_uregs_reg:
		if (dump->n < 64)
			dump->regs[dump->n++] = item->num;
		break;
	case F_ustack_data:
		dump->stack = item->bytes;
		dump->stack_len = item->len;
		break;
	case F_ustack_dyn:
		dump->size = item->num;
		return false;
	default:
		break;
	}
	return true;
}

/* The number of the mapping's module, if it has a file. */
static uint32_t file_of(struct userstack *us, const struct mapping *mapping)
{
	uint64_t at;

	if (!mapping->has_file)
		return UNWIND_NO_FILE;
	return symbols_module(reader_symbols(us->reader), mapping, mapping->start, &at);
}

/* Collects mappings with code. */
struct collecting {
	struct userstack *us;
	struct unwind_maps *maps;
};

static bool add_map(void *arg, const struct mapping *mapping, uint64_t start, uint64_t end)
{
	const struct collecting *c = arg;

	if (mapping->prot & PROT_EXECUTE)
		vec_push(&c->maps->list, ((struct unwind_map){
						 .start = start,
						 .end = end,
						 .pgoff = start - mapping->start + mapping->pgoff,
						 .file = file_of(c->us, mapping),
					 }));
	return true;
}

static void add_maps(void *arg, size_t i, struct unwind_maps *maps)
{
	struct collecting c = { arg, maps };

	mappings_each(reader_mappings(c.us->reader), &c.us->infos[i], CPUMODE_USER, add_map, &c);
}

static int open_file(void *arg, uint32_t file)
{
	struct userstack *us = arg;

	return syms_file(recording_syms(reader_recording(us->reader)), file, NULL);
}

struct userstack *userstack_open(struct reader *reader)
{
	struct userstack *us = mem_zalloc(sizeof(*us));

	us->reader = reader;
	return us;
}

void userstack_close(struct userstack *us)
{
	if (!us)
		return;
	unwind_close(us->unwind);
	reader_close(us->ahead);
	free(us);
}

static bool add_stack(struct userstack *us, const struct row_info *info,
		      const struct layout *layout, const struct dump *dump)
{
	struct unwind_stack stack = {
		.space = mappings_version(reader_mappings(us->reader), info, CPUMODE_USER),
		.arch = layout->arch,
		/* Stacks of big-endian machines cannot be unwound, nor those without an ABI. */
		.abi = layout->big ? REGS_ABI_NONE : dump->abi,
		.mask = layout->regs_user,
		.regs = dump->regs,
		.stack = dump->stack,
		.stack_len = dump->size < dump->stack_len ? dump->size : dump->stack_len,
		.max = FRAMES,
	};

	if (!unwind_add(us->unwind, &stack))
		return false;
	us->infos[us->stacks++] = *info;
	return true;
}

/* Returns false if there is no room for the row. */
static bool add_row(struct userstack *us, const struct row_info *info, const struct layout *layout,
		    const uint8_t *rec, size_t len)
{
	struct dump dump = { .sink = { .value = take_item } };
	struct unwound *unwound = &us->list[us->n];

	if (us->n == UNWIND_BATCH)
		return false;
	*unwound = (struct unwound){ .row = info->row, .number = us->stacks };
	decode_record(layout, rec, len, &dump.sink);
	unwound->has = dump.stack && dump.n == (size_t)__builtin_popcountll(layout->regs_user);
	if (unwound->has && !add_stack(us, info, layout, &dump))
		return false;
	us->n++;
	return true;
}

/*
 * Add the following rows of the block. They are read by a second reader, because bytes of the first
 * one are still in use.
 */
static void add_following(struct userstack *us, const struct row_info *info)
{
	struct recording *recording = reader_recording(us->reader);
	struct block *block;
	uint64_t at;

	if (!us->ahead)
		us->ahead = reader_open(recording);
	block = reader_block(us->ahead, recording_block_of(recording, info->row));
	at = block ? info->row - block->desc.first_row + 1 : 0;
	for (size_t i = 1; block && i < us->rows && at < block->desc.rows; i++, at++) {
		struct row_info next;
		struct layout layout;
		const uint8_t *rec;
		size_t len;

		reader_row_in(us->ahead, block, (uint32_t)at, &next);
		reader_layout(us->ahead, &next, &layout);
		if (next.type != RECORD_SAMPLE || !userstack_can(&layout))
			continue;
		rec = reader_bytes(us->ahead, &next, &len);
		if (!add_row(us, &next, &layout, rec, len))
			break;
	}
}

/* Unwind twice as many rows as before if most of the last run was used. */
static void unwind_rows(struct userstack *us, const struct row_info *info,
			const struct layout *layout, const uint8_t *rec, size_t len)
{
	struct unwind_source source = { add_maps, open_file, us };

	if (!us->unwind)
		us->unwind = unwind_open(&source);
	if (!us->rows || us->used < us->n / 2)
		us->rows = 1;
	else if (us->rows < UNWIND_BATCH)
		us->rows *= 2;
	us->used = us->n = us->at = us->stacks = 0;
	unwind_reset(us->unwind);
	add_row(us, info, layout, rec, len);
	if (us->rows > 1)
		add_following(us, info);
	unwind_run(us->unwind);
}

/* Usually the row is the last one used, or the one after it. NULL: not there. */
static const struct unwound *find_row(struct userstack *us, uint64_t row)
{
	for (size_t i = 0; i < us->n; i++) {
		size_t at = (us->at + i) % us->n;

		if (us->list[at].row != row)
			continue;
		us->used += at != us->at || !us->used;
		us->at = at;
		return &us->list[at];
	}
	return NULL;
}

bool userstack_can(const struct layout *layout)
{
	return layout->sample_type & SAMPLE_REGS_USER && layout->sample_type & SAMPLE_STACK_USER;
}

const struct unwind_frames *userstack_frames(struct userstack *us, const struct row_info *info,
					     const struct layout *layout, const uint8_t *rec,
					     size_t len)
{
	const struct unwound *unwound;

	if (info->type != RECORD_SAMPLE || !userstack_can(layout) ||
	    !symbols_waits(reader_symbols(us->reader)))
		return NULL;
	unwound = find_row(us, info->row);
	if (!unwound) {
		unwind_rows(us, info, layout, rec, len);
		unwound = find_row(us, info->row);
	}
	return unwound && unwound->has ? unwind_result(us->unwind, unwound->number) : NULL;
}
