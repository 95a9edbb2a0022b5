/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/keysym.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

/* The first name of a key is used for display. */
static const struct {
	const char *name;
	keysym key;
} names[] = {
	{ "Space", ' ' },
	{ "lt", '<' },
	{ "Tab", KEYSYM_TAB },
	{ "Enter", KEYSYM_ENTER },
	{ "Esc", KEYSYM_ESC },
	{ "Up", KEYSYM_UP },
	{ "Down", KEYSYM_DOWN },
	{ "Left", KEYSYM_LEFT },
	{ "Right", KEYSYM_RIGHT },
	{ "Home", KEYSYM_HOME },
	{ "End", KEYSYM_END },
	{ "PgUp", KEYSYM_PGUP },
	{ "PgDn", KEYSYM_PGDN },
	{ "Ins", KEYSYM_INSERT },
	{ "Del", KEYSYM_DELETE },
	{ "Backspace", KEYSYM_BACKSPACE },
	{ "Shift-Tab", KEYSYM_BACKTAB },
	{ "S-Tab", KEYSYM_BACKTAB },
	{ "Any", KEYSYM_ANY },
};

#define NAMES (sizeof(names) / sizeof(names[0]))
#define NAME_BYTES 16 /* more than the longest name with its brackets, "<A-Backspace>" */

/* Return the key for a name in angle brackets. */
static keysym named_key(const char *name, size_t len)
{
	if (len == 3 && !strncasecmp(name, "C-", 2))
		return KEYSYM_CTRL(name[2]);
	if (len > 2 && !strncasecmp(name, "A-", 2)) {
		keysym key;

		if (len == 3)
			return KEYSYM_ALT | (unsigned char)name[2];
		key = named_key(name + 2, len - 2);
		return key ? KEYSYM_ALT | key : KEYSYM_NONE;
	}
	for (size_t i = 0; i < NAMES; i++)
		if (strlen(names[i].name) == len && !strncasecmp(names[i].name, name, len))
			return names[i].key;
	if ((len == 2 || len == 3) && (name[0] == 'F' || name[0] == 'f') && name[1] >= '1' &&
	    name[1] <= '9')
		return KEYSYM_F0 + (keysym)strtoul(name + 1, NULL, 10);
	return KEYSYM_NONE;
}

size_t keysym_parse(const char *text, keysym *key)
{
	const char *end;
	size_t n;

	if (!*text)
		return 0;
	end = *text == '<' ? strchr(text, '>') : NULL;
	if (end && end - text < NAME_BYTES) {
		*key = named_key(text + 1, (size_t)(end - text - 1));
		if (*key)
			return (size_t)(end - text) + 1;
	}
	n = text_utf8((const uint8_t *)text, strlen(text), key);
	if (!n)
		*key = (unsigned char)*text;
	return n ? n : 1;
}

void keysym_name(struct buf *buf, keysym key)
{
	if (key & KEYSYM_ALT) {
		buf_adds(buf, "Alt-");
		key &= ~(keysym)KEYSYM_ALT;
	}
	if (key > KEYSYM_F0) {
		buf_addf(buf, "F%u", (unsigned)(key - KEYSYM_F0));
		return;
	}
	for (size_t i = 0; i < NAMES && key != '<'; i++) {
		if (names[i].key == key) {
			buf_adds(buf, names[i].name);
			return;
		}
	}
	if (key < 0x20)
		buf_addf(buf, "^%c", (char)(key ^ 0x40));
	else
		text_add_utf8(buf, key);
}
