/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/prompt.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "shell/lineedit.h"
#include "shell/wordlist.h"
#include "term/border.h"
#include "term/wrap.h"

/* Ms between a Ctrl-C in a paste and one that a user presses because the paste's end is missing. */
#define PAUSE_MS 500
/* The state between the marks that a terminal puts around pasted text. */
enum paste {
	PASTE_NONE,
	PASTE_OPEN,
	PASTE_DROPPED /* the rest of it is dropped */
};

static struct {
	const struct prompt_kind *kind; /* NULL: closed */
	void *ctx;
	struct err err;	   /* error of Enter */
	struct err look;   /* error in the text as it is typed */
	struct buf note;   /* note about the text */
	struct buf begun;  /* note about its last word, if that is incomplete */
	struct buf looked; /* the text of look and note */
	struct buf help;   /* help of F1, "": not shown */
	struct buf typed;  /* plain text that is not in the line yet, up to PROMPT_BYTES */
	uint64_t typed_bytes;
	enum paste paste;
	int64_t paste_ms; /* when its last key came */
	bool old;	  /* the text is to be replaced by typed text, after an error */
	int scroll;	  /* columns of the text that are left of the screen */
} prompt = { .help = BUF_INIT,
	     .typed = BUF_INIT,
	     .note = BUF_INIT,
	     .begun = BUF_INIT,
	     .looked = BUF_INIT,
	     .err = ERR_INIT,
	     .look = ERR_INIT };

/* ---- open and close ---- */

static const char *const slot_names[PROMPT_SLOTS] = {
	[PROMPT_FILTER] = "filter",
	[PROMPT_FIND] = "search",
	[PROMPT_COMMAND] = "command",
	[PROMPT_FILE] = "file",
};

/*
 * An unknown word at the end of the text may be the beginning of one that completion knows: replace
 * the error by a note with these words.
 */
static void accept_beginning(void)
{
	size_t size = prompt.looked.len, start = (size_t)prompt.look.offset;
	const char *text = prompt.looked.p;
	struct buf words = BUF_INIT;

	if (!prompt.look.code || prompt.look.offset >= size || text[start] == ' ' ||
	    start + strcspn(text + start, lineedit_breaks) < size)
		return;
	if (wordlist_preview(start, size, &words)) {
		err_clear(&prompt.look);
		buf_addf(&prompt.begun, "Tab completes it: %s", words.p);
	}
	buf_release(&words);
}

/* Check the text if it has changed since the last check. */
static void check_typed(bool fresh)
{
	if (!prompt.kind || !prompt.kind->look ||
	    (!fresh && !strcmp(prompt.looked.p, lineedit_text())))
		return;
	err_clear(&prompt.look);
	buf_reset(&prompt.note);
	buf_reset(&prompt.begun);
	buf_reset(&prompt.looked);
	buf_adds(&prompt.looked, lineedit_text());
	prompt.kind->look(prompt.ctx, prompt.looked.p, &prompt.note, &prompt.look);
	accept_beginning();
}

static void drop_typed(void)
{
	prompt.paste = PASTE_NONE;
	prompt.typed_bytes = 0;
	buf_reset(&prompt.typed);
}

void prompt_open(const struct prompt_kind *kind, void *ctx, const char *text)
{
	if (prompt.kind)
		prompt_close();
	prompt.kind = kind;
	prompt.ctx = ctx;
	prompt.scroll = 0;
	prompt.old = false;
	drop_typed();
	err_clear(&prompt.err);
	err_clear(&prompt.look);
	buf_reset(&prompt.note);
	buf_reset(&prompt.begun);
	buf_reset(&prompt.help);
	wordlist_begin(kind->complete, ctx);
	lineedit_open(slot_names[kind->slot], &wordlist_words, text);
	check_typed(true);
}

void prompt_close(void)
{
	if (!prompt.kind)
		return;
	drop_typed();
	lineedit_close();
	prompt.kind = NULL;
}

bool prompt_is_open(void)
{
	return prompt.kind != NULL;
}

/* Enter: pass the text on, and keep the prompt open after an error. */
static void try_accept(void)
{
	const struct prompt_kind *kind = prompt.kind;
	char *text = mem_strdup(lineedit_text());
	struct err err = ERR_INIT;

	if (kind->accept(prompt.ctx, text, &err) < 0) {
		prompt.err = err;
		if (strcmp(lineedit_text(), text) != 0)
			lineedit_set(text);
		lineedit_move(lineedit_size());
		prompt.old = kind->replaces;
	} else if (prompt.kind == kind) {
		lineedit_add_history(text);
		prompt_close();
	}
	free(text);
}

/* ---- text that is typed fast, or pasted ---- */

static void add_typed(keysym key)
{
	struct buf text = BUF_INIT;

	if (prompt.old)
		lineedit_replace(0, "");
	prompt.old = false;
	text_add_utf8(&text, key);
	prompt.typed_bytes += text.len;
	if (prompt.typed_bytes <= PROMPT_BYTES)
		buf_add(&prompt.typed, text.p, text.len);
	buf_release(&text);
}

/* Insert all of the collected text into the line, or nothing. */
static void insert_typed(void)
{
	size_t first;
	uint32_t c;

	if (!prompt.typed_bytes)
		return;
	first = text_utf8((const uint8_t *)prompt.typed.p, prompt.typed.len, &c);
	if (lineedit_size() + prompt.typed_bytes > PROMPT_BYTES) {
		err_set(&prompt.err, ERR_PARSE,
			"%llu bytes do not fit and are dropped: a line has at most %d.",
			(unsigned long long)prompt.typed_bytes, PROMPT_BYTES);
	} else {
		/* readline may be waiting for the first key (^V); the others are plain text. */
		if (prompt.paste)
			first = 0;
		else
			wordlist_unspace(prompt.typed.p[0]);
		lineedit_feed(prompt.typed.p, first);
		lineedit_insert(prompt.typed.p + first);
	}
	prompt.typed_bytes = 0;
	buf_reset(&prompt.typed);
}

/*
 * Ctrl-C drops the rest of a paste. It may itself be part of the pasted text, so keys count again
 * only after the end of the paste or after a pause. If the end is lost, the user presses Ctrl-C
 * again.
 */
static void cancel_paste(int64_t since_ms)
{
	bool again = prompt.paste == PASTE_DROPPED && since_ms >= PAUSE_MS;

	drop_typed();
	if (again)
		prompt_close();
	else
		prompt.paste = PASTE_DROPPED;
}

/* Newlines and tabs become blanks; other control characters are dropped. */
static void paste_key(keysym key)
{
	int64_t since_ms = clock_ms() - prompt.paste_ms;

	prompt.paste_ms = clock_ms();
	if (key == KEYSYM_CTRL('c')) {
		cancel_paste(since_ms);
		return;
	}
	if (key == KEYSYM_PASTE_END) {
		insert_typed();
		prompt.paste = PASTE_NONE;
		return;
	}
	if (key == KEYSYM_ENTER || key == KEYSYM_TAB || key == '\n')
		key = ' ';
	if (key >= ' ' && key < KEYSYM_UP && prompt.paste == PASTE_OPEN)
		add_typed(key);
}

/* Collect text, so that it changes the line once. True: the key is handled. */
static bool take_text(keysym key)
{
	if (prompt.paste) {
		paste_key(key);
	} else if (lineedit_is_plain(key)) {
		add_typed(key);
	} else {
		insert_typed();
		if (key == KEYSYM_PASTE_BEGIN)
			prompt.paste = PASTE_OPEN;
		prompt.paste_ms = clock_ms();
		return key == KEYSYM_PASTE_BEGIN || key == KEYSYM_PASTE_END;
	}
	return true;
}

/* ---- help ---- */

/* Find the word under the cursor, or the one before it; an operator counts, too. */
static void word_at(const char *line, size_t point, size_t *start, size_t *end)
{
	static const char marks[] = "<>=!&|~";
	const char *is = NULL;

	while (point && (!line[point] || line[point] == ' '))
		point--;
	*start = *end = point;
	if (!line[point] || line[point] == ' ')
		return;
	is = strchr(marks, line[point]) ? marks : NULL;
	/* A cursor right after a word is on the character that ends it. */
	if (!is && strchr(lineedit_breaks, line[point]) && point)
		*start = --point;
	while (*start && (is ? strchr(is, line[*start - 1]) != NULL
			     : !strchr(lineedit_breaks, line[*start - 1])))
		--*start;
	*end = point;
	while (line[*end] &&
	       (is ? strchr(is, line[*end]) != NULL : !strchr(lineedit_breaks, line[*end])))
		++*end;
}

static void explain(void)
{
	const struct prompt_kind *kind = prompt.kind;
	size_t start, end;

	insert_typed();
	wordlist_follow();
	buf_reset(&prompt.help);
	word_at(lineedit_text(), lineedit_point(), &start, &end);
	if (end > start && kind->explain &&
	    kind->explain(prompt.ctx, lineedit_text(), start, end, &prompt.help))
		return;
	buf_reset(&prompt.help);
	buf_adds(&prompt.help, kind->about ? kind->about : kind->note);
}

/* Any key closes the help and then acts; F1, Escape and q only close it. */
static bool close_help(keysym key)
{
	bool was = prompt.help.len != 0;

	buf_reset(&prompt.help);
	if (was)
		return key == KEYSYM_F0 + 1 || key == KEYSYM_ESC || key == 'q';
	if (key != KEYSYM_F0 + 1 || prompt.paste || lineedit_is_inside())
		return false;
	explain();
	return true;
}

/* Handle keys of the prompt itself. Other keys are the line's. */
static bool own_key(keysym key)
{
	bool leave = key == KEYSYM_ESC && !lineedit_is_vi();

	if (leave && lineedit_is_inside()) {
		lineedit_leave();
		return true;
	}
	if (leave || key == KEYSYM_CTRL('c') ||
	    (key == KEYSYM_BACKSPACE && !lineedit_size() && !lineedit_is_inside())) {
		prompt_close();
		return true;
	}
	return false;
}

static void line_key(keysym key)
{
	enum lineedit_end end = lineedit_key(key);

	wordlist_after_key();
	if (end == LINEEDIT_ACCEPTED)
		try_accept();
	else if (end == LINEEDIT_ENDED)
		prompt_close();
}

void prompt_key(keysym key)
{
	if (!prompt.kind)
		return;
	err_clear(&prompt.err);
	/* Any key but text keeps the old text. */
	prompt.old &= lineedit_is_plain(key) || key == KEYSYM_PASTE_BEGIN || prompt.paste;
	wordlist_begin_key();
	if (!close_help(key) && !take_text(key) && !wordlist_key(key) && !own_key(key))
		line_key(key);
}

/* ---- drawing ---- */

static const char *label(void)
{
	const char *search = lineedit_search_label();

	return search ? search : prompt.kind->label;
}

/* The error of the text. NULL: none is known. A word with a list of completions is unfinished. */
static const struct err *mistake(void)
{
	if (prompt.err.code)
		return &prompt.err;
	return prompt.look.code && !wordlist_is_open() ? &prompt.look : NULL;
}

/* The column of the error's place. -1: it has none. */
static int caret_column(const struct err *err)
{
	size_t at = (size_t)err->offset;

	if (err->offset > lineedit_size())
		return -1;
	return (int)(text_columns(label(), strlen(label())) + text_columns(lineedit_text(), at)) -
	       prompt.scroll;
}

static bool message_fits(const struct err *err, int cols)
{
	int width = (int)text_columns(err->msg, strlen(err->msg));

	return caret_column(err) + 2 + width <= cols;
}

/* Most lines of a message below the prompt. */
#define NOTE_ROWS 4

/* The text below the line, without the mark of the error's place. */
static const char *said(void)
{
	const struct err *err = mistake();

	if (wordlist_is_empty() && !prompt.err.code)
		return "No completion; F1 explains.";
	if (err)
		return err->msg;
	if (prompt.begun.len && !wordlist_is_open())
		return prompt.begun.p;
	return prompt.note.len ? prompt.note.p : prompt.kind->note;
}

static int said_rows(int cols)
{
	struct buf lines = BUF_INIT;
	int rows;

	wrap_text(said(), cols, &lines);
	rows = wrap_rows(&lines);
	buf_release(&lines);
	return rows < 1 ? 1 : rows < NOTE_ROWS ? rows : NOTE_ROWS;
}

int prompt_rows(int cols)
{
	const struct err *err;

	if (!prompt.paste)
		insert_typed();
	wordlist_follow();
	check_typed(false);
	err = mistake();
	if (!err || said() != err->msg || caret_column(err) < 0)
		return 1 + said_rows(cols);
	return message_fits(err, cols) ? 2 : 2 + said_rows(cols);
}

/* A text that is only incomplete is no error yet. */
static enum style mistake_style(const struct err *err)
{
	bool open = err == &prompt.look && err->offset != ERR_NO_OFFSET &&
		    err->offset >= lineedit_size();

	return open ? STYLE_HINT : STYLE_ERROR;
}

/* Draw the lines of the message, from a row on. */
static void draw_said(const struct surface *s, int row, enum style style)
{
	struct buf lines = BUF_INIT;

	wrap_text(said(), s->cols, &lines);
	surface_put_lines(s, row, 0, style, lines.p);
	buf_release(&lines);
}

static void draw_note(const struct surface *s)
{
	const struct err *err = mistake();
	enum style style;
	int caret;

	if (!err || said() != err->msg) {
		draw_said(s, 1, STYLE_HINT);
		return;
	}
	style = mistake_style(err);
	caret = caret_column(err);
	if (caret < 0) {
		draw_said(s, 1, style);
		return;
	}
	surface_put(s, 1, caret, style, "^");
	if (message_fits(err, s->cols))
		surface_put(s, 1, caret + 2, style, err->msg);
	else
		draw_said(s, 2, style);
}

void prompt_draw(const struct surface *s, struct term_cursor *cursor)
{
	int width = (int)text_columns(label(), strlen(label()));
	int at = (int)text_columns(lineedit_text(), lineedit_point());
	int end = (int)text_columns(lineedit_text(), lineedit_size());
	struct surface line;

	surface_fill(s, STYLE_NORMAL);
	surface_put(s, 0, 0, STYLE_PROMPT, label());
	line = surface_sub(s, 0, width, 1, s->cols - width);
	/* If the screen has become wider, scroll back as far as the text needs. */
	if (end + 1 - line.cols < prompt.scroll)
		prompt.scroll = end < line.cols ? 0 : end + 1 - line.cols;
	if (at < prompt.scroll)
		prompt.scroll = at;
	if (line.cols && at - prompt.scroll >= line.cols)
		prompt.scroll = at - line.cols + 1;
	surface_put(&line, 0, -prompt.scroll, prompt.old ? STYLE_SELECTED : STYLE_NORMAL,
		    lineedit_text());
	/* Marks at the ends that are cut, unless the cursor is there. */
	if (prompt.scroll && at > prompt.scroll)
		surface_put(&line, 0, 0, STYLE_DIM, "\u2026");
	if (end - prompt.scroll > line.cols && at - prompt.scroll < line.cols - 1)
		surface_put(&line, 0, line.cols - 1, STYLE_DIM, "\u2026");
	draw_note(s);
	*cursor = (struct term_cursor){ line.row, line.col + at - prompt.scroll, true };
}

static void draw_help(const struct surface *s)
{
	struct buf lines = BUF_INIT;
	struct surface box;
	int rows;

	wrap_text(prompt.help.p, s->cols - 2, &lines);
	rows = wrap_rows(&lines);
	rows = rows < s->rows - 1 ? rows : s->rows - 1;
	box = surface_sub(s, s->rows - rows - 1, 0, rows + 1, s->cols);
	surface_fill(&box, STYLE_NORMAL);
	border_line(&box, 0);
	surface_put(&box, 0, 2, STYLE_TITLE, " help: q or Esc closes it ");
	surface_put_lines(&box, 1, 1, STYLE_NORMAL, lines.p);
	buf_release(&lines);
}

void prompt_draw_above(const struct surface *s)
{
	if (prompt.help.len)
		draw_help(s);
	else
		wordlist_draw(s);
}

void prompt_release(void)
{
	prompt_close();
	lineedit_release();
	wordlist_release();
	buf_release(&prompt.help);
	buf_release(&prompt.note);
	buf_release(&prompt.begun);
	buf_release(&prompt.looked);
}
