/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/prompt.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "shell/lineedit.h"
#include "shell/prompt_help.h"
#include "shell/prompt_message.h"
#include "shell/typed_text.h"
#include "shell/wordlist.h"

static struct {
	const struct prompt_kind *kind; /* NULL: closed */
	void *ctx;
	int scroll; /* columns of the text that are left of the screen */
} prompt;

/* ---- open and close ---- */

static const char *const slot_names[PROMPT_SLOTS] = {
	[PROMPT_FILTER] = "filter",
	[PROMPT_FIND] = "search",
	[PROMPT_COMMAND] = "command",
	[PROMPT_FILE] = "file",
};

void prompt_open(const struct prompt_kind *kind, void *ctx, const char *text)
{
	if (prompt.kind)
		prompt_close();
	prompt.kind = kind;
	prompt.ctx = ctx;
	prompt.scroll = 0;
	typed_text_begin();
	prompt_help_close();
	wordlist_begin(kind->complete, ctx);
	lineedit_open(slot_names[kind->slot], &wordlist_words, text);
	prompt_message_open(kind, ctx);
}

void prompt_close(void)
{
	if (!prompt.kind)
		return;
	lineedit_close();
	prompt.kind = NULL;
}

bool prompt_is_open(void)
{
	return prompt.kind != NULL;
}

/* ---- keys ---- */

/* Enter: pass the text on, and keep the prompt open after an error. */
static void try_accept(void)
{
	const struct prompt_kind *kind = prompt.kind;
	char *text = mem_strdup(lineedit_text());
	struct err err = ERR_INIT;

	if (kind->accept(prompt.ctx, text, &err) < 0) {
		*prompt_message_error() = err;
		if (strcmp(lineedit_text(), text) != 0)
			lineedit_set(text);
		lineedit_move(lineedit_size());
		if (kind->replaces)
			typed_text_replace_line();
	} else if (prompt.kind == kind) {
		lineedit_add_history(text);
		prompt_close();
	}
	free(text);
}

/* F1 opens the help. Any key closes the help and then acts; F1, Escape and q only close it. */
static bool help_key(keysym key)
{
	bool opens = key == KEYSYM_F0 + 1;

	if (prompt_help_is_open()) {
		prompt_help_close();
		return opens || key == KEYSYM_ESC || key == 'q';
	}
	if (!opens || typed_text_in_paste() || lineedit_is_inside())
		return false;
	typed_text_insert(prompt_message_error());
	wordlist_follow();
	prompt_help_open(prompt.kind, prompt.ctx);
	return true;
}

static bool text_key(keysym key)
{
	enum typed_text_end end = typed_text_key(key, prompt_message_error());

	if (end == TYPED_TEXT_CLOSE)
		prompt_close();
	return end != TYPED_TEXT_OTHER;
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
	err_clear(prompt_message_error());
	typed_text_begin_key(key);
	wordlist_begin_key();
	if (!help_key(key) && !text_key(key) && !wordlist_key(key) && !own_key(key))
		line_key(key);
}

/* ---- drawing ---- */

static const char *label(void)
{
	const char *search = lineedit_search_label();

	return search ? search : prompt.kind->label;
}

static int label_cols(void)
{
	return (int)text_columns_str(label());
}

int prompt_rows(int cols)
{
	if (!typed_text_in_paste())
		typed_text_insert(prompt_message_error());
	wordlist_follow();
	prompt_message_update();
	return 1 + prompt_message_rows(cols, label_cols() - prompt.scroll);
}

/* Scroll the text so that the cursor, in the column `at` of the text, is on the screen. */
static void scroll_to(int at, int end, int cols)
{
	/* If the screen has become wider, scroll back as far as the text needs. */
	if (end + 1 - cols < prompt.scroll)
		prompt.scroll = end < cols ? 0 : end + 1 - cols;
	if (at < prompt.scroll)
		prompt.scroll = at;
	if (cols && at - prompt.scroll >= cols)
		prompt.scroll = at - cols + 1;
}

/* After an error of Enter: how to leave, at the right end of the line if the text leaves room. */
static void draw_way_out(const struct surface *line, int end)
{
	const char *hint = lineedit_is_vi() ? "^C leaves" : "Esc leaves  ^U clears";
	int col = line->cols - (int)text_columns_str(hint);

	if (prompt_message_error()->code && !prompt.kind->replaces && end + 2 <= col)
		surface_put(line, 0, col, STYLE_HINT, hint);
}

void prompt_draw(const struct surface *s, struct term_cursor *cursor)
{
	int width = label_cols();
	int at = (int)text_columns(lineedit_text(), lineedit_point());
	int end = (int)text_columns(lineedit_text(), lineedit_size());
	struct surface line = surface_sub(s, 0, width, 1, s->cols - width);
	struct surface below = surface_sub(s, 1, 0, s->rows - 1, s->cols);

	surface_fill(s, STYLE_NORMAL);
	surface_put(s, 0, 0, STYLE_PROMPT, label());
	scroll_to(at, end, line.cols);
	surface_put(&line, 0, -prompt.scroll, typed_text_replaces() ? STYLE_SELECTED : STYLE_NORMAL,
		    lineedit_text());
	/* Marks at the ends that are cut, unless the cursor is there. */
	if (prompt.scroll && at > prompt.scroll)
		surface_put(&line, 0, 0, STYLE_DIM, "\u2026");
	if (end - prompt.scroll > line.cols && at - prompt.scroll < line.cols - 1)
		surface_put(&line, 0, line.cols - 1, STYLE_DIM, "\u2026");
	draw_way_out(&line, end);
	prompt_message_draw(&below, width - prompt.scroll);
	*cursor = (struct term_cursor){ line.row, line.col + at - prompt.scroll, true };
}

void prompt_draw_above(const struct surface *s)
{
	if (prompt_help_is_open())
		prompt_help_draw(s);
	else
		wordlist_draw(s);
}

void prompt_release(void)
{
	prompt_close();
	lineedit_release();
	wordlist_release();
	typed_text_release();
	prompt_help_release();
	prompt_message_release();
}
