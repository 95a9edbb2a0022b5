/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/prompt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <readline/history.h>
#include <readline/readline.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "tui/history.h"

#define QUEUE_SIZE 64
#define OFFERS_MAX 4096
/* readline is inside something of its own: Escape ends that, not the prompt. */
#define INNER_STATES                                                                               \
	(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG | RL_STATE_MULTIKEY |           \
	 RL_STATE_VIMOTION)

static struct {
	const struct prompt_kind *kind; /* NULL: closed */
	void *ctx;
	struct err err;	   /* of Enter */
	struct err look;   /* of the text as it is typed */
	struct buf note;   /* about it */
	struct buf looked; /* at this text */
	struct buf words;  /* what completion found, to be shown */
	VEC(char *) offers;
	bool accept; /* Enter was pressed */
	bool pasting;
	char *line; /* a line that readline ended by itself */
	bool eof;
	int scroll; /* columns of the text left of the screen */
	char queue[QUEUE_SIZE];
	size_t head, tail;
	HISTORY_STATE *history[PROMPT_SLOTS];
	bool loaded[PROMPT_SLOTS];
	size_t most; /* lines of a history, */
	bool kept;   /* also in its file */
	FILE *null;
} prompt = {
	.words = BUF_INIT, .note = BUF_INIT, .looked = BUF_INIT, .err = ERR_INIT, .look = ERR_INIT
};

/* ---- readline's ends ---- */

static int queue_get(FILE *in)
{
	(void)in;
	if (prompt.head == prompt.tail)
		return 0x07; /* asked without need: abort what it was doing */
	return (unsigned char)prompt.queue[prompt.head++];
}

static int queue_available(void)
{
	return prompt.head != prompt.tail;
}

static void redisplay(void)
{
	/* The whole screen is drawn after the key, the prompt with it. */
}

static void prepare_terminal(int meta)
{
	(void)meta;
}

static void restore_terminal(void)
{
}

static int accept_line(int count, int key)
{
	(void)count;
	(void)key;
	prompt.accept = true;
	return 0;
}

static void line_ended(char *line)
{
	prompt.line = line;
	prompt.eof = !line;
}

static void drop_offers(void)
{
	for (size_t i = 0; i < prompt.offers.n; i++)
		free(prompt.offers.v[i]);
	prompt.offers.n = 0;
}

void prompt_offer(const char *text)
{
	if (prompt.offers.n < OFFERS_MAX)
		vec_push(&prompt.offers, mem_strdup(text));
}

static char *next_word(const char *prefix, int again)
{
	static size_t i;

	(void)prefix;
	if (!again)
		i = 0;
	return i < prompt.offers.n ? strdup(prompt.offers.v[i++]) : NULL;
}

static char **complete(const char *prefix, int start, int end)
{
	rl_attempted_completion_over = 1; /* never file names */
	rl_completion_append_character = '\0';
	if (!prompt.kind->complete)
		return NULL;
	drop_offers();
	prompt.kind->complete(prompt.ctx, rl_line_buffer, (size_t)start, (size_t)end);
	return rl_completion_matches(prefix, next_word);
}

static void show_words(char **words, int n, int longest)
{
	(void)longest;
	buf_reset(&prompt.words);
	for (int i = 1; i <= n; i++)
		buf_addf(&prompt.words, "%s%s", i > 1 ? "  " : "", words[i]);
}

static void bind_keys(Keymap map)
{
	rl_bind_key_in_map('\r', accept_line, map);
	rl_bind_key_in_map('\n', accept_line, map);
}

static void setup(void)
{
	static char no_quotes[] = "";
	static char breaks[] = " \t\n\"()[]{}<>=!&|+-*/%,;~";

	if (prompt.null)
		return;
	prompt.null = fopen("/dev/null", "r+e");
	rl_instream = rl_outstream = prompt.null;
	rl_readline_name = "perfnav";
	rl_catch_signals = 0;
	rl_catch_sigwinch = 0;
	rl_change_environment = 0;
	rl_prep_term_function = prepare_terminal;
	rl_deprep_term_function = restore_terminal;
	rl_getc_function = queue_get;
	rl_input_available_hook = queue_available;
	rl_redisplay_function = redisplay;
	rl_attempted_completion_function = complete;
	rl_completion_display_matches_hook = show_words;
	rl_completion_query_items = -1;
	rl_basic_word_break_characters = breaks;
	rl_basic_quote_characters = no_quotes; /* what is offered has its quotes */
	rl_initialize();
	rl_variable_bind("show-all-if-ambiguous", "on");
	rl_variable_bind("enable-bracketed-paste", "off");
	rl_variable_bind("bell-style", "none");
	bind_keys(emacs_standard_keymap);
	bind_keys(vi_insertion_keymap);
	bind_keys(vi_movement_keymap);
	rl_bind_keyseq("\\e[3~", rl_delete);
}

/*
 * Memory of readline: its own functions of these names end the program as it is, this restores the
 * terminal first.
 */
void *xmalloc(size_t size);
void *xrealloc(void *p, size_t size);
void xfree(void *p);

void *xmalloc(size_t size)
{
	return mem_alloc(size);
}

void *xrealloc(void *p, size_t size)
{
	return mem_realloc(p, size);
}

void xfree(void *p)
{
	free(p);
}

/* ---- open and close ---- */

static HISTORY_STATE no_history;

static const char *const slot_names[PROMPT_SLOTS] = {
	[PROMPT_FILTER] = "filter",
	[PROMPT_FIND] = "search",
	[PROMPT_COMMAND] = "command",
	[PROMPT_FILE] = "file",
};

void prompt_remember(size_t most, bool kept)
{
	prompt.most = most;
	prompt.kept = kept;
}

static void add_history_line(const char *line)
{
	add_history(line);
}

static void swap_history(enum prompt_slot slot)
{
	HISTORY_STATE *state = prompt.history[slot];

	history_set_history_state(state ? state : &no_history);
	using_history();
	stifle_history((int)prompt.most);
	if (!prompt.loaded[slot] && prompt.kept) {
		prompt.loaded[slot] = true;
		history_load(slot_names[slot], prompt.most, add_history_line);
		using_history();
	}
	free(state);
	prompt.history[slot] = NULL;
}

/*
 * What can be undone goes away with the text, and its end may belong to a line of the history that
 * is shown: that line forgets it, so that readline does not free it again.
 */
static void set_text(const char *text)
{
	HIST_ENTRY *shown = current_history();

	if (shown)
		shown->data = NULL;
	rl_replace_line(text, 1);
	rl_point = rl_end;
}

/* Say something about the text, if it is not the one that it was said about. */
static void look(bool fresh)
{
	if (!prompt.kind || !prompt.kind->look ||
	    (!fresh && !strcmp(prompt.looked.p, rl_line_buffer)))
		return;
	err_clear(&prompt.look);
	buf_reset(&prompt.note);
	buf_reset(&prompt.looked);
	buf_adds(&prompt.looked, rl_line_buffer);
	prompt.kind->look(prompt.ctx, prompt.looked.p, &prompt.note, &prompt.look);
}

void prompt_open(const struct prompt_kind *kind, void *ctx, const char *text)
{
	setup();
	if (prompt.kind)
		prompt_close();
	prompt.kind = kind;
	prompt.ctx = ctx;
	prompt.scroll = 0;
	prompt.head = prompt.tail = 0;
	prompt.pasting = false;
	err_clear(&prompt.err);
	err_clear(&prompt.look);
	buf_reset(&prompt.note);
	buf_reset(&prompt.words);
	swap_history(kind->slot);
	rl_callback_handler_install("", line_ended);
	set_text(text);
	look(true);
}

static void feed(const char *bytes, size_t len);

void prompt_close(void)
{
	if (!prompt.kind)
		return;
	if (RL_ISSTATE(INNER_STATES))
		feed("\x07", 1);
	set_text("");
	rl_callback_handler_remove();
	prompt.history[prompt.kind->slot] = history_get_history_state();
	prompt.kind = NULL;
}

bool prompt_is_open(void)
{
	return prompt.kind != NULL;
}

static void remember(enum prompt_slot slot, const char *text)
{
	HIST_ENTRY *last = history_length ? history_get(history_base + history_length - 1) : NULL;

	if (!*text || !prompt.most || (last && !strcmp(last->line, text)))
		return;
	add_history(text);
	if (prompt.kept)
		history_append(slot_names[slot], text);
}

/* Enter: hand the text over, and keep the prompt where it is not good. */
static void try_accept(char *text)
{
	const struct prompt_kind *kind = prompt.kind;
	void *ctx = prompt.ctx;
	struct err err = ERR_INIT;

	if (kind->accept(ctx, text, &err) < 0) {
		prompt.err = err;
		if (strcmp(rl_line_buffer, text) != 0)
			set_text(text);
		if (err.offset <= (uint64_t)rl_end)
			rl_point = (int)err.offset;
	} else if (prompt.kind == kind) {
		remember(kind->slot, text);
		prompt_close();
	}
	free(text);
}

/* ---- keys ---- */

static void feed(const char *bytes, size_t len)
{
	if (len > QUEUE_SIZE)
		return;
	memcpy(prompt.queue, bytes, len);
	prompt.head = 0;
	prompt.tail = len;
	while (prompt.head != prompt.tail && !prompt.line && !prompt.eof)
		rl_callback_read_char();
}

/* clang-format off */
static const struct {
	keysym key;
	const char *bytes;
} key_bytes[] = {
	{ KEYSYM_UP, "\033[A" },	{ KEYSYM_DOWN, "\033[B" },  { KEYSYM_RIGHT, "\033[C" },
	{ KEYSYM_LEFT, "\033[D" },	{ KEYSYM_HOME, "\033[H" },  { KEYSYM_END, "\033[F" },
	{ KEYSYM_DELETE, "\033[3~" },   { KEYSYM_BACKSPACE, "\x7f" },
};
/* clang-format on */

/* The bytes that a terminal would have sent. */
static void key_text(keysym key, struct buf *out)
{
	if (key & KEYSYM_ALT)
		buf_addc(out, 0x1b);
	key &= ~(keysym)KEYSYM_ALT;
	for (size_t i = 0; i < sizeof(key_bytes) / sizeof(key_bytes[0]); i++)
		if (key_bytes[i].key == key)
			buf_adds(out, key_bytes[i].bytes);
	if (key < KEYSYM_UP)
		text_add_utf8(out, key);
}

/*
 * A search in the history ends when a key comes that is not its own, and the key then does what it
 * is for. readline gives it to itself from within, which its callbacks do not survive where more
 * keys belong to it (^X^E, arrows): so the search ends before.
 */
static void end_search(const struct buf *bytes)
{
	static const char own[] = "\x07\x08\x12\x13\x17\x19\x7f\n\r";
	bool one = bytes->len == 1;

	if (!RL_ISSTATE(RL_STATE_ISEARCH) || !bytes->len || (unsigned char)bytes->p[0] >= ' ' ||
	    (one && strchr(own, bytes->p[0])))
		return;
	feed("\n", 1);
	if (RL_ISSTATE(RL_STATE_ISEARCH))
		feed("\x07", 1);
}

static void paste_key(keysym key)
{
	struct buf text = BUF_INIT;

	if (key == KEYSYM_ENTER || key == KEYSYM_TAB || key == '\n')
		key = ' ';
	if (key >= ' ' && key < KEYSYM_UP) {
		text_add_utf8(&text, key);
		rl_insert_text(text.p);
	}
	buf_release(&text);
}

/* Keys that are the prompt's own; the rest is readline's. */
static bool own_key(keysym key)
{
	if (key == KEYSYM_PASTE_BEGIN || key == KEYSYM_PASTE_END) {
		prompt.pasting = key == KEYSYM_PASTE_BEGIN;
		return true;
	}
	if (prompt.pasting) {
		paste_key(key);
		return true;
	}
	/* In vi mode Escape belongs to the editor. */
	if (key == KEYSYM_ESC && rl_editing_mode && RL_ISSTATE(INNER_STATES)) {
		feed("\x07", 1);
		return true;
	}
	if ((key == KEYSYM_ESC && rl_editing_mode) || key == KEYSYM_CTRL('c') ||
	    (key == KEYSYM_BACKSPACE && !rl_end && !RL_ISSTATE(INNER_STATES))) {
		prompt_close();
		return true;
	}
	return false;
}

void prompt_key(keysym key)
{
	struct buf bytes = BUF_INIT;

	if (!prompt.kind)
		return;
	err_clear(&prompt.err);
	buf_reset(&prompt.words);
	if (!own_key(key)) {
		key_text(key, &bytes);
		end_search(&bytes);
		feed(bytes.p, bytes.len);
	}
	buf_release(&bytes);
	if (prompt.accept) {
		prompt.accept = false;
		try_accept(strdup(rl_line_buffer));
	} else if (prompt.line) {
		char *line = prompt.line;

		prompt.line = NULL;
		try_accept(line);
	} else if (prompt.eof) {
		prompt.eof = false;
		prompt_close();
	}
	look(false);
}

/* ---- drawing ---- */

static const char *label(void)
{
	return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH) ? rl_display_prompt
							       : prompt.kind->label;
}

/* What is wrong with the text, NULL: nothing that is known. */
static const struct err *mistake(void)
{
	if (prompt.err.code)
		return &prompt.err;
	return prompt.look.code ? &prompt.look : NULL;
}

/* The column of the mistake's place, -1: it has none. */
static int caret_column(const struct err *err)
{
	size_t at = (size_t)err->offset;

	if (err->offset > (uint64_t)rl_end)
		return -1;
	return (int)(text_columns(label(), strlen(label())) + text_columns(rl_line_buffer, at)) -
	       prompt.scroll;
}

static bool message_fits(const struct err *err, int cols)
{
	int width = (int)text_columns(err->msg, strlen(err->msg));

	return caret_column(err) + 2 + width <= cols;
}

int prompt_rows(int cols)
{
	const struct err *err = mistake();

	return err && caret_column(err) >= 0 && !message_fits(err, cols) ? 3 : 2;
}

/* What is only not finished is no mistake yet. */
static enum style mistake_style(const struct err *err)
{
	bool open = err == &prompt.look && err->offset != ERR_NO_OFFSET &&
		    err->offset >= (uint64_t)rl_end;

	return open ? STYLE_HINT : STYLE_ERROR;
}

static void draw_mistake(const struct surface *s, const struct err *err)
{
	enum style style = mistake_style(err);
	bool fits = message_fits(err, s->cols);
	int caret = caret_column(err);

	if (caret < 0) {
		surface_put_left(s, 1, 0, s->cols, style, err->msg);
		return;
	}
	surface_put(s, 1, caret, style, "^");
	surface_put_left(s, fits ? 1 : 2, fits ? caret + 2 : 0, s->cols, style, err->msg);
}

static void draw_note(const struct surface *s)
{
	const struct err *err = mistake();

	if (prompt.words.len && !prompt.err.code)
		surface_put_left(s, 1, 0, s->cols, STYLE_NORMAL, prompt.words.p);
	else if (err)
		draw_mistake(s, err);
	else
		surface_put_left(s, 1, 0, s->cols, STYLE_HINT,
				 prompt.note.len ? prompt.note.p : prompt.kind->note);
}

void prompt_draw(const struct surface *s, struct term_cursor *cursor)
{
	int width = (int)text_columns(label(), strlen(label()));
	int at = (int)text_columns(rl_line_buffer, (size_t)rl_point);
	struct surface line;

	surface_fill(s, STYLE_NORMAL);
	surface_put(s, 0, 0, STYLE_PROMPT, label());
	line = surface_sub(s, 0, width, 1, s->cols - width);
	if (at < prompt.scroll)
		prompt.scroll = at;
	if (line.cols && at - prompt.scroll >= line.cols)
		prompt.scroll = at - line.cols + 1;
	surface_put(&line, 0, -prompt.scroll, STYLE_NORMAL, rl_line_buffer);
	draw_note(s);
	*cursor = (struct term_cursor){ line.row, line.col + at - prompt.scroll, true };
}

void prompt_release(void)
{
	prompt_close();
	for (int i = 0; i < PROMPT_SLOTS; i++) {
		HISTORY_STATE *state = prompt.history[i];

		prompt.loaded[i] = false;
		if (!state)
			continue;
		history_set_history_state(state);
		clear_history();
		free(state->entries);
		free(state);
		prompt.history[i] = NULL;
	}
	history_set_history_state(&no_history);
	if (prompt.null)
		fclose(prompt.null);
	prompt.null = NULL;
	buf_release(&prompt.words);
	buf_release(&prompt.note);
	buf_release(&prompt.looked);
	drop_offers();
	vec_release(&prompt.offers);
}
