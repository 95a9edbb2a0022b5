/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annotate/annotation.h"
#include "annotate/line_quantity.h"
#include "annotate/sourcetext.h"
#include "base/jsonw.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/thread.h"
#include "cli/cli.h"
#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "recording/symbols.h"

enum {
	PERCENT_WIDTH = 8, /* columns: "100.00 %" */
	OFFSET_WIDTH = 6,
	SHARE_TEXTS = 256,
	PIECE_LINES = 1024, /* lines of a function that one thread writes */
	PIECES = 32,	    /* pieces that are kept before they are output in order */
	NEAR = 5 /* source lines without code between two with code, which are shown, too */
};

/* What the text shows of a function. */
enum annotate_parts {
	SHOWN_BOTH,
	SHOWN_SOURCE,
	SHOWN_ASM
};

/* A share of samples as text: many instructions have the same. */
struct share_text {
	uint64_t part, whole;
	uint8_t len; /* 0: unused */
	char text[15];
};

struct annotating {
	struct recording *recording;
	const char *symbol;
	enum annotate_parts shown;
	bool json;
	struct annotation *annotation;
	struct buf titles[ANNOTATION_EVENTS]; /* names of events, escaped */
	size_t columns[ANNOTATION_EVENTS];    /* widths of their columns */
	bool chains;
	struct srcfile_maps maps; /* empty */
	struct symfile_places places;
	int widths[LINE_QUANTITIES]; /* of the function that is written; 0: it lacks the column */
};

/* What a thread writes. */
struct writing {
	const struct annotating *a;
	const struct annotated_function *f;
	struct sourcetext *texts;
	struct share_text shares[SHARE_TEXTS];
	struct buf out;
	struct piece_queue *queue;
};

/* Lines of a function, in pieces that several threads write. */
struct piece_queue {
	void (*line)(struct writing *w, size_t i);
	size_t first, n; /* pieces */
	_Atomic size_t next;
	struct buf written[PIECES];
};

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* Has the event samples in the function? */
static bool counts(const struct annotated_function *f, size_t event)
{
	return f->counts[event].samples;
}

/* ---- JSON ---- */

static void json_counts(const struct annotating *a, const struct annotation_count *line,
			struct jsonw *w)
{
	jsonw_key_begin(w, "counts", '{');
	for (size_t i = 0; i < a->annotation->events.n; i++) {
		if (!line[i].samples)
			continue;
		jsonw_key_begin(w, a->annotation->events.v[i], '{');
		jsonw_key_u64(w, "samples", line[i].samples);
		jsonw_key_u64(w, "period", line[i].period);
		jsonw_end(w, '}');
	}
	jsonw_end(w, '}');
}

static void json_percent(const struct annotating *a, const struct annotated_function *f,
			 const struct annotation_count *line, struct jsonw *w)
{
	jsonw_key_begin(w, "percent", '{');
	for (size_t i = 0; i < a->annotation->events.n; i++) {
		if (!line[i].samples)
			continue;
		jsonw_key(w, a->annotation->events.v[i]);
		jsonw_f64(w, percent(line[i].samples, f->counts[i].samples));
	}
	jsonw_end(w, '}');
}

static void json_branches(const struct annotation_branches *b, struct jsonw *w)
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

static void json_memory(const struct annotating *a, const struct annotation_memory *m,
			struct jsonw *w)
{
	jsonw_key_begin(w, "memory", '{');
	jsonw_key_u64(w, "weighed", m->weighed);
	jsonw_key_u64(w, "weight", m->weight);
	jsonw_key_begin(w, "levels", '{');
	for (size_t i = 0; i < a->annotation->levels.n; i++) {
		if (!m->levels[i])
			continue;
		jsonw_key_u64(w, a->annotation->levels.v[i], m->levels[i]);
	}
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void json_line(struct writing *writing, size_t i)
{
	const struct annotating *a = writing->a;
	const struct annotated_function *f = writing->f;
	const struct annotated_line *line = &f->lines.v[i];
	struct jsonw w = JSONW_INIT(&writing->out);

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
	json_counts(a, line->counts, &w);
	json_percent(a, f, line->counts, &w);
	if (line->branches)
		json_branches(line->branches, &w);
	if (line->memory)
		json_memory(a, line->memory, &w);
	jsonw_end(&w, '}');
	buf_addc(&writing->out, '\n');
}

/* ---- text ---- */

static void text_title(struct writing *w)
{
	const struct annotating *a = w->a;
	const struct annotated_function *f = w->f;

	text_escape_str(&w->out, a->symbol);
	buf_adds(&w->out, " in ");
	text_escape_str(&w->out, f->dso);
	buf_addf(&w->out, " at 0x%llx\n", (unsigned long long)f->symaddr);
	for (size_t i = 0; i < a->annotation->events.n; i++) {
		const struct annotation_count *all = &a->annotation->counts[i];

		if (!counts(f, i))
			continue;
		buf_addf(&w->out, "%llu of %llu samples of ",
			 (unsigned long long)f->counts[i].samples,
			 (unsigned long long)all->samples);
		text_escape_str(&w->out, a->annotation->events.v[i]);
		buf_addf(&w->out, ", %.2f %%\n", percent(f->counts[i].samples, all->samples));
	}
	if (f->code.differs)
		buf_adds(&w->out, "NOT THE RECORDED CODE: the file is another build, its build id "
				  "differs (--force)\n");
	if (f->code.why)
		buf_addf(&w->out, "not all of its code is shown: %s\n", f->code.why);
	if (f->code.why_source && a->shown != SHOWN_ASM)
		buf_addf(&w->out, "not all source lines are known: %s\n", f->code.why_source);
	buf_addc(&w->out, '\n');
}

static void text_head(struct writing *w)
{
	const struct annotating *a = w->a;
	const struct annotated_function *f = w->f;

	for (size_t i = 0; i < a->annotation->events.n; i++) {
		if (!counts(f, i))
			continue;
		text_pad(&w->out, a->titles[i].p, a->titles[i].len, a->columns[i], true);
		buf_adds(&w->out, "  ");
	}
	if (a->shown == SHOWN_SOURCE) {
		buf_adds(&w->out, "source\n");
		return;
	}
	buf_adds(&w->out, "offset  ");
	for (int i = 0; i < LINE_QUANTITIES; i++)
		if (a->widths[i])
			buf_addf(&w->out, "%*s  ", a->widths[i], line_quantity_title(i));
	buf_adds(&w->out, "instruction\n");
}

static const struct share_text *share_text(struct writing *w, uint64_t part, uint64_t whole)
{
	struct share_text *s = &w->shares[part % SHARE_TEXTS];

	if (!s->len || s->part != part || s->whole != whole) {
		s->part = part;
		s->whole = whole;
		s->len = (uint8_t)snprintf(s->text, sizeof(s->text), "%.2f %%",
					   percent(part, whole));
	}
	return s;
}

/* Shares of the function's samples; blank if there are none. */
static void text_counts(struct writing *w, const struct annotation_count *line)
{
	const struct annotating *a = w->a;
	const struct annotated_function *f = w->f;

	for (size_t i = 0; i < a->annotation->events.n; i++) {
		size_t width = a->columns[i];

		if (!counts(f, i))
			continue;
		if (line && line[i].samples) {
			const struct share_text *share =
				share_text(w, line[i].samples, f->counts[i].samples);

			buf_fill(&w->out, ' ', width > share->len ? width - share->len : 0);
			buf_add(&w->out, share->text, share->len);
		} else {
			buf_fill(&w->out, ' ', width);
		}
		buf_adds(&w->out, "  ");
	}
}

static void text_source(struct writing *w, const struct code_source *source)
{
	sourcetext_add(w->texts, source, 1, &w->out);
	buf_addc(&w->out, '\n');
}

/* Make columns as wide as their contents. */
static void measure(struct annotating *a, const struct annotated_function *f)
{
	struct buf text = BUF_INIT;

	for (int i = 0; i < LINE_QUANTITIES; i++) {
		a->widths[i] = line_quantity_has(f, i) ? (int)strlen(line_quantity_title(i)) : 0;
		for (size_t k = 0; a->widths[i] && k < f->lines.n; k++) {
			buf_reset(&text);
			line_quantity_add(a->annotation, &f->lines.v[k], i, &text);
			if ((int)text_columns(text.p, text.len) > a->widths[i])
				a->widths[i] = (int)text_columns(text.p, text.len);
		}
	}
	buf_release(&text);
}

static void text_quantities(struct writing *w, const struct annotated_line *line)
{
	struct buf text = BUF_INIT;

	for (int i = 0; i < LINE_QUANTITIES; i++) {
		if (!w->a->widths[i])
			continue;
		buf_reset(&text);
		line_quantity_add(w->a->annotation, line, i, &text);
		text_pad(&w->out, text.p, text.len, (size_t)w->a->widths[i], true);
		buf_adds(&w->out, "  ");
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

/* A line, after the source line that it begins. */
static void text_line(struct writing *w, size_t i)
{
	const struct annotated_line *line = &w->f->lines.v[i];
	uint32_t source = line->code.source;

	if (w->a->shown == SHOWN_BOTH && source != CODE_NO_SOURCE &&
	    (!i || line[-1].code.source != source)) {
		text_counts(w, NULL);
		text_source(w, &w->f->code.sources.v[source]);
	}
	text_counts(w, line->counts);
	add_offset(line->code.off, &w->out);
	text_quantities(w, line);
	text_escape_str(&w->out, line->code.text ? line->code.text : "(no instruction)");
	buf_addc(&w->out, '\n');
}

/* ---- pieces ---- */

static void init_writing(struct writing *w, const struct annotating *a,
			 const struct annotated_function *f)
{
	*w = (struct writing){ .a = a, .f = f };
	w->texts = sourcetext_open(&a->maps, &a->places);
	buf_init(&w->out);
}

static void end_writing(struct writing *w)
{
	sourcetext_close(w->texts);
	buf_release(&w->out);
}

static void *write_pieces(void *arg)
{
	struct writing *w = arg;
	struct piece_queue *q = w->queue;
	size_t k;

	while ((k = q->next++) < q->n) {
		size_t i = (q->first + k) * PIECE_LINES, lines = w->f->lines.n;
		size_t end = lines - i < PIECE_LINES ? lines : i + PIECE_LINES;
		struct buf before = w->out;

		w->out = q->written[k];
		for (; i < end; i++)
			q->line(w, i);
		q->written[k] = w->out;
		w->out = before;
	}
	return NULL;
}

/* Write the output so far. */
static int flush(struct buf *out)
{
	int status = cli_write(out);

	buf_reset(out);
	return status;
}

/* Write all lines of a function. */
static int write_lines(const struct annotating *a, const struct annotated_function *f,
		       void (*line)(struct writing *w, size_t i))
{
	struct piece_queue queue = { .line = line };
	struct writing *writings[THREAD_ALL_MAX];
	size_t pieces = (f->lines.n + PIECE_LINES - 1) / PIECE_LINES;
	unsigned n = pieces > 1 ? thread_processors(THREAD_ALL_MAX) : 1;
	int status = STATUS_OK;

	for (unsigned i = 0; i < n; i++) {
		writings[i] = mem_alloc(sizeof(*writings[i]));
		init_writing(writings[i], a, f);
		writings[i]->queue = &queue;
	}
	for (size_t i = 0; i < PIECES; i++)
		buf_init(&queue.written[i]);
	for (; queue.first < pieces && !status; queue.first += queue.n) {
		queue.n = pieces - queue.first < PIECES ? pieces - queue.first : PIECES;
		queue.next = 0;
		thread_run_all("perfnav/text", write_pieces, (void *const *)writings, n);
		for (size_t i = 0; i < queue.n && !status; i++)
			status = flush(&queue.written[i]);
	}
	for (size_t i = 0; i < PIECES; i++)
		buf_release(&queue.written[i]);
	for (unsigned i = 0; i < n; i++) {
		end_writing(writings[i]);
		free(writings[i]);
	}
	return status;
}

/* ---- text by lines of source ---- */

/* A source line, and the samples at the instructions that it became. */
struct source_sum {
	const struct code_source *source;
	struct annotation_count *counts;
};

/* Lines of the function come before those of inlined functions. */
static int compare_sums(const void *a, const void *b)
{
	const struct code_source *x = ((const struct source_sum *)a)->source,
				 *y = ((const struct source_sum *)b)->source;
	int order = (x->inlined != NULL) - (y->inlined != NULL);

	if (!order && x->inlined)
		order = strcmp(x->inlined, y->inlined);
	if (!order)
		order = strcmp(x->file, y->file);
	return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

static struct source_sum *sum_sources(const struct annotating *a,
				      const struct annotated_function *f)
{
	size_t events = a->annotation->events.n;
	struct source_sum *sums = mem_zalloc((f->code.sources.n + 1) * sizeof(*sums));

	for (size_t i = 0; i <= f->code.sources.n; i++) {
		sums[i].source = i < f->code.sources.n ? &f->code.sources.v[i] : NULL;
		sums[i].counts = mem_zalloc(events * sizeof(*sums->counts));
	}
	for (size_t i = 0; i < f->lines.n; i++) {
		const struct annotated_line *line = &f->lines.v[i];
		uint32_t source = line->code.source;
		struct source_sum *sum =
			&sums[source == CODE_NO_SOURCE ? f->code.sources.n : source];

		for (size_t k = 0; k < events; k++)
			annotation_add(&sum->counts[k], &line->counts[k]);
	}
	qsort(sums, f->code.sources.n, sizeof(*sums), compare_sums);
	return sums;
}

/* Show the lines without code between two lines with code that are near each other. */
static void text_between(struct writing *w, const struct code_source *before,
			 const struct code_source *after)
{
	struct code_source between = *before;

	if (strcmp(before->file, after->file) != 0 || after->line - before->line > NEAR ||
	    (before->inlined != NULL) != (after->inlined != NULL))
		return;
	for (between.line++; between.line < after->line; between.line++) {
		text_counts(w, NULL);
		text_source(w, &between);
	}
}

static void text_sources(struct writing *w)
{
	const struct annotating *a = w->a;
	struct source_sum *sums = sum_sources(a, w->f);
	size_t n = w->f->code.sources.n;
	bool rest = false;

	for (size_t i = 0; i < n; i++) {
		if (i)
			text_between(w, sums[i - 1].source, sums[i].source);
		text_counts(w, sums[i].counts);
		text_source(w, sums[i].source);
	}
	for (size_t i = 0; i < a->annotation->events.n; i++)
		rest = rest || sums[n].counts[i].samples;
	if (rest) {
		text_counts(w, sums[n].counts);
		buf_adds(&w->out, "(source not known)\n");
	}
	for (size_t i = 0; i <= n; i++)
		free(sums[i].counts);
	free(sums);
}

static int text_function(struct annotating *a, const struct annotated_function *f)
{
	struct writing *w = mem_alloc(sizeof(*w));
	int status;

	init_writing(w, a, f);
	if (f != a->annotation->functions.v)
		buf_addc(&w->out, '\n');
	text_title(w);
	measure(a, f);
	text_head(w);
	if (a->shown == SHOWN_SOURCE)
		text_sources(w);
	status = flush(&w->out);
	end_writing(w);
	free(w);
	return status || a->shown == SHOWN_SOURCE ? status : write_lines(a, f, text_line);
}

static int json_function(struct annotating *a, const struct annotated_function *f)
{
	return write_lines(a, f, json_line);
}

/* ---- the command ---- */

static int write_annotation(struct annotating *a)
{
	int status = STATUS_OK;

	syms_folders(recording_syms(a->recording), &a->places);
	for (size_t i = 0; i < a->annotation->events.n; i++) {
		buf_init(&a->titles[i]);
		text_escape_str(&a->titles[i], a->annotation->events.v[i]);
		a->columns[i] = text_columns(a->titles[i].p, a->titles[i].len);
		if (a->columns[i] < PERCENT_WIDTH)
			a->columns[i] = PERCENT_WIDTH;
	}
	for (size_t i = 0; i < a->annotation->functions.n && !status; i++)
		status = (a->json ? json_function : text_function)(a,
								   &a->annotation->functions.v[i]);
	for (size_t i = 0; i < a->annotation->events.n; i++)
		buf_release(&a->titles[i]);
	return status;
}

/* Warn if the function may be in a file that was refused, or whose symbols could not be read. */
static void warn_lost(const struct annotating *a)
{
	struct syms *syms = recording_syms(a->recording);
	struct syms_status *status = mem_alloc(sizeof(*status));
	uint32_t first, end;

	syms_modules(syms, &first, &end);
	for (uint32_t i = first; i < end; i++) {
		struct buf path = BUF_INIT;

		syms_status(syms, i, status);
		if (!status->ready ||
		    (status->why != SYM_WHY_DIFFERS && status->why != SYM_WHY_DIED))
			continue;
		buf_add(&path, status->module->dso, status->module->dso_len);
		cli_warn(path.p, "%s",
			 status->why == SYM_WHY_DIED
				 ? sym_why_text(status->why)
				 : "the file on this machine is another build (its build id "
				   "differs): --force reads it anyway");
		buf_release(&path);
	}
	free(status);
}

static int annotate(struct annotating *a, const struct filter *filter)
{
	struct annotation_options how = { .symbol = a->symbol,
					  .symbol_len = strlen(a->symbol),
					  .chains = a->chains };
	struct buf where = BUF_INIT;
	struct err err = ERR_INIT;
	int status = STATUS_OK;

	/* filter_resolve() makes an expression of perf script's options. */
	if (filter && filter_resolve(filter->text, NULL, &where, NULL))
		buf_reset(&where);
	how.where = where.p;
	if (annotation_make(&a->annotation, a->recording, &how, &err)) {
		cli_error(NULL, &err);
		status = cli_status(&err);
	} else if (!a->annotation->functions.n) {
		cli_warn(a->symbol,
			 "no sample is in a function of this name; perfnav count --by sym lists "
			 "the functions");
		warn_lost(a);
		status = STATUS_USAGE;
	} else {
		status = write_annotation(a);
	}
	annotation_free(a->annotation);
	buf_release(&where);
	return status;
}

static bool find_shown(const char *name, enum annotate_parts *shown)
{
	static const char *const names[] = {
		[SHOWN_BOTH] = "both", [SHOWN_SOURCE] = "source", [SHOWN_ASM] = "asm"
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!name || !strcmp(name, names[i])) {
			*shown = (enum annotate_parts)i;
			return true;
		}
	}
	return false;
}

static bool find_format(const char *name, bool *json)
{
	*json = *json || (name && !strcmp(name, "json"));
	return *json || !name || !strcmp(name, "text");
}

static int read_options(const struct options *options, struct annotating *a, struct filter **filter)
{
	if (!options->symbol) {
		cli_warn(NULL, "annotate needs the name of a function");
		return STATUS_USAGE;
	}
	if (!find_shown(options->shown, &a->shown))
		return cli_refuse("--show", "both, source or asm", options->shown);
	a->json = options->json;
	if (!find_format(options->format, &a->json))
		return cli_refuse("--format", "text or json", options->format);
	a->symbol = options->symbol;
	a->chains = options->stacks;
	return cli_filter(options, filter);
}

int cli_annotate(const struct options *options)
{
	struct annotating a = { .recording = NULL };
	struct filter *filter = NULL;
	int damaged = STATUS_OK, status = read_options(options, &a, &filter);

	a.recording = status ? NULL : cli_recording_open(options, &damaged);
	if (a.recording) {
		status = cli_filter_check(a.recording, filter, NULL, 0);
		if (!status && options->show_event)
			status = cli_filter_show_event(options, a.recording, NULL, &filter);
		if (!status)
			status = annotate(&a, filter);
		damaged = cli_worse(damaged, cli_recording_close(a.recording));
	}
	filter_free(filter);
	return status > damaged ? status : damaged;
}
