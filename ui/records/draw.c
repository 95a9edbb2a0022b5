/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/draw.h"

#include <string.h>

#include "base/text.h"
#include "records/change.h"
#include "records/view.h"
#include "term/border.h"
#include "widgets/filter_line.h"
#include "widgets/status.h"

/* Lines below the status; with fewer lines only one pane is shown. */
#define SPLIT_ROWS 12
/* Columns; with fewer columns details and bytes are one above the other. */
#define PANE_ROWS 3 /* least lines of a pane */
#define SIDE_COLS 70
#define SIDE_LEAST 16 /* least columns of each of them */
#define TREE_COLS 38  /* columns for fields before a line gets 16 instead of 8 bytes */

struct panes {
	struct surface at[PANES]; /* including the line of the title */
	bool shown[PANES];
};

/* ---- the lines at the top ---- */

static void add_percent(struct buf *out, const char *before, uint64_t part, uint64_t whole)
{
	if (whole)
		buf_addf(out, "%s%u%%", before, (unsigned)((double)part * 100 / (double)whole));
}

static void position_text(const struct view_records *v, const struct index_progress *progress,
			  struct buf *out)
{
	bool building = progress->state == INDEX_BUILDING || progress->receiving;
	const struct row_info *row = v->session->row;
	uint64_t place = v->session->cursor.number + 1;
	const char *more = building ? "\u2026" : "";

	if (!v->session->times)
		buf_adds(out, "file order: ");
	if (!row)
		buf_addf(out, "%llu records%s", (unsigned long long)progress->records, more);
	else if (row->ordinal == ROW_NO_ORDINAL)
		buf_addf(out, "damaged, %llu records%s", (unsigned long long)progress->records,
			 more);
	else if (v->session->times)
		buf_addf(out, "record %llu", (unsigned long long)row->ordinal);
	else
		buf_addf(out, "record %llu of %llu%s", (unsigned long long)row->ordinal,
			 (unsigned long long)progress->records, more);
	if (!row)
		return;
	/* The number of a record is its place in the file, which is no measure of that by time. */
	if (v->session->times)
		buf_addf(out, ", by time %llu of %llu", (unsigned long long)place,
			 (unsigned long long)progress->rows);
	add_percent(out, v->session->times ? ": " : "  ", place, progress->rows);
}

/* Append that debug files are being downloaded, with their share. */
static void fetching_text(const struct view_records *v, struct buf *out)
{
	struct symfetch_status status;

	syms_fetching(recording_syms(v->session->rec), &status);
	if (!status.waiting)
		return;
	buf_adds(out, "fetching symbols\u2026");
	if (status.total)
		add_percent(out, "  ", status.got, status.total);
}

/* Append what is running, or else what is wrong with the recording. */
static void work_text(const struct view_records *v, const struct index_progress *progress,
		      struct buf *out)
{
	size_t warnings = recording_warnings(v->session->rec);
	const char *change = records_change_state(v);

	if (v->session->write.export) {
		buf_addf(out, "writing\u2026 %d%%",
			 (int)(100 * export_part(v->session->write.export)));
		return;
	}
	switch (progress->state) {
	case INDEX_BUILDING:
		buf_adds(out, "indexing\u2026");
		add_percent(out, "  ", progress->bytes_done, progress->bytes_total);
		return;
	case INDEX_STOPPED:
		buf_adds(out, "index stopped");
		add_percent(out, "  ", progress->bytes_done, progress->bytes_total);
		return;
	case INDEX_FAILED:
		buf_addf(out, "index failed: %s", progress->err.msg);
		return;
	case INDEX_DONE:
	case INDEX_FOLLOWING:
	default:
		break;
	}
	if (change)
		buf_adds(out, change);
	else
		fetching_text(v, out);
	if (v->session->follow.on || progress->receiving)
		buf_addf(out, "%s%s", out->len ? ", " : "",
			 v->session->follow.on ? "following" : "receiving\u2026");
	if (out->len)
		return;
	if (v->doubt)
		buf_addf(out, "%s (%s)", v->doubt, app_key_of(v->view.app, ACTION_VIEW_PROBLEMS));
	if (out->len)
		return;
	if (recording_unreadable(v->session->rec))
		buf_adds(out, "not all can be read");
	else if (progress->damaged)
		buf_addf(out, "%llu damaged", (unsigned long long)progress->damaged);
	if (warnings)
		buf_addf(out, "%s%zu warning%s (%s)", out->len ? ", " : "", warnings,
			 warnings == 1 ? "" : "s", app_key_of(v->view.app, ACTION_INFO));
}

static void draw_status(const struct view_records *v, const struct surface *s)
{
	struct buf file = BUF_INIT, position = BUF_INIT, work = BUF_INIT;
	struct index_progress progress;
	size_t parts = recording_parts(v->session->rec),
	       part = v->session->row ? v->session->row->part : 0;
	const char *path = recording_path(v->session->rec, part), *slash = strrchr(path, '/');

	recording_progress(v->session->rec, &progress);
	text_escape_str(&file, slash && slash[1] ? slash + 1 : path);
	if (parts > 1)
		buf_addf(&file, ", file %zu of %zu", part + 1, parts);
	position_text(v, &progress, &position);
	work_text(v, &progress, &work);
	status_draw(s, &(struct status){ file.p, position.p, work.p });
	buf_release(&file);
	buf_release(&position);
	buf_release(&work);
}

/* The rank of the cursor's record among the matches, from 1. */
static uint64_t match_number(struct view_records *v)
{
	bool exact;
	uint64_t before = session_order_before(v->session, v->session->cursor.number, &exact);

	return exact ? before + 1 : 0;
}

static void draw_filter(struct view_records *v, const struct surface *s)
{
	struct filter_line filter = { .conditions = &v->session->conditions,
				      .state = FILTER_LINE_DONE };
	struct index_progress index;
	struct selection_progress progress;

	recording_progress(v->session->rec, &index);
	filter.more = v->session->follow.on || index.receiving;
	filter.applied = v->session->selection != NULL;
	if (v->session->selection) {
		selection_progress(v->session->selection, &progress);
		filter.matches = progress.matches;
		if (progress.rows_total)
			filter.percent = (int)((double)progress.rows_done * 100 /
					       (double)progress.rows_total);
		if (v->session->cancelled)
			filter.state = FILTER_LINE_STOPPED;
		else if (!progress.done)
			filter.state = FILTER_LINE_SEARCHING;
		if (v->session->cursor.valid && filter.state == FILTER_LINE_DONE)
			filter.match = match_number(v);
	}
	v->filter_cut = !filter_line_draw(s, &filter);
}

/* ---- where the panes are ---- */

static void place_alone(const struct surface *s, enum records_pane pane, struct panes *panes)
{
	panes->shown[pane] = true;
	panes->at[pane] = *s;
}

/* Place details and bytes side by side if both are readable so, else one above the other. */
static void place_lower(const struct view_records *v, const struct surface *s, struct panes *panes)
{
	bool tree = !v->hidden[PANE_TREE], hex = !v->hidden[PANE_HEX];
	int width = pane_hex_width(&v->hex, 16) + 1;

	if (!tree || !hex) {
		place_alone(s, tree ? PANE_TREE : PANE_HEX, panes);
	} else if (s->cols >= SIDE_COLS) {
		if (s->cols - width < TREE_COLS)
			width = pane_hex_width(&v->hex, 8) + 1;
		width += v->side;
		width = width > s->cols - SIDE_LEAST ? s->cols - SIDE_LEAST : width;
		width = width < SIDE_LEAST ? SIDE_LEAST : width;
		panes->shown[PANE_TREE] = panes->shown[PANE_HEX] = true;
		panes->at[PANE_TREE] = surface_sub(s, 0, 0, s->rows, s->cols - width - 1);
		panes->at[PANE_HEX] = surface_sub(s, 0, s->cols - width, s->rows, width);
	} else if (s->rows >= SPLIT_ROWS - 2) {
		int upper = s->rows * 3 / 5;

		panes->shown[PANE_TREE] = panes->shown[PANE_HEX] = true;
		panes->at[PANE_TREE] = surface_sub(s, 0, 0, upper, s->cols);
		panes->at[PANE_HEX] = surface_sub(s, upper, 0, s->rows - upper, s->cols);
	} else {
		place_alone(s, v->focus == PANE_HEX ? PANE_HEX : PANE_TREE, panes);
	}
}

static void place_panes(const struct view_records *v, const struct surface *s, struct panes *panes)
{
	struct surface upper, lower;
	int rows;

	*panes = (struct panes){ .shown = { false } };
	if (v->maximised || s->rows < SPLIT_ROWS) {
		place_alone(s, v->focus, panes);
		return;
	}
	if (v->hidden[PANE_TREE] && v->hidden[PANE_HEX]) {
		place_alone(s, PANE_LIST, panes);
		return;
	}
	rows = s->rows / 2 + v->lower;
	rows = rows < PANE_ROWS ? PANE_ROWS : rows;
	rows = rows > s->rows - PANE_ROWS ? s->rows - PANE_ROWS : rows;
	upper = surface_sub(s, 0, 0, s->rows - rows, s->cols);
	lower = surface_sub(s, s->rows - rows, 0, rows, s->cols);
	place_alone(&upper, PANE_LIST, panes);
	place_lower(v, &lower, panes);
}

/* ---- panes ---- */

/* Draw "── details: SAMPLE ───"; the title of the focused pane is in brackets. */
static struct surface draw_title(const struct surface *s, bool focus, const char *title)
{
	enum style style = focus ? STYLE_TITLE_FOCUS : STYLE_TITLE;
	int col;

	border_line(s, 0);
	col = surface_put(s, 0, 1, style, focus ? "[ " : " ");
	col = surface_put(s, 0, col, style, title);
	surface_put(s, 0, col, style, focus ? " ]" : " ");
	return surface_sub(s, 1, 0, s->rows - 1, s->cols);
}

static void draw_tree(struct view_records *v, const struct surface *s)
{
	bool focus = v->focus == PANE_TREE;
	struct buf title = BUF_INIT;
	struct surface body;

	buf_adds(&title, "details");
	if (v->session->row) {
		buf_adds(&title, ": ");
		record_name(&title, v->session->row->type);
	}
	if (v->session->row && session_notes_text(v->session, v->session->row->row)) {
		buf_adds(&title, " # ");
		text_escape_str(&title, session_notes_text(v->session, v->session->row->row));
	}
	body = draw_title(s, focus, title.p);
	pane_tree_draw(&v->tree, &body, focus);
	buf_release(&title);
}

static void draw_hex(struct view_records *v, const struct surface *s)
{
	bool focus = v->focus == PANE_HEX;
	struct buf title = BUF_INIT;
	struct surface body;

	buf_adds(&title, "bytes");
	if (v->session->row)
		buf_addf(&title, ": %llu at 0x%llx", (unsigned long long)v->session->row->size,
			 (unsigned long long)v->session->row->offset);
	body = draw_title(s, focus, title.p);
	pane_hex_draw(&v->hex, &body, focus);
	buf_release(&title);
}

/* Keys in the text are as for keymap_add_text(). */
static const char *empty_text(const struct view_records *v)
{
	struct index_progress progress;

	if (session_filter_is_running(v->session))
		return "searching\u2026";
	if (v->session->selection)
		return v->session->cancelled ? "the search was stopped before anything was found"
					     : "no record passes the filter; {escape} turns off "
					       "the last condition";
	recording_progress(v->session->rec, &progress);
	if (progress.state == INDEX_FAILED)
		return "the index could not be built";
	return progress.state == INDEX_BUILDING ? "reading\u2026" : "no records";
}

static void draw_separator(const struct surface *s, const struct panes *panes)
{
	const struct surface *hex = &panes->at[PANE_HEX];

	if (!panes->shown[PANE_TREE] || !panes->shown[PANE_HEX] || hex->col == s->col)
		return;
	for (int row = 0; row < hex->rows; row++)
		surface_repeat(s, hex->row - s->row + row, hex->col - s->col - 1, 1, STYLE_BORDER,
			       row ? 0x2502 : 0x252c);
}

/* ---- a mouse ---- */

static void note_areas(struct view_records *v, const struct panes *panes)
{
	for (int i = 0; i < PANES; i++) {
		const struct surface *s = &panes->at[i];

		v->areas[i] = panes->shown[i]
				      ? (struct records_area){ s->row, s->col, s->rows, s->cols }
				      : (struct records_area){ .rows = 0 };
	}
}

/* Fields and bytes have a line for the title above them. */
static bool point_pane(struct view_records *v, enum records_pane pane, int row, int col)
{
	bool found;

	if (pane == PANE_LIST)
		return pane_list_point(&v->list, row, col);
	if (!row)
		return false;
	if (pane == PANE_TREE)
		found = pane_tree_point(&v->tree, row - 1);
	else
		found = pane_hex_point(&v->hex, row - 1, col);
	if (found)
		records_pointed(v);
	return found;
}

/* clang-format off */
const struct number view_records_numbers[] = {
	{ "records", "records", "in the recording", NUMBER_ALL },
	{ "matches", "records", "in the list", NUMBER_FILTER },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

bool records_point(struct view *view, int row, int col, bool select)
{
	struct view_records *v = view_records_from(view);

	for (int i = 0; i < PANES; i++) {
		const struct records_area *a = &v->areas[i];

		if (row < a->row || row >= a->row + a->rows || col < a->col ||
		    col >= a->col + a->cols)
			continue;
		v->focus = (enum records_pane)i;
		return select && point_pane(v, v->focus, row - a->row, col - a->col);
	}
	return false;
}

/* ---- all of it ---- */

/* Mark what was found, below the line of titles. */
static void mark_found(const struct view_records *v, const struct surface *pane)
{
	struct surface body = surface_sub(pane, 1, 0, pane->rows - 1, pane->cols);

	needle_mark(&v->find.needle, &body);
}

static void draw_panes(struct view_records *v, const struct surface *s, struct term_cursor *cursor)
{
	int top = v->session->conditions.list.n && s->rows > 3 ? 2 : 1;
	struct surface body = surface_sub(s, top, 0, s->rows - top, s->cols);
	struct buf empty = BUF_INIT;
	struct panes panes;

	place_panes(v, &body, &panes);
	note_areas(v, &panes);
	/* The list comes first: its layout finds the record that the other panes show. */
	v->names.brief = s->cols < LIST_WIDE_SCREEN;
	app_add_text(v->view.app, empty_text(v), &empty);
	if (panes.shown[PANE_LIST])
		pane_list_draw(&v->list, &panes.at[PANE_LIST], v->focus == PANE_LIST, empty.p);
	buf_release(&empty);
	v->names.brief = false;
	if (list_lines_gaps_wait(&v->list.lines))
		tui_wake(NULL);
	if (panes.shown[PANE_LIST])
		mark_found(v, &panes.at[PANE_LIST]);
	session_record(v->session);
	records_names_drawn(&v->names);
	if (panes.shown[PANE_TREE]) {
		draw_tree(v, &panes.at[PANE_TREE]);
		mark_found(v, &panes.at[PANE_TREE]);
	}
	if (panes.shown[PANE_HEX])
		draw_hex(v, &panes.at[PANE_HEX]);
	draw_separator(&body, &panes);
	cursor->row = panes.at[PANE_LIST].row + 1 + (int)v->list.nav.line;
	cursor->col = 0;
}

void records_draw(struct view_records *v, const struct surface *s, struct term_cursor *cursor)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);

	session_order_listed(v->session);
	draw_panes(v, s, cursor);
	draw_status(v, &line);
	if (v->session->conditions.list.n && s->rows > 3) {
		line = surface_sub(s, 1, 0, 1, s->cols);
		draw_filter(v, &line);
	}
}
