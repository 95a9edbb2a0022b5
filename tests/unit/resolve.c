/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References to other records and macros in filters, and what a filter costs. */
#include <stdlib.h>
#include <string.h>

#include "corpus.h"
#include "filter/cost.h"
#include "tap.h"

/* The records of demo.data for the selected record and for mark a. */
enum {
	SELECTED = 12,
	AT_A = 29
};

static bool row_of(void *arg, char mark, struct row_info *info)
{
	if (mark && mark != 'a')
		return false;
	return !reader_row(arg, mark ? AT_A : SELECTED, info, NULL);
}

static const struct {
	const char *text, *resolved;
} resolves[] = {
	{ "pid == 3", "pid == 3" },
	{ "tid == $tid", "tid == 7349" },
	{ "time in {$time - 5ms .. $time + 5ms}",
	  "time in {1821432620972 - 5ms .. 1821432620972 + 5ms}" },
	{ "comm == $comm and not comm == \"$comm\"",
	  "comm == \"photolab\" and not comm == \"$comm\"" },
	{ "type == $'a.type", "type == 3" },
	{ "cpumode==$cpumode", "cpumode==1" },
	{ "$slow(500)", "(period > 500)" },
	{ "not $slow( 5 + 2 )", "not (period > 5 + 2)" },
	{ "$slow($period) or pid", "(period > 1) or pid" },
	{ "$both(1, (2))", "((period > 1) and tid == (2))" },
	{ "$none() and pid", "(comm == \"a,b)\") and pid" },
	{ "-C 0-3 --pid 7", "cpu in {0..3} and pid in {7}" },
};

static const struct {
	const char *text;
	size_t column;
	const char *says;
} refused[] = {
	{ "pid == $weight", 7, "the selected record has no weight" },
	{ "pid == $nosuch", 7, "nosuch is not a field" },
	{ "pid == $'b.pid", 7, "no record at mark b" },
	{ "pid == $'a.weight", 7, "at mark a has no weight" },
	{ "pid and $slow()", 8, "needs 1 argument, not 0" },
	{ "$slow(1, 2)", 0, "needs 1 argument, not 2" },
	{ "pid and $slow(1", 8, "expected )" },
	{ "$slow(1) and nosuch", 13, "nosuch is not a field" },
	{ "$slow(\"x\") and pid", 0, "expected a number" },
	{ "$endless(1)", 0, "too deeply" },
	{ "pid == $", 8, "expected a field after $" },
	{ "pid == $'a", 8, "expected a mark and a field" },
	{ "$callchain == 1", 0, "has members" },
};

static void test_resolves(const struct filter_context *context)
{
	for (size_t i = 0; i < sizeof(resolves) / sizeof(resolves[0]); i++) {
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;
		struct filter *filter = NULL;

		if (!is_int(filter_resolve(resolves[i].text, context, &out, &err), 0, "%s",
			    resolves[i].text))
			diag("%s", err.msg);
		is_str(out.p, resolves[i].resolved, "is what it stands for");
		is_int(filter_parse(&filter, out.p, &err), 0, "which reads without the others");
		filter_free(filter);
		buf_release(&out);
	}
}

static void test_refused(const struct filter_context *context)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct err err = ERR_INIT;
		struct filter *filter = NULL;

		if (!is_int(filter_parse_in(&filter, refused[i].text, context, &err), ERR_PARSE,
			    "%s is refused", refused[i].text))
			filter_free(filter);
		is_uint(err.offset, refused[i].column, "at its column");
		if (!ok(strstr(err.msg, refused[i].says), "with its reason"))
			diag("%s", err.msg);
	}
}

/* Columns are those of the typed text, however many references come before them. */
static void test_many(const struct filter_context *context)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	struct filter *filter = NULL;

	buf_adds(&text, "time == 0");
	for (int i = 0; i < 100; i++)
		buf_adds(&text, "+$time");
	is_int(filter_parse_in(&filter, text.p, context, &err), 0, "a hundred references");
	filter_free(filter);
	buf_adds(&text, "+1 or nosuch");
	is_int(filter_parse_in(&filter, text.p, context, &err), ERR_PARSE, "and a wrong field");
	is_uint(err.offset, text.len - strlen("nosuch"), "at its column");
	buf_release(&text);
}

static void test_macros(struct macros *macros)
{
	static const char *const wrong[] = { "",
					     "5x pid",
					     "slow(",
					     "slow(5) pid",
					     "slow(a",
					     "slow(a,) pid",
					     "slow(a)",
					     "slow",
					     "f(a,b,c,d,e,f,g,h,i,j) pid" };
	struct err err = ERR_INIT;

	is_int(macros_define(macros, "slow(n) weight > $n", &err), 0, "a macro");
	is_int(macros_define(macros, " slow(n) period > $1", &err), 0, "another of its name");
	is_uint(macros->list.n, 1, "replaces it");
	is_int(macros_define(macros, "both(a, b) $slow($a) and tid == $b", &err), 0, "one of one");
	is_int(macros_define(macros, "none() comm == \"a,b)\"", &err), 0, "one without parameters");
	is_int(macros_define(macros, "endless(x) $endless($x)", &err), 0, "one of itself");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		is_int(macros_define(macros, wrong[i], &err), ERR_PARSE, "\"%s\" is none",
		       wrong[i]);
		ok(err.offset <= strlen(wrong[i]), "and it is said where");
	}
}

static void cost_of(struct reader *reader, const char *text, struct filter_cost *cost)
{
	struct filter *filter = NULL;

	if (filter_parse(&filter, text, NULL))
		return;
	filter_cost(filter, reader, cost);
	filter_free(filter);
}

static void test_cost(struct reader *reader)
{
	struct filter_cost cost = { 0 };
	uint64_t rows = recording_rows(reader_recording(reader));

	cost_of(reader, "pid == 7349 and type == SAMPLE", &cost);
	is_uint(cost.tier, 0, "pid and type are in the index");
	is_uint(cost.bytes, 0, "so no record is read");
	is_uint(cost.rows, rows, "and rows of all blocks looked at");
	cost_of(reader, "period > 5", &cost);
	is_uint(cost.tier, 1, "period is in the records");
	ok(cost.bytes > 1000, "which are read");
	cost_of(reader, "type == AUX and period > 5", &cost);
	is_uint(cost.rows, 0, "no block can have an AUX record");
	cost_of(reader, "weight > 5", &cost);
	is_uint(cost.rows, 0, "nor one with a weight");
}

int main(void)
{
	struct recording_options options = { .no_index = true, .spool_dir = "/tmp" };
	const char *path = places_recording("demo.data");
	struct recording *recording;
	struct macros macros = { 0 };
	struct filter_context context = { .row = row_of, .macros = &macros };

	if (recording_open(&recording, path, &options, NULL)) {
		ok(false, "%s opens", path);
		return done_testing();
	}
	recording_wait(recording);
	context.arg = context.reader = reader_open(recording);
	test_macros(&macros);
	test_resolves(&context);
	test_refused(&context);
	test_many(&context);
	test_cost(context.reader);
	macros_release(&macros);
	reader_close(context.reader);
	recording_close(recording);
	return done_testing();
}
