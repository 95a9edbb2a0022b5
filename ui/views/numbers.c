/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/numbers.h"

#include <string.h>

#include "views/views.h"

/* clang-format off */
static const struct {
	const char *filter, *event;
} sets[] = {
	[NUMBER_NONE] = { "", "" },
	[NUMBER_FILTER] = { "applies", "all" },
	[NUMBER_EVENT] = { "applies", "one (W)" },
	[NUMBER_TOTALS] = { "applies", "one (W), or all" },
	[NUMBER_THREADS] = { "whole threads", "all" },
	[NUMBER_ALL] = { "ignored", "all" },
	[NUMBER_EACH] = { "ignored", "each" },
	[NUMBER_BUSY] = { "ignored", "one (W)" },
	[NUMBER_RECORD] = { "ignored", "the record's" },
	[NUMBER_FILE] = { "ignored", "none" },
};
/* clang-format on */

static void add_row(const char *view, const char *number, const char *unit, const char *filter,
		    const char *event, const char *what, struct buf *out)
{
	buf_addf(out, "%-19s  %-20s  %-13s  %-13s  %-15s  %s\n", view, number, unit, filter, event,
		 what);
}

static void add_legend(struct buf *out)
{
	buf_adds(out, "filter: does the filter of the list limit the number?\n"
		      "whole threads: it chooses threads, but does not limit their numbers\n"
		      "event: whose samples the number counts; one (W): those of the event of W\n");
}

void numbers_add(struct buf *out)
{
	struct number number;

	add_legend(out);
	buf_addc(out, '\n');
	add_row("view", "number", "unit", "filter", "event", "meaning", out);
	for (size_t i = 0; views_name(i); i++)
		for (size_t k = 0; views_number(i, k, &number); k++)
			add_row(views_name(i), number.name, number.unit, sets[number.set].filter,
				sets[number.set].event, number.what, out);
}

void numbers_add_by_view(struct buf *out)
{
	struct number number;

	add_legend(out);
	for (size_t i = 0; views_name(i); i++) {
		for (size_t k = 0; views_number(i, k, &number); k++) {
			if (!k)
				buf_addf(out, "%s%s\n", out->len ? "\n" : "", views_name(i));
			buf_addf(out, "  %-23s  ", number.name);
			if (strcmp(number.unit, "-") != 0)
				buf_addf(out, "%s: ", number.unit);
			buf_addf(out, "%s (filter: %s; events: %s)\n", number.what,
				 sets[number.set].filter, sets[number.set].event);
		}
	}
}

bool numbers_add_one(const char *view, const char *name, struct buf *out)
{
	struct number number;
	bool any = false;

	for (size_t i = 0; views_name(i); i++) {
		if (strcmp(views_name(i), view) != 0)
			continue;
		for (size_t k = 0; views_number(i, k, &number); k++) {
			if (strcmp(number.name, name) != 0)
				continue;
			buf_addf(out, "  %s  %s: %s\n", name, number.unit, number.what);
			any = true;
		}
	}
	return any;
}
