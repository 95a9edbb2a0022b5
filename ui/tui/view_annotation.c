/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/view_annotation.h"

#include <stdlib.h>
#include <string.h>

#include "annotate/annotation_job.h"
#include "annotate/linefigure.h"
#include "annotate/sourcetext.h"
#include "base/mem.h"
#include "base/text.h"
#include "query/lex.h"
#include "recording/symbols.h"
#include "tui/sofar.h"
#include "tui/view_address.h"
#include "tui/view_code.h"
#include "tui/view_table.h"
#include "tui/weighing.h"

enum {
	COL_SHARE,
	COL_SAMPLES,
	COL_OFFSET,
	COL_FIGURES, /* enum linefigure */
	COL_CODE = COL_FIGURES + LINE_FIGURES,
	COLS
};

/* What stands below one another. */
enum shown {
	SHOWN_BOTH,
	SHOWN_SOURCE,
	SHOWN_ASM,
	SHOWN_COUNT
};

/* A line of the screen: of a function its title, a line of source, or an instruction. */
struct shown_line {
	enum {
		LINE_TITLE,
		LINE_SOURCE,
		LINE_CODE
	} kind;
	const struct annotated_function *function;
	size_t first, n;  /* instructions of the function that it is about */
	uint64_t samples; /* at these */
};

struct view_annotation {
	struct view_table table;
	struct weighing what;
	char *symbol;			/* NULL: it is looked up, */
	struct naming_request *request; /* which is asked for this, NULL: it is known */
	struct row_info row;
	struct naming_address address; /* that it was opened at, */
	bool placed;		       /* if it was opened so */
	struct annotation_job *job;    /* NULL: nothing is counted yet */
	struct annotation *annotation; /* NULL: there is none yet */
	uint64_t came; /* where the cursor was put when it came: nobody has moved it */
	bool chains;   /* samples count at the calls of their stack, too */
	struct table_column columns[COLS];
	size_t kinds[COLS]; /* COL_* of each column of the table */
	enum shown shown;
	VEC(struct shown_line) lines;
	struct symfile_places places;
	struct sourcetext *texts;
	struct buf title;
};

static struct view_annotation *self(const struct view_table *vt)
{
	return (struct view_annotation *)(uintptr_t)vt;
}

/* ---- lines ---- */

static uint64_t samples_of(const struct view_annotation *v, const struct annotation_count *counts)
{
	uint64_t samples = 0;

	for (size_t i = 0; counts && i < v->annotation->events.n; i++)
		samples += counts[i].samples;
	return samples;
}

static const struct code_source *source_of(const struct shown_line *line)
{
	uint32_t source = line->function->lines.v[line->first].code.source;

	return source == CODE_NO_SOURCE ? NULL : &line->function->code.sources.v[source];
}

static void add_line(struct view_annotation *v, const struct shown_line *line)
{
	struct shown_line *added = vec_add(&v->lines);

	*added = *line;
	for (size_t i = 0; i < line->n; i++)
		added->samples += samples_of(v, line->function->lines.v[line->first + i].counts);
}

/* The instructions from there on that come from one line of source. */
static size_t same_source(const struct annotated_function *f, size_t first)
{
	size_t n = 1;

	while (first + n < f->lines.n &&
	       f->lines.v[first + n].code.source == f->lines.v[first].code.source)
		n++;
	return n;
}

static void add_function(struct view_annotation *v, const struct annotated_function *f)
{
	if (v->annotation->functions.n > 1 || f->code.why)
		add_line(v, &(struct shown_line){ LINE_TITLE, f, 0, f->lines.n, 0 });
	for (size_t at = 0, n; at < f->lines.n; at += n) {
		n = same_source(f, at);
		if (v->shown == SHOWN_SOURCE || (v->shown == SHOWN_BOTH && f->code.sources.n))
			add_line(v, &(struct shown_line){ LINE_SOURCE, f, at, n, 0 });
		for (size_t i = 0; v->shown != SHOWN_SOURCE && i < n; i++)
			add_line(v, &(struct shown_line){ LINE_CODE, f, at + i, 1, 0 });
	}
}

static void make_title(struct view_annotation *v)
{
	uint64_t here = 0, all = v->annotation ? v->annotation->all.samples : 0;

	for (size_t i = 0; v->annotation && i < v->annotation->functions.n; i++)
		here += samples_of(v, v->annotation->functions.v[i].counts);
	buf_reset(&v->title);
	if (!v->symbol) {
		buf_adds(&v->title, "the function at ");
		buf_add0x(&v->title, v->address.addr);
		v->table.title = v->title.p;
		return;
	}
	text_escape_str(&v->title, v->symbol);
	if (v->annotation && v->annotation->functions.n == 1) {
		const char *dso = v->annotation->functions.v[0].dso, *slash = strrchr(dso, '/');

		buf_adds(&v->title, " in ");
		text_escape_str(&v->title, slash && slash[1] ? slash + 1 : dso);
	}
	buf_addf(&v->title, ": %llu samples", (unsigned long long)here);
	weighing_add_event(&v->what, &v->title);
	if (v->chains)
		buf_adds(&v->title, " at it or its calls");
	if (all)
		buf_addf(&v->title, ", %.1f %% of all", 100.0 * (double)here / (double)all);
	weighing_add_where(&v->what, &v->title);
	v->table.title = v->title.p;
}

static const struct table_column columns[COLS];

static bool has_figure(const struct view_annotation *v, enum linefigure figure)
{
	for (size_t i = 0; v->annotation && i < v->annotation->functions.n; i++)
		if (linefigure_has(&v->annotation->functions.v[i], figure))
			return true;
	return false;
}

/* Those of branches and memory are there where the samples tell of these. */
static void choose_columns(struct view_annotation *v)
{
	v->table.n = 0;
	v->table.columns = v->columns;
	for (size_t i = 0; i < COLS; i++) {
		if (i >= COL_FIGURES && i < COL_CODE &&
		    !has_figure(v, (enum linefigure)(i - COL_FIGURES)))
			continue;
		v->columns[v->table.n] = columns[i];
		v->kinds[v->table.n++] = i;
	}
}

static void make_lines(struct view_annotation *v)
{
	v->lines.n = 0;
	for (size_t i = 0; v->annotation && i < v->annotation->functions.n; i++)
		add_function(v, &v->annotation->functions.v[i]);
	memset(v->table.widths, 0, sizeof(v->table.widths));
	choose_columns(v);
	make_title(v);
}

/* ---- the cursor ---- */

/* Is the line among those that are compared, which are not sums of others? */
static bool is_ranked(const struct view_annotation *v, const struct shown_line *line)
{
	return line->kind == (v->shown == SHOWN_SOURCE ? LINE_SOURCE : LINE_CODE);
}

static bool is_hotter(const struct view_annotation *v, size_t a, size_t b)
{
	if (v->lines.v[a].samples != v->lines.v[b].samples)
		return v->lines.v[a].samples > v->lines.v[b].samples;
	return a < b;
}

/* The hottest line of those that are less hot than one (SIZE_MAX: of all). SIZE_MAX: none. */
static size_t next_hottest(const struct view_annotation *v, size_t than)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < v->lines.n; i++)
		if (is_ranked(v, &v->lines.v[i]) && v->lines.v[i].samples &&
		    (than == SIZE_MAX || is_hotter(v, than, i)) &&
		    (found == SIZE_MAX || is_hotter(v, i, found)))
			found = i;
	return found;
}

static void go_to(struct view_annotation *v, size_t line)
{
	uint64_t half = v->table.rows > 0 ? (uint64_t)v->table.rows / 2 : 0;

	v->table.cursor = line;
	v->table.top = line > half ? line - half : 0;
}

static void go_to_hottest(struct view_annotation *v)
{
	size_t line = next_hottest(v, SIZE_MAX);

	if (line != SIZE_MAX)
		go_to(v, line);
}

/* The line of an instruction, whatever is shown now. */
static void go_to_code(struct view_annotation *v, const struct annotated_function *f, size_t first)
{
	for (size_t i = 0; i < v->lines.n; i++) {
		const struct shown_line *line = &v->lines.v[i];

		if (line->function == f && line->kind != LINE_TITLE && first >= line->first &&
		    first < line->first + line->n)
			go_to(v, i);
	}
}

/* Where the cursor was in what was shown before. */
static void go_to_offset(struct view_annotation *v, uint64_t symaddr, uint64_t off)
{
	for (size_t i = 0; i < v->annotation->functions.n; i++) {
		const struct annotated_function *f = &v->annotation->functions.v[i];
		size_t line = f->lines.n;

		while (line && f->lines.v[line - 1].code.off > off)
			line--;
		if (f->symaddr == symaddr && line) {
			go_to_code(v, f, line - 1);
			return;
		}
	}
}

static void go_to_place(struct view_annotation *v)
{
	const struct annotation *a = v->annotation;
	const struct annotated_function *f;
	size_t i;

	if (a->at == SIZE_MAX)
		return;
	f = &a->functions.v[a->at];
	for (i = f->lines.n; i && f->lines.v[i - 1].code.off > a->at_off; i--)
		;
	if (i)
		go_to_code(v, f, i - 1);
}

/* ---- background work ---- */

static void start(struct view_annotation *v)
{
	struct filter *filter;
	struct annotation_place place = { .row = v->row.row,
					  .addr = v->address.addr,
					  .mode = v->address.mode,
					  .any = v->address.any,
					  .caller = v->address.caller };

	if (!v->symbol)
		return;
	filter = weighing_filter(&v->what);

	annotation_job_free(v->job);
	v->job = annotation_job_start(
		v->table.view.app->rec,
		&(struct annotation_options){ .symbol = v->symbol,
					      .where = filter ? filter->text : "",
					      .place = v->placed ? &place : NULL,
					      .chains = v->chains },
		&v->table.view.watcher);
	filter_free(filter);
}

static bool take(struct view_annotation *v)
{
	struct annotation *newer = v->job ? annotation_job_take(v->job) : NULL;
	bool first = !v->annotation || v->table.cursor == v->came;
	uint64_t symaddr = 0, off = 0;

	if (!newer)
		return false;
	if (!first && v->lines.n) {
		const struct shown_line *line = &v->lines.v[v->table.cursor];

		symaddr = line->function->symaddr;
		off = line->function->lines.n ? line->function->lines.v[line->first].code.off : 0;
	}
	annotation_free(v->annotation);
	v->annotation = newer;
	make_lines(v);
	if (first)
		go_to_hottest(v);
	else
		go_to_offset(v, symaddr, off);
	if (first && v->placed)
		go_to_place(v);
	v->came = v->table.cursor;
	return true;
}

/* The name is known now, or that there is none. */
static bool take_name(struct view_annotation *v)
{
	struct app *app = v->table.view.app;
	const struct naming_symbol *symbol = naming_symbol(v->request, 0);

	if (symbol && symbol->name) {
		v->symbol = mem_strdup(symbol->name);
		make_lines(v);
		start(v);
		return true;
	}
	if (app_view(app) != &v->table.view)
		return false;
	code_open(app, &v->row, &v->address);
	app_drop(app, &v->table.view);
	return true;
}

static bool annotation_busy(const struct view *view)
{
	const struct view_annotation *v = (const struct view_annotation *)view;

	return v->job ? annotation_job_state(v->job) < COUNTING_DONE
		      : !v->request || !naming_is_done(v->request);
}

static bool annotation_wake(struct view *view)
{
	struct view_annotation *v = (struct view_annotation *)view;

	if (!v->symbol)
		return naming_is_done(v->request) && take_name(v);
	if (weighing_look(&v->what)) {
		annotation_free(v->annotation);
		v->annotation = NULL;
		v->table.cursor = v->table.top = 0;
		make_lines(v);
		start(v);
		return true;
	}
	return take(v) || !annotation_busy(view);
}

static bool annotation_cancel(struct view *view)
{
	struct view_annotation *v = (struct view_annotation *)view;

	if (!annotation_busy(view) || !v->job)
		return false;
	annotation_job_cancel(v->job);
	take(v);
	return true;
}

static void annotation_work(struct view_table *vt, struct buf *out)
{
	const struct view_annotation *v = self(vt);

	if (!v->job)
		return;
	sofar_counting(annotation_job_counting(v->job), annotation_job_state(v->job),
		       counting_rows(annotation_job_counting(v->job)), out);
}

/* ---- cells ---- */

static uint64_t annotation_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

static void add_source(const struct view_annotation *v, const struct shown_line *line,
		       struct buf *out)
{
	const struct code_source *source = source_of(line);

	if (source)
		sourcetext_add(v->texts, source, out);
	else
		buf_adds(out, "(source not known)");
}

/* Loops that a line is in, a column for each; before a line of source as before what follows it. */
static void add_loops(const struct shown_line *line, bool source, struct buf *out)
{
	static const char *const marks[] = { [CODE_NO_LOOP] = " ",
					     [CODE_LOOP_FIRST] = "\u250c",
					     [CODE_LOOP_WITHIN] = "\u2502",
					     [CODE_LOOP_LAST] = "\u2514" };
	const struct code_line *code = &line->function->lines.v[line->first].code;

	for (size_t i = 0; i < line->function->code.depth; i++) {
		uint8_t loop = code->loops[i];

		if (source && loop != CODE_NO_LOOP)
			loop = loop == CODE_LOOP_FIRST ? CODE_NO_LOOP : CODE_LOOP_WITHIN;
		buf_adds(out, marks[loop]);
	}
	buf_adds(out, line->function->code.depth ? " " : "");
}

/* Is it where the jump under the cursor leads to? */
static bool is_target(const struct view_annotation *v, const struct shown_line *line)
{
	const struct shown_line *at;
	const struct code_line *jump;

	if (v->table.cursor >= v->lines.n)
		return false;
	at = &v->lines.v[v->table.cursor];
	if (at->kind != LINE_CODE || at->function != line->function || line->kind != LINE_CODE)
		return false;
	jump = &at->function->lines.v[at->first].code;
	return jump->flow == CODE_JUMP &&
	       jump->target == line->function->lines.v[line->first].code.off;
}

/* Before an instruction: loops, where it leads, and whether jumps lead to it. */
static void add_marks(const struct view_annotation *v, const struct shown_line *line,
		      struct buf *out)
{
	const struct code_line *code = &line->function->lines.v[line->first].code;

	add_loops(line, false, out);
	if (is_target(v, line))
		buf_adds(out, "\u25b8");
	else
		buf_adds(out, code->label ? "\u00b7" : " ");
	if (code->flow == CODE_JUMP)
		buf_adds(out, code->target <= code->off ? "\u2191" : "\u2193");
	else
		buf_adds(out, code->flow == CODE_CALL	  ? "\u2192"
			      : code->flow == CODE_RETURN ? "\u2190"
							  : " ");
	buf_addc(out, ' ');
}

static void add_text(const struct view_annotation *v, const struct shown_line *line,
		     struct buf *out)
{
	const char *text = line->function->lines.n ? line->function->lines.v[line->first].code.text
						   : NULL;

	switch (line->kind) {
	case LINE_TITLE:
		text_escape_str(out, line->function->dso);
		buf_addf(out, " at 0x%llx", (unsigned long long)line->function->symaddr);
		if (line->function->code.why)
			buf_addf(out, ": %s", line->function->code.why);
		break;
	case LINE_SOURCE:
		if (v->shown == SHOWN_BOTH)
			add_loops(line, true, out);
		add_source(v, line, out);
		break;
	default:
		add_marks(v, line, out);
		text_escape_str(out, text ? text : "(no instruction)");
		break;
	}
}

static void annotation_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct view_annotation *v = self(vt);
	const struct shown_line *line = &v->lines.v[row];
	uint64_t all = samples_of(v, line->function->counts);

	switch (v->kinds[column]) {
	case COL_SHARE:
		if (line->samples)
			buf_addf(out, "%.2f", 100.0 * (double)line->samples / (double)all);
		break;
	case COL_SAMPLES:
		if (line->samples)
			buf_add_u64(out, line->samples);
		break;
	case COL_OFFSET:
		if (line->kind == LINE_CODE) {
			buf_addc(out, '+');
			buf_add0x(out, line->function->lines.v[line->first].code.off);
		}
		break;
	case COL_CODE:
		add_text(v, line, out);
		break;
	default:
		if (line->kind == LINE_CODE)
			linefigure_add(v->annotation, &line->function->lines.v[line->first],
				       (enum linefigure)(v->kinds[column] - COL_FIGURES), out);
		break;
	}
}

static enum style annotation_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_annotation *v = self(vt);
	const struct shown_line *line = &v->lines.v[row];
	uint64_t all = samples_of(v, line->function->counts);

	if (line->kind == LINE_TITLE)
		return STYLE_GROUP;
	if (line->samples * 10 >= all && line->samples)
		return STYLE_HIGHLIGHT;
	if (v->kinds[column] == COL_OFFSET || (line->kind == LINE_SOURCE && v->shown == SHOWN_BOTH))
		return STYLE_DIM;
	return v->kinds[column] == COL_CODE ? STYLE_VALUE : STYLE_NORMAL;
}

static const char *annotation_empty(const struct view_table *vt)
{
	return annotation_busy(&vt->view) ? self(vt)->symbol ? "counting\u2026" : "reading\u2026"
					  : "no sample of this event is in a function of this name";
}

/* ---- actions ---- */

/* The samples at the instructions of a line. */
static void open_records(struct view_annotation *v, const struct shown_line *line)
{
	const struct annotated_function *f = line->function;
	const struct code_line *last = &f->lines.v[line->first + line->n - 1].code;
	struct buf condition = BUF_INIT, function = BUF_INIT;
	unsigned long long from = f->lines.v[line->first].code.off,
			   to = last->off + (last->len ? last->len - 1 : 0);

	buf_adds(&function, "sym == ");
	lex_quote(&function, v->symbol, strlen(v->symbol));
	buf_addf(&condition, "%s and symaddr == 0x%llx and dso == ", function.p,
		 (unsigned long long)f->symaddr);
	lex_quote(&condition, f->dso, strlen(f->dso));
	if (line->kind != LINE_TITLE)
		buf_addf(&condition, " and symoff in {0x%llx..0x%llx}", from, to);
	/* A caller's frame is at what follows the call, where a sample can be, too. */
	if (v->chains && line->kind == LINE_TITLE)
		buf_addf(&condition, " or stack[%s]", function.p);
	else if (v->chains)
		buf_addf(&condition,
			 " or stack[%s and symoff in {0x%llx..0x%llx}] and "
			 "not (%s and symoff == 0x%llx)",
			 function.p, from + 1, to + 1, function.p, to + 1);
	buf_release(&function);
	weighing_records(&v->what, v->table.view.app, condition.p, ACTION_OPEN);
	buf_release(&condition);
}

static void show_other(struct view_annotation *v)
{
	static const char *const names[SHOWN_COUNT] = { "source and instructions", "source",
							"instructions" };
	const struct shown_line *line = v->lines.n ? &v->lines.v[v->table.cursor]
						   : &(struct shown_line){ 0 };
	const struct annotated_function *f = line->function;
	size_t first = line->first;

	v->shown = (v->shown + 1) % SHOWN_COUNT;
	make_lines(v);
	go_to_code(v, f, first);
	app_say(v->table.view.app, "Shown: %s.", names[v->shown]);
}

static void show_next_hottest(struct view_annotation *v)
{
	size_t line = next_hottest(v, v->table.cursor);

	if (line == SIZE_MAX)
		line = next_hottest(v, SIZE_MAX);
	if (line == SIZE_MAX)
		app_complain(v->table.view.app, "No line has samples.");
	else
		go_to(v, line);
}

/* The address of a line in the process of a record with it: with its bytes, without samples. */
static void show_code(struct view_annotation *v)
{
	const struct shown_line *line = v->lines.n ? &v->lines.v[v->table.cursor] : NULL;
	struct naming_address address = v->address;
	struct row_info row = v->row;
	struct reader *reader;

	if (line && line->function->lines.n) {
		reader = reader_open(v->table.view.app->rec);
		if (reader_row(reader, line->function->row, &row, NULL)) {
			reader_close(reader);
			return;
		}
		reader_close(reader);
		address = (struct naming_address){
			.addr = line->function->addr +
				line->function->lines.v[line->first].code.off,
			.any = true
		};
	} else if (!v->placed) {
		app_complain(v->table.view.app, "There is no address here.");
		return;
	}
	code_open(v->table.view.app, &row, &address);
}

static void forget(struct view_annotation *v)
{
	annotation_free(v->annotation);
	v->annotation = NULL;
	v->table.cursor = v->table.top = 0;
	make_lines(v);
}

static void turn(struct view_annotation *v)
{
	v->chains = !v->chains;
	forget(v);
	start(v);
}

static bool annotation_act(struct view_table *vt, const struct action_call *call)
{
	struct view_annotation *v = self(vt);
	uint64_t row;

	switch (call->action) {
	case ACTION_EVENT_NEXT:
	case ACTION_EVENT_ALL:
		weighing_act(&v->what, call->action);
		break;
	case ACTION_NAMES:
		show_other(v);
		break;
	case ACTION_HOTTEST:
		show_next_hottest(v);
		break;
	case ACTION_CODE:
		show_code(v);
		break;
	case ACTION_PANE_NEXT:
		turn(v);
		break;
	default:
		if (!view_table_row(vt, &row))
			break;
		if (v->lines.v[row].samples)
			open_records(v, &v->lines.v[row]);
		else
			app_complain(vt->view.app, "No sample of this event is here.");
		break;
	}
	return true;
}

static void annotation_note(struct view *view, struct buf *out)
{
	weighing_add_note(&((const struct view_annotation *)view)->what, out);
}

static void annotation_close(struct view_table *vt)
{
	struct view_annotation *v = self(vt);

	annotation_job_free(v->job);
	annotation_free(v->annotation);
	if (v->request)
		naming_drop(app_naming(v->table.view.app), v->request);
	sourcetext_close(v->texts);
	weighing_release(&v->what);
	vec_release(&v->lines);
	buf_release(&v->title);
	free(v->symbol);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_SHARE] = { "%", true, 0,
			.number = { "%", "%", "samples of the event at the line, of those in the function",
				    NUMBER_EVENT } },
	[COL_SAMPLES] = { "samples", true, 0, .screen = 60,
			  .number = { NULL, "samples", "samples of the event whose ip is in the line's instructions",
				      NUMBER_EVENT } },
	[COL_OFFSET] = { "offset", true, 0,
			 .number = { NULL, "bytes", "from the beginning of the function", NUMBER_FILE } },
	[COL_FIGURES + LINE_TAKEN] = { "taken", true, 0, .screen = 60,
			.number = { NULL, "branches", "taken there by the branch stacks, and of the times that it ran in their blocks",
				    NUMBER_EVENT } },
	[COL_FIGURES + LINE_MISPREDICTED] = { "mispred", true, 0, .screen = 80,
			.number = { NULL, "%", "mispredicted, of the branches that were taken there", NUMBER_EVENT } },
	[COL_FIGURES + LINE_CYCLES] = { "cycles", true, 0, .screen = 80,
			.number = { NULL, "cycles", "mean of the blocks that end there", NUMBER_EVENT } },
	[COL_FIGURES + LINE_IPC] = { "IPC", true, 0, .screen = 60,
			.number = { NULL, "-", "instructions of these blocks per cycle", NUMBER_EVENT } },
	[COL_FIGURES + LINE_WEIGHT] = { "weight", true, 0, .screen = 60,
			.number = { NULL, "cycles", "mean weight of the samples", NUMBER_EVENT } },
	[COL_FIGURES + LINE_LEVEL] = { "level", true, 0, .screen = 80,
			.number = { NULL, "%", "of the samples with a data source: those at the most frequent level",
				    NUMBER_EVENT } },
	[COL_CODE] = { "source and instructions", false, 0 },
};
/* clang-format on */

static const struct number numbers[] = {
	{ "% of all", "%", "of all samples of the event: those in the function", NUMBER_EVENT },
	{ NULL, NULL, NULL, NUMBER_NONE },
};

static const enum action actions[] = { ACTION_OPEN,	 ACTION_HOTTEST, ACTION_NAMES,
				       ACTION_PANE_NEXT, ACTION_CODE,	 ACTION_EVENT_NEXT,
				       ACTION_EVENT_ALL, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "the samples at this line" },
	{ ACTION_PANE_NEXT, "stacks",
	  "count samples at the calls of their stacks, too, or at their own instruction alone" },
	{ ACTION_CODE, "bytes",
	  "the instructions around this one with their bytes, without samples" },
	{ ACTION_NAMES, "source", "source and instructions, source, instructions" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN,  ACTION_HOTTEST, ACTION_NAMES, ACTION_EVENT_NEXT,
				     ACTION_CLOSE, ACTION_HELP,	   ACTION_NONE };

const struct table_ops table_annotation = {
	.name = "the function",
	.numbers = numbers,
	.title = "function",
	.n = COLS,
	.columns = columns,
	.count = annotation_count,
	.cell = annotation_cell,
	.style = annotation_style,
	.act = annotation_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = annotation_work,
	.empty = annotation_empty,
	.wake = annotation_wake,
	.busy = annotation_busy,
	.cancel = annotation_cancel,
	.close = annotation_close,
};

/* The name of a function at the beginning of arg; rest: what stands behind it. */
static int parse_symbol(const char *arg, char **symbol, const char **rest, struct err *err)
{
	struct lexer lexer = { .text = arg, .len = strlen(arg) };
	struct token *token = mem_zalloc(sizeof(*token));
	size_t len = strcspn(arg, " ");
	int rc = 0;

	if (*arg == '"') {
		rc = lex_next(&lexer, token, err);
		*symbol = rc ? NULL : mem_strndup(token->str, token->str_len);
		len = lexer.pos;
	} else {
		*symbol = mem_strndup(arg, len);
	}
	*rest = arg + len + strspn(arg + len, " ");
	if (!rc && !**symbol)
		rc = err_set_at(err, ERR_PARSE, 0, "expected the name of a function");
	free(token);
	return rc;
}

/* On top of the others; what it needs is its own from now on. */
static void show(struct view_annotation *v, char *symbol, const struct weighing *what)
{
	struct app *app = v->table.view.app;

	v->table.vops.note = annotation_note;
	v->symbol = symbol;
	v->what = *what;
	buf_init(&v->title);
	weighing_pick_event(&v->what, app);
	syms_folders(recording_syms(app->rec), &v->places);
	v->texts = sourcetext_open(naming_maps(app_naming(app)), &v->places);
	make_lines(v);
	start(v);
	app_push(app, &v->table.view);
}

static int open_symbol(struct app *app, const char *arg, bool chains, struct err *err)
{
	struct weighing what = { NULL };
	struct view_annotation *v;
	const char *rest = arg;
	char *symbol = NULL, *topic;
	int rc = parse_symbol(arg, &symbol, &rest, err);

	if (!rc) {
		rc = weighing_parse(&what, app, rest, err);
		if (rc && err->offset != ERR_NO_OFFSET)
			err->offset += (uint64_t)(rest - arg);
	}
	if (rc) {
		free(symbol);
		return rc;
	}
	topic = weighing_topic(&what, symbol);
	if (app_raise_topic(app, table_annotation.name, topic)) {
		weighing_release(&what);
		free(symbol);
		free(topic);
		return 0;
	}
	v = mem_zalloc(sizeof(*v));
	view_table_init(&v->table, app, &table_annotation);
	v->table.view.topic = topic;
	v->chains = chains;
	show(v, symbol, &what);
	return 0;
}

int annotation_open(struct app *app, const char *arg, struct err *err)
{
	return open_symbol(app, arg, false, err);
}

void annotation_open_at(struct app *app, const struct row_info *row,
			const struct naming_address *address)
{
	struct weighing what = { NULL };
	struct view_annotation *v;
	struct err err = ERR_INIT;
	struct buf more = BUF_INIT;
	char *topic, *place = address_topic(row, address);

	if (weighing_parse(&what, app, "", &err)) {
		free(place);
		return;
	}
	buf_addf(&more, "at %s", place);
	free(place);
	topic = weighing_topic(&what, more.p);
	buf_release(&more);
	if (app_raise_topic(app, table_annotation.name, topic)) {
		weighing_release(&what);
		free(topic);
		return;
	}
	v = mem_zalloc(sizeof(*v));
	view_table_init(&v->table, app, &table_annotation);
	v->table.view.topic = topic;
	v->row = *row;
	v->address = *address;
	v->address.code = 0;
	v->address.lines = v->address.text = false;
	v->chains = address->caller;
	v->placed = true;
	v->request = naming_ask(app_naming(app), row, &v->address, 1);
	show(v, NULL, &what);
}

void annotation_open_name(struct app *app, const char *name, size_t len, bool chains)
{
	struct buf arg = BUF_INIT;
	struct err err = ERR_INIT;

	lex_quote(&arg, name, len);
	if (open_symbol(app, arg.p, chains, &err))
		app_complain(app, "%s", err.msg);
	buf_release(&arg);
}
