/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/view_path.h"

#include <stdlib.h>

#include "sym/disasm.h"
#include "tui/subject.h"
#include "tui/view_address.h"

enum {
	COL_N,
	COL_START,
	COL_END,
	COL_BYTES,
	COL_CYCLES,
	COL_SOURCE,
	COL_BRANCH,
	COLS
};

/* A block, or an instruction of it. */
struct path_line {
	uint32_t block; /* number of the block */
	uint64_t addr;	/* of the instruction */
	char *text;	/* that it is, NULL: the line is the block's */
};

struct view_path {
	struct subject subject;
	struct branches branches;
	VEC(struct path_line) lines;
	struct table_column columns[COLS];
	bool has_source; /* of any block */
	uint64_t ip;	 /* of the sample, 0: it has none */
};

/* Bytes of the longest instruction. */
#define INSTRUCTION_MAX 16
/* Bytes of code that are shown of one record: what takes no time to speak of. */
#define CODE_MOST (32 * 1024)

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

static void clear_lines(struct view_path *path)
{
	for (size_t i = 0; i < path->lines.n; i++)
		free(path->lines.v[i].text);
	path->lines.n = 0;
}

/* Without an ip the sample tells no end of the newest block. */
static size_t blocks(const struct view_path *path)
{
	size_t n = path->branches.list.n;

	return n && !path->ip ? n - 1 : n;
}

/* The instructions of a block, the branch at its end included. */
static void add_code(struct view_path *path, struct disasm *disasm, uint32_t number)
{
	const struct naming_symbol *symbol = subject_symbol(&path->subject, number * 2);
	struct branch_block block;
	size_t at = 0;

	branches_block(&path->branches, number, path->ip, &block);
	while (symbol && at < symbol->code_len && block.start + at <= block.end) {
		struct buf text = BUF_INIT;
		size_t len;

		buf_adds(&text, "  ");
		len = disasm_text(disasm, symbol->code + at, symbol->code_len - at,
				  block.start + at, &text);

		if (!len) {
			buf_release(&text);
			return;
		}
		vec_push(&path->lines,
			 ((struct path_line){ number, block.start + at, buf_take(&text) }));
		at += len;
	}
}

static void make_lines(struct view_path *path, struct disasm *disasm)
{
	clear_lines(path);
	for (uint32_t i = 0; i < blocks(path); i++) {
		vec_push(&path->lines, ((struct path_line){ i }));
		if (disasm)
			add_code(path, disasm, i);
	}
}

static void go_to_block(struct view_path *path, uint32_t block)
{
	for (size_t i = 0; i < path->lines.n; i++)
		if (path->lines.v[i].block == block && !path->lines.v[i].text)
			path->subject.table.cursor = i;
}

/* Without any source there is no column for it. */
static void set_columns(struct view_path *path)
{
	size_t n = 0;

	path->has_source = false;
	for (size_t i = 0; i < blocks(path); i++) {
		const struct naming_source *source = subject_source(&path->subject, i * 2);

		path->has_source |= source && source->n;
	}
	for (size_t i = 0; i < COLS; i++)
		if (i != COL_SOURCE || path->has_source)
			path->columns[n++] = path->subject.table.ops->columns[i];
	if (n != path->subject.table.n)
		memset(path->subject.table.widths, 0, sizeof(path->subject.table.widths));
	path->subject.table.columns = path->columns;
	path->subject.table.n = n;
}

/* The code has come: its lines go between those of the blocks. */
static void named(struct subject *subject)
{
	struct view_path *path = (struct view_path *)subject;
	struct view_records *v = view_records_from(subject->table.view.app->home);
	uint64_t row = subject->table.cursor;
	uint32_t block = row < path->lines.n ? path->lines.v[row].block : 0;
	struct layout layout;
	struct disasm *disasm;

	reader_layout(v->detail, &v->row, &layout);
	disasm = disasm_open(layout.arch, layout.big);
	make_lines(path, disasm);
	disasm_close(disasm);
	set_columns(path);
	go_to_block(path, block);
}

/* Bytes of a block's code, as long as there is room for them. */
static uint32_t code_size(const struct branch_block *block, uint32_t *room)
{
	uint64_t size = block->end - block->start + INSTRUCTION_MAX;

	if (block->wrong || size > *room)
		return 0;
	*room -= (uint32_t)size;
	return (uint32_t)size;
}

static void fill(struct subject *subject, struct view_records *v)
{
	struct view_path *path = (struct view_path *)subject;
	struct branch_block block;
	uint32_t room = CODE_MOST;

	path->branches.list.n = 0;
	clear_lines(path);
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
	for (size_t i = 0; branches_block(&path->branches, i, path->ip, &block); i++) {
		subject_add(subject,
			    (struct naming_address){ block.start, .any = true, .lines = true,
						     .code = code_size(&block, &room) });
		subject_add(subject, (struct naming_address){ block.end, .any = true });
	}
	make_lines(path, NULL);
	set_columns(path);
}

static uint64_t path_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
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
	const struct path_line *line = &path->lines.v[row];
	const struct naming_source *source;
	struct branch_block block;

	column += column >= COL_SOURCE && !path->has_source;
	if (line->text) {
		if (column == COL_START)
			buf_add0x(out, line->addr);
		else if (column == COL_BRANCH)
			buf_adds(out, line->text);
		return;
	}
	branches_block(&path->branches, line->block, path->ip, &block);
	switch (column) {
	case COL_N:
		if (block.branch != BRANCH_NONE)
			buf_add_u64(out, block.branch);
		break;
	case COL_START:
		subject_address(&path->subject, block.start, line->block * 2, out);
		break;
	case COL_END:
		subject_address(&path->subject, block.end, line->block * 2 + 1, out);
		break;
	case COL_BYTES:
		if (!block.wrong)
			buf_add_u64(out, block.end - block.start);
		break;
	case COL_SOURCE:
		source = subject_source(&path->subject, line->block * 2);
		if (source && source->n)
			address_line(&source->v[0], out);
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

	column += column >= COL_SOURCE && !path->has_source;
	if (path->lines.v[row].text)
		return column == COL_BRANCH ? STYLE_VALUE : STYLE_DIM;
	branches_block(&path->branches, path->lines.v[row].block, path->ip, &block);
	if (column == COL_N)
		return STYLE_NUMBER;
	if (column == COL_BRANCH)
		return block.wrong ? STYLE_DAMAGE : STYLE_TYPE;
	return STYLE_NORMAL;
}

static const char *path_empty(const struct view_table *vt)
{
	return self(vt)->branches.list.n ? "one branch alone tells no block"
					 : "this record has no branch stack" TABLE_TO_OTHERS;
}

static bool path_act(struct view_table *vt, const struct action_call *call)
{
	struct view_path *path = self(vt);
	struct branch_block block;
	uint32_t number;
	uint64_t row;

	if (subject_act(&path->subject, call) || !view_table_row(vt, &row))
		return true;
	number = path->lines.v[row].block;
	if (call->action == ACTION_CODE) {
		subject_code(&path->subject, number * 2);
		return true;
	}
	if (call->action == ACTION_SOURCE) {
		subject_open_source(&path->subject, number * 2, 0);
		return true;
	}
	branches_block(&path->branches, number, path->ip, &block);
	address_open(vt->view.app, block.start, subject_name(&path->subject, number * 2),
		     subject_symbol(&path->subject, number * 2),
		     subject_source(&path->subject, number * 2));
	return true;
}

static void path_close(struct view_table *vt)
{
	struct view_path *path = self(vt);

	clear_lines(path);
	vec_release(&path->lines);
	branches_release(&path->branches);
	subject_release(&path->subject);
	free(path);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_N] = { "#", true, 0 },
	[COL_START] = { "start", false, 56 },
	[COL_END] = { "end", false, 56 },
	[COL_BYTES] = { "bytes", true, 0 },
	[COL_CYCLES] = { "cycles", true, 0 },
	[COL_SOURCE] = { "source", false, 24 },
	[COL_BRANCH] = { "ends with", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { SUBJECT_ACTIONS, ACTION_OPEN, ACTION_CODE, ACTION_SOURCE,
				       ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "address", "what is known of the address" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN,  ACTION_RECORD_NEXT, ACTION_RECORD_PREV,
				     ACTION_NAMES, ACTION_CLOSE,       ACTION_HELP,
				     ACTION_NONE };

const struct table_ops table_path = {
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
	.words = words,
	.empty = path_empty,
	.close = path_close,
};

void path_open(struct app *app, uint32_t branch)
{
	struct view_path *path;

	if (!app_raise(app, table_path.name)) {
		path = mem_zalloc(sizeof(*path));
		subject_init(&path->subject, app, &table_path, "way of the branches", fill);
		path->subject.named = named;
		app_push(app, &path->subject.table.view);
	}
	path = (struct view_path *)app_view(app);
	subject_records(&path->subject);
	if (path->branches.list.n > branch + 1)
		go_to_block(path, (uint32_t)path->branches.list.n - 2 - branch);
}
