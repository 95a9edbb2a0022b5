/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/filter_line.h"

#include <string.h>

#include "base/text.h"
#include "base/vec.h"

/* Narrower screens show only numbers. */
#define BRIEF_COLS 50
/* A condition is cut to this at least. */
#define CONDITION_COLS 16
#define AND " and "

static int columns(const char *text)
{
	return (int)text_columns_str(text);
}

static void matches_text(const struct filter_line *filter, bool brief, struct buf *out)
{
	if (filter->match)
		buf_addf(out, brief ? "%llu/" : "match %llu of ",
			 (unsigned long long)filter->match);
	buf_add_u64(out, filter->matches);
	if (filter->more && filter->state == FILTER_LINE_DONE && !brief)
		buf_adds(out, "\u2026");
	if (!filter->match && !brief)
		buf_adds(out, filter->matches == 1 ? " match" : " matches");
	if (brief && (filter->more || filter->state != FILTER_LINE_DONE))
		buf_adds(out, "\u2026");
	else if (filter->state == FILTER_LINE_SEARCHING)
		buf_addf(out, " so far, searching\u2026 %d%%", filter->percent);
	else if (filter->state == FILTER_LINE_STOPPED)
		buf_addf(out, " in %d%% searched", filter->percent);
}

/* A part of a condition, as it is drawn. */
struct drawn_part {
	struct buf text;
	size_t condition; /* number of the condition */
	int width;	  /* columns of the text; a longer text is cut */
};

struct drawn_conditions {
	VEC(struct drawn_part) list;
	size_t first; /* the number of parts that are left out before the list */
	size_t parts; /* all parts */
	int width;    /* columns of the list, with what is between its parts */
};

/* Append a condition without the folders of a path between quotes: the file's name is enough. */
static void add_short(const char *text, struct buf *out)
{
	const char *path = strstr(text, "\"/"), *end = path ? strchr(path + 1, '"') : NULL;
	const char *slash = end ? memrchr(path, '/', (size_t)(end - path)) : NULL;

	if (!slash || slash == path + 1) {
		buf_adds(out, text);
		return;
	}
	buf_add(out, text, (size_t)(path + 1 - text));
	buf_addf(out, "\u2026%s", slash);
}

static void release_drawn(struct drawn_conditions *drawn)
{
	for (size_t i = 0; i < drawn->list.n; i++)
		buf_release(&drawn->list.v[i].text);
	vec_release(&drawn->list);
}

/* Append "2 more": the parts before the first one. */
static void add_more(const struct drawn_conditions *drawn, struct buf *out)
{
	if (drawn->first)
		buf_addf(out, "%zu more", drawn->first);
}

/* A condition that a view has added can be several, joined by "and": each is cut by itself. */
static void add_parts(const struct conditions *conditions, size_t i, bool brief,
		      struct drawn_conditions *out)
{
	struct conditions parts = { .off = false };

	conditions_set(&parts, conditions->list.v[i].text);
	for (size_t k = 0; k < parts.list.n; k++) {
		struct drawn_part one = { BUF_INIT, i, 0 };

		if (out->parts++ < out->first)
			continue;
		if (brief)
			add_short(parts.list.v[k].text, &one.text);
		else
			buf_adds(&one.text, parts.list.v[k].text);
		one.width = columns(one.text.p);
		out->width += one.width + (out->parts > 1 ? (int)strlen(AND) : 0);
		vec_push(&out->list, one);
	}
	conditions_release(&parts);
}

/* Measure the parts from the first one on. */
static void measure(const struct conditions *conditions, bool brief, struct drawn_conditions *out)
{
	struct buf more = BUF_INIT;

	release_drawn(out);
	add_more(out, &more);
	out->width = columns(more.p);
	out->parts = 0;
	for (size_t i = 0; i < conditions->list.n; i++) {
		size_t before = out->list.n;

		add_parts(conditions, i, brief, out);
		out->width += out->list.n > before ? 2 : 0;
	}
	buf_release(&more);
}

/* The longest part that can be cut, of those without folders or of all. NULL: there is none. */
static struct drawn_part *find_longest(struct drawn_conditions *drawn, bool all)
{
	struct drawn_part *longest = NULL;

	for (size_t i = 0; i < drawn->list.n; i++) {
		struct drawn_part *part = &drawn->list.v[i];

		if (part->width > (longest ? longest->width : CONDITION_COLS) &&
		    (all || !strstr(part->text.p, "\"\u2026/")))
			longest = part;
	}
	return longest;
}

/* Cut the longest parts until all fit, or none is longer than CONDITION_COLS. */
static void cut_longest(struct drawn_conditions *drawn, int room)
{
	while (drawn->width > room) {
		struct drawn_part *longest = find_longest(drawn, false);

		/* What add_short() has left of a path is cut last. */
		if (!longest)
			longest = find_longest(drawn, true);
		if (!longest)
			return;
		longest->width--;
		drawn->width--;
	}
}

/* Draw the parts of a condition from part k on. Brackets also mark a condition that is off. */
static int draw_condition(const struct surface *s, int col, const struct conditions *conditions,
			  const struct drawn_conditions *drawn, size_t *k)
{
	size_t i = drawn->list.v[*k].condition;
	const struct condition *condition = &conditions->list.v[i];
	enum style style = conditions->off || condition->off ? STYLE_CHIP_OFF : STYLE_CHIP;
	const char *before = condition->off ? "[" : " ";

	for (; *k < drawn->list.n && drawn->list.v[*k].condition == i; ++*k) {
		const struct drawn_part *part = &drawn->list.v[*k];

		col = surface_put(s, 0, col, style, before);
		col = surface_put(s, 0, col, style, part->text.p);
		before = AND;
	}
	return surface_put(s, 0, col, style, condition->off ? "]" : " ");
}

/* Can the text be cut before this byte? */
static bool is_cut(const char *text, size_t at)
{
	return text[at] == ' ' || (at && text[at - 1] == ',');
}

/* The beginning that fits, up to the end of a word. A word that leaves much unused is cut. */
static size_t head_len(const char *text, int cols)
{
	size_t most = text_fitting(text, cols), least = most - most / 4, len = most;

	while (len > least && !is_cut(text, len))
		len--;
	return len > least ? len : most;
}

/* Where the end that fits begins, in the same way. */
static size_t tail_at(const char *text, int cols)
{
	size_t first = text_fitting(text, columns(text) - cols), at = first;
	size_t last = first + (strlen(text) - first) / 2;

	while (at < last && !is_cut(text, at))
		at++;
	return at < last ? at : first;
}

/*
 * Cut a string at its end, because names differ there least, and other texts in the middle, between
 * words: a condition is known by its beginning and its end.
 */
static void cut_text(const struct buf *text, int width, struct buf *out)
{
	const char *quote = strchr(text->p, '"'), *end = text->p + text->len - 1;
	size_t tail;

	if (quote && quote < end && strchr(quote + 1, '"') == end)
		tail = text->len - 1;
	else
		tail = tail_at(text->p, (width - 1) / 2);
	width -= 1 + columns(text->p + tail);
	buf_add(out, text->p,
		tail + 1 == text->len ? text_fitting(text->p, width) : head_len(text->p, width));
	buf_addf(out, "\u2026%s", text->p + tail);
}

/* Cut the texts of the parts that are too long. */
static void cut_texts(struct drawn_conditions *drawn)
{
	for (size_t i = 0; i < drawn->list.n; i++) {
		struct drawn_part *part = &drawn->list.v[i];
		struct buf text = BUF_INIT;

		if (part->width == columns(part->text.p))
			continue;
		cut_text(&part->text, part->width, &text);
		buf_release(&part->text);
		part->text = text;
	}
}

/*
 * Find out how to draw the conditions: completely, or shortened. If there is no room for all, those
 * at the end are drawn, because Escape turns these off first. False: they are shortened.
 */
static bool fit(const struct conditions *conditions, int room, struct drawn_conditions *out)
{
	measure(conditions, false, out);
	if (out->width <= room)
		return true;
	for (;; out->first++) {
		measure(conditions, true, out);
		cut_longest(out, room);
		if (out->width <= room || out->first + 1 >= out->parts)
			break;
	}
	cut_texts(out);
	return false;
}

static bool draw_conditions(const struct surface *room, const struct conditions *conditions)
{
	struct drawn_conditions drawn = { .first = 0 };
	struct buf more = BUF_INIT;
	bool whole = fit(conditions, room->cols, &drawn);
	int col;

	add_more(&drawn, &more);
	col = surface_put(room, 0, 0, STYLE_DIM, more.p);
	for (size_t k = 0; k < drawn.list.n;) {
		if (drawn.first + k)
			col = surface_put(room, 0, col, STYLE_DIM, AND);
		col = draw_condition(room, col, conditions, &drawn, &k);
	}
	if (drawn.width > room->cols && room->cols)
		surface_put(room, 0, room->cols - 1, STYLE_DIM, "\u2026");
	buf_release(&more);
	release_drawn(&drawn);
	return whole;
}

/* Draw the conditions with "and" between them, so that the line can be read as a filter. */
bool filter_line_draw(const struct surface *s, const struct filter_line *filter)
{
	const struct conditions *conditions = filter->conditions;
	struct buf text = BUF_INIT;
	struct surface room;
	bool whole;
	int col;

	surface_fill(s, STYLE_NORMAL);
	if (filter->applied)
		matches_text(filter, s->cols < BRIEF_COLS, &text);
	surface_put(s, 0, s->cols - 1 - columns(text.p),
		    filter->state == FILTER_LINE_DONE ? STYLE_DIM : STYLE_MESSAGE, text.p);
	col = surface_put(s, 0, 1, STYLE_DIM, filter->applied ? "filter" : "filter off");
	col = surface_put(s, 0, col, STYLE_DIM, conditions->restored ? " restored:" : ":") + 1;
	room = surface_sub(s, 0, col, 1, s->cols - col - (text.len ? columns(text.p) + 3 : 0));
	whole = draw_conditions(&room, conditions);
	buf_release(&text);
	return whole;
}
