/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/offers.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "term/border.h"
#include "term/wrap.h"

#define OFFERS_MAX 4096
#define LEAST_ROWS 4
/* The list has at most a third of the screen, and its words at most half of a line. */
#define ROWS_PART 3
/* Ranks after those of offers_add_first(), which begin at 1. */
#define RANK_NAMED (OFFERS_MAX + 1)
#define RANK_LAST (OFFERS_MAX + 2)

static void drop(struct offer *offer)
{
	free(offer->text);
	free(offer->shown);
	free(offer->help);
}

void offers_reset(struct offers *offers)
{
	for (size_t i = 0; i < offers->list.n; i++)
		drop(&offers->list.v[i]);
	offers->list.n = 0;
	offers->ordered = false;
	offers->ranks = 0;
	offers->selected = OFFERS_NONE;
	offers->top = 0;
	offers->width = 0;
}

static void add(struct offers *offers, size_t rank, const char *text, const char *shown,
		const char *help)
{
	struct offer offer = { .rank = rank };

	if (offers->list.n >= OFFERS_MAX)
		return;
	offer.text = mem_strdup(text);
	offer.shown = mem_strdup(shown ? shown : text);
	offer.help = mem_strdup(help ? help : "");
	vec_push(&offers->list, offer);
}

void offers_add(struct offers *offers, const char *text, const char *shown, const char *help)
{
	add(offers, RANK_NAMED, text, shown, help);
}

void offers_add_first(struct offers *offers, const char *text, const char *help)
{
	add(offers, ++offers->ranks, text, NULL, help);
}

void offers_add_last(struct offers *offers, const char *text, const char *help)
{
	add(offers, RANK_LAST, text, NULL, help);
}

static int compare(const void *a, const void *b)
{
	const struct offer *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return strcmp(x->text, y->text);
}

/* Was the word of an offer also offered first? Those are at the beginning of the sorted list. */
static bool is_first_too(const struct offers *offers, size_t ranked, const struct offer *offer)
{
	for (size_t i = 0; offer->rank >= RANK_NAMED && i < ranked; i++)
		if (!strcmp(offers->list.v[i].text, offer->text))
			return true;
	return false;
}

void offers_sort(struct offers *offers)
{
	size_t n = 0;

	if (offers->list.n && !offers->ordered)
		qsort(offers->list.v, offers->list.n, sizeof(*offers->list.v), compare);
	for (size_t i = 0; i < offers->list.n; i++) {
		struct offer *offer = &offers->list.v[i];

		if ((n && !strcmp(offers->list.v[n - 1].text, offer->text)) ||
		    (!offers->ordered &&
		     is_first_too(offers, offers->ranks < n ? offers->ranks : n, offer)))
			drop(offer);
		else
			offers->list.v[n++] = *offer;
	}
	offers->list.n = n;
}

void offers_move(struct offers *offers, long by)
{
	long n = (long)offers->list.n;
	long at = offers->selected == OFFERS_NONE ? -1 : (long)offers->selected;

	/* A single step wraps around through the typed text; a page stops at the ends. */
	if (by == 1 || by == -1)
		at = at + by >= n ? -1 : at + by < -1 ? n - 1 : at + by;
	else
		at = at + by >= n ? n - 1 : at + by < 0 ? 0 : at + by;
	offers->selected = at < 0 ? OFFERS_NONE : (size_t)at;
}

const char *offers_text(const struct offers *offers)
{
	return offers->selected == OFFERS_NONE ? NULL : offers->list.v[offers->selected].text;
}

/* Return the width of the column of words: that of the widest visible word so far. */
static int word_cols(struct offers *offers, int cols)
{
	for (size_t i = 0; i < offers->rows; i++) {
		const char *shown = offers->list.v[offers->top + i].shown;
		int n = (int)text_columns_str(shown);

		offers->width = n > offers->width ? n : offers->width;
	}
	return offers->width < cols / 2 ? offers->width : cols / 2;
}

/* Scroll so that the selected offer is visible. */
static void scroll(struct offers *offers)
{
	size_t n = offers->list.n, at = offers->selected == OFFERS_NONE ? 0 : offers->selected;

	if (at < offers->top)
		offers->top = at;
	if (at >= offers->top + offers->rows)
		offers->top = at + 1 - offers->rows;
	if (offers->top + offers->rows > n)
		offers->top = n > offers->rows ? n - offers->rows : 0;
}

/* The keys are on the right, where they cover few of the lines that end here. */
static void draw_border(const struct offers *offers, const struct surface *box)
{
	const char *keys = offers->selected == OFFERS_NONE
				   ? " Tab selects, F1 explains, Esc closes "
				   : " Tab selects, F1 explains, Esc undoes ";
	struct buf title = BUF_INIT;
	int end, col = box->cols - (int)strlen(keys) - 1;

	border_line(box, 0);
	if (offers->list.n > offers->rows)
		buf_addf(&title, " %zu-%zu of %zu ", offers->top + 1, offers->top + offers->rows,
			 offers->list.n);
	else
		buf_addf(&title, " %zu ", offers->list.n);
	end = surface_put(box, 0, 2, STYLE_TITLE, title.p);
	surface_put(box, 0, col > end ? col : end + 1, STYLE_TITLE, keys);
	buf_release(&title);
}

/*
 * Is this the end of a part of a sentence, at which the text can be cut? After a comma a list may
 * go on.
 */
static bool is_end_of_part(const char *text, size_t at)
{
	return (text[at] == ';' && text[at + 1] == ' ') ||
	       (text[at] == ' ' && text[at + 1] && strchr("([", text[at + 1]));
}

/*
 * Append how much of a help text fits: whole parts of the sentence, or whole words and "…" if parts
 * would fill less than half.
 */
static void short_help(const char *help, int cols, struct buf *out)
{
	size_t part = 0, word = 0, i;

	for (i = 0; help[i] && text_columns(help, i) <= (size_t)cols; i++) {
		if (is_end_of_part(help, i))
			part = i;
		if (help[i] == ' ' && text_columns(help, i) < (size_t)cols)
			word = i;
	}
	if (!help[i] && text_columns(help, i) <= (size_t)cols) {
		buf_add(out, help, i);
	} else if (text_columns(help, part) >= (size_t)cols / 2) {
		buf_add(out, help, part);
	} else if (word) {
		buf_add(out, help, word - (strchr(",:;", help[word - 1]) != NULL));
		buf_adds(out, "\u2026");
	}
}

static void put_help(const struct surface *box, int row, int col, const char *help)
{
	struct buf text = BUF_INIT;

	short_help(help, box->cols - col, &text);
	surface_put(box, row, col, STYLE_NORMAL, text.p);
	buf_release(&text);
}

/*
 * Wrap the help of the selected offer, which is shown completely, and return its number of lines.
 */
static int selected_rows(const struct offers *offers, int cols, struct buf *lines)
{
	if (offers->selected == OFFERS_NONE)
		return 0;
	wrap_text(offers->list.v[offers->selected].help, cols, lines);
	return wrap_rows(lines);
}

/* Show at most so many offers, among them the selected one. */
static void limit_rows(struct offers *offers, int most)
{
	offers->rows = offers->list.n < (size_t)most ? offers->list.n : (size_t)most;
	scroll(offers);
}

/*
 * Divide the rows between the offers and the help of the selected one. Returns the columns of the
 * words; *more is the number of rows that the help needs after its first one, and lines is the
 * help.
 */
static int measure(struct offers *offers, int most, int cols, int *more, struct buf *lines)
{
	int width;

	limit_rows(offers, most);
	width = word_cols(offers, cols);
	*more = selected_rows(offers, cols - width - 4, lines) - 1;
	*more = *more < 0 ? 0 : *more < most ? *more : most - 1;
	limit_rows(offers, most - *more);
	return width;
}

void offers_draw(struct offers *offers, const struct surface *s)
{
	int most = s->rows / ROWS_PART, width, row = 1, more;
	struct buf lines = BUF_INIT;
	struct surface box;

	most = most > LEAST_ROWS ? most : LEAST_ROWS;
	most = most < s->rows ? most : s->rows - 1;
	if (most < 1)
		return;
	width = measure(offers, most, s->cols, &more, &lines);
	box = surface_sub(s, s->rows - (int)offers->rows - more - 1, 0,
			  (int)offers->rows + more + 1, s->cols);
	surface_fill(&box, STYLE_NORMAL);
	draw_border(offers, &box);
	for (size_t i = 0; i < offers->rows; i++, row++) {
		const struct offer *offer = &offers->list.v[offers->top + i];

		surface_put_ends(&box, row, 2, width, STYLE_KEY, offer->shown);
		if (offers->top + i != offers->selected) {
			put_help(&box, row, width + 4, offer->help);
			continue;
		}
		surface_put_lines(&box, row, width + 4, STYLE_NORMAL, lines.p);
		surface_put(&box, row, 0, STYLE_NORMAL, ">");
		for (int k = 0; k <= more; k++)
			surface_restyle(&box, row + k, 0, box.cols, STYLE_SELECTED);
		row += more;
	}
	buf_release(&lines);
}
