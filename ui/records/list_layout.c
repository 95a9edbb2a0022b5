/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/list_layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define SCROLL_STEP 8
#define SUMMARY_LEAST 6	 /* least columns of the summary */
#define NARROW_SCREEN 72 /* on narrower screens columns may be less wide than their values */

void list_layout_init(struct list_layout *layout)
{
	*layout = (struct list_layout){ .cols = 0 };
	list_columns_init(&layout->columns);
	layout->chosen = list_columns_find(&layout->columns, "event");
}

void list_layout_release(struct list_layout *layout)
{
	list_columns_release(&layout->columns);
}

const struct list_column *list_layout_chosen(const struct list_layout *layout)
{
	return &layout->columns.v[layout->chosen];
}

/* ---- the set of columns ---- */

static void notify(struct list_layout *layout)
{
	if (layout->changed)
		layout->changed(layout->changed_ctx);
}

static void choose(struct list_layout *layout, const char *title)
{
	layout->chosen = list_columns_find(&layout->columns, title);
	if (layout->chosen == layout->columns.n)
		layout->chosen = 0;
	layout->scroll = 0;
	notify(layout);
}

static int change(struct list_layout *layout,
		  int (*how)(struct list_columns *columns, const char *names, struct err *err),
		  const char *names, struct err *err)
{
	char *title = mem_strdup(list_layout_chosen(layout)->title);
	int rc = how(&layout->columns, names, err);

	if (rc == 0)
		choose(layout, title);
	free(title);
	return rc;
}

int list_layout_set(struct list_layout *layout, const char *names, struct err *err)
{
	return change(layout, list_columns_set, names, err);
}

int list_layout_remove(struct list_layout *layout, const char *name, struct err *err)
{
	return change(layout, list_columns_remove, name, err);
}

int list_layout_add(struct list_layout *layout, const char *name, struct err *err)
{
	int rc = list_columns_add(&layout->columns, name, err);

	if (rc == 0)
		choose(layout, name);
	return rc;
}

/* ---- places ---- */

static bool is_summary(const struct list_layout *layout, size_t i)
{
	return layout->columns.v[i].kind == LIST_SUMMARY;
}

static bool is_right(const struct list_layout *layout, size_t i)
{
	return list_column_look(&layout->columns.v[i]).right;
}

static int most_width(const struct list_layout *layout, struct list_look look)
{
	return layout->cols < NARROW_SCREEN	 ? look.least
	       : layout->cols < LIST_WIDE_SCREEN ? look.most
						 : look.wide;
}

/* Is there only room for the short form of its texts? */
static bool is_brief(const struct list_layout *layout, size_t i)
{
	const struct list_column *column = &layout->columns.v[i];
	int most = column->fixed ? column->fixed : most_width(layout, list_column_look(column));

	return column->brief && column->width > most;
}

/* A narrow screen does not repeat the one process of the recording. */
static bool is_alone(const struct list_layout *layout, size_t i)
{
	const struct list_column *column = &layout->columns.v[i];

	return column->alone && !column->fixed && layout->cols < LIST_WIDE_SCREEN;
}

/* The width if there is enough room. */
static int natural_width(const struct list_layout *layout, size_t i)
{
	const struct list_column *column = &layout->columns.v[i];
	struct list_look look = list_column_look(column);
	int title = (int)strlen(column->title), most = most_width(layout, look);
	int width = is_brief(layout, i) ? column->brief : column->width;

	if (column->fixed)
		return column->fixed;
	/* A column without values is left out, unless it was requested. */
	if (layout->cols < look.screen || (!width && column->kind != LIST_FIELD))
		return 0;
	if (is_alone(layout, i))
		return column->alone;
	if (width < title)
		width = title;
	return width < most ? width : most;
}

static bool is_shown(const struct list_layout *layout, size_t i)
{
	return is_summary(layout, i) || natural_width(layout, i) > 0;
}

/* Is the column on the screen? Those that were scrolled off for the chosen one are not. */
static bool is_there(const struct list_layout *layout, size_t i)
{
	return is_summary(layout, i) || (is_shown(layout, i) && (!i || i > layout->skip));
}

bool list_layout_next(const struct list_layout *layout, struct list_spot *spot)
{
	size_t i = spot->next, n = layout->columns.n;

	while (i < n && !is_there(layout, i))
		i++;
	if (i >= n)
		return false;
	spot->column = i;
	spot->col = spot->end;
	spot->summary = is_summary(layout, i);
	spot->right = is_right(layout, i);
	spot->brief = is_brief(layout, i);
	spot->alone = is_alone(layout, i);
	spot->width = spot->summary ? layout->cols - spot->col : natural_width(layout, i);
	/* Left and right aligned texts that meet need more space between them. */
	spot->end += spot->width + (spot->right && i + 1 < n && !is_right(layout, i + 1) ? 2 : 1);
	spot->next = spot->summary ? n : i + 1;
	return true;
}

/* The screen column after the chosen one. Of the summary only the beginning must be visible. */
static int chosen_end(const struct list_layout *layout)
{
	struct list_spot spot = { .end = 1 };

	while (list_layout_next(layout, &spot)) {
		if (spot.column == layout->chosen)
			return spot.col + (spot.summary ? SUMMARY_LEAST : spot.width);
		/*
		 * The chosen column is not on the screen, because it has no values or the summary
		 * hides it.
		 */
		if (spot.column > layout->chosen || spot.summary)
			return spot.col;
	}
	return spot.end;
}

void list_layout_fit(struct list_layout *layout, int cols)
{
	layout->cols = cols;
	layout->skip = 0;
	while (layout->skip + 1 < layout->chosen && chosen_end(layout) > cols)
		layout->skip++;
}

/* ---- the chosen one ---- */

static int summary_cols(const struct list_layout *layout)
{
	struct list_spot spot = { .end = 1 };

	while (list_layout_next(layout, &spot))
		if (spot.summary)
			return spot.width;
	return 0;
}

void list_layout_right(struct list_layout *layout)
{
	if (is_summary(layout, layout->chosen)) {
		if (layout->scroll + summary_cols(layout) < list_layout_chosen(layout)->width)
			layout->scroll += SCROLL_STEP;
		return;
	}
	for (size_t i = layout->chosen + 1; i < layout->columns.n; i++) {
		if (is_shown(layout, i)) {
			layout->chosen = i;
			return;
		}
	}
}

void list_layout_left(struct list_layout *layout)
{
	if (layout->scroll) {
		layout->scroll -= SCROLL_STEP;
		return;
	}
	for (size_t i = layout->chosen; i-- > 0;) {
		if (is_shown(layout, i)) {
			layout->chosen = i;
			return;
		}
	}
}

void list_layout_point(struct list_layout *layout, int col)
{
	struct list_spot spot = { .end = 1 };

	while (list_layout_next(layout, &spot)) {
		if (col < spot.end || spot.summary) {
			layout->chosen = spot.column;
			return;
		}
	}
}

void list_layout_widen(struct list_layout *layout, int by)
{
	struct list_column *column = &layout->columns.v[layout->chosen];
	int width = natural_width(layout, layout->chosen) + by;

	if (column->kind != LIST_SUMMARY)
		column->fixed = width < 1 ? 1 : width > LIST_WIDTH_MAX ? LIST_WIDTH_MAX : width;
	notify(layout);
}

/* The summary stays the last column. */
void list_layout_move(struct list_layout *layout, bool left)
{
	struct list_column *v = layout->columns.v, moved = v[layout->chosen];
	size_t to = left ? layout->chosen - 1 : layout->chosen + 1;

	if ((left && !layout->chosen) || to >= layout->columns.n || is_summary(layout, to) ||
	    is_summary(layout, layout->chosen))
		return;
	v[layout->chosen] = v[to];
	v[to] = moved;
	layout->chosen = to;
	notify(layout);
}
