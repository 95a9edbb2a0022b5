/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "annotate/spot_walk.h"
#include "annotate/spots_count.h"
#include "base/mem.h"
#include "base/search.h"
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

/* ---- lines ---- */

static void add_line(const struct annotation *a, struct annotated_function *f,
		     const struct code_line *code)
{
	struct annotated_line *line = vec_add(&f->lines);

	line->code = *code;
	line->counts = f->line_counts + (f->lines.n - 1) * a->events.n;
}

static void add_memory(struct annotated_function *f, struct annotated_line *line,
		       const struct annotation_memory *memory)
{
	uint64_t any = memory->weighed;

	for (size_t i = 0; i < ANNOTATION_LEVELS; i++)
		any |= memory->levels[i];
	if (!any)
		return;
	f->has_memory = true;
	if (!line->memory)
		line->memory = mem_zalloc(sizeof(*line->memory));
	line->memory->weighed += memory->weighed;
	line->memory->weight += memory->weight;
	for (size_t i = 0; i < ANNOTATION_LEVELS; i++)
		line->memory->levels[i] += memory->levels[i];
}

/*
 * Make a line of each instruction, with its samples. As in perf annotate, a sample in the middle of
 * an instruction belongs to it. A sample without an instruction gets a line of its own.
 */
static void make_lines(struct annotation_making *m, struct annotated_function *f,
		       struct spot_walk *walk, size_t n)
{
	struct spot spot;
	size_t next = 0;

	vec_reserve(&f->lines, f->code.lines.n + 1);
	f->line_counts = mem_zalloc(
		(f->code.lines.n + n) * m->annotation->events.n * sizeof(*f->line_counts) + 1);
	while (spot_walk_next(walk, &spot)) {
		struct annotated_line *line;

		for (; next < f->code.lines.n && f->code.lines.v[next].off <= spot.off; next++)
			add_line(m->annotation, f, &f->code.lines.v[next]);
		line = f->lines.n ? &f->lines.v[f->lines.n - 1] : NULL;
		if (!line ||
		    (line->code.off != spot.off && line->code.off + line->code.len <= spot.off)) {
			add_line(m->annotation, f,
				 &(struct code_line){ .off = spot.off, .source = CODE_NO_SOURCE });
			line = &f->lines.v[f->lines.n - 1];
		}
		annotation_add(&f->counts[spot.event], &spot.count);
		annotation_add(&line->counts[spot.event], &spot.count);
		if (spot.memory != SPOT_NO_MEMORY)
			add_memory(f, line, &m->spots.memories.v[spot.memory]);
	}
	for (; next < f->code.lines.n; next++)
		add_line(m->annotation, f, &f->code.lines.v[next]);
}

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
	struct spot_walk walk;
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
	spot_walk_begin(&walk, &m->spots, a->at);
	make_lines(m, f, &walk, 0);
	return 0;
}

/* ---- branches ---- */

static struct annotation_branches *branches_of(struct annotated_function *f, size_t line)
{
	f->has_branches = true;
	if (!f->lines.v[line].branches)
		f->lines.v[line].branches = mem_zalloc(sizeof(*f->lines.v[line].branches));
	return f->lines.v[line].branches;
}

/* The line that contains an offset; SIZE_MAX: none. */
static size_t find_line(const struct annotated_function *f, uint64_t off)
{
	size_t end = search_first(0, f->lines.n, i, f->lines.v[i].code.off <= off);

	return end ? end - 1 : SIZE_MAX;
}

/* began: for each line, how many more blocks cover it than the previous line. */
static void add_block(struct annotated_function *f, const struct spot_block *block, int64_t *began)
{
	size_t first = find_line(f, block->first), last = find_line(f, block->last);
	struct annotation_branches *end;

	if (first == SIZE_MAX || last == SIZE_MAX)
		return;
	began[first] += (int64_t)block->count;
	began[last + 1] -= (int64_t)block->count;
	end = branches_of(f, last);
	end->ended += block->count;
	end->timed += block->timed;
	end->cycles += block->cycles;
	end->instructions += block->timed * (last - first + 1);
}

static void add_branches(struct annotation_making *m, size_t function)
{
	struct annotated_function *f = &m->annotation->functions.v[function];
	int64_t *began = mem_zalloc((f->lines.n + 1) * sizeof(*began)), running = 0;
	const struct spots *s = &m->spots;

	for (size_t i = 0; i < s->branches.n; i++) {
		size_t line = find_line(f, s->branches.v[i].off);

		if (s->branches.v[i].function != function || line == SIZE_MAX)
			continue;
		branches_of(f, line)->taken += s->branches.v[i].taken;
		branches_of(f, line)->mispredicted += s->branches.v[i].mispredicted;
	}
	for (size_t i = 0; i < s->blocks.n; i++)
		if (s->blocks.v[i].function == function)
			add_block(f, &s->blocks.v[i], began);
	for (size_t i = 0; i < f->lines.n; i++) {
		running += began[i];
		if (running > 0)
			branches_of(f, i)->executed = (uint64_t)running;
	}
	free(began);
}

/* ---- orders ---- */

struct rank {
	uint64_t samples;
	size_t number;
};

static int compare_ranks(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	if (x->samples != y->samples)
		return x->samples > y->samples ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* Sort n elements by their samples, most first. places gets the new index of each. */
static void sort_ranks(struct rank *ranks, size_t n, size_t *places)
{
	qsort(ranks, n, sizeof(*ranks), compare_ranks);
	for (size_t i = 0; i < n; i++)
		places[ranks[i].number] = i;
}

static uint64_t samples_of(const struct spot_sum *sum)
{
	struct plain_extent extent;

	plain_counts_extent(&sum->counts, &extent);
	return extent.samples;
}

/* Keep the events with samples in a function. */
static void sort_events(struct annotation_making *m)
{
	struct annotation *a = m->annotation;
	struct rank ranks[ANNOTATION_EVENTS] = { { 0, 0 } };
	size_t places[ANNOTATION_EVENTS] = { 0 }, n = 0;

	for (size_t i = 0; i < m->spots.events.n; i++)
		ranks[i].number = i;
	for (size_t i = 0; i < m->spots.list.n; i++)
		ranks[m->spots.list.v[i].event].samples += m->spots.list.v[i].count.samples;
	for (size_t i = 0; i < m->spots.sums.n; i++)
		ranks[m->spots.sums.v[i].event].samples += samples_of(&m->spots.sums.v[i]);
	for (size_t i = 0; i < m->spots.events.n; i++)
		n += ranks[i].samples != 0;
	sort_ranks(ranks, m->spots.events.n, places);
	a->counts = mem_zalloc((n + 1) * sizeof(*a->counts));
	a->all = m->spots.total;
	for (size_t i = 0; i < n; i++) {
		vec_push(&a->events, mem_strdup(m->spots.events.v[ranks[i].number]));
		a->counts[i] = m->spots.all[ranks[i].number];
	}
	for (size_t i = 0; i < m->spots.list.n; i++)
		m->spots.list.v[i].event = (uint32_t)places[m->spots.list.v[i].event];
	for (size_t i = 0; i < m->spots.sums.n; i++)
		m->spots.sums.v[i].event = (uint32_t)places[m->spots.sums.v[i].event];
}

/* Move the functions to the annotation, sorted. */
static void sort_functions(struct annotation_making *m)
{
	struct spots *s = &m->spots;
	size_t n = s->functions.n;
	struct rank *ranks = mem_zalloc((n + 1) * sizeof(*ranks));
	size_t *places = mem_zalloc((n + 1) * sizeof(*places));

	for (size_t i = 0; i < n; i++)
		ranks[i].number = i;
	for (size_t i = 0; i < s->list.n; i++)
		ranks[s->list.v[i].function].samples += s->list.v[i].count.samples;
	for (size_t i = 0; i < s->sums.n; i++)
		ranks[s->sums.v[i].function].samples += samples_of(&s->sums.v[i]);
	sort_ranks(ranks, n, places);
	for (size_t i = 0; i < n; i++) {
		vec_push(&m->annotation->functions, s->functions.v[ranks[i].number]);
		s->functions.v[ranks[i].number].dso = NULL;
	}
	for (size_t i = 0; i < s->list.n; i++)
		s->list.v[i].function = (uint32_t)places[s->list.v[i].function];
	for (size_t i = 0; i < s->sums.n; i++)
		s->sums.v[i].function = (uint32_t)places[s->sums.v[i].function];
	for (size_t i = 0; i < s->branches.n; i++)
		s->branches.v[i].function = places[s->branches.v[i].function];
	for (size_t i = 0; i < s->blocks.n; i++)
		s->blocks.v[i].function = places[s->blocks.v[i].function];
	free(ranks);
	free(places);
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
	struct spot_walk walk;
	int rc;

	spot_extent_find(&m->spots, function, &extent);
	if (!extent.n)
		return 0;
	f->counts = mem_zalloc((m->annotation->events.n + 1) * sizeof(*f->counts));
	rc = read_function(m, f, reader, &extent.first, extent.last_off, err);
	if (rc)
		return rc;
	spot_walk_begin(&walk, &m->spots, function);
	make_lines(m, f, &walk, extent.n);
	add_branches(m, function);
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
		code_read_sources(&f.code, reader, &info, f.addr);
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

static int make(struct annotation_making *m, struct err *err)
{
	struct annotation *a = m->annotation;
	int rc = spots_count(&m->spots, m->recording, m->options, &m->part, err);

	finish_ahead(m->ahead);
	if (rc)
		return rc;
	sort_events(m);
	sort_functions(m);
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
	rc = make(&m, err);
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

static void *copy_of(const void *p, size_t size)
{
	return p ? mem_dup(p, size) : NULL;
}

static void copy_function(struct annotated_function *to, const struct annotated_function *from,
			  size_t events)
{
	*to = *from;
	to->dso = mem_strdup(from->dso);
	to->counts = mem_dup(from->counts, (events + 1) * sizeof(*from->counts));
	to->line_counts = mem_alloc(from->lines.n * events * sizeof(*from->line_counts) + 1);
	memcpy(to->line_counts, from->line_counts,
	       from->lines.n * events * sizeof(*from->line_counts));
	code_copy(&to->code, &from->code);
	memset(&to->lines, 0, sizeof(to->lines));
	for (size_t i = 0, k = 0; i < from->lines.n; i++) {
		struct annotated_line *line = vec_add(&to->lines);

		*line = from->lines.v[i];
		if (line->code.len)
			line->code = to->code.lines.v[k++];
		line->counts = to->line_counts + i * events;
		line->memory = copy_of(line->memory, sizeof(*line->memory));
		line->branches = copy_of(line->branches, sizeof(*line->branches));
	}
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
		copy_function(vec_add(&a->functions), &from->functions.v[i], from->events.n);
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
			code_read_sources(&f->code, reader, &info, f->addr);
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
	for (size_t i = 0; i < a->functions.n; i++) {
		struct annotated_function *f = &a->functions.v[i];

		for (size_t k = 0; k < f->lines.n; k++) {
			free(f->lines.v[k].memory);
			free(f->lines.v[k].branches);
		}
		vec_release(&f->lines);
		free(f->line_counts);
		code_release(&f->code);
		free(f->counts);
		free(f->dso);
	}
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
