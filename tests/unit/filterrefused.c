/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about expressions that cannot be parsed, or are too large. */
#include <locale.h>
#include <stdlib.h>

#include "filter/filter.h"
#include "filter/lex.h"
#include "tap.h"

static int parse(const char *text, struct err *err)
{
	struct filter *filter = NULL;
	int rc = filter_parse(&filter, text, err);

	if (!rc)
		filter_free(filter);
	return rc;
}

static const struct {
	const char *expr;
	size_t column;
	const char *says;
} refused[] = {
	/* the grammar */
	{ "pid == ", 7, "expected a number" },
	{ "pid ==", 6, "expected a number" },
	{ "comm == ", 8, "expected a string" },
	{ "type == ", 8, "expected the name of one of the field's values" },
	{ "pid and", 7, "expected a field" },
	{ "pid or ", 7, "expected a field" },
	{ "not", 3, "expected a field" },
	{ "and pid", 0, "expected a field" },
	{ "pid and and tid", 8, "expected a field" },
	{ "(", 1, "expected a field" },
	{ "()", 1, "expected a field" },
	{ "(pid == 1", 9, "expected )" },
	{ "(pid == 1 or (tid)", 18, "expected )" },
	{ "pid == 1)", 8, "expected \"and\", \"or\" or the end" },
	{ "pid == 1 tid == 2", 9, "expected \"and\", \"or\" or the end" },
	{ "pid == 1 2", 9, "expected \"and\", \"or\" or the end" },
	{ "== 1", 0, "expected a field" },
	{ "5 == 5", 0, "expected a field" },
	{ "5", 0, "expected a field" },
	{ "\"nginx\"", 0, "expected a field" },

	/* characters */
	{ "pid = 1", 4, "==" },
	{ "pid == 1 ; tid", 9, "unexpected character" },
	{ "pid == \\", 7, "unexpected character" },
	{ "comm == \"\xc3\xa4\" \xc3\xa4", 13, "unexpected character" },

	/* sets */
	{ "pid in 5", 7, "expected {" },
	{ "pid in", 6, "expected {" },
	{ "pid in {", 8, "expected a number" },
	{ "pid in {}", 8, "expected a number" },
	{ "pid in {1, }", 11, "expected a number" },
	{ "pid in {1 2}", 10, "expected \",\" or \"}\"" },
	{ "pid in {1, 2", 12, "expected \",\" or \"}\"" },
	{ "pid in {1..}", 11, "expected the end of the range" },
	{ "pid in {..5}", 8, "expected a number" },
	{ "pid in {1, 5..3}", 14, "the range ends before it begins" },
	{ "time in {20%..10%}", 14, "the range ends before it begins" },
	{ "cpu in {1..-1}", 11, "the range ends before it begins" },
	{ "comm in {\"a\", b}", 14, "expected a string" },

	/* numbers */
	{ "ip == 18446744073709551616", 6, "does not fit" },
	{ "ip == 0x10000000000000000", 6, "does not fit" },
	{ "time > 99999999999s", 7, "does not fit" },
	{ "pid == -9223372036854775809", 7, "does not fit" },
	{ "pid == -18446744073709551615", 7, "does not fit" },
	{ "time > 5x", 8, "not a unit" },
	{ "time > 5S", 8, "not a unit" },
	{ "time > 1.5ns", 7, "more decimal places than its unit allows" },
	{ "pid == 1.5", 7, "a number with a decimal point needs a unit" },
	{ "size >= 1821.500064716", 8, "a number with a decimal point needs a unit" },
	{ "time > 1.0000000001s", 7, "nine digits" },
	{ "ip == 0x", 7, "not a unit" },
	{ "pid == 1. ", 8, "unexpected character" },

	/* words */
	{ "nginx", 0, "comm == \"nginx\"" },
	{ "pid == 1 and nginx", 13, "comm == \"nginx\"" },
	{ "pidd == 1", 0, "did you mean pid?" },
	{ "pid == 1 or preiod > 5", 12, "did you mean period?" },
	{ "Pid == 1", 0, "did you mean pid?" },
	{ "foo == 1", 0, "foo is not a field; Tab and \"perfnav fields\" list the fields" },
	{ "symbol == \"main\"", 0, "did you mean sym?" },
	{ "timestamp > 5", 0, "did you mean time?" },
	{ "prev_comm == \"sh\"", 0, "a tracepoint's field is tp.prev_comm" },
	{ "(latency) > 5", 1, "comm == \"latency\"" },
	{ "br.form == 1", 0, "is not a field" },
	{ "uregs. == 1", 5, "unexpected character" },

	/* types */
	{ "pid == \"x\"", 7, "expected a number" },
	{ "pid == x", 7, "expected a number" },
	{ "comm == 5", 8, "expected a string" },
	{ "comm == nginx", 8, "expected a string" },
	{ "type == NOSUCH", 8, "NOSUCH is not a value of type" },
	{ "type == \"NOSUCH\"", 8, "expected the name of one of the field's values" },
	{ "type in {MMAP, NOSUCH}", 15, "NOSUCH is not a value of type" },
	{ "cpumode == usr", 11, "usr is not a value of cpumode" },
	{ "mem.op == RAM", 10, "RAM is not a value of data_src.op" },
	{ "comm < \"x\"", 5, "does not fit" },
	{ "mem.op > LOAD", 7, "does not fit" },
	{ "brstack == 1", 0, "members" },
	{ "pid and callchain in {1}", 8, "members" },
	{ "data_src == 5", 0, "members" },
	{ "comm.exec == maybe", 13, "expected 0 or 1" },

	/* lists */
	{ "brstack.from != 5", 13, "write \"not" },
	{ "br.mispred != 1", 11, "write \"not" },
	{ "callchain.ip ne 5", 13, "write \"not" },
	{ "pid and stack.ip != 5", 17, "write \"not" },

	/* options of perf script */
	{ "--pid 1 --time 5,3.5", 15, "the time ends at 3.5, before it begins at 5" },
	{ "--time 1921234567.000000002,1921234567.000000001", 7, "before it begins" },
	{ "--pid 1 --time 5,99999999999", 15, "expected START,STOP" },
	{ "--pid 1 --tid 99999999999999999999", 14, "expected numbers" },
	{ "-C 1-99999999999999999999", 3, "expected CPU numbers" },
	{ "-C 0-3,8-3", 7, "the range ends before it begins" },
};

static void test_refused(void)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct err err = ERR_INIT;

		if (!is_int(parse(refused[i].expr, &err), ERR_PARSE, "%s is refused",
			    refused[i].expr))
			continue;
		is_int(err.code, ERR_PARSE, "and so says the error");
		is_uint(err.offset, refused[i].column, "at its column");
		if (!ok(strstr(err.msg, refused[i].says), "and the message tells why"))
			diag("got \"%s\", want \"%s\"", err.msg, refused[i].says);
	}
}

/* A parser that is given no error object still refuses. */
static void test_no_error(void)
{
	is_int(parse("pid ==", NULL), ERR_PARSE, "refused without an error object");
	is_int(parse("pid", NULL), 0, "and read without one");
	filter_free(NULL);
}

static const struct {
	const char *expr, *explained;
} explained[] = {
	{ "pid = 1", "\n  pid = 1\n      ^\n" },
	{ "pid ==", "\n  pid ==\n        ^\n" },
	{ "comm == \"\xe4\xb8\xad\" oops",
	  "\n  comm == \"\xe4\xb8\xad\" oops\n               ^\n" },
	{ "comm == \"\x1b[m\" oops", "\n  comm == \"^[[m\" oops\n                 ^\n" },
};

static void test_explain(void)
{
	for (size_t i = 0; i < sizeof(explained) / sizeof(explained[0]); i++) {
		struct err err = ERR_INIT;
		struct buf want = BUF_INIT, got = BUF_INIT;

		if (!is_int(parse(explained[i].expr, &err), ERR_PARSE, "explain %zu", i))
			continue;
		buf_addf(&want, "%s%s", err.msg, explained[i].explained);
		filter_explain(explained[i].expr, &err, &got);
		is_str(got.p, want.p, "message, expression and caret");
		buf_release(&want);
		buf_release(&got);
	}
}

/* ---- limits ---- */

static void nest(struct buf *text, const char *open, const char *close, int n)
{
	buf_reset(text);
	for (int i = 0; i < n; i++)
		buf_adds(text, open);
	buf_adds(text, "pid");
	for (int i = 0; i < n; i++)
		buf_adds(text, close);
}
static void test_limits(void)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	nest(&text, "(", ")", 90);
	is_int(parse(text.p, &err), 0, "90 parentheses");
	nest(&text, "(", ")", 1000);
	is_int(parse(text.p, &err), ERR_PARSE, "1000 are refused");
	ok(strstr(err.msg, "nested too deeply"), "and it is said why");
	nest(&text, "not ", "", 1000);
	is_int(parse(text.p, &err), ERR_PARSE, "so are 1000 nots");
	ok(strstr(err.msg, "nested too deeply"), "for the same reason");

	buf_reset(&text);
	buf_adds(&text, "pid in {1");
	while (text.len < FILTER_TEXT_MAX - 3)
		buf_adds(&text, ",2");
	buf_adds(&text, "}");
	is_int(parse(text.p, &err), 0, "%zu bytes", text.len);
	buf_fill(&text, ' ', FILTER_TEXT_MAX - text.len);
	is_int(parse(text.p, &err), ERR_PARSE, "%zu bytes are too many", text.len);
	ok(strstr(err.msg, "longer than"), "and it is said why");
	is_uint(err.offset, FILTER_TEXT_MAX, "and from where on");

	buf_reset(&text);
	for (int i = 0; i < 500; i++)
		buf_adds(&text, i ? "or pid " : "pid ");
	is_int(parse(text.p, &err), 0, "500 terms in a row");
	buf_reset(&text);
	buf_adds(&text, "comm == \"");
	buf_fill(&text, 'x', FILTER_TEXT_MAX - 20);
	buf_adds(&text, "\"");
	is_int(parse(text.p, &err), 0, "a long string");
	buf_reset(&text);
	buf_fill(&text, 'x', FILTER_TEXT_MAX - 1);
	is_int(parse(text.p, &err), ERR_PARSE, "a long word");
	buf_release(&text);
}

/* Any bytes are read or refused, at a column inside of them; a sanitizer sees the rest. */
static void test_noise(void)
{
	static const char *const parts[] = {
		"pid",	      "comm",	  "type",   "brstack.from",
		"callchain",  "uregs.ax", "mem.op", "nosuch",
		"and",	      "or",	  "not",    "in",
		"==",	      "!=",	  "<",	    ">=",
		"contains",   "(",	  ")",	    "{",
		"}",	      ",",	  "..",	    "1",
		"-1",	      "0x",	  "1.5s",   "99999999999999999999",
		"\"a\"",      "'b",	  "SAMPLE", "UNKNOWN(",
		"UNKNOWN(4)", "\\",	  "=",	    "\xc3\xa4",
		"\x01",	      "L1",	  "-",	    ".",
		"~",	      "&",	  "$pid",   "[",
		"]",	      "%",
	};
	uint64_t state = 4711;
	unsigned wrong = 0, good = 0;
	struct buf text = BUF_INIT;

	for (int i = 0; i < 100000; i++) {
		struct err err = ERR_INIT;
		uint64_t n;

		buf_reset(&text);
		state = state * 6364136223846793005u + 1442695040888963407u;
		n = 1 + (state >> 40) % 9;
		while (n--) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			buf_adds(&text, parts[(state >> 33) % (sizeof(parts) / sizeof(parts[0]))]);
			if (state >> 60)
				buf_addc(&text, ' ');
		}
		if (!parse(text.p, &err))
			good++;
		else
			wrong += err.code != ERR_PARSE || err.offset > text.len || !*err.msg;
	}
	is_uint(wrong, 0, "noise is refused at a column, with a reason");
	ok(good > 100, "or read: %u times", good);
	buf_release(&text);
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	test_refused();
	test_no_error();
	test_explain();
	test_limits();
	test_noise();
	return done_testing();
}
