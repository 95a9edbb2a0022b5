/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/stripnumbers.h"

enum {
	EXACT_WIDER = 6 /* columns more if all digits are shown */
};

static const struct strip_number {
	const char *ms, *seconds, *untimed; /* titles; NULL: samples have no such number */
	int width;
	int screen; /* width of the narrowest screen that shows it */
	enum {
		NUMBER_ON,
		NUMBER_OFF,
		NUMBER_SWITCHES,
		NUMBER_PREEMPTED,
		NUMBER_RECORDS
	} what;
} numbers[] = {
	{ "on ms", "on s", "samples", 10, 0, NUMBER_ON },
	{ "off ms", "off s", NULL, 10, 110, NUMBER_OFF },
	{ "out", "out", NULL, 6, 70, NUMBER_SWITCHES },
	{ "preempted", "preempted", NULL, 9, 110, NUMBER_PREEMPTED },
	{ "records", "records", "records", 9, 130, NUMBER_RECORDS },
};

#define NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

static bool has_number(const struct strip_number *n, bool timed, int cols)
{
	return cols >= n->screen && (timed || n->untimed);
}

int stripnumbers_width(bool timed, int cols)
{
	int width = 0;

	for (size_t i = 0; i < NUMBERS; i++)
		if (has_number(&numbers[i], timed, cols))
			width += numbers[i].width + 1;
	return width;
}

static void add_right(const struct strip_number *n, const char *text, bool exact, struct buf *out)
{
	buf_addf(out, "%*s ", n->width + (exact ? EXACT_WIDER : 0), text);
}

void stripnumbers_titles(bool timed, int cols, bool exact, struct buf *out)
{
	for (size_t i = 0; i < NUMBERS; i++) {
		const struct strip_number *n = &numbers[i];

		if (has_number(n, timed, cols))
			add_right(n, !timed ? n->untimed : exact ? n->seconds : n->ms, exact, out);
	}
}

void stripnumbers_add_ms(uint64_t ns, struct buf *out)
{
	buf_addf(out, "%llu.%03llu", (unsigned long long)(ns / 1000000),
		 (unsigned long long)(ns / 1000 % 1000));
}

static void add_time(uint64_t ns, bool exact, struct buf *out)
{
	if (exact)
		buf_addf(out, "%llu.%09llu", (unsigned long long)(ns / 1000000000),
			 (unsigned long long)(ns % 1000000000));
	else
		stripnumbers_add_ms(ns, out);
}

static void add_number(const struct strip_number *n, const struct thread_timeline_thread *t,
		       bool timed, bool exact, struct buf *out)
{
	switch (n->what) {
	case NUMBER_ON:
		if (timed)
			add_time(t->on, exact, out);
		else
			buf_add_u64(out, t->on);
		break;
	case NUMBER_OFF:
		add_time(t->off, exact, out);
		break;
	case NUMBER_SWITCHES:
		buf_add_u64(out, t->switches);
		break;
	case NUMBER_PREEMPTED:
		buf_add_u64(out, t->preempted);
		break;
	case NUMBER_RECORDS:
	default:
		buf_add_u64(out, t->records);
		break;
	}
}

void stripnumbers_text(const struct thread_timeline_thread *thread, bool timed, int cols,
		       bool exact, struct buf *out)
{
	for (size_t i = 0; i < NUMBERS; i++) {
		struct buf text = BUF_INIT;

		if (!has_number(&numbers[i], timed, cols))
			continue;
		add_number(&numbers[i], thread, timed, exact, &text);
		add_right(&numbers[i], text.p, exact, out);
		buf_release(&text);
	}
}
