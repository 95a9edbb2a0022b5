/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/annotate_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annotate/line_quantity.h"
#include "annotate/source_sums.h"
#include "annotate/sourcetext.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/parallel_lines.h"
#include "exit_status.h"
#include "recording/symbols.h"

enum {
	PERCENT_WIDTH = 8, /* columns: "100.00 %" */
	OFFSET_WIDTH = 6,
	SHARE_TEXTS = 256,
	NEAR = 5 /* source lines without code between two with code, which are shown, too */
};

/* What the text of a function has. */
struct function_text {
	const struct annotation *annotation;
	const char *symbol;
	enum annotate_parts parts;
	struct buf titles[ANNOTATION_EVENTS]; /* names of events, escaped */
	size_t columns[ANNOTATION_EVENTS];    /* widths of their columns */
	struct srcfile_maps maps;	      /* empty */
	struct symfile_places places;
	const struct annotated_function *f;
	int widths[LINE_QUANTITIES]; /* 0: the function lacks the column */
};

/* A share of samples as text: many instructions have the same. */
struct share_text {
	uint64_t part, whole;
	uint8_t len; /* 0: unused */
	char text[15];
};

/* Writes lines of a function, in one thread. */
struct annotate_writer {
	const struct function_text *t;
	struct sourcetext *texts;
	struct share_text shares[SHARE_TEXTS];
	struct buf *out;
};

static void *open_writer(void *arg)
{
	struct annotate_writer *w = mem_zalloc(sizeof(*w));

	w->t = arg;
	w->texts = sourcetext_open(&w->t->maps, &w->t->places);
	return w;
}

static void close_writer(void *writer)
{
	struct annotate_writer *w = writer;

	sourcetext_close(w->texts);
	free(w);
}

/* ---- title and head ---- */

static void add_title(struct annotate_writer *w)
{
	const struct function_text *t = w->t;
	const struct annotated_function *f = t->f;

	text_escape_str(w->out, t->symbol);
	buf_adds(w->out, " in ");
	text_escape_str(w->out, f->dso);
	buf_addf(w->out, " at 0x%llx\n", (unsigned long long)f->symaddr);
	for (size_t i = 0; i < t->annotation->events.n; i++) {
		const struct annotation_count *all = &t->annotation->counts[i];

		if (!f->counts[i].samples)
			continue;
		buf_addf(w->out, "%llu of %llu samples of ",
			 (unsigned long long)f->counts[i].samples,
			 (unsigned long long)all->samples);
		text_escape_str(w->out, t->annotation->events.v[i]);
		buf_addf(w->out, ", %.2f %%\n", annotation_percent(&f->counts[i], all));
	}
	if (f->code.differs)
		buf_adds(w->out, "NOT THE RECORDED CODE: the file is another build, its build id "
				 "differs (--force)\n");
	if (f->code.why)
		buf_addf(w->out, "not all of its code is shown: %s\n", f->code.why);
	if (f->code.why_source && t->parts != ANNOTATE_ASM)
		buf_addf(w->out, "not all source lines are known: %s\n", f->code.why_source);
	buf_addc(w->out, '\n');
}

static void add_head(struct annotate_writer *w)
{
	const struct function_text *t = w->t;
	const struct annotated_function *f = t->f;

	for (size_t i = 0; i < t->annotation->events.n; i++) {
		if (!f->counts[i].samples)
			continue;
		text_pad(w->out, t->titles[i].p, t->titles[i].len, t->columns[i], true);
		buf_adds(w->out, "  ");
	}
	if (t->parts == ANNOTATE_SOURCE) {
		buf_adds(w->out, "source\n");
		return;
	}
	buf_adds(w->out, "offset  ");
	for (int i = 0; i < LINE_QUANTITIES; i++)
		if (t->widths[i])
			buf_addf(w->out, "%*s  ", t->widths[i], line_quantity_title(i));
	buf_adds(w->out, "instruction\n");
}

/* ---- lines ---- */

static const struct share_text *share_text(struct annotate_writer *w,
					   const struct annotation_count *part,
					   const struct annotation_count *whole)
{
	struct share_text *s = &w->shares[part->samples % SHARE_TEXTS];

	if (!s->len || s->part != part->samples || s->whole != whole->samples) {
		s->part = part->samples;
		s->whole = whole->samples;
		s->len = (uint8_t)snprintf(s->text, sizeof(s->text), "%.2f %%",
					   annotation_percent(part, whole));
	}
	return s;
}

/* Shares of the function's samples; blank if there are none. */
static void add_shares(struct annotate_writer *w, const struct annotation_count *line)
{
	const struct function_text *t = w->t;
	const struct annotated_function *f = t->f;

	for (size_t i = 0; i < t->annotation->events.n; i++) {
		size_t width = t->columns[i];

		if (!f->counts[i].samples)
			continue;
		if (line && line[i].samples) {
			const struct share_text *share = share_text(w, &line[i], &f->counts[i]);

			buf_fill(w->out, ' ', width > share->len ? width - share->len : 0);
			buf_add(w->out, share->text, share->len);
		} else {
			buf_fill(w->out, ' ', width);
		}
		buf_adds(w->out, "  ");
	}
}

static void add_source(struct annotate_writer *w, const struct code_source *source)
{
	sourcetext_add(w->texts, source, 1, w->out);
	buf_addc(w->out, '\n');
}

static void add_quantities(struct annotate_writer *w, const struct annotated_line *line)
{
	struct buf text = BUF_INIT;

	for (int i = 0; i < LINE_QUANTITIES; i++) {
		if (!w->t->widths[i])
			continue;
		buf_reset(&text);
		line_quantity_add(w->t->annotation, line, i, &text);
		text_pad(w->out, text.p, text.len, (size_t)w->t->widths[i], true);
		buf_adds(w->out, "  ");
	}
	buf_release(&text);
}

/* "%6llx  " */
static void add_offset(uint64_t off, struct buf *out)
{
	size_t digits = off ? (67 - (size_t)__builtin_clzll(off)) / 4 : 1;

	buf_fill(out, ' ', digits < OFFSET_WIDTH ? OFFSET_WIDTH - digits : 0);
	buf_add_hex(out, off);
	buf_adds(out, "  ");
}

/* Add an instruction, after the source line that it begins. */
static void add_line(void *writer, size_t i, struct buf *out)
{
	struct annotate_writer *w = writer;
	const struct annotated_function *f = w->t->f;
	const struct annotated_line *line = &f->lines.v[i];
	uint32_t source = line->code.source;

	w->out = out;
	if (w->t->parts == ANNOTATE_BOTH && source != CODE_NO_SOURCE &&
	    (!i || line[-1].code.source != source)) {
		add_shares(w, NULL);
		add_source(w, &f->code.sources.v[source]);
	}
	add_shares(w, line->counts);
	add_offset(line->code.off, out);
	add_quantities(w, line);
	text_escape_str(out, line->code.text ? line->code.text : "(no instruction)");
	buf_addc(out, '\n');
}

/* ---- lines of source only ---- */

/* Add the lines without code between two lines with code that are near each other. */
static void add_between(struct annotate_writer *w, const struct code_source *before,
			const struct code_source *after)
{
	struct code_source between = *before;

	if (strcmp(before->file, after->file) != 0 || after->line - before->line > NEAR ||
	    (before->inlined != NULL) != (after->inlined != NULL))
		return;
	for (between.line++; between.line < after->line; between.line++) {
		add_shares(w, NULL);
		add_source(w, &between);
	}
}

static void add_sources(struct annotate_writer *w)
{
	size_t events = w->t->annotation->events.n;
	struct source_sums sums;
	bool rest = false;

	source_sums_make(&sums, w->t->f, events);
	for (size_t i = 0; i < sums.n; i++) {
		if (i)
			add_between(w, sums.lines[i - 1].source, sums.lines[i].source);
		add_shares(w, sums.lines[i].counts);
		add_source(w, sums.lines[i].source);
	}
	for (size_t i = 0; i < events; i++)
		rest = rest || sums.rest.counts[i].samples;
	if (rest) {
		add_shares(w, sums.rest.counts);
		buf_adds(w->out, "(source not known)\n");
	}
	source_sums_release(&sums);
}

/* ---- functions ---- */

/* Make columns of quantities as wide as their contents. */
static void measure_quantities(struct function_text *t)
{
	struct buf text = BUF_INIT;

	for (int i = 0; i < LINE_QUANTITIES; i++) {
		t->widths[i] = line_quantity_has(t->f, i) ? (int)strlen(line_quantity_title(i)) : 0;
		for (size_t k = 0; t->widths[i] && k < t->f->lines.n; k++) {
			buf_reset(&text);
			line_quantity_add(t->annotation, &t->f->lines.v[k], i, &text);
			if ((int)text_columns(text.p, text.len) > t->widths[i])
				t->widths[i] = (int)text_columns(text.p, text.len);
		}
	}
	buf_release(&text);
}

/* Write what comes before the instructions, or all if these are not shown. */
static int write_beginning(struct function_text *t)
{
	struct annotate_writer *w = open_writer(t);
	struct buf out = BUF_INIT;
	int status;

	w->out = &out;
	if (t->f != t->annotation->functions.v)
		buf_addc(&out, '\n');
	add_title(w);
	measure_quantities(t);
	add_head(w);
	if (t->parts == ANNOTATE_SOURCE)
		add_sources(w);
	status = cli_write(&out);
	close_writer(w);
	buf_release(&out);
	return status;
}

static int write_function(struct function_text *t)
{
	const struct parallel_lines lines = { .n = t->f->lines.n,
					      .arg = t,
					      .open = open_writer,
					      .close = close_writer,
					      .add = add_line };
	int status = write_beginning(t);

	return status || t->parts == ANNOTATE_SOURCE ? status : parallel_lines_write(&lines);
}

int annotate_text(const struct annotation *annotation, struct recording *recording,
		  const char *symbol, enum annotate_parts parts)
{
	struct function_text t = { .annotation = annotation, .symbol = symbol, .parts = parts };
	int status = STATUS_OK;

	syms_folders(recording_syms(recording), &t.places);
	for (size_t i = 0; i < annotation->events.n; i++) {
		buf_init(&t.titles[i]);
		text_escape_str(&t.titles[i], annotation->events.v[i]);
		t.columns[i] = text_columns(t.titles[i].p, t.titles[i].len);
		if (t.columns[i] < PERCENT_WIDTH)
			t.columns[i] = PERCENT_WIDTH;
	}
	for (size_t i = 0; i < annotation->functions.n && !status; i++) {
		t.f = &annotation->functions.v[i];
		status = write_function(&t);
	}
	for (size_t i = 0; i < annotation->events.n; i++)
		buf_release(&t.titles[i]);
	return status;
}
