/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/switch_text.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "widgets/needle.h"

#define ARROW "==> "

/*
 * Append the task that a text begins with: "prev_comm=sh prev_pid=6 " as "sh:6 ", and nothing for
 * a pid alone. False: the text begins with something else.
 */
static bool add_previous(const char *text, const char *end, struct buf *out)
{
	static const char comm[] = "prev_comm=", pid[] = " prev_pid=";
	const char *at;

	if (text == end || text_begins_with(text, pid + 1))
		return true;
	at = strstr(text, pid);
	if (!text_begins_with(text, comm) || !at || at > end)
		return false;
	if (!strncmp(at + strlen(pid), "0 ", 2))
		return true; /* swapper/0: the idle task of the CPU */
	buf_add(out, text + strlen(comm), (size_t)(at - text) - strlen(comm));
	buf_addc(out, ':');
	buf_add(out, at + strlen(pid), (size_t)(end - at) - strlen(pid));
	return true;
}

void switch_text_shorten(struct buf *text)
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
		if (!to[i])
			return;
		p = from[i] = to[i] + strlen(marks[i]);
	}
	if (!add_previous(text->p, to[PRIO], &shorter)) {
		buf_release(&shorter);
		return;
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

/* Append "S ", or "sh:6 S " with the end of a name. */
static void add_state(const char *text, struct buf *out)
{
	const char *colon = strrchr(text, ':'), *space = colon ? strchr(colon, ' ') : NULL;
	struct buf part = BUF_INIT;

	if (space) {
		buf_add(&part, text, (size_t)(colon - text));
		needle_add_quoted(part.p, out);
		buf_adds(out, " prev_pid=");
		buf_reset(&part);
		buf_add(&part, colon + 1, (size_t)(space - colon - 1));
		needle_add_quoted(part.p, out);
		buf_adds(out, " prev_prio=[^ ]*");
		text = space + 1;
	}
	buf_adds(out, " prev_state=");
	if (!space)
		buf_adds(out, "[^ ]*");
	needle_add_quoted(text, out);
	buf_release(&part);
}

bool switch_text_pattern(const char *part, struct buf *out)
{
	const char *arrow = strstr(part, ARROW);
	struct buf state = BUF_INIT;

	if (arrow && text_begins_with(arrow + strlen(ARROW), "next_comm="))
		return false;
	if (!arrow && (!part[name_len(part)] || strchr(part, ' ')))
		return false;
	if (!arrow) {
		buf_adds(out, " next_comm=[^=]*");
		add_next(part, out);
		return true;
	}
	buf_add(&state, part, (size_t)(arrow - part));
	if (state.len)
		add_state(state.p, out);
	buf_adds(out, ARROW "next_comm=");
	add_next(arrow + strlen(ARROW), out);
	buf_release(&state);
	return true;
}
