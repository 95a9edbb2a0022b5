/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/chain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "recording/derived.h"
#include "recording/reader_text.h"
#include "records/records.h"
#include "shell/help.h"
#include "spans/spans.h"
#include "views/address.h"
#include "views/record_view.h"
#include "views/sandwich.h"
#include "views/views.h"
#include "wire/tree_value.h"

enum {
	COL_N,
	COL_CONTEXT,
	COL_ADDRESS,
	COL_SOURCE,
	COL_SYMBOL,
	COL_OFFSET,
	COL_DSO,
	COLS
};

struct chain_line {
	enum field_id field; /* of a frame, a marker, a cookie; a head or end of unwound frames */
	uint64_t num;
	size_t name; /* of a frame: its number in record_view_name() */
	/*
	 * Number of the function that was inlined there, from 1 for the innermost; 0: not inlined.
	 */
	uint32_t inlined;
	char *text; /* of a head or an end */
};

struct view_chain {
	struct record_view record_view;
	VEC(struct chain_line) lines;
	struct table_column columns[COLS];
	bool has_list;
	bool has_source; /* a frame has source */
};

static struct view_chain *self(const struct view_table *vt)
{
	return container_of(vt, struct view_chain, record_view.table);
}

/* ---- lines ---- */

/* Go to the line of an entry of the call chain, and of a function that was inlined there. */
static void go_to(struct view_chain *chain, uint64_t entry, uint32_t inlined)
{
	for (uint64_t i = 0; i < chain->lines.n; i++) {
		if (!entry && chain->lines.v[i].inlined == inlined) {
			chain->record_view.table.cursor = i;
			return;
		}
		entry -= !chain->lines.v[i].inlined && entry;
	}
}

static bool is_frame(enum field_id field)
{
	return field == F_callchain_ip || field == F_uframes_ip;
}

bool chain_is_line(enum field_id field)
{
	return is_frame(field) || field == F_callchain_context || field == F_callchain_cookie ||
	       field == F_uframes || field == F_uframes_end;
}

static void forget_lines(struct view_chain *chain)
{
	for (size_t i = 0; i < chain->lines.n; i++)
		free(chain->lines.v[i].text);
	chain->lines.n = 0;
}

/* Inlined functions come before the function with code of its own, as in perf. */
static void add_frame(struct view_chain *chain, struct chain_line line)
{
	const struct symbolizer_source *source = record_view_source(&chain->record_view, line.name);

	chain->has_source |= source && source->n;
	for (uint32_t k = 1; source && k < source->n; k++) {
		line.inlined = k;
		vec_push(&chain->lines, line);
	}
	line.inlined = 0;
	vec_push(&chain->lines, line);
}

static void make_lines(struct view_chain *chain)
{
	const struct tree *tree = &chain->record_view.table.view.app->session->decoded;
	size_t name = 0;

	forget_lines(chain);
	chain->has_source = false;
	for (size_t i = 0; i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];
		struct chain_line line = { .field = node->field, .num = node->num };
		struct buf text = BUF_INIT;

		if (!chain_is_line(node->field))
			continue;
		if (is_frame(node->field)) {
			line.name = name++;
			add_frame(chain, line);
			continue;
		}
		if (node->field == F_uframes || node->field == F_uframes_end) {
			tree_value(tree, node, &text);
			line.text = buf_take(&text);
		}
		vec_push(&chain->lines, line);
	}
}

/* The source column exists only if a frame has source. */
static void set_columns(struct view_chain *chain)
{
	size_t n = 0;

	for (size_t i = 0; i < COLS; i++)
		if (i != COL_SOURCE || chain->has_source)
			chain->columns[n++] = chain->record_view.table.ops->columns[i];
	if (n != chain->record_view.table.columns.n)
		table_columns_forget_widths(&chain->record_view.table.columns);
	chain->record_view.table.columns.v = chain->columns;
	chain->record_view.table.columns.n = n;
}

static void fill(struct record_view *record_view, struct session *session)
{
	struct view_chain *chain = self(&record_view->table);
	const struct tree *tree = &session->decoded;
	enum cpumode mode = CPUMODE_USER;
	bool is_return = false;

	forget_lines(chain);
	chain->has_list = chain->has_source = false;
	for (size_t i = 0; session->row && i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		chain->has_list |= node->field == F_callchain;
		if (node->field == F_callchain_context || node->field == F_uframes) {
			mode = node->field == F_uframes ? CPUMODE_USER
							: derived_context_mode(node->num);
			is_return = false;
		}
		if (is_frame(node->field)) {
			record_view_add(record_view,
					(struct symbolizer_address){ node->num, mode, .lines = true,
								     .is_return = is_return });
			/* Unwound callers have the address of their call already. */
			is_return = node->field == F_callchain_ip;
		}
	}
	if (session->row)
		make_lines(chain);
	set_columns(chain);
}

/* Names have come: the cursor stays on its entry, whatever lines appear before it. */
static void named(struct record_view *record_view)
{
	struct view_chain *chain = self(&record_view->table);
	struct view_table *table = &record_view->table;
	struct chain_line at = { .field = FIELD_NONE };
	uint64_t entry = 0;

	for (uint64_t i = 0; i < chain->lines.n && i <= table->cursor; i++) {
		at = chain->lines.v[i];
		entry += i < table->cursor && !at.inlined;
	}
	make_lines(chain);
	set_columns(chain);
	if (at.field)
		go_to(chain, entry, at.inlined);
}

static uint64_t chain_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

/* Append "PERF_CONTEXT_USER", the name in linux/perf_event.h. */
static void add_marker(uint64_t num, struct buf *out)
{
	size_t from;

	buf_adds(out, "PERF_CONTEXT_");
	from = out->len;
	field_id_text(out, F_callchain_context, num);
	for (size_t i = from; i < out->len; i++)
		out->p[i] = (char)toupper((unsigned char)out->p[i]);
}

/* Append the file, and why it has no name for the address. */
static void add_dso(const struct symbolizer_name *name, const struct symbolizer_symbol *symbol,
		    struct buf *out)
{
	address_dso(name, out);
	if (symbol && !symbol->name && symbol->why)
		buf_addf(out, " (%s)", sym_why_text(symbol->why));
}

/* The function with the code at the address. inlined: a function without code of its own. */
static const struct source_frame *frame_of(const struct view_chain *chain,
					   const struct chain_line *line)
{
	const struct symbolizer_source *source =
		record_view_source(&chain->record_view, line->name);

	if (!source || !source->n)
		return NULL;
	return &source->v[line->inlined ? line->inlined - 1 : source->n - 1];
}

static void inlined_cell(const struct view_chain *chain, const struct chain_line *line,
			 size_t column, struct buf *out)
{
	const struct source_frame *frame = frame_of(chain, line);

	if (!frame || chain->record_view.form == RECORD_VIEW_ADDRESSES)
		return;
	if (column == COL_SYMBOL) {
		text_escape_str(out, frame->name ? frame->name : "?");
		buf_adds(out, " (inlined)");
	} else if (column == COL_SOURCE) {
		address_line(frame, out);
	}
}

/* Append the symbol, or else the name that debug information has for the function. */
static void add_symbol(const struct view_chain *chain, const struct chain_line *line,
		       struct buf *out)
{
	const struct symbolizer_symbol *symbol =
		record_view_symbol(&chain->record_view, line->name);
	const struct source_frame *frame = frame_of(chain, line);

	if (symbol && !symbol->name && frame && frame->name)
		text_escape_str(out, frame->name);
	else
		address_place(record_view_name(&chain->record_view, line->name), symbol, line->num,
			      out);
}

static void frame_cell(struct view_table *vt, const struct chain_line *line, size_t column,
		       struct buf *out)
{
	const struct view_chain *chain = self(vt);
	const struct record_view *s = &chain->record_view;
	const struct symbolizer_name *name = record_view_name(s, line->name);
	bool found = name && name->why == MAPPING_FOUND;

	if (column == COL_ADDRESS && !(found && s->form == RECORD_VIEW_NAMES))
		field_id_text(out, line->field, line->num);
	if (column <= COL_ADDRESS || s->form == RECORD_VIEW_ADDRESSES)
		return;
	if (column == COL_SYMBOL)
		add_symbol(chain, line, out);
	else if (column == COL_SOURCE && frame_of(chain, line))
		address_line(frame_of(chain, line), out);
	else if (column == COL_DSO)
		add_dso(name, record_view_symbol(s, line->name), out);
	else if (column == COL_OFFSET && found && name->has_offset)
		buf_add0x(out, name->offset);
}

static void marker_cell(const struct chain_line *line, size_t column, struct buf *out)
{
	if (column == COL_CONTEXT)
		field_id_text(out, line->field, line->num);
	else if (column == COL_ADDRESS)
		add_marker(line->num, out);
}

static void cookie_cell(const struct view_chain *chain, const struct chain_line *line,
			size_t column, struct buf *out)
{
	if (column == COL_CONTEXT)
		buf_adds(out, "cookie");
	else if (column == COL_ADDRESS)
		field_id_text(out, line->field, line->num);
	else if (column == COL_DSO)
		app_add_text(chain->record_view.table.view.app,
			     "the user's frames come later ({open})", out);
}

/* The entry's number in the call chain; markers count, too. */
static uint64_t entry_of(const struct view_chain *chain, uint64_t row)
{
	uint64_t n = 0;

	for (uint64_t i = 0; i < row; i++)
		n += !chain->lines.v[i].inlined;
	return n;
}

/* "user  unwound: 12 frames", and at their end why no more follow. */
static void unwound_cell(const struct chain_line *line, size_t column, struct buf *out)
{
	if (column == COL_CONTEXT)
		buf_adds(out, line->field == F_uframes ? "user" : "end");
	else if (column == COL_ADDRESS && line->field == F_uframes)
		buf_addf(out, "unwound: %s", line->text);
	else if (column == COL_DSO && line->field == F_uframes_end)
		buf_adds(out, line->text);
}

static void chain_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct chain_line *line = &self(vt)->lines.v[row];

	column += column >= COL_SOURCE && !self(vt)->has_source;
	if (line->inlined)
		inlined_cell(self(vt), line, column, out);
	else if (column == COL_N)
		buf_add_u64(out, entry_of(self(vt), row));
	else if (line->field == F_callchain_context)
		marker_cell(line, column, out);
	else if (line->field == F_callchain_cookie)
		cookie_cell(self(vt), line, column, out);
	else if (line->text)
		unwound_cell(line, column, out);
	else
		frame_cell(vt, line, column, out);
}

static enum style chain_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct chain_line *line = &self(vt)->lines.v[row];
	const struct symbolizer_name *name;

	column += column >= COL_SOURCE && !self(vt)->has_source;
	if (line->inlined)
		return column == COL_SYMBOL ? STYLE_VALUE : STYLE_DIM;
	if (column == COL_N)
		return STYLE_NUMBER;
	if (line->field == F_callchain_context || line->text)
		return column == COL_CONTEXT ? STYLE_GROUP : STYLE_DIM;
	if (column == COL_SYMBOL)
		return STYLE_VALUE;
	if (column != COL_DSO || !is_frame(line->field))
		return STYLE_NORMAL;
	name = record_view_name(&self(vt)->record_view, line->name);
	return name && name->why == MAPPING_FOUND ? STYLE_TYPE : STYLE_DIM;
}

/*
 * Get the record that begins the wait of another thread, which the record under the cursor ends.
 * False: it ends none.
 */
static bool find_wait_of_other(struct session *session, struct row_info *begin)
{
	const struct row_info *end = session->row;
	struct spans_view *spans;
	struct spans_one span;

	if (!end || !spans_may_end(session->rec, end->part, end->event))
		return false;
	spans = spans_view(session->reader, NULL);
	return spans && spans_ended_of(spans, end->row, "offcpu", &span) &&
	       span.state != SPAN_ORPHANED &&
	       reader_row(session->reader, span.begin, begin, NULL) == 0 && begin->tid != end->tid;
}

/*
 * The switch that ends a wait has the stack of the thread that leaves the CPU, not of the thread
 * that has waited.
 */
static void chain_below(struct view_table *vt, uint64_t line, struct buf *out)
{
	struct session *session = vt->view.app->session;
	struct row_info begin;

	(void)line;
	if (!find_wait_of_other(session, &begin))
		return;
	buf_adds(out, "This is the stack of the thread that leaves the CPU here. The wait of ");
	reader_comm(session->reader, &begin, out);
	buf_addf(out, " %d ends here: ", (int)begin.tid);
	app_add_text(vt->view.app, "{span} shows its stack.", out);
}

static const char *chain_empty(const struct view_table *vt)
{
	if (self(vt)->has_list)
		return "the call chain is empty";
	return record_view_occurs(&self(vt)->record_view, SAMPLE_CALLCHAIN | SAMPLE_STACK_USER)
		       ? "this record has no call chain" TABLE_TO_OTHERS
		       : "the samples have no call chains: perf record -g records them";
}

/* ---- actions ---- */

/* Open the record that has the rest of a chain. */
static void open_cookie(struct view_chain *chain, uint64_t cookie)
{
	struct buf expr = BUF_INIT;

	buf_addf(&expr, "cookie == 0x%llx", (unsigned long long)cookie);
	record_view_session(&chain->record_view);
	records_find_from(chain->record_view.table.view.app, expr.p);
	record_view_session(&chain->record_view);
	buf_release(&expr);
}

static void open_line(struct view_chain *chain, const struct chain_line *line)
{
	if (line->field == F_callchain_cookie)
		open_cookie(chain, line->num);
	else if (line->field == F_uframes_end)
		app_say(chain->record_view.table.view.app, "%s", line->text);
	else if (is_frame(line->field))
		address_open(chain->record_view.table.view.app, line->num,
			     record_view_name(&chain->record_view, line->name),
			     record_view_symbol(&chain->record_view, line->name),
			     record_view_source(&chain->record_view, line->name));
}

static void filter_line(struct view_table *vt, const struct chain_line *line, enum action action)
{
	struct buf condition = BUF_INIT;

	buf_adds(&condition, field_id_name(line->field));
	if (line->field != F_uframes)
		buf_adds(&condition, " == ");
	if (line->field == F_uframes_end)
		buf_addf(&condition, "\"%s\"", line->text);
	else if (line->field == F_callchain_context)
		field_id_text(&condition, line->field, line->num);
	else if (line->field != F_uframes)
		buf_add0x(&condition, line->num);
	records_filter_from(vt->view.app, condition.p, action);
	buf_release(&condition);
}

static void open_code(struct view_chain *chain, const struct chain_line *line)
{
	if (is_frame(line->field))
		record_view_code(&chain->record_view, line->name);
	else
		app_complain(chain->record_view.table.view.app, "There is no address here.");
}

static void open_sandwich(struct view_chain *chain, const struct chain_line *line)
{
	const struct symbolizer_symbol *symbol =
		is_frame(line->field) ? record_view_symbol(&chain->record_view, line->name) : NULL;

	if (symbol && symbol->name)
		sandwich_open_name(chain->record_view.table.view.app, symbol->name,
				   strlen(symbol->name), "");
	else
		app_complain(chain->record_view.table.view.app, "No function with a name is here.");
}

static void open_source(struct view_chain *chain, const struct chain_line *line)
{
	const struct symbolizer_source *source =
		record_view_source(&chain->record_view, line->name);

	if (!is_frame(line->field))
		app_complain(chain->record_view.table.view.app, "There is no address here.");
	else
		record_view_open_source(&chain->record_view, line->name,
					line->inlined	      ? line->inlined - 1
					: source && source->n ? source->n - 1
							      : 0);
}

static void explain_line(struct view_chain *chain, const struct chain_line *line)
{
	struct buf lines = BUF_INIT;

	if (is_frame(line->field))
		address_lines(line->num, record_view_name(&chain->record_view, line->name),
			      record_view_symbol(&chain->record_view, line->name),
			      record_view_source(&chain->record_view, line->name), &lines);
	help_address(chain->record_view.table.view.app, line->field,
		     is_frame(line->field) ? &lines : NULL);
	buf_release(&lines);
}

static bool chain_act(struct view_table *vt, const struct action_call *call)
{
	struct view_chain *chain = self(vt);
	struct row_info begin;
	uint64_t row;

	/* The record can also begin a wait, to whose end the key leads in the list. */
	if (call->action == ACTION_SPAN && find_wait_of_other(vt->view.app->session, &begin)) {
		records_go_row(vt->view.app, begin.row);
		record_view_session(&chain->record_view);
		return true;
	}
	if (record_view_act(&chain->record_view, call) || !view_table_row(vt, &row))
		return true;
	if (call->action == ACTION_OPEN)
		open_line(chain, &chain->lines.v[row]);
	else if (call->action == ACTION_CODE)
		open_code(chain, &chain->lines.v[row]);
	else if (call->action == ACTION_VIEW_SANDWICH)
		open_sandwich(chain, &chain->lines.v[row]);
	else if (call->action == ACTION_SOURCE)
		open_source(chain, &chain->lines.v[row]);
	else if (call->action == ACTION_EXPLAIN)
		explain_line(chain, &chain->lines.v[row]);
	else
		filter_line(vt, &chain->lines.v[row], call->action);
	return true;
}

static void chain_close(struct view_table *vt)
{
	struct view_chain *chain = self(vt);

	forget_lines(chain);
	vec_release(&chain->lines);
	record_view_release(&chain->record_view);
	free(chain);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_N] = { "#", true, 0, .number = { NULL, "-", "position in the chain, innermost first", NUMBER_RECORD } },
	[COL_CONTEXT] = { "context", false, 0 },
	[COL_ADDRESS] = { "address", false, 0, .number = { NULL, "address", "of the frame", NUMBER_RECORD } },
	[COL_SOURCE] = { "source", false, 24 },
	[COL_SYMBOL] = { "symbol", false, 48 },
	[COL_OFFSET] = { "map.off", false, 0, .screen = 100,
			.number = { NULL, "bytes", "from the start of the mapped file", NUMBER_RECORD } },
	[COL_DSO] = { "dso", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { RECORD_VIEW_ACTIONS,  ACTION_OPEN,
				       ACTION_CODE,	     ACTION_SOURCE,
				       ACTION_EXPLAIN,	     ACTION_FILTER_AND,
				       ACTION_FILTER_NOT,    ACTION_FILTER_ONLY,
				       ACTION_VIEW_SANDWICH, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,	ACTION_RECORD_NEXT, ACTION_RECORD_PREV,
				     ACTION_FILTER_AND, ACTION_CLOSE,	    ACTION_HELP,
				     ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "address", "describe the address" },
	{ ACTION_VIEW_SANDWICH, "callers", "show the function between its callers and its callees" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_chain = {
	.name = "the call chain",
	.title = "call chain",
	.n = COLS,
	.columns = columns,
	.count = chain_count,
	.cell = chain_cell,
	.style = chain_style,
	.act = chain_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = chain_empty,
	.below = chain_below,
	.close = chain_close,
};

void chain_open(struct app *app, uint32_t entry)
{
	struct view_chain *chain =
		record_view_once(app, &table_chain, sizeof(*chain), "call chain", fill);

	if (chain) {
		chain->record_view.form = RECORD_VIEW_BOTH;
		chain->record_view.named = named;
	}
	record_view_session(&self(view_table_of(app_view(app)))->record_view);
	go_to(self(view_table_of(app_view(app))), entry, 0);
}

void chain_show(struct app *app)
{
	chain_open(app, 0);
}
