/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/switchtext.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "widgets/needle.h"

#define ARROW "==> "

void switchtext_shorten(struct buf *text)
{
	static const char *const marks[] = { "prev_prio=", " prev_state=", " ==> next_comm=",
					     " next_pid=", " next_prio=" };
	enum {
		PRIO,
		STATE,
		COMM,
		PID,
		NEXT_PRIO,
		MARKS
	};
	const char *from[MARKS], *to[MARKS], *p = text->p;
	struct buf shorter = BUF_INIT;

	for (size_t i = 0; i < MARKS; i++) {
		to[i] = strstr(p, marks[i]);
		if (!to[i] || (!i && to[i] != p))
			return;
		p = from[i] = to[i] + strlen(marks[i]);
	}
	buf_add(&shorter, from[STATE], (size_t)(to[COMM] - from[STATE]));
	buf_adds(&shorter, " ==> ");
	buf_add(&shorter, from[COMM], (size_t)(to[PID] - from[COMM]));
	buf_addc(&shorter, ':');
	buf_add(&shorter, from[PID], (size_t)(to[NEXT_PRIO] - from[PID]));
	buf_reset(text);
	buf_add(text, shorter.p, shorter.len);
	buf_release(&shorter);
}

/* The length of a text up to the ":PID" at its end, or up to its end. */
static size_t name_len(const char *text)
{
	size_t len = strlen(text), at = len;

	while (at && isdigit((unsigned char)text[at - 1]))
		at--;
	return at > 1 && at < len && text[at - 1] == ':' ? at - 1 : len;
}

/* Append "sh:7". More digits of the PID may follow. */
static void add_next(const char *text, struct buf *out)
{
	size_t len = name_len(text);
	struct buf name = BUF_INIT;

	buf_add(&name, text, len);
	needle_add_quoted(name.p, out);
	if (text[len])
		buf_addf(out, " next_pid=%s", text + len + 1);
	buf_release(&name);
}

bool switchtext_pattern(const char *part, struct buf *out)
{
	const char *arrow = strstr(part, ARROW);
	struct buf state = BUF_INIT;

	if (arrow && !strncmp(arrow + strlen(ARROW), "next_comm=", strlen("next_comm=")))
		return false;
	if (!arrow && (!part[name_len(part)] || strchr(part, ' ')))
		return false;
	if (!arrow) {
		buf_adds(out, " next_comm=[^=]*");
		add_next(part, out);
		return true;
	}
	buf_add(&state, part, (size_t)(arrow - part));
	if (state.len) {
		buf_adds(out, " prev_state=[^ ]*");
		needle_add_quoted(state.p, out);
	}
	buf_adds(out, ARROW "next_comm=");
	add_next(arrow + strlen(ARROW), out);
	buf_release(&state);
	return true;
}
