/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/userstack.h"

#include "recording/mappings.h"
#include "recording/symbols.h"
#include "wire/decode.h"

enum {
	/* linux/perf_event.h, PERF_MAX_STACK_DEPTH: what perf script asks for. */
	FRAMES = 127,
	PROT_EXECUTE = 4
};

/* What a record has of the user's stack. */
struct dump {
	struct sink sink;
	uint64_t regs[64];
	size_t n;
	uint64_t abi, size;
	const uint8_t *stack;
	size_t stack_len;
};

struct userstack {
	struct reader *reader;
	struct unwind *unwind;	     /* NULL: not needed yet */
	const struct row_info *info; /* of the record, while it is unwound */
	uint64_t row;		     /* that frames are of */
	bool has;
	struct unwind_frames frames;
};

static bool take(struct sink *sink, const struct item *item)
{
	struct dump *dump = (struct dump *)sink;

	switch (item->word) {
	case W_uregs_abi:
		dump->abi = item->num;
		break;
	case W_uregs_reg:
		if (dump->n < 64)
			dump->regs[dump->n++] = item->num;
		break;
	case W_ustack_data:
		dump->stack = item->bytes;
		dump->stack_len = item->len;
		break;
	case W_ustack_dyn:
		dump->size = item->num;
		return false;
	default:
		break;
	}
	return true;
}

/* The number of the module, where it has a file. */
static uint32_t file_of(struct userstack *us, const struct mapping *mapping)
{
	uint64_t at;

	if (!mapping->has_file)
		return UNWIND_NO_FILE;
	return symbols_module(reader_symbols(us->reader), mapping, mapping->start, &at);
}

/* Mappings with code, and where they go. */
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

static void add_maps(void *arg, struct unwind_maps *maps)
{
	struct collecting c = { arg, maps };

	mappings_each(reader_mappings(c.us->reader), c.us->info, CPUMODE_USER, add_map, &c);
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
	us->row = UINT64_MAX;
	return us;
}

void userstack_close(struct userstack *us)
{
	if (!us)
		return;
	unwind_close(us->unwind);
	vec_release(&us->frames.ips);
	free(us);
}

static bool unwind_dump(struct userstack *us, const struct row_info *info,
			const struct layout *layout, const struct dump *dump)
{
	struct unwind_source source = { add_maps, open_file, us };
	struct unwind_stack stack = {
		.space = mappings_version(reader_mappings(us->reader), info, CPUMODE_USER),
		.arch = layout->big ? REGS_UNKNOWN : layout->arch,
		.abi = dump->abi,
		.mask = layout->regs_user,
		.regs = dump->regs,
		.stack = dump->stack,
		.stack_len = dump->size < dump->stack_len ? dump->size : dump->stack_len,
		.max = FRAMES,
	};

	if (dump->n != (size_t)__builtin_popcountll(layout->regs_user))
		return false;
	if (!us->unwind)
		us->unwind = unwind_open(&source);
	us->info = info;
	unwind_stack(us->unwind, &stack, &us->frames);
	return true;
}

bool userstack_can(const struct layout *layout)
{
	return layout->sample_type & SAMPLE_REGS_USER && layout->sample_type & SAMPLE_STACK_USER;
}

const struct unwind_frames *userstack_frames(struct userstack *us, const struct row_info *info,
					     const struct layout *layout, const uint8_t *rec,
					     size_t len)
{
	struct dump dump = { .sink = { .value = take } };

	if (info->type != RECORD_SAMPLE || !userstack_can(layout) ||
	    !symbols_waits(reader_symbols(us->reader)))
		return NULL;
	if (info->row != us->row) {
		us->row = info->row;
		decode_record(layout, rec, len, &dump.sink);
		us->has = dump.stack && unwind_dump(us, info, layout, &dump);
	}
	return us->has ? &us->frames : NULL;
}
