/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/annotation_other.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/grouptable.h"
#include "base/mem.h"
#include "query/other_recording.h"

struct annotation_other {
	struct other_recording other;
	char *symbol, *where;
	struct annotation_options options;
	struct annotation *annotation; /* written before other is done */
};

static int make_other(void *arg, struct recording *recording, struct err *err)
{
	const struct recording *one[] = { recording };
	struct annotation_other *o = arg;

	if (!worker_wait_complete(&o->other.worker, one, 1, NULL))
		return err_set(err, ERR_STOPPED, "stopped");
	return annotation_make(&o->annotation, recording, &o->options, err);
}

struct annotation_other *annotation_other_start(struct recording *recording, const char *path,
						const struct annotation_options *options,
						struct watcher *watcher)
{
	struct annotation_other *o = mem_zalloc(sizeof(*o));

	o->symbol = mem_strdup(options->symbol);
	o->where = mem_strdup(options->where);
	o->options = (struct annotation_options){ .symbol = o->symbol,
						  .symbol_len = strlen(o->symbol),
						  .where = o->where,
						  .stop = &o->other.worker.stop,
						  .chains = options->chains };
	other_recording_start(&o->other, recording, path, false, watcher, make_other, o);
	return o;
}

void annotation_other_free(struct annotation_other *o)
{
	if (!o)
		return;
	other_recording_cancel(&o->other);
	annotation_free(o->annotation);
	other_recording_release(&o->other);
	free(o->symbol);
	free(o->where);
	free(o);
}

bool annotation_other_done(const struct annotation_other *o)
{
	return other_recording_is_done(&o->other);
}

const struct annotation *annotation_other_get(const struct annotation_other *o)
{
	return annotation_other_done(o) ? o->annotation : NULL;
}

const struct err *annotation_other_error(const struct annotation_other *o)
{
	return &o->other.err;
}

const char *annotation_other_path(const struct annotation_other *o)
{
	return o->other.path;
}

/* ---- shares ---- */

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

static bool is_same_build(const struct annotated_function *a, const struct annotated_function *b)
{
	return a->build_id_size && a->build_id_size == b->build_id_size &&
	       !memcmp(a->build_id, b->build_id, a->build_id_size) && a->symaddr == b->symaddr;
}

/* Find a function by its build id, else by the name of its file. */
static const struct annotated_function *find_function(const struct annotation *other,
						      const struct annotated_function *f)
{
	for (size_t i = 0; i < other->functions.n; i++)
		if (is_same_build(f, &other->functions.v[i]))
			return &other->functions.v[i];
	for (size_t i = 0; i < other->functions.n; i++)
		if (!strcmp(name_of(f->dso), name_of(other->functions.v[i].dso)))
			return &other->functions.v[i];
	return NULL;
}

static uint64_t sum(const struct annotation *a, const struct annotation_count *counts)
{
	uint64_t samples = 0;

	for (size_t i = 0; i < a->events.n; i++)
		samples += counts[i].samples;
	return samples;
}

/* Compare lines by offset: both lists are in the order of offsets. */
static void add_by_offset(const struct annotation *other, const struct annotated_function *g,
			  const struct annotated_function *f, uint64_t *samples)
{
	for (size_t i = 0, k = 0; k < g->lines.n && f->lines.n; k++) {
		while (i + 1 < f->lines.n && f->lines.v[i + 1].code.off <= g->lines.v[k].code.off)
			i++;
		samples[i] += sum(other, g->lines.v[k].counts);
	}
}

static size_t number_of(struct grouptable *lines, const struct code_source *source)
{
	const char *file = name_of(source->file);
	struct buf key = BUF_INIT;
	size_t number;

	buf_add(&key, &source->line, sizeof(source->line));
	buf_add(&key, file, strlen(file) + 1);
	buf_adds(&key, source->inlined ? source->inlined : "");
	number = grouptable_find(lines, key.p, key.len);
	buf_release(&key);
	return number;
}

/* Compare source lines: each instruction gets the sum of its source line. */
static void add_by_line(const struct annotation *other, const struct annotated_function *g,
			const struct annotated_function *f, uint64_t *samples)
{
	uint64_t *sums = mem_zalloc((g->code.sources.n + f->code.sources.n + 1) * sizeof(*sums));
	struct grouptable lines;

	grouptable_init(&lines, 0);
	for (size_t i = 0; i < g->lines.n; i++) {
		const struct annotated_line *line = &g->lines.v[i];

		if (line->code.source != CODE_NO_SOURCE)
			sums[number_of(&lines, &g->code.sources.v[line->code.source])] +=
				sum(other, line->counts);
	}
	for (size_t i = 0; i < f->lines.n; i++) {
		uint32_t source = f->lines.v[i].code.source;

		if (source != CODE_NO_SOURCE)
			samples[i] = sums[number_of(&lines, &f->code.sources.v[source])];
	}
	grouptable_release(&lines);
	free(sums);
}

bool annotation_other_shares(const struct annotation *other, const struct annotated_function *f,
			     double *shares, bool *by_line)
{
	const struct annotated_function *g = find_function(other, f);
	uint64_t all = g ? sum(other, g->counts) : 0, *samples;

	if (!all)
		return false;
	samples = mem_zalloc((f->lines.n + 1) * sizeof(*samples));
	*by_line = !is_same_build(f, g);
	(*by_line ? add_by_line : add_by_offset)(other, g, f, samples);
	for (size_t i = 0; i < f->lines.n; i++) {
		bool known = !*by_line || f->lines.v[i].code.source != CODE_NO_SOURCE;

		shares[i] = known ? 100.0 * (double)samples[i] / (double)all : -1;
	}
	free(samples);
	return true;
}
