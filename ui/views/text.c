/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/text.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "term/wrap.h"
#include "views/finder.h"
#include "widgets/linemove.h"
#include "widgets/listnav.h"
#include "widgets/status.h"

#define SIDE_STEP 16
#define LABEL_INDENT 6 /* blanks before a label, at most */

/* A line on the screen. */
struct text_line {
	const char *text;
	size_t of; /* the line of the text that it is part of */
};

struct view_text {
	struct view view;
	struct view_ops ops; /* its own, for the name */
	char *title;
	struct buf text;
	VEC(const char *) whole; /* lines of the text, */
	bool wraps;
	int wrapped; /* wrapped at this many columns, */
	struct buf wrapping;
	VEC(struct text_line) lines; /* and lines on the screen */
	uint64_t top;
	int left, width; /* columns scrolled off, columns of the longest line */
	int rows, cols;	 /* of the screen, for the text */
	struct view_text_more more;
	struct finder find;
	uint64_t found; /* line of the text that was found, UINT64_MAX: none */
};

static struct view_text *self(const struct view *view)
{
	return container_of(view, struct view_text, view);
}

static void scroll_to(struct view_text *vt, uint64_t top)
{
	vt->top = listnav_follow(top, top, (uint64_t)vt->rows, vt->lines.n);
}

typedef void (*text_handler)(struct view_text *vt, const struct action_call *call);

static void text_scroll(struct view_text *vt, const struct action_call *call)
{
	const struct linemove at = { vt->top, vt->lines.n, vt->rows - 1, vt->rows / 2 };

	scroll_to(vt, linemove_to(&at, call));
}

/* A line down, as in a pager. */
static void text_enter(struct view_text *vt, const struct action_call *call)
{
	struct action_call down = *call;

	down.action = ACTION_DOWN;
	text_scroll(vt, &down);
}

static void text_right(struct view_text *vt, const struct action_call *call)
{
	(void)call;
	if (vt->left + vt->cols < vt->width)
		vt->left += SIDE_STEP;
}

static void text_left(struct view_text *vt, const struct action_call *call)
{
	(void)call;
	vt->left = vt->left > SIDE_STEP ? vt->left - SIDE_STEP : 0;
}

static uint64_t find_count(const struct view *view)
{
	return self(view)->whole.n;
}

/* The first screen line of a line of the text. */
static uint64_t line_of(const struct view_text *vt, uint64_t whole)
{
	size_t i = 0;

	while (i + 1 < vt->lines.n && vt->lines.v[i].of < whole)
		i++;
	return i;
}

/* The line that was found, if it is on the screen, else the first line on the screen. */
static uint64_t find_cursor(const struct view *view)
{
	const struct view_text *vt = self(view);
	uint64_t at = vt->found == UINT64_MAX ? UINT64_MAX : line_of(vt, vt->found);

	if (at >= vt->top && at - vt->top < (uint64_t)vt->rows)
		return vt->found;
	return vt->lines.n ? (uint64_t)vt->lines.v[vt->top].of - 1 : UINT64_MAX;
}

static void find_text(struct view *view, uint64_t line, struct buf *out)
{
	buf_adds(out, self(view)->whole.v[line]);
}

static void find_go(struct view *view, uint64_t line)
{
	struct view_text *vt = self(view);
	uint64_t at = line_of(vt, line);

	vt->found = line;
	if (at < vt->top || at - vt->top >= (uint64_t)vt->rows)
		scroll_to(vt, at);
}

static void text_find(struct view_text *vt, const struct action_call *call)
{
	static const struct finder_ops ops = {
		.count = find_count,
		.cursor = find_cursor,
		.text = find_text,
		.go = find_go,
	};

	finder_act(&vt->find, &vt->view, &ops, call);
}

/* clang-format off */
static const text_handler handlers[ACTION_COUNT] = {
	LINEMOVE_HANDLERS(text_scroll),
	[ACTION_PERCENT] = text_scroll,
	[ACTION_RIGHT] = text_right,
	[ACTION_LEFT] = text_left,
	[ACTION_OPEN] = text_enter,
	[ACTION_FIND] = text_find,
	[ACTION_FIND_NEXT] = text_find,
	[ACTION_FIND_PREV] = text_find,
};
/* clang-format on */

bool view_text_knows(enum action action)
{
	return handlers[action] != NULL;
}

static bool is_more(const struct view_text *vt, enum action action)
{
	for (const enum action *a = vt->more.actions; a && *a != ACTION_NONE; a++)
		if (*a == action)
			return true;
	return false;
}

static bool text_act(struct view *view, const struct action_call *call)
{
	struct view_text *vt = self(view);

	if (is_more(vt, call->action)) {
		vt->more.act(view->app, vt->more.ctx, call);
		return true;
	}
	if (!handlers[call->action])
		return false;
	handlers[call->action](vt, call);
	return true;
}

static bool text_knows(const struct view *view, enum action action)
{
	return view_text_knows(action) || is_more(self(view), action);
}

static const enum action *text_hints(const struct view *view)
{
	static const enum action hints[] = { ACTION_PAGE_DOWN, ACTION_PAGE_UP, ACTION_FIRST,
					     ACTION_LAST,      ACTION_FIND,    ACTION_CLOSE,
					     ACTION_NONE };
	const struct view_text *vt = self(view);

	return vt->more.hints ? vt->more.hints : hints;
}

/*
 * A label begins a line, and two or more blanks separate it from its value. Returns the bytes of
 * the label and of the blanks before it; 0: the line has no label.
 */
static size_t label_length(const char *text)
{
	size_t indent = strspn(text, " ");
	const char *end = strstr(text + indent, "  ");

	return indent <= LABEL_INDENT && end && end[strspn(end, " ")] ? (size_t)(end - text) : 0;
}

static bool is_heading(const struct view_text *vt, uint64_t line)
{
	size_t of = vt->lines.v[line].of;
	const char *text = vt->whole.v[of];

	return *text && *text != ' ' && !label_length(text) && of + 1 < vt->whole.n &&
	       vt->whole.v[of + 1][0] == ' ';
}

static void draw_status(struct view_text *vt, const struct surface *s)
{
	struct buf position = BUF_INIT;
	uint64_t last = vt->top + (uint64_t)vt->rows;
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct status status = { .file = vt->title, .work = "" };

	if (last > vt->lines.n)
		last = vt->lines.n;
	buf_addf(&position, "lines %llu-%llu of %zu",
		 (unsigned long long)(vt->lines.n ? vt->top + 1 : 0), (unsigned long long)last,
		 vt->lines.n);
	status.position = position.p;
	status_draw(&line, &status);
	buf_release(&position);
}

static void draw_line(const struct view_text *vt, const struct surface *s, int row, uint64_t line)
{
	const char *text = vt->lines.v[line].text;
	size_t indent = strspn(text, " "), label = label_length(text);
	int end = surface_put(s, row, 1 - vt->left,
			      is_heading(vt, line) ? STYLE_HEADER : STYLE_NORMAL, text);

	if (label)
		surface_restyle(s, row, 1 - vt->left + (int)indent,
				(int)text_columns(text + indent, label - indent), STYLE_LABEL);
	/* A mark shows that the line is cut; left and right scroll. */
	if (end > s->cols)
		surface_put(s, row, s->cols - 1, STYLE_DIM, "\u2026");
	if (vt->left && *text)
		surface_put(s, row, 0, STYLE_DIM, "\u2026");
	if (vt->lines.v[line].of != vt->found)
		return;
	if (line == line_of(vt, vt->found))
		surface_put(s, row, 0, STYLE_NORMAL, ">");
	surface_select(s, row);
}

/* Wrap the lines. The line at the top stays there. */
static void wrap(struct view_text *vt, int cols)
{
	size_t top = vt->lines.n ? vt->lines.v[vt->top].of : 0;
	char *p, *end;

	vt->wrapped = cols;
	vt->width = cols;
	vt->left = 0;
	vt->lines.n = 0;
	buf_reset(&vt->wrapping);
	for (size_t i = 0; i < vt->whole.n; i++) {
		wrap_line(vt->whole.v[i], strlen(vt->whole.v[i]), cols - 2, &vt->wrapping);
		buf_addc(&vt->wrapping, '\0');
	}
	p = vt->wrapping.p;
	for (size_t i = 0; i < vt->whole.n; i++, p++) {
		for (; *p; p = end + 1) {
			end = strchr(p, '\n');
			*end = '\0';
			vec_push(&vt->lines, ((struct text_line){ p, i }));
		}
	}
	vt->top = line_of(vt, top);
}

static void text_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_text *vt = self(view);
	struct surface page = surface_sub(s, 1, 0, s->rows - 1, s->cols);

	vt->rows = page.rows;
	vt->cols = page.cols;
	if (vt->wraps && page.cols != vt->wrapped)
		wrap(vt, page.cols);
	scroll_to(vt, vt->top);
	draw_status(vt, s);
	for (int row = 0; row < page.rows; row++) {
		uint64_t line = vt->top + (uint64_t)row;

		if (line < vt->lines.n)
			draw_line(vt, &page, row, line);
	}
	needle_mark(&vt->find.needle, &page);
	*cursor = (struct term_cursor){ page.row, page.col, false };
}

static void text_close(struct view *view)
{
	struct view_text *vt = self(view);

	buf_release(&vt->text);
	buf_release(&vt->wrapping);
	vec_release(&vt->whole);
	vec_release(&vt->lines);
	finder_release(&vt->find);
	free(vt->title);
	free(vt);
}

static void text_text(struct view *view, struct buf *out)
{
	struct view_text *vt = self(view);

	for (size_t i = 0; i < vt->whole.n; i++)
		buf_addf(out, "%s\n", vt->whole.v[i]);
}

/* Split the text into lines: each newline becomes the end of a line. */
static void split(struct view_text *vt)
{
	char *p = vt->text.p, *end;

	while (p < vt->text.p + vt->text.len) {
		int width;

		end = strchr(p, '\n');
		if (end)
			*end = '\0';
		vec_push(&vt->lines, ((struct text_line){ p, vt->whole.n }));
		vec_push(&vt->whole, p);
		width = (int)text_columns_str(p) + 1;
		if (width > vt->width)
			vt->width = width;
		p += strlen(p) + 1;
	}
}

struct view *view_text_new(const char *name, const char *title, struct buf *text)
{
	struct view_text *vt = mem_zalloc(sizeof(*vt));

	vt->ops = (struct view_ops){
		.name = name,
		.act = text_act,
		.knows = text_knows,
		.hints = text_hints,
		.draw = text_draw,
		.text = text_text,
		.close = text_close,
	};
	vt->view.ops = &vt->ops;
	vt->found = UINT64_MAX;
	vt->view.topic = mem_strdup(title);
	vt->title = mem_strdup(title);
	buf_init(&vt->wrapping);
	vt->text = *text;
	buf_init(text);
	split(vt);
	return &vt->view;
}

void view_text_wrap(struct view *view)
{
	self(view)->wraps = true;
}

void view_text_add(struct view *view, const struct view_text_more *more)
{
	self(view)->more = *more;
	self(view)->ops.words = more->words;
}
