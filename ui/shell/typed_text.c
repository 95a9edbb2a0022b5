/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/typed_text.h"

#include "base/buf.h"
#include "base/clock.h"
#include "base/text.h"
#include "shell/lineedit.h"
#include "shell/prompt.h"
#include "shell/wordlist.h"

/* Ms between a Ctrl-C in a paste and one that a user presses because the paste's end is missing. */
#define PAUSE_MS 500

/* The state between the marks that a terminal puts around pasted text. */
enum paste {
	PASTE_NONE,
	PASTE_OPEN,
	PASTE_DROPPED /* the rest of it is dropped */
};

static struct {
	struct buf text; /* up to PROMPT_BYTES */
	uint64_t bytes;	 /* of all the text */
	enum paste paste;
	int64_t paste_ms; /* when its last key came */
	bool replaces;	  /* the text replaces that of the line */
} typed = { .text = BUF_INIT };

static void drop(void)
{
	typed.paste = PASTE_NONE;
	typed.bytes = 0;
	buf_reset(&typed.text);
}

void typed_text_begin(void)
{
	drop();
	typed.replaces = false;
}

void typed_text_replace_line(void)
{
	typed.replaces = true;
}

bool typed_text_replaces(void)
{
	return typed.replaces;
}

bool typed_text_in_paste(void)
{
	return typed.paste != PASTE_NONE;
}

void typed_text_begin_key(keysym key)
{
	typed.replaces &= lineedit_is_plain(key) || key == KEYSYM_PASTE_BEGIN || typed.paste;
}

static void add(keysym key)
{
	struct buf text = BUF_INIT;

	if (typed.replaces)
		lineedit_replace(0, "");
	typed.replaces = false;
	text_add_utf8(&text, key);
	typed.bytes += text.len;
	if (typed.bytes <= PROMPT_BYTES)
		buf_add(&typed.text, text.p, text.len);
	buf_release(&text);
}

void typed_text_insert(struct err *err)
{
	size_t first;
	uint32_t c;

	if (!typed.bytes)
		return;
	first = text_utf8((const uint8_t *)typed.text.p, typed.text.len, &c);
	if (lineedit_size() + typed.bytes > PROMPT_BYTES) {
		err_set(err, ERR_PARSE,
			"%llu bytes do not fit and are dropped: a line has at most %d.",
			(unsigned long long)typed.bytes, PROMPT_BYTES);
	} else {
		/* readline may be waiting for the first key (^V); the others are plain text. */
		if (typed.paste)
			first = 0;
		else
			wordlist_unspace(typed.text.p[0]);
		lineedit_feed(typed.text.p, first);
		lineedit_insert(typed.text.p + first);
	}
	typed.bytes = 0;
	buf_reset(&typed.text);
}

/*
 * Ctrl-C drops the rest of a paste. It may itself be part of the pasted text, so keys count again
 * only after the end of the paste or after a pause. If the end is lost, the user presses Ctrl-C
 * again.
 */
static enum typed_text_end cancel_paste(int64_t since_ms)
{
	bool again = typed.paste == PASTE_DROPPED && since_ms >= PAUSE_MS;

	drop();
	if (again)
		return TYPED_TEXT_CLOSE;
	typed.paste = PASTE_DROPPED;
	return TYPED_TEXT_TAKEN;
}

/* Newlines and tabs become blanks; other control characters are dropped. */
static enum typed_text_end paste_key(keysym key, struct err *err)
{
	int64_t since_ms = clock_ms() - typed.paste_ms;

	typed.paste_ms = clock_ms();
	if (key == KEYSYM_CTRL('c'))
		return cancel_paste(since_ms);
	if (key == KEYSYM_PASTE_END) {
		typed_text_insert(err);
		typed.paste = PASTE_NONE;
		return TYPED_TEXT_TAKEN;
	}
	if (key == KEYSYM_ENTER || key == KEYSYM_TAB || key == '\n')
		key = ' ';
	if (key >= ' ' && key < KEYSYM_UP && typed.paste == PASTE_OPEN)
		add(key);
	return TYPED_TEXT_TAKEN;
}

enum typed_text_end typed_text_key(keysym key, struct err *err)
{
	if (typed.paste)
		return paste_key(key, err);
	if (lineedit_is_plain(key)) {
		add(key);
		return TYPED_TEXT_TAKEN;
	}
	typed_text_insert(err);
	if (key == KEYSYM_PASTE_BEGIN)
		typed.paste = PASTE_OPEN;
	typed.paste_ms = clock_ms();
	return key == KEYSYM_PASTE_BEGIN || key == KEYSYM_PASTE_END ? TYPED_TEXT_TAKEN
								    : TYPED_TEXT_OTHER;
}

void typed_text_release(void)
{
	buf_release(&typed.text);
}
