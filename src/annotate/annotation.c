/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "annotate/annotated_function.h"
#include "annotate/annotation_order.h"
#include "annotate/code_sources.h"
#include "annotate/spot_walk.h"
#include "annotate/spots_count.h"
#include "base/mem.h"
#include "base/stop.h"
#include "recording/symbols.h"

/* Bytes of code read after the last sample if the end of the function is unknown. */
enum {
	BEHIND = 64,
	EARLY_BLOCKS = 8, /* blocks that are counted first, for an early annotation */
	AHEAD_BLOCKS = 1, /* blocks that show which code is read while samples are counted */
	CODES_MAX = 16	  /* functions whose code is kept for the next annotation */
};

struct annotation_making {
	struct annotation *annotation;
	struct recording *recording;
	const struct annotation_options *options;
	struct spots_part part;
	struct codes *codes;	     /* code that was read already */
	struct ahead_reading *ahead; /* reads some of it, if it was started; NULL: none */
	const _Atomic bool *useless; /* NULL, or set to true to end soon, as options->stop */
	struct spots spots;
};

/* Reads code in a thread while samples are counted. */
struct ahead_reading {
	struct worker worker;
	struct annotation_making making; /* of the first samples */
};

/* The code of a function, which all annotations of one recording share. */
struct known_code {
	uint64_t row, addr;
	struct code code;
};

struct codes {
	VEC(struct known_code) list; /* few, because few functions have the same name */
	struct code_disasm disasm;
};

void annotation_add(struct annotation_count *sum, const struct annotation_count *count)
{
	sum->samples += count->samples;
	sum->period += count->period;
}

double annotation_percent(const struct annotation_count *part, const struct annotation_count *whole)
{
	return whole->samples ? 100.0 * (double)part->samples / (double)whole->samples : 0;
}

/* ---- code ---- */

static struct known_code *known_code(const struct codes *codes, uint64_t row, uint64_t addr,
				     uint64_t size)
{
	for (size_t i = 0; i < codes->list.n; i++) {
		struct known_code *known = &codes->list.v[i];

		if (known->row == row && known->addr == addr && known->code.size == size)
			return known;
	}
	return NULL;
}

/* Keep the code, which belongs to the list then. */
static void keep_code(struct codes *codes, const struct annotated_function *f,
		      const struct code *code)
{
	struct known_code *added = vec_add(&codes->list);

	*added = (struct known_code){ .row = f->row, .addr = f->addr, .code = *code };
}

/* Read the code of a function and find its end, as the process of a row has it. */
static void read_code(const struct annotation_making *m, struct annotated_function *f,
		      struct reader *reader, const struct row_info *info, uint64_t size,
		      uint64_t last_off)
{
	bool last = m->part.blocks == UINT64_MAX; /* no other annotation follows */
	struct known_code *known;
	struct code copy;

	if (size <= last_off)
		size = last_off + BEHIND;
	if (size > ANNOTATION_BYTES)
		size = ANNOTATION_BYTES;
	known = known_code(m->codes, info->row, f->addr, size);
	if (known && last) {
		f->code = known->code;
		*known = (struct known_code){ .row = UINT64_MAX };
	} else if (known) {
		code_copy(&f->code, &known->code);
	} else {
		code_read(&f->code, &m->codes->disasm, reader, info, f->addr, size,
			  !m->options->early);
		if (last || m->codes->list.n == CODES_MAX)
			return;
		code_copy(&copy, &f->code);
		keep_code(m->codes, f, &copy);
	}
}

static void set_build_id(struct annotated_function *f, const struct mapping *mapping)
{
	f->build_id_size = mapping->build_id_size;
	memcpy(f->build_id, mapping->build_id, sizeof(f->build_id));
}

/* Describe the function by its first sample, and read its code. */
static int read_function(const struct annotation_making *m, struct annotated_function *f,
			 struct reader *reader, const struct spot *first, uint64_t last_off,
			 struct err *err)
{
	uint64_t addr = first->addr + first->off;
	struct row_info info;
	const struct mapping *mapping;
	struct symbols_answer symbol = { .answer = SYMS_NONE };

	f->row = first->row;
	f->addr = first->addr;
	if (reader_row(reader, f->row, &info, err))
		return ERR_STALE;
	mapping = mappings_find_any(reader_mappings(reader), &info, addr, NULL);
	if (mapping) {
		set_build_id(f, mapping);
		symbols_find(reader_symbols(reader), &info, mapping, addr, &symbol);
	}
	read_code(m, f, reader, &info, symbol.answer == SYMS_FOUND ? symbol.size : 0, last_off);
	return 0;
}

/*
 * Find the function of the wanted place, as its own record has it. Read its code if no sample has
 * shown the function.
 */
static int find_place(struct annotation_making *m, struct reader *reader, struct err *err)
{
	const struct annotation_place *place = m->options->place;
	struct annotation *a = m->annotation;
	struct annotated_function *f;
	struct symbols_answer symbol;
	const struct mapping *mapping;
	struct row_info info;

	if (reader_row(reader, place->row, &info, err))
		return ERR_STALE;
	mapping = place->any ? mappings_find_any(reader_mappings(reader), &info, place->addr, NULL)
			     : mappings_find(reader_mappings(reader), &info, place->mode,
					     place->addr, NULL);
	if (!mapping)
		return 0;
	symbols_find(reader_symbols(reader), &info, mapping, place->addr, &symbol);
	if (symbol.answer != SYMS_FOUND)
		return 0;
	for (a->at = 0; a->at < a->functions.n; a->at++)
		if (a->functions.v[a->at].symaddr == symbol.start &&
		    !strcmp(a->functions.v[a->at].dso, mapping->dso))
			break;
	if (a->at == a->functions.n) {
		f = vec_add(&a->functions);
		f->dso = mem_strdup(mapping->dso);
		f->symaddr = symbol.start;
	}
	a->at_off = symbol.off - (place->is_return && symbol.off);
	f = &a->functions.v[a->at];
	if (f->counts)
		return 0;
	set_build_id(f, mapping);
	f->row = place->row;
	f->addr = place->addr - symbol.off;
	f->counts = mem_zalloc((a->events.n + 1) * sizeof(*f->counts));
	read_code(m, f, reader, &info, symbol.size, symbol.off);
	annotated_function_fill(f, &m->spots, a->at, 0, a->events.n);
	return 0;
}

/* ---- all of it ---- */

static bool is_stopped(const struct annotation_making *m)
{
	return stop_wanted(m->options->stop) || stop_wanted(m->useless);
}

/* The first sample of a function describes it. */
static int make_function(struct annotation_making *m, struct reader *reader, size_t function,
			 struct err *err)
{
	struct annotated_function *f = &m->annotation->functions.v[function];
	struct spot_extent extent;
	int rc;

	spot_extent_find(&m->spots, function, &extent);
	if (!extent.n)
		return 0;
	f->counts = mem_zalloc((m->annotation->events.n + 1) * sizeof(*f->counts));
	rc = read_function(m, f, reader, &extent.first, extent.last_off, err);
	if (rc)
		return rc;
	annotated_function_fill(f, &m->spots, function, extent.n, m->annotation->events.n);
	annotated_function_branches(f, &m->spots, function);
	return 0;
}

/*
 * Read the code of a function while the kernel's symbols are being read; its source lines, too, if
 * no annotation without them is wanted first.
 */
static void read_ahead(struct annotation_making *m, struct reader *reader,
		       const struct spots *spots, size_t function)
{
	struct annotated_function f = { .dso = NULL };
	struct spot_extent extent;
	struct err err = ERR_INIT;
	struct row_info info;

	spot_extent_find(spots, function, &extent);
	if (!extent.n || read_function(m, &f, reader, &extent.first, extent.last_off, &err))
		return;
	if (!m->options->early && !is_stopped(m) && !reader_row(reader, f.row, &info, &err))
		code_sources_read(&f.code, reader, &info, f.addr);
	keep_code(m->codes, &f, &f.code);
}

static void read_codes_ahead(struct annotation_making *m, const struct spots *spots)
{
	struct reader *reader = reader_open(m->recording);

	for (size_t i = 0; i < spots->functions.n && i < CODES_MAX && !is_stopped(m); i++)
		read_ahead(m, reader, spots, i);
	reader_close(reader);
}

/* Read the code of the functions that the first samples show. */
static void *run_ahead(void *arg)
{
	struct annotation_making *m = &((struct ahead_reading *)arg)->making;
	struct annotation_options quiet = *m->options;
	struct spots_part first = { .blocks = AHEAD_BLOCKS, .user = true };

	quiet.done = NULL;
	if (!spots_count(&m->spots, m->recording, &quiet, &first, NULL))
		read_codes_ahead(m, &m->spots);
	/* The end of the process takes time, and it is rarely needed again. */
	code_disasm_release(&m->codes->disasm);
	return NULL;
}

/*
 * Start the processes that read symbols, code and source lines while this process has little memory
 * and one thread: after a fork, each page that is changed has to be copied, and each copy
 * interrupts the processors of all threads.
 */
static void start_ahead(struct ahead_reading *ahead, struct recording *recording,
			const struct annotation_options *options, struct codes *codes)
{
	*ahead = (struct ahead_reading){ .making = { .recording = recording,
						     .options = options,
						     .part = { .blocks = UINT64_MAX },
						     .codes = codes,
						     .useless = &ahead->worker.stop } };
	if (recording_blocks(recording) <= AHEAD_BLOCKS)
		return;
	code_disasm_start(&codes->disasm, &recording_file(recording, 0)->events.plain);
	syms_start(recording_syms(recording));
	worker_start(&ahead->worker, recording, NULL, run_ahead, ahead);
}

/* Wait for its end. */
static void finish_ahead(struct ahead_reading *ahead)
{
	if (ahead)
		worker_join(&ahead->worker);
}

static void read_meanwhile(void *arg, const struct spots *spots)
{
	struct annotation_making *m = arg;

	finish_ahead(m->ahead);
	read_codes_ahead(m, spots);
}

/* Drop functions that only branches have shown: they come last. */
static void drop_others(struct annotation *a)
{
	while (a->functions.n && !a->functions.v[a->functions.n - 1].counts)
		free(a->functions.v[--a->functions.n].dso);
}

static int make_functions(struct annotation_making *m, struct err *err)
{
	struct reader *reader = reader_open(m->recording);
	int rc = 0;

	for (size_t i = 0; i < m->annotation->functions.n && !rc; i++)
		rc = is_stopped(m) ? err_set(err, ERR_STOPPED, "stopped")
				   : make_function(m, reader, i, err);
	drop_others(m->annotation);
	if (!rc && m->options->place)
		rc = find_place(m, reader, err);
	reader_close(reader);
	return rc;
}

/* Where no instruction is known, ends of blocks become lines, too, in functions with samples. */
static void add_ends(struct annotation_making *m)
{
	struct spots *s = &m->spots;
	bool *sampled = mem_zalloc((s->functions.n + 1) * sizeof(*sampled));
	size_t n = s->list.n;

	for (size_t i = 0; i < n; i++)
		sampled[s->list.v[i].function] = true;
	for (size_t i = 0; i < s->sums.n; i++)
		sampled[s->sums.v[i].function] = true;
	for (size_t i = 0; i < s->branches.n + 2 * s->blocks.n; i++) {
		size_t k = i < s->branches.n ? 0 : i - s->branches.n;
		struct spot end = { .row = UINT64_MAX, .memory = SPOT_NO_MEMORY };

		end.function = (uint32_t)(i < s->branches.n ? s->branches.v[i].function
							    : s->blocks.v[k / 2].function);
		end.off = (uint32_t)(i < s->branches.n ? s->branches.v[i].off
				     : k % 2	       ? s->blocks.v[k / 2].last
						       : s->blocks.v[k / 2].first);
		if (sampled[end.function])
			vec_push(&s->list, end);
	}
	free(sampled);
}

static int make_annotation(struct annotation_making *m, struct err *err)
{
	struct annotation *a = m->annotation;
	int rc = spots_count(&m->spots, m->recording, m->options, &m->part, err);

	finish_ahead(m->ahead);
	if (rc)
		return rc;
	annotation_order_events(a, &m->spots);
	annotation_order_functions(a, &m->spots);
	add_ends(m);
	spots_sort(&m->spots);
	for (size_t i = 0; i < m->spots.levels.n; i++)
		vec_push(&a->levels, mem_strdup(m->spots.levels.v[i]));
	return make_functions(m, err);
}

static int make_of(struct annotation **annotation, struct recording *recording,
		   const struct annotation_options *options, const struct spots_part *part,
		   struct codes *codes, struct ahead_reading *ahead, struct err *err)
{
	struct annotation_making m = { .annotation = mem_zalloc(sizeof(*m.annotation)),
				       .recording = recording,
				       .options = options,
				       .part = *part,
				       .codes = codes,
				       .ahead = ahead };
	int rc;

	m.part.arg = &m;
	m.part.first = ahead ? &ahead->worker : NULL;
	m.annotation->at = SIZE_MAX;
	rc = make_annotation(&m, err);
	spots_release(&m.spots);
	if (rc)
		annotation_free(m.annotation);
	else
		*annotation = m.annotation;
	return rc;
}

/* Annotate the first blocks: user space only, or all if the function is not there. */
static int make_early(struct recording *recording, const struct annotation_options *options,
		      struct codes *codes, struct err *err)
{
	struct spots_part part = { .blocks = EARLY_BLOCKS, .user = true };
	struct annotation_options quiet = *options;
	struct annotation *first = NULL;
	int rc;

	quiet.done = NULL;
	if (recording_blocks(recording) <= EARLY_BLOCKS)
		return 0;
	rc = make_of(&first, recording, &quiet, &part, codes, NULL, err);
	if (!rc && !first->functions.n) {
		annotation_free(first);
		part.user = false;
		rc = make_of(&first, recording, &quiet, &part, codes, NULL, err);
	}
	if (!rc)
		options->early(options->ctx, first);
	return rc;
}

static struct annotation *copy(const struct annotation *from)
{
	struct annotation *a = mem_dup(from, sizeof(*from));

	memset(&a->levels, 0, sizeof(a->levels));
	memset(&a->events, 0, sizeof(a->events));
	memset(&a->functions, 0, sizeof(a->functions));
	for (size_t i = 0; i < from->levels.n; i++)
		vec_push(&a->levels, mem_strdup(from->levels.v[i]));
	for (size_t i = 0; i < from->events.n; i++)
		vec_push(&a->events, mem_strdup(from->events.v[i]));
	a->counts = mem_dup(from->counts, (from->events.n + 1) * sizeof(*a->counts));
	for (size_t i = 0; i < from->functions.n; i++)
		annotated_function_copy(vec_add(&a->functions), &from->functions.v[i],
					from->events.n);
	return a;
}

/* Lines with an instruction are in the order of the code's lines. */
static int read_sources(struct annotation *a, struct recording *recording,
			const struct annotation_options *options, struct err *err)
{
	struct reader *reader = reader_open(recording);
	int rc = 0;

	for (size_t i = 0; i < a->functions.n && !rc; i++) {
		struct annotated_function *f = &a->functions.v[i];
		struct row_info info;

		if (stop_wanted(options->stop))
			rc = err_set(err, ERR_STOPPED, "stopped");
		else if (reader_row(reader, f->row, &info, err))
			rc = ERR_STALE;
		else
			code_sources_read(&f->code, reader, &info, f->addr);
		for (size_t k = 0, n = 0; k < f->lines.n && !rc; k++)
			if (f->lines.v[k].code.len)
				f->lines.v[k].code = f->code.lines.v[n++];
	}
	reader_close(reader);
	return rc;
}

int annotation_make(struct annotation **annotation, struct recording *recording,
		    const struct annotation_options *options, struct err *err)
{
	struct spots_part all = { .blocks = UINT64_MAX, .meanwhile = read_meanwhile };
	struct annotation *made = NULL;
	struct codes codes = { .list = { NULL } };
	struct ahead_reading ahead = { .making = { NULL } };
	int rc = options->early ? make_early(recording, options, &codes, err) : 0;

	if (!options->early)
		start_ahead(&ahead, recording, options, &codes);
	if (!rc)
		rc = make_of(&made, recording, options, &all, &codes, &ahead, err);
	spots_release(&ahead.making.spots);
	if (!rc && options->early)
		options->early(options->ctx, copy(made));
	if (!rc)
		rc = read_sources(made, recording, options, err);
	if (rc)
		annotation_free(made);
	else
		*annotation = made;
	for (size_t i = 0; i < codes.list.n; i++)
		code_release(&codes.list.v[i].code);
	vec_release(&codes.list);
	code_disasm_release(&codes.disasm);
	return rc;
}

void annotation_free(struct annotation *a)
{
	if (!a)
		return;
	for (size_t i = 0; i < a->functions.n; i++)
		annotated_function_release(&a->functions.v[i]);
	for (size_t i = 0; i < a->events.n; i++)
		free(a->events.v[i]);
	vec_release(&a->functions);
	vec_release(&a->events);
	for (size_t i = 0; i < a->levels.n; i++)
		free(a->levels.v[i]);
	vec_release(&a->levels);
	free(a->counts);
	free(a);
}
