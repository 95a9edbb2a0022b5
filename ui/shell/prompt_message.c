/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/prompt_message.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "shell/lineedit.h"
#include "shell/wordlist.h"
#include "term/wrap.h"

/* Most lines of a text. */
#define TEXT_ROWS 4

static struct {
	const struct prompt_kind *kind;
	void *ctx;
	struct err err;	       /* error of the last key */
	struct err mistake;    /* error in the text as it is typed */
	struct buf note;       /* note about the text */
	struct buf unfinished; /* note about its last word, if that is incomplete */
	struct buf checked;    /* the text of mistake and note */
} message = { .err = ERR_INIT,
	      .mistake = ERR_INIT,
	      .note = BUF_INIT,
	      .unfinished = BUF_INIT,
	      .checked = BUF_INIT };

/* ---- checking the text ---- */

/*
 * An unknown word at the end of the text may be the beginning of one that completion knows: replace
 * the error by a note with these words.
 */
static void accept_beginning(void)
{
	size_t size = message.checked.len, start = (size_t)message.mistake.offset;
	const char *text = message.checked.p;
	struct buf words = BUF_INIT;

	if (!message.mistake.code || message.mistake.offset >= size || text[start] == ' ' ||
	    start + strcspn(text + start, lineedit_breaks) < size)
		return;
	if (wordlist_preview(start, size, &words)) {
		err_clear(&message.mistake);
		buf_addf(&message.unfinished, "Tab completes it: %s", words.p);
	}
	buf_release(&words);
}

static void check(void)
{
	err_clear(&message.mistake);
	buf_reset(&message.note);
	buf_reset(&message.unfinished);
	buf_reset(&message.checked);
	buf_adds(&message.checked, lineedit_text());
	if (message.kind->look)
		message.kind->look(message.ctx, message.checked.p, &message.note, &message.mistake);
	accept_beginning();
}

void prompt_message_open(const struct prompt_kind *kind, void *ctx)
{
	message.kind = kind;
	message.ctx = ctx;
	err_clear(&message.err);
	check();
}

void prompt_message_update(void)
{
	if (strcmp(message.checked.p, lineedit_text()) != 0)
		check();
}

struct err *prompt_message_error(void)
{
	return &message.err;
}

/* ---- drawing ---- */

/* The error to show. NULL: none is known. A word with a list of completions is unfinished. */
static const struct err *shown_error(void)
{
	if (message.err.code)
		return &message.err;
	return message.mistake.code && !wordlist_is_open() ? &message.mistake : NULL;
}

/* The message without the mark of the error's place. */
static const char *message_text(void)
{
	const struct err *err = shown_error();

	if (wordlist_is_empty() && !message.err.code)
		return "No completion; F1 explains.";
	if (err)
		return err->msg;
	if (message.unfinished.len && !wordlist_is_open())
		return message.unfinished.p;
	return message.note.len ? message.note.p : message.kind->note;
}

/* The column of the error's place. -1: it has none. */
static int caret_column(const struct err *err, int start)
{
	if (err->offset > lineedit_size())
		return -1;
	return start + (int)text_columns(lineedit_text(), (size_t)err->offset);
}

/* Does the error fit the line that has the mark of its place? */
static bool fits_after(int caret, const struct err *err, int cols)
{
	return caret + 2 + (int)text_columns_str(err->msg) <= cols;
}

static int text_rows(int cols)
{
	struct buf lines = BUF_INIT;
	int rows;

	wrap_text(message_text(), cols, &lines);
	rows = wrap_rows(&lines);
	buf_release(&lines);
	return rows < 1 ? 1 : rows < TEXT_ROWS ? rows : TEXT_ROWS;
}

int prompt_message_rows(int cols, int start)
{
	const struct err *err = shown_error();
	int caret = err && message_text() == err->msg ? caret_column(err, start) : -1;

	if (caret < 0)
		return text_rows(cols);
	return fits_after(caret, err, cols) ? 1 : 1 + text_rows(cols);
}

static void draw_text(const struct surface *s, int row, enum style style)
{
	struct buf lines = BUF_INIT;

	wrap_text(message_text(), s->cols, &lines);
	surface_put_lines(s, row, 0, style, lines.p);
	buf_release(&lines);
}

/* A text that is only incomplete is no error yet. */
static enum style error_style(const struct err *err)
{
	bool open = err == &message.mistake && err->offset != ERR_NO_OFFSET &&
		    err->offset >= lineedit_size();

	return open ? STYLE_HINT : STYLE_ERROR;
}

void prompt_message_draw(const struct surface *s, int start)
{
	const struct err *err = shown_error();
	enum style style;
	int caret;

	if (!err || message_text() != err->msg) {
		draw_text(s, 0, STYLE_HINT);
		return;
	}
	style = error_style(err);
	caret = caret_column(err, start);
	if (caret < 0) {
		draw_text(s, 0, style);
		return;
	}
	surface_put(s, 0, caret, style, "^");
	if (fits_after(caret, err, s->cols))
		surface_put(s, 0, caret + 2, style, err->msg);
	else
		draw_text(s, 1, style);
}

void prompt_message_release(void)
{
	buf_release(&message.note);
	buf_release(&message.unfinished);
	buf_release(&message.checked);
}
