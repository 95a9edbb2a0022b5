/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/view_path.h"

#include <stdlib.h>

#include "tui/subject.h"

enum {
	COL_N,
	COL_START,
	COL_END,
	COL_BYTES,
	COL_CYCLES,
	COL_BRANCH,
	COLS
};

struct view_path {
	struct subject subject;
	struct branches branches;
	uint64_t ip; /* of the sample, 0: it has none */
};

static struct view_path *self(const struct view_table *vt)
{
	return (struct view_path *)(uintptr_t)vt;
}

/* ---- a branch in words ---- */

void branch_prediction(const struct branch *b, struct buf *out)
{
	if (b->v[BRANCH_MISPRED])
		buf_adds(out, "mispredicted");
	else if (b->v[BRANCH_PREDICTED])
		buf_adds(out, "predicted");
	else
		buf_addc(out, '-');
}

void branch_kind(const struct branch *b, struct buf *out)
{
	if (b->has & 1u << BRANCH_NEW_TYPE)
		word_text(out, branches_word(BRANCH_NEW_TYPE), b->v[BRANCH_NEW_TYPE]);
	else if (!b->v[BRANCH_TYPE])
		buf_addc(out, '-');
	else
		word_text(out, branches_word(BRANCH_TYPE), b->v[BRANCH_TYPE]);
	if (b->v[BRANCH_NOT_TAKEN])
		buf_adds(out, ", not taken");
}

void branch_transaction(const struct branch *b, struct buf *out)
{
	if (b->v[BRANCH_IN_TX])
		buf_adds(out, "in_tx");
	if (b->v[BRANCH_ABORT])
		buf_adds(out, out->len ? " abort" : "abort");
}

/* ---- lines ---- */

static bool is_unused(const struct branch *b)
{
	return !b->v[BRANCH_FROM] && !b->v[BRANCH_TO];
}

static void fill(struct subject *subject, struct view_records *v)
{
	struct view_path *path = (struct view_path *)subject;

	path->branches.list.n = 0;
	path->ip = 0;
	if (!v->has_row)
		return;
	branches_read(&path->branches, &v->decoded);
	/* What the processor has not filled yet. */
	while (path->branches.list.n &&
	       is_unused(&path->branches.list.v[path->branches.list.n - 1]))
		path->branches.list.n--;
	for (size_t i = 0; i < v->decoded.nodes.n; i++)
		if (v->decoded.nodes.v[i].word == W_ip)
			path->ip = v->decoded.nodes.v[i].num;
}

/* Without an ip the sample tells no end of the newest block. */
static uint64_t path_count(const struct view_table *vt)
{
	size_t n = self(vt)->branches.list.n;

	return n && !self(vt)->ip ? n - 1 : n;
}

static void add_branch(const struct branch *b, struct buf *out)
{
	struct buf tx = BUF_INIT;

	if (b->v[BRANCH_TYPE] || b->v[BRANCH_NOT_TAKEN])
		branch_kind(b, out);
	else
		buf_adds(out, "branch");
	if (b->v[BRANCH_MISPRED])
		buf_adds(out, ", mispredicted");
	branch_transaction(b, &tx);
	if (tx.len)
		buf_addf(out, ", %s", tx.p);
	buf_release(&tx);
}

static void end_cell(const struct view_path *path, const struct branch_block *block, size_t column,
		     struct buf *out)
{
	const struct branch *b;

	if (column == COL_BRANCH && block->wrong)
		buf_addf(out, "%s; ", block->wrong);
	if (block->branch == BRANCH_NONE) {
		if (column == COL_BRANCH)
			buf_adds(out, "the sample");
	} else {
		b = &path->branches.list.v[block->branch];
		if (column == COL_BRANCH)
			add_branch(b, out);
		else if (b->v[BRANCH_CYCLES])
			buf_add_u64(out, b->v[BRANCH_CYCLES]);
	}
}

static void path_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct view_path *path = self(vt);
	struct branch_block block;

	branches_block(&path->branches, row, path->ip, &block);
	switch (column) {
	case COL_N:
		if (block.branch != BRANCH_NONE)
			buf_add_u64(out, block.branch);
		break;
	case COL_START:
		word_text(out, W_br_to, block.start);
		break;
	case COL_END:
		word_text(out, W_br_from, block.end);
		break;
	case COL_BYTES:
		if (!block.wrong)
			buf_add_u64(out, block.end - block.start);
		break;
	default:
		end_cell(path, &block, column, out);
		break;
	}
}

static enum style path_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_path *path = self(vt);
	struct branch_block block;

	branches_block(&path->branches, row, path->ip, &block);
	if (column == COL_N)
		return STYLE_NUMBER;
	if (column == COL_BRANCH)
		return block.wrong ? STYLE_DAMAGE : STYLE_TYPE;
	return STYLE_NORMAL;
}

static const char *path_empty(const struct view_table *vt)
{
	return self(vt)->branches.list.n
		       ? "one branch alone tells no block"
		       : "this record has no branch stack; F8 and F7 go to others";
}

static bool path_act(struct view_table *vt, const struct action_call *call)
{
	return subject_act(&self(vt)->subject, call);
}

static void path_close(struct view_table *vt)
{
	struct view_path *path = self(vt);

	branches_release(&path->branches);
	subject_release(&path->subject);
	free(path);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_N] = { "#", true, 0 },
	[COL_START] = { "start", false, 0 },
	[COL_END] = { "end", false, 0 },
	[COL_BYTES] = { "bytes", true, 0 },
	[COL_CYCLES] = { "cycles", true, 0 },
	[COL_BRANCH] = { "ends with", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { SUBJECT_ACTIONS, ACTION_NONE };

static const enum action hints[] = { ACTION_RECORD_NEXT, ACTION_RECORD_PREV, ACTION_CLOSE,
				     ACTION_HELP, ACTION_NONE };

static const struct table_ops ops = {
	.name = "the way of the branches",
	.title = "way of the branches",
	.n = COLS,
	.columns = columns,
	.count = path_count,
	.cell = path_cell,
	.style = path_style,
	.act = path_act,
	.actions = actions,
	.hints = hints,
	.empty = path_empty,
	.close = path_close,
};

void path_open(struct app *app, uint32_t branch)
{
	struct view_path *path;

	if (!app_raise(app, ops.name)) {
		path = mem_zalloc(sizeof(*path));
		subject_init(&path->subject, app, &ops, "way of the branches", fill);
		app_push(app, &path->subject.table.view);
	}
	path = (struct view_path *)app_view(app);
	subject_records(&path->subject);
	if (path->branches.list.n > branch + 1)
		subject_go(&path->subject, path->branches.list.n - 2 - branch);
}
