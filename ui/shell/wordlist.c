/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/wordlist.h"

#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "widgets/offers.h"

#define NOT_SPACED ((size_t)-1)

static struct {
	wordlist_fn *complete;
	void *ctx;
	struct offers offers;  /* completions of the text from word on; */
	size_t word;	       /* where the completed text begins */
	bool asked;	       /* the present key asked for completions, */
	bool listed;	       /* and the list is on the screen: */
	struct buf line;       /* for this line, */
	size_t point;	       /* and this place; */
	struct buf typed_word; /* the typed word, if no completion is selected */
	size_t spaced;	       /* after a blank that completion has inserted */
} list = { .line = BUF_INIT, .typed_word = BUF_INIT, .spaced = NOT_SPACED };

/* ---- what is offered ---- */

void wordlist_offer(const char *text, const char *help)
{
	offers_add(&list.offers, text, NULL, help);
}

void wordlist_offer_as(const char *text, const char *shown, const char *help)
{
	offers_add(&list.offers, text, shown, help);
}

void wordlist_offer_first(const char *text, const char *help)
{
	offers_add_first(&list.offers, text, help);
}

void wordlist_offer_last(const char *text, const char *help)
{
	offers_add_last(&list.offers, text, help);
}

void wordlist_offer_ordered(void)
{
	list.offers.ordered = true;
}

static void find_offers(size_t start, size_t end)
{
	offers_reset(&list.offers);
	list.word = start;
	list.complete(list.ctx, lineedit_text(), start, end);
	offers_sort(&list.offers);
}

static bool find(size_t start, size_t end)
{
	if (!list.complete)
		return false;
	list.asked = true;
	find_offers(start, end);
	return true;
}

static const char *word(size_t i)
{
	return i < list.offers.list.n ? list.offers.list.v[i].text : NULL;
}

static void choice(void)
{
	list.listed = true;
}

const struct lineedit_words wordlist_words = { find, word, choice };

bool wordlist_is_open(void)
{
	return list.listed;
}

bool wordlist_is_empty(void)
{
	return list.asked && !list.offers.list.n;
}

/* ---- the line ---- */

void wordlist_begin(wordlist_fn *complete, void *ctx)
{
	list.complete = complete;
	list.ctx = ctx;
	list.listed = false;
	list.spaced = NOT_SPACED;
}

void wordlist_begin_key(void)
{
	list.asked = false;
}

/* Remember the line that the list belongs to. */
static void keep_line(void)
{
	buf_reset(&list.line);
	buf_adds(&list.line, lineedit_text());
	list.point = lineedit_point();
}

void wordlist_space(void)
{
	const char *line = lineedit_text();
	size_t point = lineedit_point();
	char last = point ? line[point - 1] : '\0', next = line[point];

	if (!last || strchr(" ({./", last))
		return;
	if (next == ' ')
		lineedit_move(point + 1);
	else if (!next || !strchr(",)]}", next))
		lineedit_insert(" ");
	list.spaced = lineedit_point();
}

void wordlist_unspace(char next)
{
	size_t point = lineedit_point();

	if (list.spaced == point && point && lineedit_text()[point - 1] == ' ' &&
	    strchr(" ,)]}=~", next))
		lineedit_delete_before();
	list.spaced = NOT_SPACED;
}

/* Insert a blank between an operator and the values after it. */
static void space_operator(void)
{
	size_t point = lineedit_point();

	if (list.word != point || !point || !strchr("=<>~", lineedit_text()[point - 1]))
		return;
	lineedit_insert(" ");
	list.word = list.spaced = lineedit_point();
}

/* Insert a single completion, list several, report if there are none. */
static void look_at_offers(void)
{
	const char *line;
	size_t point;

	if (list.listed)
		space_operator();
	line = lineedit_text();
	point = lineedit_point();
	if (list.listed) {
		buf_reset(&list.typed_word);
		buf_add(&list.typed_word, line + list.word, point - list.word);
		keep_line();
	} else if (list.offers.list.n == 1) {
		const char *text = list.offers.list.v[0].text;
		size_t len = strlen(text);

		if (list.word + len == point && !strncmp(line + list.word, text, len))
			wordlist_space();
	}
}

void wordlist_after_key(void)
{
	list.spaced = NOT_SPACED;
	if (list.asked)
		look_at_offers();
}

/* ---- keys of the list ---- */

static void select_offer(long by)
{
	const char *text;

	offers_move(&list.offers, by);
	text = offers_text(&list.offers);
	lineedit_replace(list.word, text ? text : list.typed_word.p);
	keep_line();
}

bool wordlist_key(keysym key)
{
	long page = list.offers.rows > 1 ? (long)list.offers.rows : 1;

	if (!list.listed)
		return false;
	if (key == KEYSYM_TAB || key == KEYSYM_DOWN) {
		select_offer(1);
	} else if (key == KEYSYM_BACKTAB || key == KEYSYM_UP) {
		select_offer(-1);
	} else if (key == KEYSYM_PGDN || key == KEYSYM_PGUP) {
		select_offer(key == KEYSYM_PGDN ? page : -page);
	} else if (key == KEYSYM_ENTER && offers_text(&list.offers)) {
		wordlist_space();
		list.listed = false;
	} else if (key == KEYSYM_ESC && !lineedit_is_vi()) {
		lineedit_replace(list.word, list.typed_word.p);
		list.listed = false;
	} else {
		return false;
	}
	return true;
}

/* Is the text from the list's word to a place still one word, or a string without its end? */
static bool is_one_word(size_t at)
{
	const char *line = lineedit_text();
	bool quoted = false;

	for (size_t i = 0; i < at; i++) {
		if (line[i] == '"' && quoted && i >= list.word)
			return false;
		quoted ^= line[i] == '"';
		if (i >= list.word && !quoted && strchr(lineedit_breaks, line[i]))
			return false;
	}
	return true;
}

void wordlist_follow(void)
{
	const char *line = lineedit_text();
	size_t at = lineedit_point(), start = at;
	bool same;

	if (!list.listed)
		return;
	same = !strcmp(list.line.p, line);
	if (same && list.point == at)
		return;
	list.listed = false;
	if (same || at <= list.word || !is_one_word(at))
		return;
	while (start > list.word && !strchr(lineedit_breaks, line[start - 1]))
		start--;
	find_offers(start, at);
	list.listed = list.offers.list.n != 0;
	look_at_offers();
	list.spaced = NOT_SPACED;
}

/* Columns of the completions in a preview. */
#define PREVIEW_COLS 48

static void add_preview(const struct offers *offers, struct buf *out)
{
	size_t begin = out->len, n = offers->list.n, i;

	for (i = 0; i < n; i++) {
		const char *shown = offers->list.v[i].shown;

		if (i && out->len - begin + strlen(shown) > PREVIEW_COLS)
			break;
		buf_addf(out, "%s%s", i ? ", " : "", shown);
	}
	if (i < n)
		buf_addf(out, " and %zu more", n - i);
}

bool wordlist_preview(size_t start, size_t end, struct buf *out)
{
	struct offers shown = list.offers;
	size_t word = list.word;
	bool any;

	if (!list.complete)
		return false;
	list.offers = (struct offers){ .selected = OFFERS_NONE };
	find_offers(start, end);
	any = list.offers.list.n != 0;
	if (any)
		add_preview(&list.offers, out);
	offers_reset(&list.offers);
	vec_release(&list.offers.list);
	list.offers = shown;
	list.word = word;
	return any;
}

void wordlist_draw(const struct surface *s)
{
	if (list.listed)
		offers_draw(&list.offers, s);
}

void wordlist_release(void)
{
	buf_release(&list.line);
	buf_release(&list.typed_word);
	offers_reset(&list.offers);
	vec_release(&list.offers.list);
}
