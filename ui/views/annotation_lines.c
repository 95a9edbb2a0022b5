/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/annotation_lines.h"

#include <stdlib.h>

#include "annotate/annotation_other.h"
#include "base/mem.h"

uint64_t annotation_lines_samples(const struct annotation *a, const struct annotation_count *counts)
{
	uint64_t samples = 0;

	for (size_t i = 0; counts && i < a->events.n; i++)
		samples += counts[i].samples;
	return samples;
}

double annotation_lines_share(const struct annotation *a, const struct annotation_line *line)
{
	uint64_t all = annotation_lines_samples(a, line->function->counts);

	return all ? (double)line->samples / (double)all : 0;
}

const struct code_source *annotation_lines_source(const struct annotation_line *line)
{
	uint32_t source = line->function->lines.v[line->first].code.source;

	return source == CODE_NO_SOURCE ? NULL : &line->function->code.sources.v[source];
}

static void add_line(struct annotation_lines *lines, const struct annotation *a,
		     const struct annotation_line *line)
{
	struct annotation_line *added = vec_add(&lines->list);

	*added = *line;
	added->other = -1;
	for (size_t i = 0; i < line->n; i++)
		added->samples += annotation_lines_samples(
			a, line->function->lines.v[line->first + i].counts);
}

/* The number of instructions, from first on, with the same source line. */
static size_t same_source(const struct annotated_function *f, size_t first)
{
	size_t n = 1;

	while (first + n < f->lines.n &&
	       f->lines.v[first + n].code.source == f->lines.v[first].code.source)
		n++;
	return n;
}

static void add_function(struct annotation_lines *lines, const struct annotation *a,
			 const struct annotated_function *f)
{
	if (a->functions.n > 1 || f->code.why || f->code.differs || f->code.lines_broken)
		add_line(lines, a,
			 &(struct annotation_line){ LINE_TITLE, f, 0, f->lines.n, 0, -1 });
	for (size_t at = 0, n; at < f->lines.n; at += n) {
		n = same_source(f, at);
		if (lines->shown == SHOWN_SOURCE ||
		    (lines->shown == SHOWN_BOTH && f->code.sources.n))
			add_line(lines, a,
				 &(struct annotation_line){ LINE_SOURCE, f, at, n, 0, -1 });
		for (size_t i = 0; lines->shown != SHOWN_SOURCE && i < n; i++)
			add_line(lines, a,
				 &(struct annotation_line){ LINE_CODE, f, at + i, 1, 0, -1 });
	}
}

void annotation_lines_make(struct annotation_lines *lines, const struct annotation *a)
{
	lines->list.n = 0;
	for (size_t i = 0; a && i < a->functions.n; i++)
		add_function(lines, a, &a->functions.v[i]);
}

static void compare_line(struct annotation_line *line, const double *shares, bool by_line)
{
	double all = 0;

	if (line->kind == LINE_TITLE || (by_line && line->kind == LINE_CODE))
		return;
	for (size_t i = 0; !by_line && i < line->n; i++)
		all += shares[line->first + i];
	line->other = by_line ? shares[line->first] : all;
}

bool annotation_lines_compare(struct annotation_lines *lines, const struct annotation *a,
			      const struct annotation *other)
{
	bool any = false;

	for (size_t i = 0; i < a->functions.n; i++) {
		const struct annotated_function *f = &a->functions.v[i];
		double *shares = mem_zalloc((f->lines.n + 1) * sizeof(*shares));
		bool by_line, known = annotation_other_shares(other, f, shares, &by_line);

		for (size_t k = 0; known && k < lines->list.n; k++)
			if (lines->list.v[k].function == f)
				compare_line(&lines->list.v[k], shares, by_line);
		any = any || known;
		free(shares);
	}
	return any;
}

void annotation_lines_release(struct annotation_lines *lines)
{
	vec_release(&lines->list);
}

/* ---- places ---- */

/* Can the line be the hottest? Lines that are sums of others cannot. */
static bool is_ranked(const struct annotation_lines *lines, const struct annotation_line *line)
{
	return line->kind == (lines->shown == SHOWN_SOURCE ? LINE_SOURCE : LINE_CODE);
}

static bool is_hotter(const struct annotation_lines *lines, size_t a, size_t b)
{
	if (lines->list.v[a].samples != lines->list.v[b].samples)
		return lines->list.v[a].samples > lines->list.v[b].samples;
	return a < b;
}

size_t annotation_lines_hottest(const struct annotation_lines *lines, size_t than)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < lines->list.n; i++)
		if (is_ranked(lines, &lines->list.v[i]) && lines->list.v[i].samples &&
		    (than == SIZE_MAX || is_hotter(lines, than, i)) &&
		    (found == SIZE_MAX || is_hotter(lines, i, found)))
			found = i;
	return found;
}

size_t annotation_lines_find(const struct annotation_lines *lines,
			     const struct annotated_function *f, size_t instruction)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < lines->list.n; i++) {
		const struct annotation_line *line = &lines->list.v[i];

		if (line->function == f && line->kind != LINE_TITLE && instruction >= line->first &&
		    instruction < line->first + line->n)
			found = i;
	}
	return found;
}

size_t annotation_lines_at(const struct annotation_lines *lines, const struct annotated_function *f,
			   uint64_t off)
{
	size_t n = f->lines.n;

	while (n && f->lines.v[n - 1].code.off > off)
		n--;
	return n ? annotation_lines_find(lines, f, n - 1) : SIZE_MAX;
}
