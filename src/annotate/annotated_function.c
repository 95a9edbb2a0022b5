/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/annotated_function.h"

#include <stdlib.h>
#include <string.h>

#include "annotate/spot_walk.h"
#include "base/mem.h"
#include "base/search.h"

static void add_line(struct annotated_function *f, const struct code_line *code, size_t events)
{
	struct annotated_line *line = vec_add(&f->lines);

	line->code = *code;
	line->counts = f->line_counts + (f->lines.n - 1) * events;
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
void annotated_function_fill(struct annotated_function *f, struct spots *spots, size_t number,
			     size_t n, size_t events)
{
	struct spot_walk walk;
	struct spot spot;
	size_t next = 0;

	spot_walk_begin(&walk, spots, number);
	vec_reserve(&f->lines, f->code.lines.n + 1);
	f->line_counts = mem_zalloc((f->code.lines.n + n) * events * sizeof(*f->line_counts) + 1);
	while (spot_walk_next(&walk, &spot)) {
		struct annotated_line *line;

		for (; next < f->code.lines.n && f->code.lines.v[next].off <= spot.off; next++)
			add_line(f, &f->code.lines.v[next], events);
		line = f->lines.n ? &f->lines.v[f->lines.n - 1] : NULL;
		if (!line ||
		    (line->code.off != spot.off && line->code.off + line->code.len <= spot.off)) {
			add_line(f,
				 &(struct code_line){ .off = spot.off, .source = CODE_NO_SOURCE },
				 events);
			line = &f->lines.v[f->lines.n - 1];
		}
		annotation_add(&f->counts[spot.event], &spot.count);
		annotation_add(&line->counts[spot.event], &spot.count);
		if (spot.memory != SPOT_NO_MEMORY)
			add_memory(f, line, &spots->memories.v[spot.memory]);
	}
	for (; next < f->code.lines.n; next++)
		add_line(f, &f->code.lines.v[next], events);
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

void annotated_function_branches(struct annotated_function *f, const struct spots *s, size_t number)
{
	int64_t *began = mem_zalloc((f->lines.n + 1) * sizeof(*began)), running = 0;

	for (size_t i = 0; i < s->branches.n; i++) {
		size_t line = find_line(f, s->branches.v[i].off);

		if (s->branches.v[i].function != number || line == SIZE_MAX)
			continue;
		branches_of(f, line)->taken += s->branches.v[i].taken;
		branches_of(f, line)->mispredicted += s->branches.v[i].mispredicted;
	}
	for (size_t i = 0; i < s->blocks.n; i++)
		if (s->blocks.v[i].function == number)
			add_block(f, &s->blocks.v[i], began);
	for (size_t i = 0; i < f->lines.n; i++) {
		running += began[i];
		if (running > 0)
			branches_of(f, i)->executed = (uint64_t)running;
	}
	free(began);
}

/* ---- copies ---- */

static void *copy_of(const void *p, size_t size)
{
	return p ? mem_dup(p, size) : NULL;
}

void annotated_function_copy(struct annotated_function *to, const struct annotated_function *from,
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

void annotated_function_release(struct annotated_function *f)
{
	for (size_t i = 0; i < f->lines.n; i++) {
		free(f->lines.v[i].memory);
		free(f->lines.v[i].branches);
	}
	vec_release(&f->lines);
	free(f->line_counts);
	code_release(&f->code);
	free(f->counts);
	free(f->dso);
}
