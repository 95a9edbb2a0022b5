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
#include "tui/offers.h"
#include "tui/wrap.h"

#define QUEUE_SIZE 64
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
	struct err err;	      /* of Enter */
	struct err look;      /* of the text as it is typed */
	struct buf note;      /* about it */
	struct buf looked;    /* at this text */
	struct offers offers; /* what can stand from word on; */
	size_t word;
	bool asked;	       /* this key asked for them, */
	bool listed;	       /* and there is a choice, which is on the screen: */
	struct buf list_line;  /* of this line, */
	int list_point;	       /* and place; */
	struct buf typed_word; /* what is there where none is selected */
	int spaced;	       /* where completion has put a blank before, -1: nowhere */
	struct buf help;       /* of F1, "": none is shown */
	bool accept;	       /* Enter was pressed */
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
} prompt = { .list_line = BUF_INIT,
	     .typed_word = BUF_INIT,
	     .help = BUF_INIT,
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

void prompt_offer(const char *text, const char *help)
{
	offers_add(&prompt.offers, text, NULL, help);
}

void prompt_offer_as(const char *text, const char *shown, const char *help)
{
	offers_add(&prompt.offers, text, shown, help);
}

void prompt_offer_ordered(void)
{
	prompt.offers.ordered = true;
}

static char *next_word(const char *prefix, int again)
{
	static size_t i;

	(void)prefix;
	if (!again)
		i = 0;
	return i < prompt.offers.list.n ? strdup(prompt.offers.list.v[i++].text) : NULL;
}

static void find_offers(size_t start, size_t end)
{
	offers_reset(&prompt.offers);
	prompt.word = start;
	prompt.kind->complete(prompt.ctx, rl_line_buffer, start, end);
	offers_sort(&prompt.offers);
}

static char **complete(const char *prefix, int start, int end)
{
	rl_attempted_completion_over = 1; /* never file names */
	rl_completion_append_character = '\0';
	rl_sort_completion_matches = 0;
	if (!prompt.kind->complete)
		return NULL;
	prompt.asked = true;
	find_offers((size_t)start, (size_t)end);
	return rl_completion_matches(prefix, next_word);
}

/* There is a choice. */
static void show_words(char **words, int n, int longest)
{
	(void)words;
	(void)n;
	(void)longest;
	prompt.listed = true;
}

static void bind_keys(Keymap map)
{
	rl_bind_key_in_map('\r', accept_line, map);
	rl_bind_key_in_map('\n', accept_line, map);
}

/* Where words begin and end, also for F1. */
static char breaks[] = " \t\n\"()[]{}<>=!&|+-*/%,;~";

static void setup(void)
{
	static char no_quotes[] = "";
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
	buf_reset(&prompt.help);
	prompt.listed = false;
	prompt.spaced = -1;
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

/* The blank of completion goes away before what follows a word directly, and for another one. */
static void unspace(char next)
{
	if (prompt.spaced == rl_point && rl_point && rl_line_buffer[rl_point - 1] == ' ' &&
	    strchr(" ,)]}", next)) {
		rl_delete_text(rl_point - 1, rl_point);
		rl_point--;
	}
	prompt.spaced = -1;
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
		else
			unspace(prompt.typed.p[0]);
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

/* ---- the list of what Tab offers ---- */

/* The line is as the list has it. */
static void keep_list(void)
{
	buf_reset(&prompt.list_line);
	buf_adds(&prompt.list_line, rl_line_buffer);
	prompt.list_point = rl_point;
}

static void put_word(const char *text)
{
	rl_begin_undo_group();
	rl_delete_text((int)prompt.word, rl_point);
	rl_point = (int)prompt.word;
	rl_insert_text(text);
	rl_end_undo_group();
}

/* A blank behind a word that is whole, where there is none. */
static void put_space(void)
{
	char last = rl_point ? rl_line_buffer[rl_point - 1] : '\0';

	if (!last || strchr(" ({.", last))
		return;
	if (rl_line_buffer[rl_point] == ' ')
		rl_point++;
	else if (!rl_line_buffer[rl_point] || !strchr(",)]}", rl_line_buffer[rl_point]))
		rl_insert_text(" ");
	prompt.spaced = rl_point;
}

/* After Tab: one is whole, several are a list, none is said. */
static void look_at_offers(void)
{
	if (prompt.listed) {
		buf_reset(&prompt.typed_word);
		buf_add(&prompt.typed_word, rl_line_buffer + prompt.word,
			(size_t)rl_point - prompt.word);
		keep_list();
	} else if (prompt.offers.list.n == 1) {
		const char *text = prompt.offers.list.v[0].text;
		size_t len = strlen(text);

		if (prompt.word + len == (size_t)rl_point &&
		    !strncmp(rl_line_buffer + prompt.word, text, len))
			put_space();
	}
}

static void select_offer(long by)
{
	const char *text;

	offers_move(&prompt.offers, by);
	text = offers_text(&prompt.offers);
	put_word(text ? text : prompt.typed_word.p);
	keep_list();
}

/* Keys of the list while it is on the screen; the others are the line's. */
static bool list_key(keysym key)
{
	long page = prompt.offers.rows > 1 ? (long)prompt.offers.rows : 1;

	if (!prompt.listed)
		return false;
	if (key == KEYSYM_TAB || key == KEYSYM_DOWN) {
		select_offer(1);
	} else if (key == KEYSYM_BACKTAB || key == KEYSYM_UP) {
		select_offer(-1);
	} else if (key == KEYSYM_PGDN || key == KEYSYM_PGUP) {
		select_offer(key == KEYSYM_PGDN ? page : -page);
	} else if (key == KEYSYM_ENTER && offers_text(&prompt.offers)) {
		put_space();
		prompt.listed = false;
	} else if (key == KEYSYM_ESC && rl_editing_mode) {
		put_word(prompt.typed_word.p);
		prompt.listed = false;
	} else {
		return false;
	}
	return true;
}

/* Is the text from the list's word to a place still one word, or a string that has no end yet? */
static bool is_one_word(size_t at)
{
	bool quoted = false;

	for (size_t i = 0; i < at; i++) {
		char c = rl_line_buffer[i];

		if (c == '"' && quoted && i >= prompt.word)
			return false;
		quoted ^= c == '"';
		if (i >= prompt.word && !quoted && strchr(breaks, c))
			return false;
	}
	return true;
}

/* What is typed on narrows the list; another word closes it. */
static void follow_list(void)
{
	size_t at = (size_t)rl_point, start = at;

	if (!prompt.listed ||
	    (!strcmp(prompt.list_line.p, rl_line_buffer) && prompt.list_point == rl_point))
		return;
	prompt.listed = false;
	if (!strcmp(prompt.list_line.p, rl_line_buffer) || at <= prompt.word || !is_one_word(at))
		return;
	while (start > prompt.word && !strchr(breaks, rl_line_buffer[start - 1]))
		start--;
	find_offers(start, at);
	prompt.listed = prompt.offers.list.n != 0;
	look_at_offers();
	prompt.spaced = -1;
}

/* ---- help ---- */

/* The word under the cursor, or the one before it: an operator, too. */
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
	/* Behind a word the cursor is on what ends it. */
	if (!is && strchr(breaks, line[point]) && point)
		*start = --point;
	while (*start &&
	       (is ? strchr(is, line[*start - 1]) != NULL : !strchr(breaks, line[*start - 1])))
		--*start;
	*end = point;
	while (line[*end] && (is ? strchr(is, line[*end]) != NULL : !strchr(breaks, line[*end])))
		++*end;
}

static void explain(void)
{
	const struct prompt_kind *kind = prompt.kind;
	size_t start, end;

	insert_typed();
	follow_list();
	buf_reset(&prompt.help);
	word_at(rl_line_buffer, (size_t)rl_point, &start, &end);
	if (end > start && kind->explain &&
	    kind->explain(prompt.ctx, rl_line_buffer, start, end, &prompt.help))
		return;
	buf_reset(&prompt.help);
	buf_adds(&prompt.help, kind->about ? kind->about : kind->note);
}

/* Any key closes the help, and is itself; F1 and Escape do no more than that. */
static bool close_help(keysym key)
{
	bool was = prompt.help.len != 0;

	buf_reset(&prompt.help);
	if (was)
		return key == KEYSYM_F0 + 1 || key == KEYSYM_ESC;
	if (key != KEYSYM_F0 + 1 || prompt.paste || RL_ISSTATE(INNER_STATES))
		return false;
	explain();
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
	prompt.asked = false;
	if (close_help(key) || take_text(key))
		return;
	if (!list_key(key) && !own_key(key)) {
		prompt.spaced = -1;
		key_text(key, &bytes);
		end_search(&bytes);
		feed(bytes.p, bytes.len);
		if (prompt.asked)
			look_at_offers();
	}
	buf_release(&bytes);
	if (!prompt.kind)
		return;
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

/* Nothing that is said is longer than so many lines. */
#define NOTE_ROWS 4

/* What stands below the line, without the mark of a mistake's place. */
static const char *said(void)
{
	const struct err *err = mistake();

	if (prompt.asked && !prompt.offers.list.n && !prompt.err.code)
		return "Nothing that is known begins like this; F1 explains.";
	if (err)
		return err->msg;
	return prompt.note.len ? prompt.note.p : prompt.kind->note;
}

static int said_rows(int cols)
{
	struct buf lines = BUF_INIT;
	int rows = 0;

	wrap_text(said(), cols, &lines);
	for (size_t i = 0; i < lines.len; i++)
		rows += lines.p[i] == '\n';
	buf_release(&lines);
	return rows < 1 ? 1 : rows < NOTE_ROWS ? rows : NOTE_ROWS;
}

int prompt_rows(int cols)
{
	const struct err *err;

	if (!prompt.paste)
		insert_typed();
	follow_list();
	look(false);
	err = mistake();
	if (!err || said() != err->msg || caret_column(err) < 0)
		return 1 + said_rows(cols);
	return message_fits(err, cols) ? 2 : 2 + said_rows(cols);
}

/* What is only not finished is no mistake yet. */
static enum style mistake_style(const struct err *err)
{
	bool open = err == &prompt.look && err->offset != ERR_NO_OFFSET &&
		    err->offset >= (uint64_t)rl_end;

	return open ? STYLE_HINT : STYLE_ERROR;
}

/* The lines of what is said, from a row on. */
static void draw_said(const struct surface *s, int row, enum style style)
{
	struct buf lines = BUF_INIT;
	char *line, *state = NULL;

	wrap_text(said(), s->cols, &lines);
	for (line = strtok_r(lines.p, "\n", &state); line; line = strtok_r(NULL, "\n", &state))
		surface_put(s, row++, 0, style, line);
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

static void draw_help(const struct surface *s)
{
	struct buf lines = BUF_INIT;
	struct surface box;
	int rows = 0, row = 1;
	char *line, *state = NULL;

	wrap_text(prompt.help.p, s->cols - 2, &lines);
	for (size_t i = 0; i < lines.len; i++)
		rows += lines.p[i] == '\n';
	rows = rows < s->rows - 1 ? rows : s->rows - 1;
	box = surface_sub(s, s->rows - rows - 1, 0, rows + 1, s->cols);
	surface_fill(&box, STYLE_NORMAL);
	surface_repeat(&box, 0, 0, box.cols, STYLE_BORDER, 0x2500);
	surface_put(&box, 0, 2, STYLE_TITLE, " help ");
	for (line = strtok_r(lines.p, "\n", &state); line && row <= rows;
	     line = strtok_r(NULL, "\n", &state))
		surface_put(&box, row++, 1, STYLE_NORMAL, line);
	buf_release(&lines);
}

void prompt_draw_above(const struct surface *s)
{
	if (prompt.help.len)
		draw_help(s);
	else if (prompt.listed)
		offers_draw(&prompt.offers, s);
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
	buf_release(&prompt.list_line);
	buf_release(&prompt.typed_word);
	buf_release(&prompt.help);
	buf_release(&prompt.note);
	buf_release(&prompt.looked);
	offers_reset(&prompt.offers);
	vec_release(&prompt.offers.list);
}
