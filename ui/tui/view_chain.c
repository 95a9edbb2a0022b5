/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/view_chain.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/text.h"
#include "recording/derived.h"
#include "recording/symbols.h"
#include "tui/help.h"
#include "tui/subject.h"

enum {
	COL_N,
	COL_CONTEXT,
	COL_ADDRESS,
	COL_SYMBOL,
	COL_WHERE,
	COLS
};

struct chain_line {
	enum word word; /* of a frame, a marker, a cookie */
	uint64_t num;
	enum cpumode mode; /* what the address of a frame is of */
};

struct view_chain {
	struct subject subject;
	VEC(struct chain_line) lines;
	bool has_list;
};

static struct view_chain *self(const struct view_table *vt)
{
	return (struct view_chain *)(uintptr_t)vt;
}

/* ---- lines ---- */

static void fill(struct subject *subject, struct view_records *v)
{
	struct view_chain *chain = (struct view_chain *)subject;
	const struct tree *tree = &v->decoded;
	enum cpumode mode = CPUMODE_USER;

	chain->lines.n = 0;
	chain->has_list = false;
	for (size_t i = 0; v->has_row && i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		chain->has_list |= node->word == W_callchain;
		if (node->word == W_callchain_context)
			mode = derived_context_mode(node->num);
		if (node->word == W_callchain_ip || node->word == W_callchain_context ||
		    node->word == W_callchain_cookie)
			vec_push(&chain->lines,
				 ((struct chain_line){ node->word, node->num, mode }));
	}
}

static uint64_t chain_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

/* "PERF_CONTEXT_USER", as linux/perf_event.h calls it. */
static void add_marker(uint64_t num, struct buf *out)
{
	size_t from;

	buf_adds(out, "PERF_CONTEXT_");
	from = out->len;
	word_text(out, W_callchain_context, num);
	for (size_t i = from; i < out->len; i++)
		out->p[i] = (char)toupper((unsigned char)out->p[i]);
}

/* ---- names ---- */

static const struct mapping *mapping_of(const struct view_records *v, const struct chain_line *line,
					enum mapping_why *why)
{
	return mappings_find(reader_mappings(v->detail), &v->row, line->mode, line->num, why);
}

/* Not waited for: what is being read is drawn when it is there. */
static void add_symbol(struct view_records *v, const struct chain_line *line, struct buf *out)
{
	struct symbols_answer answer;
	enum mapping_why why;

	symbols_find(reader_symbols(v->detail), &v->row, mapping_of(v, line, &why), line->num,
		     &answer);
	if (answer.answer == SYMS_LATER) {
		buf_adds(out, "...");
	} else if (answer.answer == SYMS_NONE) {
		buf_addf(out, "? %s", why ? mapping_why_text(why) : sym_why_text(answer.why));
	} else {
		text_escape(out, answer.name, answer.len);
		buf_addc(out, '+');
		buf_add0x(out, answer.off);
	}
}

/* What is mapped there, and what would help. */
static void add_where(struct view_records *v, const struct chain_line *line, struct buf *out)
{
	struct symbols_answer answer;
	const struct mapping *mapping = mapping_of(v, line, NULL);
	const char *remedy = "";

	if (!mapping)
		return;
	text_escape_str(out, mapping->dso);
	symbols_find(reader_symbols(v->detail), &v->row, mapping, line->num, &answer);
	if (answer.answer == SYMS_NONE)
		remedy = sym_why_remedy(answer.why);
	if (*remedy)
		buf_addf(out, "; %s", remedy);
}

static void chain_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct chain_line *line = &self(vt)->lines.v[row];

	if (column == COL_N) {
		buf_add_u64(out, row);
	} else if (column == COL_CONTEXT) {
		if (line->word == W_callchain_context)
			word_text(out, line->word, line->num);
		else if (line->word == W_callchain_cookie)
			buf_adds(out, "cookie");
	} else if (column == COL_SYMBOL || column == COL_WHERE) {
		if (line->word == W_callchain_ip)
			(column == COL_SYMBOL ? add_symbol : add_where)(
				subject_records(&self(vt)->subject), line, out);
	} else if (line->word == W_callchain_context) {
		add_marker(line->num, out);
	} else {
		word_text(out, line->word, line->num);
		if (line->word == W_callchain_cookie)
			buf_adds(out, "  the user's frames come in a later record (Enter)");
	}
}

static enum style chain_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct chain_line *line = &self(vt)->lines.v[row];

	if (column == COL_N)
		return STYLE_NUMBER;
	if (line->word == W_callchain_context)
		return column == COL_CONTEXT ? STYLE_GROUP : STYLE_DIM;
	return STYLE_NORMAL;
}

static const char *chain_empty(const struct view_table *vt)
{
	return self(vt)->has_list ? "the call chain is empty"
				  : "this record has no call chain; F8 and F7 go to others";
}

/* ---- actions ---- */

/* The record that has the rest of a chain. */
static void open_cookie(struct view_chain *chain, uint64_t cookie)
{
	struct view_records *v = subject_records(&chain->subject);
	struct buf expr = BUF_INIT;

	buf_addf(&expr, "cookie == 0x%llx", (unsigned long long)cookie);
	records_leave(v);
	records_find(v, expr.p, 1, 1, false);
	subject_records(&chain->subject);
	buf_release(&expr);
}

static void open_line(struct view_chain *chain, const struct chain_line *line)
{
	if (line->word == W_callchain_cookie)
		open_cookie(chain, line->num);
}

static void filter_line(struct view_table *vt, const struct chain_line *line, enum action action)
{
	struct buf condition = BUF_INIT;

	buf_addf(&condition, "%s == ", word_name(line->word));
	if (line->word == W_callchain_context)
		word_text(&condition, line->word, line->num);
	else
		buf_add0x(&condition, line->num);
	records_filter_from(vt->view.app, condition.p, action);
	buf_release(&condition);
}

static bool chain_act(struct view_table *vt, const struct action_call *call)
{
	struct view_chain *chain = self(vt);
	uint64_t row;

	if (subject_act(&chain->subject, call) || !view_table_row(vt, &row))
		return true;
	if (call->action == ACTION_OPEN)
		open_line(chain, &chain->lines.v[row]);
	else if (call->action == ACTION_EXPLAIN)
		help_word(vt->view.app, chain->lines.v[row].word);
	else
		filter_line(vt, &chain->lines.v[row], call->action);
	return true;
}

static void chain_close(struct view_table *vt)
{
	struct view_chain *chain = self(vt);

	vec_release(&chain->lines);
	subject_release(&chain->subject);
	free(chain);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_N] = { "#", true, 0 },
	[COL_CONTEXT] = { "context", false, 0 },
	[COL_ADDRESS] = { "address", false, 0 },
	[COL_SYMBOL] = { "symbol", false, 48 },
	[COL_WHERE] = { "where", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { SUBJECT_ACTIONS,	  ACTION_OPEN,	     ACTION_EXPLAIN,
				       ACTION_FILTER_AND, ACTION_FILTER_NOT, ACTION_FILTER_ONLY,
				       ACTION_NONE };

static const enum action hints[] = { ACTION_RECORD_NEXT, ACTION_RECORD_PREV, ACTION_FILTER_AND,
				     ACTION_CLOSE,	 ACTION_HELP,	     ACTION_NONE };

static const struct table_ops ops = {
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
	.empty = chain_empty,
	.close = chain_close,
};

void chain_open(struct app *app, uint32_t entry)
{
	if (!app_raise(app, ops.name)) {
		struct view_chain *chain = mem_zalloc(sizeof(*chain));

		subject_init(&chain->subject, app, &ops, "call chain", fill);
		app_push(app, &chain->subject.table.view);
	}
	subject_go((struct subject *)app_view(app), entry);
}
