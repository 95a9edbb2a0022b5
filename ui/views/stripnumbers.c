/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/stripnumbers.h"

enum {
	EXACT_WIDER = 6 /* columns more if all digits are shown */
};

static const struct strip_number {
	const char *ms, *seconds, *untimed; /* titles; NULL: samples have no such number */
	bool woken;			    /* only if there are wakeups */
	int width;
	int screen; /* width of the narrowest screen that shows it */
	enum {
		NUMBER_ON,
		NUMBER_OFF,
		NUMBER_SWITCHES,
		NUMBER_PREEMPTED,
		NUMBER_RECORDS,
		NUMBER_WOKEN,
		NUMBER_DELAY
	} what;
} numbers[] = {
	{ "on ms", "on s", "samples", false, 10, 0, NUMBER_ON },
	{ "off ms", "off s", NULL, false, 10, 110, NUMBER_OFF },
	{ "out", "out", NULL, false, 6, 70, NUMBER_SWITCHES },
	{ "preempted", "preempted", NULL, false, 9, 110, NUMBER_PREEMPTED },
	{ "records", "records", "records", false, 9, 130, NUMBER_RECORDS },
	{ "woken", "woken", NULL, true, 6, 150, NUMBER_WOKEN },
	{ "delay ms", "delay s", NULL, true, 9, 100, NUMBER_DELAY },
};

#define NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

enum stripnumbers_of stripnumbers_of(const struct thread_timeline *strips)
{
	if (thread_timeline_source(strips) == THREAD_TIMELINE_SAMPLES)
		return STRIPNUMBERS_SAMPLES;
	return thread_timeline_has_wakeups(strips) ? STRIPNUMBERS_WAKEUPS : STRIPNUMBERS_TIMES;
}

static bool has_number(const struct strip_number *n, enum stripnumbers_of of, int cols)
{
	return cols >= n->screen && (of != STRIPNUMBERS_SAMPLES || n->untimed) &&
	       (of == STRIPNUMBERS_WAKEUPS || !n->woken);
}

int stripnumbers_width(enum stripnumbers_of of, int cols)
{
	int width = 0;

	for (size_t i = 0; i < NUMBERS; i++)
		if (has_number(&numbers[i], of, cols))
			width += numbers[i].width + 1;
	return width;
}

static void add_right(const struct strip_number *n, const char *text, bool exact, struct buf *out)
{
	buf_addf(out, "%*s ", n->width + (exact ? EXACT_WIDER : 0), text);
}

void stripnumbers_titles(enum stripnumbers_of of, int cols, bool exact, struct buf *out)
{
	for (size_t i = 0; i < NUMBERS; i++) {
		const struct strip_number *n = &numbers[i];

		if (has_number(n, of, cols))
			add_right(n,
				  of == STRIPNUMBERS_SAMPLES ? n->untimed
				  : exact		     ? n->seconds
							     : n->ms,
				  exact, out);
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
		       enum stripnumbers_of of, bool exact, struct buf *out)
{
	switch (n->what) {
	case NUMBER_ON:
		if (of != STRIPNUMBERS_SAMPLES)
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
	case NUMBER_WOKEN:
		buf_add_u64(out, t->woken);
		break;
	case NUMBER_DELAY:
		add_time(t->delay, exact, out);
		break;
	case NUMBER_RECORDS:
	default:
		buf_add_u64(out, t->records);
		break;
	}
}

void stripnumbers_text(const struct thread_timeline_thread *thread, enum stripnumbers_of of,
		       int cols, bool exact, struct buf *out)
{
	for (size_t i = 0; i < NUMBERS; i++) {
		struct buf text = BUF_INIT;

		if (!has_number(&numbers[i], of, cols))
			continue;
		add_number(&numbers[i], thread, of, exact, &text);
		add_right(&numbers[i], text.p, exact, out);
		buf_release(&text);
	}
}
