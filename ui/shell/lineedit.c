/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/lineedit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <readline/history.h>
#include <readline/readline.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "widgets/prompt_history.h"

#define QUEUE_SIZE 64
/* States in which readline does something of its own. */
#define INNER_STATES                                                                               \
	(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG | RL_STATE_MULTIKEY |           \
	 RL_STATE_VIMOTION)

struct past {
	const char *name;
	VEC(char *) lines;
	bool loaded; /* read from its file */
};

static struct {
	const struct lineedit_words *words;
	char queue[QUEUE_SIZE];
	size_t head, tail;
	bool accepted;
	char *line; /* a line that readline itself ended */
	bool eof;
	VEC(struct past) pasts;
	size_t past; /* the history of the line */
	size_t most; /* lines of a history, */
	bool kept;   /* also saved in its file */
	FILE *null;
} edit;

const char lineedit_breaks[] = " \t\n\"()[]{}<>=!&|+-*/%,;~";

/* ---- readline's ends ---- */

static int queue_get(FILE *in)
{
	(void)in;
	if (edit.head == edit.tail)
		return 0x07; /* readline reads although no key has come: abort what it is doing */
	return (unsigned char)edit.queue[edit.head++];
}

static int queue_available(void)
{
	return edit.head != edit.tail;
}

static void redisplay(void)
{
	/* The whole screen is drawn after the key, including the line. */
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
	edit.accepted = true;
	return 0;
}

static void line_ended(char *line)
{
	edit.line = line;
	edit.eof = !line;
}

static char *next_word(const char *prefix, int again)
{
	static size_t i;
	const char *word;

	(void)prefix;
	if (!again)
		i = 0;
	word = edit.words->word(i++);
	return word ? mem_strdup(word) : NULL;
}

static char **complete(const char *prefix, int start, int end)
{
	rl_attempted_completion_over = 1; /* never offer names of files */
	rl_completion_append_character = '\0';
	rl_sort_completion_matches = 0;
	if (!edit.words->find((size_t)start, (size_t)end))
		return NULL;
	return rl_completion_matches(prefix, next_word);
}

static void show_words(char **words, int n, int longest)
{
	(void)words;
	(void)n;
	(void)longest;
	edit.words->choice();
}

static void bind_keys(Keymap map)
{
	/* The cursor may be where an error is. The user's inputrc comes first. */
	if (map[KEYSYM_CTRL('u')].function == rl_unix_line_discard)
		rl_bind_key_in_map(KEYSYM_CTRL('u'), rl_kill_full_line, map);
	rl_bind_key_in_map('\r', accept_line, map);
	rl_bind_key_in_map('\n', accept_line, map);
}

static void setup(void)
{
	static char no_quotes[] = "";

	if (edit.null)
		return;
	edit.null = fopen("/dev/null", "r+e");
	rl_instream = rl_outstream = edit.null;
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
	rl_basic_word_break_characters = lineedit_breaks;
	rl_basic_quote_characters = no_quotes; /* offered texts have their own quotes */
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
 * readline's memory: its own functions of these names end the program at once; these restore the
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

/* ---- history ---- */

void lineedit_remember(size_t most, bool kept)
{
	edit.most = most;
	edit.kept = kept;
}

static size_t past_of(const char *name)
{
	size_t i = 0;

	while (i < edit.pasts.n && strcmp(edit.pasts.v[i].name, name) != 0)
		i++;
	if (i == edit.pasts.n)
		vec_push(&edit.pasts, (struct past){ .name = name });
	return i;
}

/* Add a line, and drop the oldest if there are too many. */
static void add_past(const char *line)
{
	struct past *p = &edit.pasts.v[edit.past];

	vec_push(&p->lines, mem_strdup(line));
	while (p->lines.n > edit.most) {
		free(p->lines.v[0]);
		memmove(p->lines.v, p->lines.v + 1, --p->lines.n * sizeof(*p->lines.v));
	}
}

/*
 * readline has one history, whose state cannot be saved and restored from version 8.3 on. So it is
 * filled when a line is opened, and emptied when the line is closed.
 */
static void fill_history(const char *name)
{
	struct past *p;

	edit.past = past_of(name);
	p = &edit.pasts.v[edit.past];
	if (!p->loaded && edit.kept) {
		p->loaded = true;
		prompt_history_load(name, edit.most, add_past);
	}
	for (size_t i = 0; i < p->lines.n; i++)
		add_history(p->lines.v[i]);
	using_history();
}

/*
 * The undo lists of the lines of the history and of the line itself may have nodes in common,
 * which readline then frees twice. The lines of the history therefore drop their undo lists, which
 * leaks a few bytes for each edited line.
 */
static void forget_undo(void)
{
	HIST_ENTRY **lines = history_list();

	for (size_t i = 0; lines && lines[i]; i++)
		lines[i]->data = NULL;
}

/*
 * rl_clear_history() leaves pointers to freed lines in its array. A search reads the array up to
 * the NULL after the last line, even if there is no line. clear_history() stores NULL for each
 * line that it frees. So add one line, and let clear_history() free it.
 */
static void empty_history(void)
{
	forget_undo();
	rl_clear_history();
	add_history("");
	clear_history();
}

void lineedit_add_history(const char *text)
{
	const struct past *p = &edit.pasts.v[edit.past];

	if (!*text || !edit.most || (p->lines.n && !strcmp(p->lines.v[p->lines.n - 1], text)))
		return;
	add_past(text);
	if (edit.kept)
		prompt_history_append(p->name, text);
}

/* ---- the line ---- */

const char *lineedit_text(void)
{
	return rl_line_buffer;
}

size_t lineedit_size(void)
{
	return (size_t)rl_end;
}

size_t lineedit_point(void)
{
	return (size_t)rl_point;
}

void lineedit_move(size_t at)
{
	rl_point = (int)at;
}

/* The new text makes undo impossible. */
void lineedit_set(const char *text)
{
	forget_undo();
	rl_replace_line(text, 1);
	rl_point = rl_end;
}

void lineedit_insert(const char *text)
{
	rl_insert_text(text);
}

void lineedit_delete_before(void)
{
	rl_delete_text(rl_point - 1, rl_point);
	rl_point--;
}

void lineedit_replace(size_t start, const char *text)
{
	rl_begin_undo_group();
	rl_delete_text((int)start, rl_point);
	rl_point = (int)start;
	rl_insert_text(text);
	rl_end_undo_group();
}

void lineedit_open(const char *history, const struct lineedit_words *words, const char *text)
{
	setup();
	edit.words = words;
	edit.head = edit.tail = 0;
	fill_history(history);
	rl_callback_handler_install("", line_ended);
	lineedit_set(text);
}

void lineedit_close(void)
{
	lineedit_leave();
	lineedit_set("");
	rl_callback_handler_remove();
	empty_history();
}

void lineedit_release(void)
{
	for (size_t i = 0; i < edit.pasts.n; i++) {
		struct past *p = &edit.pasts.v[i];

		for (size_t k = 0; k < p->lines.n; k++)
			free(p->lines.v[k]);
		vec_release(&p->lines);
	}
	vec_release(&edit.pasts);
	if (edit.null)
		fclose(edit.null);
	edit.null = NULL;
}

/* ---- keys ---- */

void lineedit_feed(const char *bytes, size_t len)
{
	if (len > QUEUE_SIZE)
		return;
	memcpy(edit.queue, bytes, len);
	edit.head = 0;
	edit.tail = len;
	while (edit.head != edit.tail && !edit.line && !edit.eof)
		rl_callback_read_char();
}

bool lineedit_is_inside(void)
{
	return RL_ISSTATE(INNER_STATES);
}

void lineedit_leave(void)
{
	if (lineedit_is_inside())
		lineedit_feed("\x07", 1);
}

bool lineedit_is_vi(void)
{
	return !rl_editing_mode;
}

const char *lineedit_search_label(void)
{
	return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH) ? rl_display_prompt : NULL;
}

bool lineedit_is_plain(keysym key)
{
	Keymap map = rl_get_keymap();
	struct buf text = BUF_INIT;
	unsigned char c;

	if (key < ' ' || key >= KEYSYM_UP || lineedit_is_inside() || !rl_insert_mode)
		return false;
	text_add_utf8(&text, key);
	c = (unsigned char)text.p[0];
	buf_release(&text);
	return map[c].type == ISFUNC && map[c].function == rl_insert;
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

/* The bytes that a terminal sends for a key. */
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
 * A search in the history ends with a key that does not belong to it, and then the key acts.
 * readline passes that key to itself from within, which its callbacks do not survive if more keys
 * belong to it (^X^E, arrows). So end the search before the key.
 */
static void end_search(const struct buf *bytes)
{
	static const char own[] = "\x07\x08\x12\x13\x17\x19\x7f\n\r";
	bool one = bytes->len == 1;

	if (!RL_ISSTATE(RL_STATE_ISEARCH) || !bytes->len || (unsigned char)bytes->p[0] >= ' ' ||
	    (one && strchr(own, bytes->p[0])))
		return;
	lineedit_feed("\n", 1);
	if (RL_ISSTATE(RL_STATE_ISEARCH))
		lineedit_feed("\x07", 1);
}

/* The result of the last keys, returned once. */
static enum lineedit_end ended(void)
{
	if (edit.line && !edit.accepted) {
		lineedit_set(edit.line);
		edit.accepted = true;
	}
	free(edit.line);
	edit.line = NULL;
	if (edit.accepted) {
		edit.accepted = false;
		return LINEEDIT_ACCEPTED;
	}
	if (!edit.eof)
		return LINEEDIT_GOES_ON;
	edit.eof = false;
	return LINEEDIT_ENDED;
}

enum lineedit_end lineedit_key(keysym key)
{
	struct buf bytes = BUF_INIT;

	key_text(key, &bytes);
	end_search(&bytes);
	lineedit_feed(bytes.p, bytes.len);
	buf_release(&bytes);
	return ended();
}
