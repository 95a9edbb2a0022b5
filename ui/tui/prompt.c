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
#include "tui/app.h"
#include "tui/history.h"

#define QUEUE_SIZE 64
#define OFFERS_MAX 4096
/* Of ^C in a paste and of one that a person presses because its end is missing. */
#define PAUSE_MS 500
/* readline is inside something of its own: Escape ends that, not the prompt. */
#define INNER_STATES                                                                               \
	(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG | RL_STATE_MULTIKEY |           \
	 RL_STATE_VIMOTION)

/* Between the marks that a terminal puts around what is pasted. */
enum paste {
	PASTE_NONE,
	PASTE_OPEN,
	PASTE_DROPPED /* nothing of it is wanted any more */
};

static struct {
	const struct prompt_kind *kind; /* NULL: closed */
	void *ctx;
	struct err err;	   /* of Enter */
	struct err look;   /* of the text as it is typed */
	struct buf note;   /* about it */
	struct buf looked; /* at this text */
	struct buf words;  /* what completion found, to be shown */
	VEC(char *) offers;
	bool accept;	  /* Enter was pressed */
	struct buf typed; /* plain text that is not in the line yet, up to PROMPT_BYTES of it */
	uint64_t typed_bytes;
	enum paste paste;
	int64_t paste_ms; /* when its last key came */
	char *line;	  /* a line that readline ended by itself */
	bool eof;
	int scroll; /* columns of the text left of the screen */
	char queue[QUEUE_SIZE];
	size_t head, tail;
	struct past {
		VEC(char *) lines;
		bool loaded; /* from its file */
	} past[PROMPT_SLOTS];
	size_t most; /* lines of a history, */
	bool kept;   /* also in its file */
	FILE *null;
} prompt = { .words = BUF_INIT,
	     .typed = BUF_INIT,
	     .note = BUF_INIT,
	     .looked = BUF_INIT,
	     .err = ERR_INIT,
	     .look = ERR_INIT };

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

static struct past *past(void)
{
	return &prompt.past[prompt.kind->slot];
}

/* Without the oldest where there are too many. */
static void add_past(const char *line)
{
	struct past *p = past();

	vec_push(&p->lines, mem_strdup(line));
	while (p->lines.n > prompt.most) {
		free(p->lines.v[0]);
		memmove(p->lines.v, p->lines.v + 1, --p->lines.n * sizeof(*p->lines.v));
	}
}

/*
 * readline has one history, and from version 8.3 on its state cannot be taken out and put back: it
 * is filled for each prompt, and emptied when that closes.
 */
static void fill_history(void)
{
	struct past *p = past();

	if (!p->loaded && prompt.kept) {
		p->loaded = true;
		history_load(slot_names[prompt.kind->slot], prompt.most, add_past);
	}
	for (size_t i = 0; i < p->lines.n; i++)
		add_history(p->lines.v[i]);
	using_history();
}

/*
 * rl_clear_history() leaves its array full of what it freed, and a search goes over that up to the
 * NULL behind the last line, also where a prompt has no line: clear_history() puts a NULL over each
 * line that it frees. So one line is added, and freed by that.
 */
static void empty_history(void)
{
	rl_clear_history();
	add_history("");
	clear_history();
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

static void drop_typed(void)
{
	prompt.paste = PASTE_NONE;
	prompt.typed_bytes = 0;
	buf_reset(&prompt.typed);
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
	drop_typed();
	err_clear(&prompt.err);
	err_clear(&prompt.look);
	buf_reset(&prompt.note);
	buf_reset(&prompt.words);
	fill_history();
	rl_callback_handler_install("", line_ended);
	set_text(text);
	look(true);
}

static void feed(const char *bytes, size_t len);

void prompt_close(void)
{
	if (!prompt.kind)
		return;
	drop_typed();
	if (RL_ISSTATE(INNER_STATES))
		feed("\x07", 1);
	set_text("");
	rl_callback_handler_remove();
	empty_history();
	prompt.kind = NULL;
}

bool prompt_is_open(void)
{
	return prompt.kind != NULL;
}

static void remember(const char *text)
{
	const struct past *p = past();

	if (!*text || !prompt.most || (p->lines.n && !strcmp(p->lines.v[p->lines.n - 1], text)))
		return;
	add_past(text);
	if (prompt.kept)
		history_append(slot_names[prompt.kind->slot], text);
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
		remember(text);
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

/* ---- text that is typed fast, or pasted ---- */

static void add_typed(keysym key)
{
	struct buf text = BUF_INIT;

	text_add_utf8(&text, key);
	prompt.typed_bytes += text.len;
	if (prompt.typed_bytes <= PROMPT_BYTES)
		buf_add(&prompt.typed, text.p, text.len);
	buf_release(&text);
}

/* All of what was collected comes into the line at once, or nothing. */
static void insert_typed(void)
{
	size_t first;
	uint32_t c;

	if (!prompt.typed_bytes)
		return;
	first = text_utf8((const uint8_t *)prompt.typed.p, prompt.typed.len, &c);
	if ((uint64_t)rl_end + prompt.typed_bytes > PROMPT_BYTES) {
		err_set(&prompt.err, ERR_PARSE,
			"%llu more bytes do not fit: a line has at most %d. They are left out.",
			(unsigned long long)prompt.typed_bytes, PROMPT_BYTES);
	} else {
		/* For the first one readline may be waiting (^V); the others are plain text. */
		if (prompt.paste)
			first = 0;
		feed(prompt.typed.p, first);
		rl_insert_text(prompt.typed.p + first);
	}
	prompt.typed_bytes = 0;
	buf_reset(&prompt.typed);
}

/* Does readline do nothing with the key but insert it? */
static bool is_plain(keysym key)
{
	Keymap map = rl_get_keymap();
	struct buf text = BUF_INIT;
	unsigned char c;

	if (key < ' ' || key >= KEYSYM_UP || RL_ISSTATE(INNER_STATES) || !rl_insert_mode)
		return false;
	text_add_utf8(&text, key);
	c = (unsigned char)text.p[0];
	buf_release(&text);
	return map[c].type == ISFUNC && map[c].function == rl_insert;
}

/*
 * ^C drops the rest of a paste. It may be a part of what is pasted, so what follows is no key
 * before the end of the paste, or a pause: where the end is lost, somebody presses ^C again.
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

/* Newlines and tabs become blanks, other control characters are left out. */
static void paste_key(keysym key)
{
	int64_t since_ms = app_now_ms() - prompt.paste_ms;

	prompt.paste_ms = app_now_ms();
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

/* Text is collected, so that it changes the line once: true where the key is done with. */
static bool take_text(keysym key)
{
	if (prompt.paste) {
		paste_key(key);
	} else if (is_plain(key)) {
		add_typed(key);
	} else {
		insert_typed();
		if (key == KEYSYM_PASTE_BEGIN)
			prompt.paste = PASTE_OPEN;
		prompt.paste_ms = app_now_ms();
		return key == KEYSYM_PASTE_BEGIN || key == KEYSYM_PASTE_END;
	}
	return true;
}

/* Keys that are the prompt's own; the rest is readline's. */
static bool own_key(keysym key)
{
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
	if (take_text(key))
		return;
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
	const struct err *err;

	if (!prompt.paste)
		insert_typed();
	look(false);
	err = mistake();
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
	int end = (int)text_columns(rl_line_buffer, (size_t)rl_end);
	struct surface line;

	surface_fill(s, STYLE_NORMAL);
	surface_put(s, 0, 0, STYLE_PROMPT, label());
	line = surface_sub(s, 0, width, 1, s->cols - width);
	/* On a screen that has grown the text takes the room that is there. */
	if (end + 1 - line.cols < prompt.scroll)
		prompt.scroll = end < line.cols ? 0 : end + 1 - line.cols;
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
		struct past *p = &prompt.past[i];

		for (size_t k = 0; k < p->lines.n; k++)
			free(p->lines.v[k]);
		vec_release(&p->lines);
		p->loaded = false;
	}
	if (prompt.null)
		fclose(prompt.null);
	prompt.null = NULL;
	buf_release(&prompt.words);
	buf_release(&prompt.note);
	buf_release(&prompt.looked);
	drop_offers();
	vec_release(&prompt.offers);
}
