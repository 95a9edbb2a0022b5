/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/view_chart.h"

#include <string.h>

#include "base/text.h"
#include "query/figure.h"
#include "query/weigh.h"
#include "tui/barview.h"
#include "tui/view_records.h"
#include "wire/names.h"

enum {
	LABELLED_COLS = 40 /* from there on the scale has labels beside it */
};

struct view_chart {
	struct barview bars; /* first */
	bool logarithmic;
	int left; /* columns of the labels */
};

/* What the lowest and the highest row stand for. */
struct scale {
	int128 least, greatest;
	bool logarithmic;
};

static struct view_chart *self(struct view *view)
{
	return (struct view_chart *)view;
}

static void count_tallies(struct timeview *tv)
{
	barview_count(tv, true);
}

/* ---- numbers ---- */

static void tally_of(const struct view_chart *v, int i, int cols, struct tally *tally)
{
	histogram_tally(v->bars.tv.counts, barview_bucket(&v->bars, i, cols),
			barview_bucket(&v->bars, i + 1, cols), tally);
}

static void tally_of_all(const struct view_chart *v, struct tally *tally)
{
	histogram_tally(v->bars.tv.counts, 0, histogram_buckets(v->bars.tv.counts), tally);
}

static void add_number(const struct view_chart *v, enum figure_kind kind, int128 number,
		       struct buf *out)
{
	struct figure figure = weighing_figure(&v->bars.tv.what, kind);

	figure_text(&figure, number, out);
}

static void add_values(uint64_t n, struct buf *out)
{
	buf_addf(out, "%llu value%s", (unsigned long long)n, n == 1 ? "" : "s");
}

/* "35 values, 1 to 4, mean 2.5 s" */
static void add_tally(const struct view_chart *v, const struct tally *tally, struct buf *out)
{
	struct figure one = weighing_figure(&v->bars.tv.what, FIGURE_ONE);

	add_values(tally->n, out);
	if (!tally->n)
		return;
	buf_adds(out, ", ");
	add_number(v, FIGURE_ONE, tally->least, out);
	buf_adds(out, " to ");
	add_number(v, FIGURE_ONE, tally->greatest, out);
	buf_adds(out, ", mean ");
	add_number(v, FIGURE_MEAN, tally_mean(tally), out);
	figure_add_unit(&one, out);
}

/* ---- actions ---- */

static void change_scale(struct timeview *tv, const struct action_call *call)
{
	struct view_chart *v = (struct view_chart *)tv;

	(void)call;
	v->logarithmic = !v->logarithmic;
	app_say(tv->view.app, "The scale is %s.", v->logarithmic ? "logarithmic" : "linear");
}

static const timeview_handler handlers[ACTION_COUNT] = {
	BARVIEW_HANDLERS,
	[ACTION_ORDER] = change_scale,
};

bool view_chart_knows(enum action action)
{
	return handlers[action];
}

/* ---- drawing ---- */

/* From 0, unless all numbers are far from it, or that is infinitely far down. */
static struct scale scale_of(const struct view_chart *v, const struct tally *all)
{
	struct scale scale = { all->least, all->greatest, v->logarithmic };

	if (!scale.logarithmic && scale.least >= 0 && scale.least <= scale.greatest / 2)
		scale.least = 0;
	return scale;
}

/* How often it can be halved, and the part of a time that is left: near enough to a logarithm. */
static double halvings(double number)
{
	double n = 0;

	while (number >= 2) {
		number /= 2;
		n++;
	}
	return n + number - 1;
}

/* Numbers below 1 are moved up: there is no logarithm of them. */
static double height(const struct scale *scale, int128 number)
{
	int128 up = scale->logarithmic && scale->least < 1 ? 1 - scale->least : 0;
	double least = (double)(scale->least + up), greatest = (double)(scale->greatest + up);
	double at = (double)(number + up);

	if (least >= greatest)
		return 0;
	if (!scale->logarithmic)
		return (at - least) / (greatest - least);
	return (halvings(at) - halvings(least)) / (halvings(greatest) - halvings(least));
}

/* Numbers may have come since the scale was made. */
static int row_of(const struct scale *scale, int rows, int128 number)
{
	int up;

	if (number > scale->greatest)
		number = scale->greatest;
	if (number < scale->least)
		number = scale->least;
	up = (int)(height(scale, number) * (rows - 1) + 0.5);
	return rows - 1 - up;
}

static void draw_column(const struct view_chart *v, const struct surface *s, int col,
			const struct scale *scale)
{
	bool ascii = v->bars.tv.view.app->opt->ascii;
	struct tally tally;
	int high, low;

	tally_of(v, col, v->bars.cols, &tally);
	if (!tally.n)
		return;
	high = row_of(scale, s->rows, tally.greatest);
	low = row_of(scale, s->rows, tally.least);
	for (int row = high; row <= low; row++)
		surface_repeat(s, row, col, 1, STYLE_DIM, ascii ? '|' : 0x2502);
	surface_repeat(s, row_of(scale, s->rows, int128_whole(tally_mean(&tally))), col, 1,
		       STYLE_LABEL, ascii ? '=' : 0x2588);
}

/* Beside the highest and the lowest row; returns the columns that they take. */
static int draw_labels(const struct view_chart *v, const struct surface *s, int row, int rows,
		       const struct scale *scale)
{
	struct buf top = BUF_INIT, bottom = BUF_INIT;
	int left = 0;

	add_number(v, FIGURE_ONE, scale->greatest, &top);
	add_number(v, FIGURE_ONE, scale->least, &bottom);
	if (s->cols >= LABELLED_COLS && rows > 1)
		left = (int)(top.len > bottom.len ? top.len : bottom.len) + 1;
	if (left) {
		surface_put_right(s, row, 0, left - 1, STYLE_DIM, top.p);
		surface_put_right(s, row + rows - 1, 0, left - 1, STYLE_DIM, bottom.p);
	}
	buf_release(&top);
	buf_release(&bottom);
	return left;
}

static void draw_status(const struct view_chart *v, const struct surface *s,
			const struct tally *all)
{
	const struct timeview *tv = &v->bars.tv;
	struct buf title = BUF_INIT, position = BUF_INIT;

	text_escape_str(&title, tv->what.field);
	weighing_add_event(&tv->what, &title);
	buf_adds(&title, " over time");
	add_values(all->n, &position);
	timeview_draw_status(tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

/* Of a column its time, of several those of the first and the last; and what is there. */
static void chosen_text(const struct view_chart *v, struct buf *out)
{
	struct stretch stretch = barview_chosen(&v->bars.tv);
	struct tally tally;
	size_t first, end;

	barview_chosen_buckets(&v->bars, &first, &end);
	histogram_tally(v->bars.tv.counts, first, end, &tally);
	records_add_time(v->bars.tv.view.app, stretch.lo, out);
	if (v->bars.tv.mark != NO_MARK) {
		buf_adds(out, " to ");
		records_add_time(v->bars.tv.view.app, stretch.hi, out);
	}
	buf_adds(out, ": ");
	add_tally(v, &tally, out);
}

static void chart_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_chart *v = self(view);
	struct timeview *tv = &v->bars.tv;
	struct buf text = BUF_INIT;
	struct surface bars;
	struct scale scale;
	struct tally all;

	if (timeview_draw_empty(tv, s))
		return;
	tally_of_all(v, &all);
	scale = scale_of(v, &all);
	v->left = all.n ? draw_labels(v, s, 2, s->rows - 3, &scale) : 0;
	bars = surface_sub(s, 2, v->left, s->rows - 3, s->cols - v->left);
	barview_rescale(&v->bars, barview_most(&v->bars, bars.cols > 0 ? bars.cols : 1));
	draw_status(v, s, &all);
	chosen_text(v, &text);
	surface_put_left(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	for (int i = 0; i < v->bars.cols; i++)
		draw_column(v, &bars, i, &scale);
	barview_draw_chosen(&v->bars, &bars);
	if (s->rows > 3)
		timeview_draw_axis(tv, s, s->rows - 1, v->left, s->cols - v->left);
	*cursor = (struct term_cursor){ bars.row + bars.rows - 1, bars.col + tv->cursor, false };
	buf_release(&text);
}

static bool chart_point(struct view *view, int row, int col, bool select)
{
	struct view_chart *v = self(view);

	return row >= 2 && barview_point(&v->bars, col - v->left, select);
}

/* A line for each of some stretches, with its first time. */
static void chart_text(struct view *view, struct buf *out)
{
	struct view_chart *v = self(view);
	int n;

	if (timeview_text_empty(&v->bars.tv, out))
		return;
	n = barview_most(&v->bars, BARVIEW_TEXT_COLS);
	for (int i = 0; i < n; i++) {
		struct tally tally;

		tally_of(v, i, n, &tally);
		records_add_time(view->app,
				 histogram_time(v->bars.tv.counts, barview_bucket(&v->bars, i, n)),
				 out);
		buf_adds(out, ": ");
		add_tally(v, &tally, out);
		buf_addc(out, '\n');
	}
}

/* clang-format off */
static const struct view_words words[] = {
	BARVIEW_WORDS,
	{ ACTION_ORDER, "scale", "a linear scale, a logarithmic one" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
const struct number view_chart_numbers[] = {
	{ "values", "records", "of the time of a column that have the field", NUMBER_TOTALS },
	{ "least", "s, ns or none", "the least number of the field then", NUMBER_TOTALS },
	{ "greatest", "s, ns or none", "the greatest", NUMBER_TOTALS },
	{ "mean", "s, ns or none", "their mean", NUMBER_TOTALS },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the chart",
	.words = words,
	.draw = chart_draw,
	.point = chart_point,
	.text = chart_text,
	TIMEVIEW_VIEW_OPS,
};

static const struct timeview_ops how = {
	.handlers = handlers,
	.start = count_tallies,
	BARVIEW_TIMEVIEW_OPS,
};

/* ---- opening it ---- */

/* Numbers that say how much; the place in the file says nothing over time. */
static bool is_charted(const char *name)
{
	struct field field;
	bool ok = field_find(&field, name, strlen(name));

	if (!ok)
		return false;
	ok = field.word != W_ordinal && !word_has_names(word_info(field.word)) &&
	     !weigh_check(&field, NULL);
	field_release(&field);
	return ok;
}

static void usual_field(struct app *app, struct buf *out)
{
	struct view_records *v = view_records_from(app->home);

	if (!records_field_name(v, out) || !is_charted(out->p)) {
		buf_reset(out);
		buf_adds(out, word_name(W_period));
	}
}

int chart_open(struct app *app, const char *arg, struct err *err)
{
	struct buf whole = BUF_INIT;
	size_t before;
	int rc;

	if (!*arg || !strncmp(arg, "where ", 6)) {
		usual_field(app, &whole);
		buf_addc(&whole, ' ');
	}
	before = whole.len;
	buf_adds(&whole, arg);
	rc = timeview_open(app, whole.p, sizeof(struct view_chart), &ops, &how, err);
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset -= err->offset < before ? err->offset : before;
	buf_release(&whole);
	return rc;
}
