/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups as lines: order, folding, open groups, and the rest of many groups. */
#include "analysis/totals.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "filter/fieldlist.h"
#include "tap.h"

static void add_number(struct buf *key, uint64_t num)
{
	groupkey_add(key, &(struct row_value){ .id = F_pid, .is_number = true, .num = num });
}

/* A group by two numbers that came count times. */
static void add_group(struct grouptable *table, uint64_t a, uint64_t b, uint64_t count)
{
	struct buf key = BUF_INIT;

	add_number(&key, a);
	add_number(&key, b);
	grouptable_state(table, grouptable_find(table, key.p, key.len))->count += count;
	buf_release(&key);
}

/* "2:10 1:7 ...": depth and count of each line. */
static void lines_are(const struct totals *totals, const char *want, const char *name)
{
	struct buf got = BUF_INIT;

	for (size_t i = 0; i < totals_lines(totals); i++) {
		struct totals_line line;

		totals_line(totals, i, &line);
		buf_addf(&got, "%s%zu:%llu", i ? " " : "", line.depth,
			 (unsigned long long)line.count);
	}
	is_str(got.p, want, "%s", name);
	buf_release(&got);
}

static const struct totals_form form = { .by = 2 };

static void test_lines(void)
{
	struct grouporder order = { .by = 2 };
	struct grouptable table;
	struct totals *totals, *next;
	struct totals_line line;
	size_t at;

	grouptable_init(&table, 0);
	add_group(&table, 1, 1, 5);
	add_group(&table, 1, 2, 1);
	add_group(&table, 2, 1, 4);
	add_group(&table, 3, 1, 4);
	totals = totals_make(&form, &table, &order, 14);
	lines_are(totals, "1:5 1:4 1:4 1:1", "the largest first");
	is_int(totals_all(totals)->count, 14, "all of them");
	order.reverse = true;
	totals_arrange(totals, &order, false);
	lines_are(totals, "1:1 1:4 1:4 1:5", "the other way round");
	order.reverse = false;
	totals_arrange(totals, &order, true);
	lines_are(totals, "0:6 0:4 0:4", "folded by the first field");
	totals_line(totals, 0, &line);
	totals_open(totals, line.node, true);
	lines_are(totals, "0:6 1:5 1:1 0:4 0:4", "one is open");
	next = totals_make(&form, &table, &order, 14);
	totals_arrange(next, &order, true);
	totals_open_as(next, totals);
	lines_are(next, "0:6 1:5 1:1 0:4 0:4", "and stays so in newer totals");
	totals_line(totals, 2, &line);
	ok(totals_find(next, line.key, line.key_len, &at) && at == 2, "a line is found by its key");
	totals_open_all(next, true);
	lines_are(next, "0:6 1:5 1:1 0:4 1:4 0:4 1:4", "all are open");
	totals_arrange(next, &order, false);
	lines_are(next, "1:5 1:4 1:4 1:1", "flat again");
	totals_free(totals);
	totals_free(next);
	grouptable_release(&table);
}

static void test_many(void)
{
	struct grouporder order = { .by = 2 };
	struct grouptable table;
	struct totals *totals;
	struct totals_line line;

	grouptable_init(&table, 0);
	for (uint64_t i = 1; i <= TOTALS_MOST + 10; i++)
		add_group(&table, i % 7, i, i);
	totals = totals_make(&form, &table, &order, 0);
	is_int(totals_kept(totals), TOTALS_MOST, "of many groups some are kept,");
	is_int(totals_all(totals)->groups, TOTALS_MOST + 10, "all are counted,");
	totals_line(totals, TOTALS_MOST - 1, &line);
	is_int(line.count, 11, "those that stand first");
	totals_arrange(totals, &order, true);
	is_int(totals_lines(totals), 7, "what they have in common is of all");
	totals_line(totals, 6, &line);
	ok(line.count > (uint64_t)TOTALS_MOST * TOTALS_MOST / 15, "also its count");
	totals_free(totals);
	grouptable_release(&table);
}

static void list_is(const char *text, const char *want)
{
	struct field fields[4] = { 0 };
	struct err err = ERR_INIT;
	struct buf got = BUF_INIT;
	size_t n;

	if (fieldlist_parse(text, fields, 4, &n, &err))
		buf_addf(&got, "%llu", (unsigned long long)err.offset);
	else
		for (size_t i = 0; i < n; i++) {
			buf_adds(&got, i ? "|" : "");
			field_name(&fields[i], &got);
		}
	is_str(got.p, want, "%s", text);
	for (size_t i = 0; i < n; i++)
		field_release(&fields[i]);
	buf_release(&got);
}

static void test_lists(void)
{
	list_is("pid,tid", "pid|tid");
	list_is(" pid  tid , cpu", "pid|tid|cpu");
	list_is("addr & ~63,br.from&0xff", "addr & ~63|brstack.from & 0xff");
	list_is("step(time, 10ms),log2( weight )", "step(time, 10ms)|log2(weight)");
	list_is("", "0");
	list_is("pid,nobody", "4");
	list_is("comm & 4", "0");
	list_is("step(pid)", "8");
	list_is("step(pid, 0)", "11");
	list_is("log2(pid", "8");
	list_is("pid & x", "6");
	list_is("log2(type)", "0");
	list_is("pid,pid,pid,pid,pid", "16");
}

/* What a number is cut to, and the last that is cut to the same. */
static void cut_is(enum field_cut cut, uint64_t width, bool is_signed, int64_t num, int64_t first,
		   int64_t last)
{
	struct field field = { .id = F_pid, .cut = cut, .width = width };
	uint64_t got = field_cut_number(&field, is_signed, (uint64_t)num);

	is_int((int64_t)got, first, "cut to");
	is_int((int64_t)field_cut_last(&field, is_signed, got), last, "... up to");
}

static void test_cuts(void)
{
	cut_is(FIELD_STEPS, 10, false, 25, 20, 29);
	cut_is(FIELD_STEPS, 10, true, -25, -30, -21);
	cut_is(FIELD_STEPS, 10, true, -30, -30, -21);
	cut_is(FIELD_STEPS, 10, true, INT64_MIN, INT64_MIN, INT64_MIN + 7);
	cut_is(FIELD_STEPS, 16, false, -1, -16, -1);
	cut_is(FIELD_LOG2, 0, false, 0, 0, 0);
	cut_is(FIELD_LOG2, 0, false, 1, 1, 1);
	cut_is(FIELD_LOG2, 0, false, 1023, 512, 1023);
	cut_is(FIELD_LOG2, 0, true, -5, -5, -5);
	cut_is(FIELD_LOG2, 0, false, -1, INT64_MIN, -1);
}

int main(void)
{
	test_lines();
	test_many();
	test_lists();
	test_cuts();
	return done_testing();
}
