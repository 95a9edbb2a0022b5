/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/path.h"

#include <stdlib.h>

#include "query/stitching.h"
#include "records/records.h"
#include "shell/tui.h"
#include "sym/disasm.h"
#include "views/address.h"
#include "views/record_view.h"
#include "views/views.h"
#include "widgets/branch_text.h"

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

/* A block, one of its instructions, or a mark between blocks. */
struct path_line {
	uint32_t block; /* number of the block, or of the block below the mark */
	uint64_t addr;	/* of the instruction */
	char *text;	/* the instruction, NULL: the line is a block or a mark */
	uint32_t mark;	/* number of the sample with the blocks above, or MARK_* */
};

enum {
	MARK_NONE = 0, /* no mark, as for the first sample */
	MARK_END = INT32_MAX
};

struct view_path {
	struct record_view record_view;
	struct branches branches;
	VEC(struct path_line) lines;
	struct table_column columns[COLS];
	bool has_source;		  /* a block has source */
	uint64_t ip;			  /* of the sample, 0: none */
	bool stitched;			  /* earlier samples are to be joined, too */
	struct stitching *stitching;	  /* NULL: earlier samples were not requested; */
	uint64_t stitched_row;		  /* the record that it was requested for */
	const struct stitching_path *way; /* NULL: not found yet, or not requested */
};

/* Bytes of the longest instruction. */
#define INSTRUCTION_MAX 16
/* Bytes of code of one record that are shown: disassembling them takes no noticeable time. */
#define CODE_MOST (32 * 1024)

static struct view_path *self(const struct view_table *vt)
{
	return container_of(vt, struct view_path, record_view.table);
}

/* ---- lines ---- */

static void clear_lines(struct view_path *path)
{
	for (size_t i = 0; i < path->lines.n; i++)
		free(path->lines.v[i].text);
	path->lines.n = 0;
}

/* The number of blocks. Without an ip the newest block has no end. */
static size_t blocks(const struct view_path *path)
{
	size_t n = path->branches.list.n;

	return n && !path->ip ? n - 1 : n;
}

/* Add the instructions of a block, with the branch at its end. */
static void add_code(struct view_path *path, struct disasm *disasm, uint32_t number)
{
	const struct symbolizer_symbol *symbol =
		record_view_symbol(&path->record_view, 2ul * number);
	struct branch_block block;
	size_t at = 0;

	branches_block(&path->branches, number, path->ip, &block);
	while (symbol && at < symbol->code.len && block.start + at <= block.end) {
		struct buf text = BUF_INIT;
		size_t len;

		buf_adds(&text, "  ");
		len = disasm_text(disasm, &symbol->code, at, block.start + at, &text);

		if (!len) {
			buf_release(&text);
			return;
		}
		vec_push(&path->lines,
			 ((struct path_line){ number, block.start + at, buf_take(&text) }));
		at += len;
	}
}

/*
 * The branch with which a block begins. Branches are numbered from the newest, blocks from the
 * oldest.
 */
static size_t older_branch(const struct view_path *path, uint32_t block)
{
	return path->branches.list.n - 1 - block;
}

/* Add marks where the part of an earlier sample begins. */
static void add_marks(struct view_path *path, uint32_t block)
{
	const struct stitch *stitch = path->way ? &path->way->stitch : NULL;

	for (uint32_t i = 1; stitch && i < stitch->samples.n; i++) {
		size_t from = stitch->samples.v[i].from, end = stitch->path.list.n;

		if (i + 1 < stitch->samples.n)
			end = stitch->samples.v[i + 1].from;
		if (from < end && from == older_branch(path, block) + 1)
			vec_push(&path->lines, ((struct path_line){ block, .mark = i }));
	}
}

static void make_lines(struct view_path *path, struct disasm *disasm)
{
	clear_lines(path);
	if (path->stitched && path->branches.list.n)
		vec_push(&path->lines, ((struct path_line){ .mark = MARK_END }));
	for (uint32_t i = 0; i < blocks(path); i++) {
		add_marks(path, i);
		vec_push(&path->lines, ((struct path_line){ i }));
		if (disasm)
			add_code(path, disasm, i);
	}
}

static void go_to_block(struct view_path *path, uint32_t block)
{
	for (size_t i = 0; i < path->lines.n; i++)
		if (path->lines.v[i].block == block && !path->lines.v[i].text &&
		    !path->lines.v[i].mark)
			path->record_view.table.cursor = i;
}

/* The source column exists only if a block has source. */
static void set_columns(struct view_path *path)
{
	size_t n = 0;

	path->has_source = false;
	for (size_t i = 0; i < blocks(path); i++) {
		const struct symbolizer_source *source =
			record_view_source(&path->record_view, i * 2);

		path->has_source |= source && source->n;
	}
	for (size_t i = 0; i < COLS; i++)
		if (i != COL_SOURCE || path->has_source)
			path->columns[n++] = path->record_view.table.ops->columns[i];
	if (n != path->record_view.table.columns.n)
		table_columns_forget_widths(&path->record_view.table.columns);
	path->record_view.table.columns.v = path->columns;
	path->record_view.table.columns.n = n;
}

/* The code has come: put its lines between those of the blocks. */
static void named(struct record_view *record_view)
{
	struct view_path *path = self(&record_view->table);
	struct session *session = record_view->table.view.app->session;
	uint64_t row = record_view->table.cursor;
	uint32_t block = row < path->lines.n ? path->lines.v[row].block : 0;
	bool is_mark = row < path->lines.n && path->lines.v[row].mark;
	struct layout layout;
	struct disasm *disasm;

	reader_layout(session->detail, session->row, &layout);
	disasm = disasm_open(layout.arch, layout.big);
	make_lines(path, disasm);
	disasm_close(disasm);
	set_columns(path);
	if (!is_mark)
		go_to_block(path, block);
}

/* Bytes of a block's code, limited by *room. */
static uint32_t code_size(const struct branch_block *block, uint32_t *room)
{
	uint64_t size = block->end - block->start + INSTRUCTION_MAX;

	if (block->wrong || size > *room)
		return 0;
	*room -= (uint32_t)size;
	return (uint32_t)size;
}

static void forget_stitching(struct view_path *path)
{
	stitching_free(path->stitching);
	path->stitching = NULL;
}

/* Read the sample's branches, and those of earlier samples if they are known. */
static void read_way(struct view_path *path, struct session *session)
{
	const struct branches *from = NULL;

	if (!path->stitched || path->stitched_row != session->row->row)
		forget_stitching(path);
	if (path->stitched && !path->stitching) {
		path->stitching = stitching_start(session->rec, session->row,
						  &path->record_view.table.view.watcher);
		path->stitched_row = session->row->row;
	}
	path->way = path->stitching ? stitching_get(path->stitching) : NULL;
	branches_read(&path->branches, &session->decoded);
	path->branches.list.n = stitch_used(&path->branches);
	if (path->way)
		from = &path->way->stitch.path;
	for (size_t i = path->branches.list.n; from && i < from->list.n; i++)
		vec_push(&path->branches.list, from->list.v[i]);
}

/* Add the addresses of all blocks. The newest blocks get their code first. */
static void add_addresses(struct view_path *path)
{
	size_t n = path->branches.list.n;
	uint32_t *sizes = mem_alloc((n + 1) * sizeof(*sizes)), room = CODE_MOST;
	struct branch_block block;

	for (size_t i = n; i-- > 0;) {
		branches_block(&path->branches, i, path->ip, &block);
		sizes[i] = code_size(&block, &room);
	}
	for (size_t i = 0; branches_block(&path->branches, i, path->ip, &block); i++) {
		record_view_add(&path->record_view,
				(struct symbolizer_address){ block.start, .any = true,
							     .lines = true, .code = sizes[i] });
		record_view_add(&path->record_view,
				(struct symbolizer_address){ block.end, .any = true });
	}
	free(sizes);
}

static void fill(struct record_view *record_view, struct session *session)
{
	struct view_path *path = self(&record_view->table);
	uint64_t row = record_view->table.cursor;
	const struct path_line *line = row < path->lines.n ? &path->lines.v[row] : NULL;
	size_t at = line && row && !line->mark ? older_branch(path, line->block) : SIZE_MAX;

	path->branches.list.n = 0;
	clear_lines(path);
	path->ip = 0;
	path->way = NULL;
	if (!session->row) {
		forget_stitching(path);
		return;
	}
	read_way(path, session);
	for (size_t i = 0; i < session->decoded.nodes.n; i++)
		if (session->decoded.nodes.v[i].field == F_ip)
			path->ip = session->decoded.nodes.v[i].num;
	add_addresses(path);
	make_lines(path, NULL);
	set_columns(path);
	/* The lines above may have become more. */
	if (at < path->branches.list.n)
		go_to_block(path, (uint32_t)older_branch(path, (uint32_t)at));
}

static uint64_t path_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
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
			branch_text(b, out);
		else if (b->v[BRANCH_CYCLES])
			buf_add_u64(out, b->v[BRANCH_CYCLES]);
	}
}

/* Append "record 12" for a row. */
static void add_record(struct view_path *path, uint64_t row, struct buf *out)
{
	struct session *session = path->record_view.table.view.app->session;
	struct row_info info;

	buf_adds(out, "record ");
	if (!reader_row(session->reader, row, &info, NULL))
		buf_add_u64(out, info.ordinal);
}

/* Append why the path does not begin earlier. */
static void add_end(struct view_path *path, struct buf *out)
{
	static const char *const texts[] = {
		[STITCHING_FIRST] = "no earlier sample of the thread",
		[STITCHING_BROKEN] = " does not overlap",
		[STITCHING_FULL] = "limit of samples or branches reached",
		[STITCHING_CALLS] = "an LBR call stack is not a path",
		[STITCHING_NONE] = "the earlier samples are unknown",
	};

	if (!path->way) {
		buf_adds(out, "looking at the earlier samples\u2026");
		return;
	}
	if (path->way->end == STITCHING_BROKEN)
		add_record(path, path->way->before, out);
	buf_adds(out, texts[path->way->end]);
}

/* A mark fills two columns: what it is, and the samples around it. */
static void mark_cell(struct view_path *path, uint32_t mark, size_t column, struct buf *out)
{
	const struct stitch_sample *sample;

	if (mark == MARK_END) {
		if (column == COL_START)
			buf_adds(out, !path->way			   ? "---"
				      : path->way->end == STITCHING_BROKEN ? "--- broken ---"
									   : "--- end ---");
		else if (column == COL_BRANCH)
			add_end(path, out);
		return;
	}
	sample = &path->way->stitch.samples.v[mark];
	if (column == COL_START) {
		buf_adds(out, "--- stitched ---");
	} else if (column == COL_BRANCH) {
		buf_adds(out, "above: ");
		add_record(path, sample->row, out);
		buf_addf(out, ", %zu in common", sample->common);
		buf_adds(out, sample->repeats ? ", or more turns of a loop" : "");
	}
}

static void path_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_path *path = self(vt);
	const struct path_line *line = &path->lines.v[row];
	const struct symbolizer_source *source;
	struct branch_block block;

	column += column >= COL_SOURCE && !path->has_source;
	if (line->mark) {
		mark_cell(path, line->mark, column, out);
		return;
	}
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
		record_view_address(&path->record_view, block.start, 2ul * line->block, out);
		break;
	case COL_END:
		record_view_address(&path->record_view, block.end, 2ul * line->block + 1, out);
		break;
	case COL_BYTES:
		if (!block.wrong)
			buf_add_u64(out, block.end - block.start);
		break;
	case COL_SOURCE:
		source = record_view_source(&path->record_view, 2ul * line->block);
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
	if (path->lines.v[row].mark)
		return STYLE_GROUP;
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
	return self(vt)->branches.list.n ? "a single branch makes no block"
					 : "this record has no branch stack" TABLE_TO_OTHERS;
}

static void stitch(struct view_path *path, bool stitched)
{
	path->stitched = stitched;
	record_view_session(&path->record_view);
}

/* Open the sample of a mark, if it has one. */
static void open_mark(struct view_path *path, uint32_t mark)
{
	struct app *app = path->record_view.table.view.app;

	if (mark != MARK_END)
		records_show_row(app, path->way->stitch.samples.v[mark].row);
	else if (path->way && path->way->end == STITCHING_BROKEN)
		records_show_row(app, path->way->before);
}

static bool path_act(struct view_table *vt, const struct action_call *call)
{
	struct view_path *path = self(vt);
	struct branch_block block;
	uint32_t number;
	uint64_t row;

	if (call->action == ACTION_EXPAND_ALL || call->action == ACTION_COLLAPSE_ALL) {
		stitch(path, call->action == ACTION_EXPAND_ALL);
		return true;
	}
	if (record_view_act(&path->record_view, call) || !view_table_row(vt, &row))
		return true;
	if (path->lines.v[row].mark) {
		if (call->action == ACTION_OPEN)
			open_mark(path, path->lines.v[row].mark);
		return true;
	}
	number = path->lines.v[row].block;
	if (call->action == ACTION_CODE) {
		record_view_code(&path->record_view, 2ul * number);
		return true;
	}
	if (call->action == ACTION_SOURCE) {
		record_view_open_source(&path->record_view, 2ul * number, 0);
		return true;
	}
	branches_block(&path->branches, number, path->ip, &block);
	address_open(vt->view.app, block.start, record_view_name(&path->record_view, 2ul * number),
		     record_view_symbol(&path->record_view, 2ul * number),
		     record_view_source(&path->record_view, 2ul * number));
	return true;
}

static void path_close(struct view_table *vt)
{
	struct view_path *path = self(vt);

	stitching_free(path->stitching);
	clear_lines(path);
	vec_release(&path->lines);
	branches_release(&path->branches);
	record_view_release(&path->record_view);
	free(path);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_N] = { "#", true, 0, .number = { NULL, "-", "position on the path, oldest first", NUMBER_RECORD } },
	[COL_START] = { "start", false, 56 },
	[COL_END] = { "end", false, 56 },
	[COL_BYTES] = { "bytes", true, 0, .digits = true,
			.number = { NULL, "bytes", "of code that was run", NUMBER_RECORD } },
	[COL_CYCLES] = { "cycles", true, 0, .digits = true,
			.number = { NULL, "cycles", "of the branch that ends the block", NUMBER_RECORD } },
	[COL_SOURCE] = { "source", false, 24 },
	[COL_BRANCH] = { "ends with", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { RECORD_VIEW_ACTIONS, ACTION_OPEN,       ACTION_CODE,
				       ACTION_SOURCE,	    ACTION_EXPAND_ALL, ACTION_COLLAPSE_ALL,
				       ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "address",
	  "describe the address; on a line with a record number: go to this record" },
	{ ACTION_EXPAND_ALL, "more samples",
	  "also show earlier samples, as far as their branches overlap" },
	{ ACTION_COLLAPSE_ALL, "this sample", "show only the branches of this sample" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN,	 ACTION_EXPAND_ALL, ACTION_RECORD_NEXT,
				     ACTION_RECORD_PREV, ACTION_NAMES,	    ACTION_CLOSE,
				     ACTION_HELP,	 ACTION_NONE };

const struct table_ops table_path = {
	.name = "the branch path",
	.title = "branch path",
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

/* Are earlier samples being searched? */
static bool waits(const struct record_view *record_view)
{
	const struct view_path *path = self(&record_view->table);

	return path->stitching && !path->way;
}

/* Were earlier samples found, or requested, or are no longer requested? */
static bool stale(const struct record_view *record_view)
{
	const struct view_path *path = self(&record_view->table);

	return (record_view->row != UINT64_MAX && path->stitched != (path->stitching != NULL)) ||
	       (waits(record_view) && stitching_get(path->stitching));
}

static struct view_path *open_path(struct app *app)
{
	struct view_path *path =
		record_view_once(app, &table_path, sizeof(*path), "branch path", fill);

	if (path) {
		path->record_view.named = named;
		path->record_view.stale = stale;
		path->record_view.waits = waits;
	}
	path = self(view_table_of(app_view(app)));
	record_view_session(&path->record_view);
	return path;
}

void path_open(struct app *app, uint32_t branch)
{
	struct view_path *path = open_path(app);

	if (path->branches.list.n > branch + 1)
		go_to_block(path, (uint32_t)path->branches.list.n - 2 - branch);
}

void path_open_stitched(struct app *app)
{
	stitch(open_path(app), true);
}
