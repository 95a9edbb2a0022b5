/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_numbers.h"

#include "base/text.h"

enum {
	EXACT_WIDER = 6 /* columns more if all digits are shown */
};

static const struct number_column {
	const char *ms, *seconds, *untimed; /* titles; NULL: samples have no such number */
	bool woken;			    /* only if there are wakeups */
	int width;
	int screen; /* width of the narrowest screen that shows it */
	enum {
		NUMBER_ON,
		NUMBER_OFF,
		NUMBER_UNKNOWN,
		NUMBER_SWITCHES,
		NUMBER_PREEMPTED,
		NUMBER_RECORDS,
		NUMBER_WOKEN,
		NUMBER_DELAY
	} what;
} numbers[] = {
	{ "on ms", "on s", "samples", false, 10, 0, NUMBER_ON },
	{ "off ms", "off s", NULL, false, 10, 110, NUMBER_OFF },
	{ "? ms", "? s", NULL, false, 10, 110, NUMBER_UNKNOWN },
	{ "out", "out", NULL, false, 6, 70, NUMBER_SWITCHES },
	{ "preempted", "preempted", NULL, false, 9, 110, NUMBER_PREEMPTED },
	{ "records", "records", "records", false, 9, 130, NUMBER_RECORDS },
	{ "woken", "woken", NULL, true, 6, 150, NUMBER_WOKEN },
	{ "delay ms", "delay s", NULL, true, 9, 100, NUMBER_DELAY },
};

#define NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

enum thread_numbers_of thread_numbers_of(const struct thread_timeline *timeline)
{
	if (thread_timeline_source(timeline) == THREAD_TIMELINE_SAMPLES)
		return THREAD_NUMBERS_SAMPLES;
	return thread_timeline_has_wakeups(timeline) ? THREAD_NUMBERS_WAKEUPS
						     : THREAD_NUMBERS_TIMES;
}

static bool has_number(const struct number_column *n, enum thread_numbers_of of, int cols)
{
	return cols >= n->screen && (of != THREAD_NUMBERS_SAMPLES || n->untimed) &&
	       (of == THREAD_NUMBERS_WAKEUPS || !n->woken);
}

int thread_numbers_width(enum thread_numbers_of of, int cols)
{
	int width = 0;

	for (size_t i = 0; i < NUMBERS; i++)
		if (has_number(&numbers[i], of, cols))
			width += numbers[i].width + 1;
	return width;
}

static void add_right(const struct number_column *n, const char *text, bool exact, struct buf *out)
{
	buf_addf(out, "%*s ", n->width + (exact ? EXACT_WIDER : 0), text);
}

void thread_numbers_titles(enum thread_numbers_of of, int cols, bool exact, struct buf *out)
{
	for (size_t i = 0; i < NUMBERS; i++) {
		const struct number_column *n = &numbers[i];

		if (has_number(n, of, cols))
			add_right(n,
				  of == THREAD_NUMBERS_SAMPLES ? n->untimed
				  : exact		       ? n->seconds
							       : n->ms,
				  exact, out);
	}
}

static void add_time(uint64_t ns, bool exact, struct buf *out)
{
	if (exact)
		buf_add_decimals(out, ns, 9);
	else
		text_add_ms(ns, out);
}

static void add_number(const struct number_column *n, const struct thread_timeline_thread *t,
		       enum thread_numbers_of of, bool exact, struct buf *out)
{
	switch (n->what) {
	case NUMBER_ON:
		if (of != THREAD_NUMBERS_SAMPLES)
			add_time(t->on, exact, out);
		else
			buf_add_u64(out, t->on);
		break;
	case NUMBER_OFF:
		add_time(t->off, exact, out);
		break;
	case NUMBER_UNKNOWN:
		add_time(t->unknown, exact, out);
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

void thread_numbers_text(const struct thread_timeline_thread *thread, enum thread_numbers_of of,
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
