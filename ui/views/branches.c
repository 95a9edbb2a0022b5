/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/branches.h"

#include <stdlib.h>

#include "records/records.h"
#include "shell/help.h"
#include "views/path.h"
#include "views/record_view.h"
#include "views/views.h"
#include "widgets/branch_text.h"
#include "wire/branches.h"

enum {
	COL_N,
	COL_FROM,
	COL_TO,
	COL_PREDICTED,
	COL_CYCLES,
	COL_TYPE,
	COL_SPEC,
	COL_TX,
	COL_PRIV,
	COL_COUNTER,
	COLS
};

struct view_branches {
	struct record_view record_view;
	struct branches branches;
	VEC(uint32_t) lines; /* numbers of branches in the order of lines */
	uint32_t unused;     /* number of entries that hold no branch; if any, the last line */
	bool has_list;
	size_t by; /* the column of the order */
	bool down; /* greatest first */
};

static struct view_branches *self(const struct view_table *vt)
{
	return container_of(vt, struct view_branches, record_view.table);
}

/* ---- order ---- */

/* The value of a branch by which a column orders. */
static uint64_t sort_key(const struct branch *b, size_t column)
{
	static const uint8_t fields[COLS] = {
		[COL_FROM] = BRANCH_FROM, [COL_TO] = BRANCH_TO,	    [COL_CYCLES] = BRANCH_CYCLES,
		[COL_SPEC] = BRANCH_SPEC, [COL_PRIV] = BRANCH_PRIV, [COL_COUNTER] = BRANCH_COUNTER,
	};

	switch (column) {
	case COL_PREDICTED:
		return b->v[BRANCH_MISPRED] << 1 | b->v[BRANCH_PREDICTED];
	case COL_TYPE:
		return b->v[BRANCH_TYPE] << 8 | b->v[BRANCH_NEW_TYPE] << 1 | b->v[BRANCH_NOT_TAKEN];
	case COL_TX:
		return b->v[BRANCH_ABORT] << 1 | b->v[BRANCH_IN_TX];
	default:
		return b->v[fields[column]];
	}
}

static int compare(const void *a, const void *b, void *ctx)
{
	const struct view_branches *v = ctx;
	uint32_t ia = *(const uint32_t *)a, ib = *(const uint32_t *)b;
	uint64_t ka = ia, kb = ib;

	if (v->by != COL_N) {
		ka = sort_key(&v->branches.list.v[ia], v->by);
		kb = sort_key(&v->branches.list.v[ib], v->by);
	}
	if (ka != kb)
		return (ka < kb ? -1 : 1) * (v->down ? -1 : 1);
	return ia < ib ? -1 : ia > ib;
}

static void sort(struct view_branches *v)
{
	if (v->lines.n)
		qsort_r(v->lines.v, v->lines.n, sizeof(*v->lines.v), compare, v);
}

/* perf writes unused entries as branches from 0 to 0. */
static bool is_unused(const struct branch *b)
{
	return !b->v[BRANCH_FROM] && !b->v[BRANCH_TO];
}

static void fill(struct record_view *record_view, struct session *session)
{
	struct view_branches *v = self(&record_view->table);
	const struct tree *tree = &session->decoded;

	v->branches.list.n = v->lines.n = v->unused = 0;
	v->has_list = false;
	if (!session->row)
		return;
	branches_read(&v->branches, tree);
	for (size_t i = 0; i < tree->nodes.n; i++)
		v->has_list |= tree->nodes.v[i].field == F_brstack;
	for (uint32_t i = 0; i < v->branches.list.n; i++) {
		const struct branch *b = &v->branches.list.v[i];

		if (is_unused(b))
			v->unused++;
		else
			vec_push(&v->lines, i);
		record_view_add(record_view,
				(struct symbolizer_address){ b->v[BRANCH_FROM], .any = true });
		record_view_add(record_view,
				(struct symbolizer_address){ b->v[BRANCH_TO], .any = true });
	}
	sort(v);
}

/* ---- cells ---- */

static uint64_t branches_count(const struct view_table *vt)
{
	return self(vt)->lines.n + (self(vt)->unused > 0);
}

static bool is_unused_line(struct view_table *vt, uint64_t row)
{
	return row >= self(vt)->lines.n;
}

static const struct branch *branch_at(struct view_table *vt, uint64_t row)
{
	struct view_branches *v = self(vt);

	return &v->branches.list.v[v->lines.v[row]];
}

static void add_field(const struct branch *b, enum branch_field field, struct buf *out)
{
	if (b->has & 1u << field)
		field_id_text(out, branches_field_id(field), b->v[field]);
}

/* 0 means that the processor does not report it. */
static void add_known(const struct branch *b, enum branch_field field, struct buf *out)
{
	if (b->v[field])
		add_field(b, field, out);
	else
		buf_addc(out, '-');
}

static void branches_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct branch *b;

	if (is_unused_line(vt, row)) {
		if (column == COL_FROM)
			buf_addf(out, "%u unused entries", self(vt)->unused);
		return;
	}
	b = branch_at(vt, row);
	switch (column) {
	case COL_N:
		buf_add_u64(out, self(vt)->lines.v[row]);
		break;
	case COL_FROM:
	case COL_TO:
		record_view_address(&self(vt)->record_view,
				    b->v[column == COL_TO ? BRANCH_TO : BRANCH_FROM],
				    self(vt)->lines.v[row] * 2 + (column == COL_TO), out);
		break;
	case COL_PREDICTED:
		branch_text_prediction(b, out);
		break;
	case COL_CYCLES:
		add_known(b, BRANCH_CYCLES, out);
		break;
	case COL_TYPE:
		branch_text_kind(b, out);
		break;
	case COL_SPEC:
		add_known(b, BRANCH_SPEC, out);
		break;
	case COL_TX:
		branch_text_transaction(b, out);
		break;
	case COL_PRIV:
		add_known(b, BRANCH_PRIV, out);
		break;
	default:
		add_field(b, BRANCH_COUNTER, out);
		break;
	}
}

/* A highlighted value also has a word, so nothing depends only on colours. */
static enum style branches_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct branch *b;

	if (is_unused_line(vt, row))
		return STYLE_DIM;
	b = branch_at(vt, row);
	if (column == COL_N)
		return STYLE_NUMBER;
	if (column == COL_PREDICTED && b->v[BRANCH_MISPRED])
		return STYLE_DAMAGE;
	if (column == COL_TX && b->v[BRANCH_ABORT])
		return STYLE_DAMAGE;
	return column == COL_TYPE ? STYLE_TYPE : STYLE_NORMAL;
}

static const char *branches_empty(const struct view_table *vt)
{
	if (self(vt)->has_list)
		return "the branch stack is empty";
	return record_view_occurs(&self(vt)->record_view, SAMPLE_BRANCH_STACK)
		       ? "this record has no branch stack" TABLE_TO_OTHERS
		       : "the samples have no branch stacks: perf record -b records them";
}

static void branches_work(struct view_table *vt, struct buf *out)
{
	const struct view_branches *v = self(vt);

	if (v->by == COL_N && !v->down)
		return;
	buf_addf(out, "by %s, %s first", vt->columns.v[v->by].title,
		 v->down ? "greatest" : "least");
}

/* ---- actions ---- */

/* Order by the column under the cursor, or reverse its order. Counts begin with the greatest. */
static void reorder(struct view_branches *v)
{
	size_t column = v->record_view.table.column;

	v->down = v->by == column ? !v->down : column > COL_TO;
	v->by = column;
	sort(v);
}

static void add_condition(const struct branch *b, enum branch_field field, struct buf *out)
{
	enum field_id id = branches_field_id(field);
	const struct field_info *info = field_info(id);

	if (info->type == FT_BOOL) {
		buf_addf(out, "br[%s%s]", b->v[field] ? "" : "not ", info->key);
		return;
	}
	buf_addf(out, "%s == ", info->name);
	if (info->form == FF_HEX)
		buf_add0x(out, b->v[field]);
	else
		buf_add_u64(out, b->v[field]);
}

/* Get the field that a column shows. */
static bool field_of(const struct view_table *vt, const struct branch *b, enum branch_field *field)
{
	static const uint8_t fields[COLS] = {
		[COL_FROM] = BRANCH_FROM,	  [COL_TO] = BRANCH_TO,
		[COL_PREDICTED] = BRANCH_MISPRED, [COL_CYCLES] = BRANCH_CYCLES,
		[COL_TYPE] = BRANCH_TYPE,	  [COL_SPEC] = BRANCH_SPEC,
		[COL_TX] = BRANCH_IN_TX,	  [COL_PRIV] = BRANCH_PRIV,
		[COL_COUNTER] = BRANCH_COUNTER,
	};

	if (vt->column == COL_N)
		return false;
	*field = (enum branch_field)fields[vt->column];
	if (vt->column == COL_TX && b->v[BRANCH_ABORT])
		*field = BRANCH_ABORT;
	return b->has & 1u << *field;
}

/* Filter records by the value under the cursor: any of their branches may have it. */
static void filter_cell(struct view_table *vt, uint64_t row, enum action action)
{
	const struct branch *b = branch_at(vt, row);
	struct buf text = BUF_INIT;
	enum branch_field field;

	if (!field_of(vt, b, &field)) {
		app_complain(vt->view.app, "There is no value here that a filter can select.");
		return;
	}
	add_condition(b, field, &text);
	records_filter_from(vt->view.app, text.p, action);
	buf_release(&text);
}

static void explain(struct view_table *vt, uint64_t row)
{
	enum branch_field field;
	enum field_id id = FIELD_NONE;

	if (field_of(vt, branch_at(vt, row), &field))
		id = branches_field_id(field);
	help_field(vt->view.app, id);
}

static bool branches_act(struct view_table *vt, const struct action_call *call)
{
	struct view_branches *v = self(vt);
	uint64_t row;

	if (record_view_act(&v->record_view, call) || !view_table_row(vt, &row))
		return true;
	if (call->action == ACTION_ORDER)
		reorder(v);
	else if (is_unused_line(vt, row))
		app_complain(vt->view.app, "These entries of the branch stack are empty.");
	else if (call->action == ACTION_OPEN)
		path_open(vt->view.app, v->lines.v[row]);
	else if (call->action == ACTION_CODE)
		record_view_code(&v->record_view, v->lines.v[row] * 2 + (vt->column == COL_TO));
	else if (call->action == ACTION_EXPLAIN)
		explain(vt, row);
	else
		filter_cell(vt, row, call->action);
	return true;
}

static void branches_close(struct view_table *vt)
{
	struct view_branches *v = self(vt);

	branches_release(&v->branches);
	vec_release(&v->lines);
	record_view_release(&v->record_view);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_N] = { "#", true, 0, .number = { NULL, "-", "position in the stack, newest first", NUMBER_RECORD } },
	[COL_FROM] = { "from", false, 56 },
	[COL_TO] = { "to", false, 56 },
	[COL_PREDICTED] = { "predicted", false, 0 },
	[COL_CYCLES] = { "cycles", true, 0, .digits = true,
			.number = { NULL, "cycles", "since the previous branch", NUMBER_RECORD } },
	[COL_TYPE] = { "type", false, 0 },
	[COL_SPEC] = { "spec", false, 0 },
	[COL_TX] = { "tx", false, 0 },
	[COL_PRIV] = { "priv", false, 0 },
	[COL_COUNTER] = { "counters", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { RECORD_VIEW_ACTIONS, ACTION_OPEN,	ACTION_ORDER,
				       ACTION_CODE,	    ACTION_EXPLAIN,	ACTION_FILTER_AND,
				       ACTION_FILTER_NOT,   ACTION_FILTER_ONLY, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,	ACTION_RECORD_NEXT, ACTION_RECORD_PREV,
				     ACTION_FILTER_AND, ACTION_ORDER,	    ACTION_NAMES,
				     ACTION_CLOSE,	ACTION_HELP,	    ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "path", "show the path through the branches, as blocks of code" },
	{ ACTION_ORDER, "order", "sort by this column; again: reverse the order" },
	{ ACTION_RIGHT, "column", "next column" },
	{ ACTION_LEFT, "column", "previous column" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_branches = {
	.name = "the branch stack",
	.title = "branch stack",
	.n = COLS,
	.columns = columns,
	.cells = true,
	.count = branches_count,
	.cell = branches_cell,
	.style = branches_style,
	.act = branches_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = branches_work,
	.empty = branches_empty,
	.close = branches_close,
};

/* The line that shows a branch, or the line of unused entries. */
static uint64_t line_of(const struct view_branches *v, uint32_t branch)
{
	for (size_t i = 0; i < v->lines.n; i++)
		if (v->lines.v[i] == branch)
			return i;
	return branch < v->branches.list.n ? v->lines.n : 0;
}

void branches_open(struct app *app, uint32_t branch)
{
	struct view_branches *v =
		record_view_once(app, &table_branches, sizeof(*v), "branch stack", fill);

	if (v)
		v->record_view.table.column = COL_FROM;
	v = self(view_table_of(app_view(app)));
	record_view_session(&v->record_view);
	record_view_go(&v->record_view, line_of(v, branch));
}

void branches_show(struct app *app)
{
	branches_open(app, 0);
}
