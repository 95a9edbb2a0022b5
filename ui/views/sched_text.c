/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/sched_text.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "widgets/needle.h"

#define ARROW "==> "
#define ON_CPU " on CPU "

/*
 * Find marks one after the other: the first characters of each, and the ones after it. False: one
 * is not there.
 */
static bool find_marks(const char *text, const char *const *marks, size_t n, const char **to,
		       const char **from)
{
	for (size_t i = 0; i < n; i++) {
		to[i] = strstr(text, marks[i]);
		if (!to[i])
			return false;
		text = from[i] = to[i] + strlen(marks[i]);
	}
	return true;
}

static void add_task(const char *comm, const char *comm_end, const char *pid, const char *pid_end,
		     struct buf *out)
{
	buf_add(out, comm, (size_t)(comm_end - comm));
	buf_addc(out, ':');
	buf_add(out, pid, (size_t)(pid_end - pid));
}

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
	add_task(text + strlen(comm), at, at + strlen(pid), end, out);
	return true;
}

static void replace(struct buf *text, const struct buf *shorter)
{
	buf_reset(text);
	buf_add(text, shorter->p, shorter->len);
}

void sched_text_shorten_switch(struct buf *text)
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
	const char *from[MARKS], *to[MARKS];
	struct buf shorter = BUF_INIT;

	if (find_marks(text->p, marks, MARKS, to, from) &&
	    add_previous(text->p, to[PRIO], &shorter)) {
		buf_add(&shorter, from[STATE], (size_t)(to[COMM] - from[STATE]));
		buf_adds(&shorter, " ==> ");
		add_task(from[COMM], to[PID], from[PID], to[NEXT_PRIO], &shorter);
		replace(text, &shorter);
	}
	buf_release(&shorter);
}

bool sched_text_shorten_wakeup(struct buf *text)
{
	static const char *const marks[] = { "comm=", " pid=", " prio=", " target_cpu=" };
	enum {
		COMM,
		PID,
		PRIO,
		CPU,
		MARKS
	};
	const char *from[MARKS], *to[MARKS], *cpu;
	struct buf shorter = BUF_INIT;

	if (!find_marks(text->p, marks, MARKS, to, from) || to[COMM] != text->p ||
	    strcspn(from[PRIO], " ") != (size_t)(to[CPU] - from[PRIO]))
		return false;
	for (cpu = from[CPU]; cpu[0] == '0' && isdigit((unsigned char)cpu[1]); cpu++)
		;
	add_task(from[COMM], to[PID], from[PID], to[PRIO], &shorter);
	buf_addf(&shorter, ON_CPU "%s", cpu);
	replace(text, &shorter);
	buf_release(&shorter);
	return true;
}

/* Where the digits at the end of a text begin. */
static size_t pid_at(const char *text)
{
	size_t at = strlen(text);

	while (at && isdigit((unsigned char)text[at - 1]))
		at--;
	return at;
}

/* The length of a text up to the ":PID" at its end, or up to its end. */
static size_t name_len(const char *text)
{
	size_t at = pid_at(text);

	return at > 1 && text[at] && text[at - 1] == ':' ? at - 1 : strlen(text);
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

/* The end of a wakeup, on this CPU. NULL: on any CPU. */
static void add_cpu(const char *cpu, struct buf *out)
{
	buf_adds(out, " prio=[^ ]* target_cpu=");
	if (cpu) {
		buf_adds(out, "0*");
		needle_add_quoted(cpu, out);
		buf_adds(out, "([^0-9]|$)");
	}
}

/* Find " on CPU 1", or a beginning of it, at the end of a part. NULL: it is not there. */
static const char *find_on(const char *part)
{
	const char *on = strchr(part, ' ');

	while (on && strncmp(on, ON_CPU, strnlen(on, strlen(ON_CPU))))
		on = strchr(on + 1, ' ');
	return on;
}

/* The task of a wakeup, or the end of one: "sh:7", "7" or "". False: it is none. */
static bool add_woken(const char *task, struct buf *out)
{
	size_t at = pid_at(task);
	struct buf name = BUF_INIT;

	if (*task && (!task[at] || (at && task[at - 1] != ':')))
		return false;
	if (at) {
		buf_add(&name, task, at - 1);
		buf_adds(out, " comm=[^=]*");
		needle_add_quoted(name.p, out);
	}
	if (*task)
		buf_addf(out, " pid=%s%s", at ? "" : "[0-9]*", task + at);
	buf_release(&name);
	return true;
}

/* For a part without an arrow: a task, or a wakeup up to its CPU. False: it is no such part. */
static bool add_task_pattern(const char *part, struct buf *out)
{
	const char *on = find_on(part);
	struct buf task = BUF_INIT;
	bool is;

	if (on) {
		buf_add(&task, part, (size_t)(on - part));
		is = add_woken(task.p, out);
		if (is)
			add_cpu(strlen(on) > strlen(ON_CPU) ? on + strlen(ON_CPU) : NULL, out);
		buf_release(&task);
		return is;
	}
	if (!part[name_len(part)] || strchr(part, ' '))
		return false;
	buf_adds(out, " next_comm=[^=]*");
	add_next(part, out);
	buf_addc(out, '|');
	add_woken(part, out);
	buf_adds(out, "[0-9]*");
	add_cpu(NULL, out);
	return true;
}

bool sched_text_pattern(const char *part, struct buf *out)
{
	const char *arrow = strstr(part, ARROW);
	struct buf state = BUF_INIT;

	if (arrow && text_begins_with(arrow + strlen(ARROW), "next_comm="))
		return false;
	for (const char *end = ON_CPU; (end = strchr(end, ' ')) && *++end;)
		if (text_begins_with(part, end)) {
			add_cpu(part + strlen(end), out);
			return true;
		}
	if (!arrow)
		return add_task_pattern(part, out);
	buf_add(&state, part, (size_t)(arrow - part));
	if (state.len)
		add_state(state.p, out);
	buf_adds(out, ARROW "next_comm=");
	add_next(arrow + strlen(ARROW), out);
	buf_release(&state);
	return true;
}
