/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/annotate_json.h"

#include <string.h>

#include "base/jsonw.h"
#include "cli/parallel_lines.h"
#include "exit_status.h"

/* The lines of a function. */
struct annotated_lines {
	const struct annotation *annotation;
	const struct annotated_function *f;
};

static void add_counts(const struct annotation *annotation, const struct annotation_count *line,
		       struct jsonw *w)
{
	jsonw_key_begin(w, "counts", '{');
	for (size_t i = 0; i < annotation->events.n; i++) {
		if (!line[i].samples)
			continue;
		jsonw_key_begin(w, annotation->events.v[i], '{');
		jsonw_key_u64(w, "samples", line[i].samples);
		jsonw_key_u64(w, "period", line[i].period);
		jsonw_end(w, '}');
	}
	jsonw_end(w, '}');
}

static void add_percent(const struct annotation *annotation, const struct annotated_function *f,
			const struct annotation_count *line, struct jsonw *w)
{
	jsonw_key_begin(w, "percent", '{');
	for (size_t i = 0; i < annotation->events.n; i++) {
		if (!line[i].samples)
			continue;
		jsonw_key(w, annotation->events.v[i]);
		jsonw_f64(w, annotation_percent(&line[i], &f->counts[i]));
	}
	jsonw_end(w, '}');
}

static void add_branches(const struct annotation_branches *b, struct jsonw *w)
{
	const struct {
		const char *name;
		uint64_t value;
	} numbers[] = {
		{ "executed", b->executed },
		{ "taken", b->taken },
		{ "mispredicted", b->mispredicted },
		{ "blocks", b->ended },
		{ "timed", b->timed },
		{ "cycles", b->cycles },
		{ "instructions", b->instructions },
	};

	jsonw_key_begin(w, "branches", '{');
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		jsonw_key_u64(w, numbers[i].name, numbers[i].value);
	}
	jsonw_end(w, '}');
}

static void add_memory(const struct annotation *annotation, const struct annotation_memory *m,
		       struct jsonw *w)
{
	jsonw_key_begin(w, "memory", '{');
	jsonw_key_u64(w, "weighed", m->weighed);
	jsonw_key_u64(w, "weight", m->weight);
	jsonw_key_begin(w, "levels", '{');
	for (size_t i = 0; i < annotation->levels.n; i++) {
		if (!m->levels[i])
			continue;
		jsonw_key_u64(w, annotation->levels.v[i], m->levels[i]);
	}
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void add_line(void *writer, size_t i, struct buf *out)
{
	const struct annotated_lines *lines = writer;
	const struct annotation *annotation = lines->annotation;
	const struct annotated_function *f = lines->f;
	const struct annotated_line *line = &f->lines.v[i];
	struct jsonw w = JSONW_INIT(out);

	jsonw_begin(&w, '{');
	jsonw_key(&w, "dso");
	jsonw_bytes(&w, f->dso, strlen(f->dso));
	jsonw_key_u64(&w, "symaddr", f->symaddr);
	jsonw_key_u64(&w, "addr", f->addr + line->code.off);
	if (f->code.differs) {
		jsonw_key(&w, "other_build");
		jsonw_bool(&w, true);
	}
	jsonw_key_u64(&w, "offset", line->code.off);
	if (line->code.text) {
		jsonw_key(&w, "asm");
		jsonw_bytes(&w, line->code.text, strlen(line->code.text));
	}
	if (line->code.source != CODE_NO_SOURCE) {
		const struct code_source *source = &f->code.sources.v[line->code.source];
		struct buf text = BUF_INIT;

		code_place(source, &text);
		jsonw_key(&w, "srcline");
		jsonw_bytes(&w, text.p, text.len);
		buf_release(&text);
		if (source->inlined) {
			jsonw_key(&w, "inlined");
			jsonw_bytes(&w, source->inlined, strlen(source->inlined));
		}
	}
	add_counts(annotation, line->counts, &w);
	add_percent(annotation, f, line->counts, &w);
	if (line->branches)
		add_branches(line->branches, &w);
	if (line->memory)
		add_memory(annotation, line->memory, &w);
	jsonw_end(&w, '}');
	buf_addc(out, '\n');
}

int annotate_json(const struct annotation *annotation)
{
	int status = STATUS_OK;

	for (size_t i = 0; i < annotation->functions.n && !status; i++) {
		struct annotated_lines lines = { annotation, &annotation->functions.v[i] };
		const struct parallel_lines all = { .n = lines.f->lines.n,
						    .arg = &lines,
						    .add = add_line };

		status = parallel_lines_write(&all);
	}
	return status;
}
