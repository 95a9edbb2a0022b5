/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/offers.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"

#define OFFERS_MAX 4096
#define LEAST_ROWS 4
/* The list has a third of the screen, and its words at most half of a line. */
#define ROWS_PART 3

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
	offers->selected = OFFERS_NONE;
	offers->top = 0;
}

void offers_add(struct offers *offers, const char *text, const char *shown, const char *help)
{
	struct offer offer;

	if (offers->list.n >= OFFERS_MAX)
		return;
	offer.text = mem_strdup(text);
	offer.shown = mem_strdup(shown ? shown : text);
	offer.help = mem_strdup(help ? help : "");
	vec_push(&offers->list, offer);
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct offer *)a)->text, ((const struct offer *)b)->text);
}

void offers_sort(struct offers *offers)
{
	size_t n = 0;

	if (offers->list.n && !offers->ordered)
		qsort(offers->list.v, offers->list.n, sizeof(*offers->list.v), compare);
	for (size_t i = 0; i < offers->list.n; i++) {
		struct offer *offer = &offers->list.v[i];

		if (n && !strcmp(offers->list.v[n - 1].text, offer->text))
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

	/* One step goes round by what was typed; a page ends at the ends. */
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

static int word_cols(const struct offers *offers, int cols)
{
	int width = 0;

	for (size_t i = 0; i < offers->list.n; i++) {
		const char *shown = offers->list.v[i].shown;
		int n = (int)text_columns(shown, strlen(shown));

		width = n > width ? n : width;
	}
	return width < cols / 2 ? width : cols / 2;
}

/* The selected one is on the screen. */
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

static void draw_border(const struct offers *offers, const struct surface *box)
{
	struct buf title = BUF_INIT;

	surface_repeat(box, 0, 0, box->cols, STYLE_BORDER, 0x2500);
	if (offers->list.n > offers->rows)
		buf_addf(&title, " %zu-%zu of %zu ", offers->top + 1, offers->top + offers->rows,
			 offers->list.n);
	else
		buf_addf(&title, " %zu ", offers->list.n);
	buf_adds(&title, "\u2500 Tab and Down take the next, F1 explains ");
	surface_put(box, 0, 2, STYLE_TITLE, title.p);
	buf_release(&title);
}

void offers_draw(struct offers *offers, const struct surface *s)
{
	int most = s->rows / ROWS_PART, width = word_cols(offers, s->cols);
	struct surface box;

	most = most > LEAST_ROWS ? most : LEAST_ROWS;
	most = most < s->rows ? most : s->rows - 1;
	if (most < 1)
		return;
	offers->rows = offers->list.n < (size_t)most ? offers->list.n : (size_t)most;
	scroll(offers);
	box = surface_sub(s, s->rows - (int)offers->rows - 1, 0, (int)offers->rows + 1, s->cols);
	surface_fill(&box, STYLE_NORMAL);
	draw_border(offers, &box);
	for (size_t i = 0; i < offers->rows; i++) {
		const struct offer *offer = &offers->list.v[offers->top + i];
		int row = (int)i + 1;

		surface_put_ends(&box, row, 2, width, STYLE_KEY, offer->shown);
		surface_put_left(&box, row, width + 4, box.cols - width - 4, STYLE_NORMAL,
				 offer->help);
		if (offers->top + i != offers->selected)
			continue;
		surface_put(&box, row, 0, STYLE_NORMAL, ">");
		surface_restyle(&box, row, 0, box.cols, STYLE_SELECTED);
	}
}
