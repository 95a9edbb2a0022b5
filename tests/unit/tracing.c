/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tracing data: split, parsed and shown as text, and what happens if a format kills the parsing
 * process.
 */
#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "tap.h"
#include "tracing/tracedata.h"
#include "tracing/tracehelper.h"
#include "tracing/traceparse.h"
#include "tracing/tracetable.h"
#include "wire/schema.h"

#define COMMON                                                                                     \
	"format:\n"                                                                                \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"                     \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"                     \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"             \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
#define FORMAT(name, id, fields, print)                                                            \
	"name: " name "\nID: " id "\n" COMMON fields "\nprint fmt: " print "\n"
#define NUMBER "\tfield:u32 number;\toffset:8;\tsize:4;\tsigned:0;\n"

/* A division by zero ends who does it, but on Arm. */
#ifdef __aarch64__
#define ONE_BY_ZERO "0"
#define ZERO_BROKEN ""
#else
#define ONE_BY_ZERO NULL
#define ZERO_BROKEN "the format of sys:zero is broken; "
#endif

/* The last three are beyond the library, or kill who prints them. */
static const char *const texts[] = {
	FORMAT("plain", "1", NUMBER, "\"number=%u\", REC->number"),
	FORMAT("all", "2",
	       NUMBER "\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:1;\n"
		      "\tfield:char comm[8];\toffset:16;\tsize:8;\tsigned:1;\n"
		      "\tfield:u8 mac[6];\toffset:24;\tsize:6;\tsigned:0;\n"
		      "\tfield:void * ptr;\toffset:32;\tsize:8;\tsigned:0;\n"
		      "\tfield:unsigned long args[2];\toffset:40;\tsize:16;\tsigned:0;\n"
		      "\tfield:__rel_loc char[] late;\toffset:56;\tsize:4;\tsigned:1;\n"
		      "\tfield:s16 small;\toffset:60;\tsize:2;\tsigned:1;\n",
	       "\"%s %s\", __get_str(name), __print_symbolic(REC->number, { 1, \"one\" })"),
	FORMAT("strange", "3", NUMBER, "\"%d\", __nobody_knows(REC->number)"),
	FORMAT("far", "4", NUMBER, "\"%s\", __print_hex(REC->number, 0x7fffffff)"),
	FORMAT("zero", "5", NUMBER, "\"%d\", 1 / REC->number"),
	"this is no format",
};

enum {
	PLAIN,
	ALL,
	STRANGE,
	FAR,
	ZERO,
	NONSENSE,
	FORMATS
};

static void use(struct tracedata *data, size_t n)
{
	*data = (struct tracedata){ .long_size = 8, .page_size = 4096 };
	for (size_t i = 0; i < n; i++)
		vec_push(&data->formats, ((struct tracedata_format){
						 .system = "sys",
						 .text = texts[i],
						 .len = strlen(texts[i]),
					 }));
}

/* ---- the container ---- */

static void put_number(struct buf *out, uint64_t v, unsigned size, bool big)
{
	for (unsigned i = 0; i < size; i++)
		buf_addc(out, (char)(v >> 8 * (big ? size - 1 - i : i)));
}

static void put_sized(struct buf *out, const char *text, unsigned size, bool big)
{
	put_number(out, strlen(text), size, big);
	buf_adds(out, text);
}

static void make_data(struct buf *out, bool big)
{
	buf_add(out, "\x17\x08\x44tracing0.6", 14);
	put_number(out, big, 1, big);
	put_number(out, 8, 1, big);
	put_number(out, 4096, 4, big);
	buf_add(out, "header_page", 12);
	put_sized(out, "page", 8, big);
	buf_add(out, "header_event", 13);
	put_sized(out, "event", 8, big);
	put_number(out, 1, 4, big);
	put_sized(out, "internal", 8, big);
	put_number(out, 2, 4, big);
	buf_add(out, "one", 4);
	put_number(out, 2, 4, big);
	put_sized(out, "first", 8, big);
	put_sized(out, "second", 8, big);
	buf_add(out, "two", 4);
	put_number(out, 0, 4, big);
	put_sized(out, "ffff t symbol", 4, big);
	put_sized(out, "0x1 : \"text\"", 4, big);
	put_number(out, 0, 8, big);
}

static void test_data(bool big)
{
	struct buf bytes = BUF_INIT;
	struct tracedata data;
	struct err err = ERR_INIT;
	size_t cut = 0;

	make_data(&bytes, big);
	is_int(tracedata_parse(&data, (uint8_t *)bytes.p, bytes.len, &err), 0, "parsed");
	is_uint(data.big, big, "its byte order");
	is_uint(data.formats.n, 3, "three formats");
	is_str(data.formats.v[0].system, "ftrace", "one of ftrace itself");
	is_str(data.formats.v[2].system, "one", "two of a system");
	is_mem(data.formats.v[2].text, data.formats.v[2].len, "second", 6, "their text");
	is_mem(data.printk, data.printk_len, "0x1 : \"text\"", 12, "formats of printk");
	tracedata_release(&data);
	/* Everything is needed but the command lines, which are not used. */
	for (size_t n = 0; n < bytes.len - 8; n++) {
		uint8_t *copy = malloc(n + 1);

		memcpy(copy, bytes.p, n);
		cut += tracedata_parse(&data, copy, n, &err) == ERR_FORMAT && err.offset <= n;
		tracedata_release(&data);
		free(copy);
	}
	is_uint(cut, bytes.len - 8, "an error where they are cut");
	buf_release(&bytes);
}

/* ---- descriptions ---- */

static void test_table(void)
{
	static const struct tracefmt_field fields[] = {
		{ "a", 0, 4, 0, 0 },
		{ "b", 4, 8, 0, TRACEFMT_SIGNED },
	};
	struct tracefmt_desc desc = { 11, 3, "sys", "event", fields, 2 };
	struct tracefmts formats = { 0 };
	struct buf table = BUF_INIT;
	size_t whole, failed = 0;

	tracetable_put(&table, &desc);
	whole = table.len;
	desc.id = 12;
	tracetable_put(&table, &desc);
	ok(tracetable_get(&formats, table.p, table.len), "a table is read");
	is_uint(formats.list.n, 2, "with both formats");
	is_uint(formats.list.v[0]->number, 3, "and their numbers");
	ok(tracefmt_has(formats.list.v[1], "b"), "and fields");
	tracefmts_release(&formats);
	for (size_t n = 1; n < table.len; n++) {
		void *copy = mem_dup(table.p, n);

		failed += n != whole && !tracetable_get(&formats, copy, n);
		tracefmts_release(&formats);
		free(copy);
	}
	is_uint(failed, table.len - 2, "a table that is cut anywhere else fails");
	memset(table.p, 0xff, table.len);
	ok(!tracetable_get(&formats, table.p, table.len) && !formats.list.n, "nonsense does, too");
	buf_release(&table);
}

/* ---- libtraceevent ---- */

static enum field_id word_of(const struct tracefmt *format, const char *name)
{
	for (const struct row *row = format->rows; row->kind != ROW_END; row++)
		if (row->label && !strcmp(row->label, name))
			return (enum field_id)row->field;
	return FIELD_NONE;
}

static void test_parse(void)
{
	static const struct {
		const char *name;
		enum field_id field;
	} words[] = {
		{ "common_type", F_tp_uint }, { "common_pid", F_tp_sint },
		{ "number", F_tp_uint },      { "name (place)", F_place },
		{ "comm", F_tp_str },	      { "mac", F_tp_bytes },
		{ "ptr", F_tp_hex },	      { "args", F_tp_list },
		{ "late (place)", F_place },  { "small", F_tp_sint },
	};
	struct tracefmts formats = { 0 };
	struct traceparse *parse;
	struct buf table = BUF_INIT;
	struct tracedata data;
	unsigned parsed = 0;

	use(&data, FORMATS);
	parse = traceparse_open(&data);
	for (uint32_t i = 0; i < FORMATS; i++)
		parsed += traceparse_fields(parse, i, &table);
	is_uint(parsed, FORMATS - 1, "all formats but the one that is none");
	ok(tracetable_get(&formats, table.p, table.len), "their descriptions");
	is_uint(formats.list.n, FORMATS - 1, "are as many");
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		is_uint(word_of(tracefmts_find(&formats, 2), words[i].name), words[i].field,
			"the type of %s", words[i].name);
	traceparse_close(parse);
	vec_release(&data.formats);
	tracefmts_release(&formats);
	buf_release(&table);
}

static void test_texts(void)
{
	uint8_t raw[70] = { [0] = 2, [8] = 1, [12] = 64, [14] = 6, [64] = 'h', [65] = 'i' };
	uint8_t small[12] = { [0] = 1, [8] = 42 };
	struct traceparse *parse;
	struct buf out = BUF_INIT;
	struct tracedata data;

	use(&data, FAR);
	parse = traceparse_open(&data);
	for (uint32_t i = 0; i < FAR; i++)
		traceparse_format(parse, i);
	ok(traceparse_text(parse, PLAIN, 0, small, sizeof(small), &out), "a text");
	is_str(out.p, "number=42", "by the print format");
	buf_reset(&out);
	ok(traceparse_text(parse, ALL, 0, raw, sizeof(raw), &out), "a longer one");
	is_str(out.p, "hi one", "with text from behind the fields");
	buf_reset(&out);
	ok(traceparse_text(parse, ALL, 0, raw, 12, &out), "of raw data that are cut");
	is_str(out.p, " one", "nothing is left of those before");
	buf_reset(&out);
	ok(traceparse_text(parse, PLAIN, 0, small, 0, &out), "even of none");
	ok(!traceparse_text(parse, FAR, 0, small, sizeof(small), &out), "an unknown number");
	ok(!traceparse_text(parse, PLAIN, 0, small, 1 << 20, &out), "more than a record can have");
	traceparse_close(parse);
	vec_release(&data.formats);
	buf_release(&out);
}

/* Text with no format, or nearly none, after its colon: the library is not asked about it. */
static void test_printk(void)
{
	static const char *const lines[] = {
		"",
		"\n\n",
		"0x1",
		"0x1:",
		"0x1 :\n0x2 : ",
		":::",
		"0x1 : \"\"",
		"0x1 : \"a\"\n0x2",
		"0x1 : \"%s\"\n0x2 : \"two\\n\"",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct buf out = BUF_INIT;
		uint8_t raw[12] = { [0] = 1, [8] = 42 };
		struct traceparse *parse;
		struct tracedata data;

		use(&data, 1);
		data.printk = lines[i];
		data.printk_len = strlen(lines[i]);
		parse = traceparse_open(&data);
		traceparse_format(parse, 0);
		ok(traceparse_text(parse, 0, 0, raw, sizeof(raw), &out), "printk formats %zu", i);
		is_str(out.p, "number=42", "... and a text");
		traceparse_close(parse);
		vec_release(&data.formats);
		buf_release(&out);
	}
}

/* ---- the process ---- */

static void ask(struct tracetexts *asked, const struct tracefmts *formats, uint8_t id)
{
	uint8_t raw[12] = { [0] = id };

	tracetexts_add(asked, tracefmts_find(formats, id), 0, raw, sizeof(raw));
}

static void is_text(const struct tracetexts *asked, size_t i, const char *want)
{
	const struct tracetext *text = &asked->list.v[i];
	char *got = text->has ? mem_strndup(asked->reply.p + text->off, text->len) : NULL;

	is_str(got, want, "text %zu", i);
	free(got);
}

static void is_problem(struct tracehelper *helper, const char *want)
{
	struct buf problem = BUF_INIT;

	tracehelper_take_problem(helper, &problem);
	is_str(problem.p, want, "what went wrong");
	buf_release(&problem);
}

static void test_helper(void)
{
	struct tracefmts formats = { 0 };
	struct tracehelper *helper;
	struct tracetexts asked;
	struct tracedata data;

	use(&data, FORMATS);
	helper = tracehelper_open(&data, &formats);
	tracetexts_init(&asked);
	is_uint(formats.list.n, FORMATS - 1, "the helper describes the formats");
	is_problem(helper, "");
	ask(&asked, &formats, 1);
	ask(&asked, &formats, 5);
	ask(&asked, &formats, 3);
	ask(&asked, &formats, 4);
	ask(&asked, &formats, 1);
	tracehelper_texts(helper, &asked);
	is_uint(asked.list.n, 5, "as many texts as samples");
	is_text(&asked, 0, "number=0");
	is_text(&asked, 1, ONE_BY_ZERO);
	is_text(&asked, 2, "[FAILED TO PARSE] number=0");
	is_text(&asked, 3, NULL);
	is_text(&asked, 4, "number=0");
	is_problem(helper, ZERO_BROKEN "the format of sys:far is broken");
	is_problem(helper, "");
	tracetexts_reset(&asked);
	ask(&asked, &formats, 4);
	ask(&asked, &formats, 1);
	tracehelper_texts(helper, &asked);
	is_text(&asked, 0, NULL);
	is_text(&asked, 1, "number=0");
	is_problem(helper, "");
	tracetexts_release(&asked);
	tracehelper_close(helper);
	tracefmts_release(&formats);
	vec_release(&data.formats);
}

/* When most of the formats are of that kind, it is given up. */
static void test_given_up(void)
{
	static char many[12][1024];
	struct tracefmts formats = { 0 };
	struct tracehelper *helper;
	struct tracetexts asked;
	struct tracedata data = { .long_size = 8, .page_size = 4096 };
	struct timespec from, to;

	for (int i = 0; i < 12; i++) {
		const char *print = i ? "\"%s\", __print_hex(REC->number, 0x7fffffff)"
				      : "\"%d\", REC->number";

		snprintf(many[i], sizeof(many[i]),
			 "name: e%d\nID: %d\n" COMMON NUMBER "\nprint fmt: %s\n", i, i + 1, print);
		vec_push(&data.formats, ((struct tracedata_format){
						.system = "sys",
						.text = many[i],
						.len = strlen(many[i]),
					}));
	}
	helper = tracehelper_open(&data, &formats);
	is_uint(formats.list.n, 12, "formats");
	tracetexts_init(&asked);
	for (uint8_t i = 0; i < 12; i++)
		ask(&asked, &formats, i + 1);
	clock_gettime(CLOCK_MONOTONIC, &from);
	tracehelper_texts(helper, &asked);
	clock_gettime(CLOCK_MONOTONIC, &to);
	ok(to.tv_sec - from.tv_sec < 20, "it does not take for ever");
	is_uint(asked.list.n, 12, "no text is missing");
	is_text(&asked, 0, NULL);
	is_text(&asked, 11, NULL);
	is_problem(helper, "the format of sys:e1 is broken; the format of sys:e2 is broken; "
			   "the format of sys:e3 is broken; the format of sys:e4 is broken; "
			   "the format of sys:e5 is broken; "
			   "samples of tracepoints are shown without their texts");
	tracetexts_release(&asked);
	tracehelper_close(helper);
	tracefmts_release(&formats);
	vec_release(&data.formats);
}

/* Each of these formats takes little time, all of them together too much. */
static void test_many_slow(void)
{
	enum {
		SLOW = 200,
		ARGUMENTS = 2500 /* each is looked for among as many fields */
	};
	struct tracedata data = { .long_size = 8, .page_size = 4096 };
	struct tracefmts formats = { 0 };
	struct buf text = BUF_INIT, problem = BUF_INIT;
	struct tracehelper *helper;
	struct tracetexts asked;

	buf_adds(&text, "name: slow\nID: 1\n" COMMON NUMBER);
	for (int i = 0; i < ARGUMENTS; i++)
		buf_adds(&text, "\tfield:u8 a;\toffset:0;\tsize:0;\tsigned:0;\n");
	buf_adds(&text, "\nprint fmt: \"number=%d\", REC->number");
	for (int i = 0; i < ARGUMENTS; i++)
		buf_adds(&text, ", REC->none");
	buf_addc(&text, '\n');
	for (int i = 0; i < SLOW; i++)
		vec_push(&data.formats, ((struct tracedata_format){ "sys", text.p, text.len }));
	helper = tracehelper_open(&data, &formats);
	is_uint(formats.list.n, 1, "a format of many");
	is_problem(helper, "");
	tracetexts_init(&asked);
	ask(&asked, &formats, 1);
	tracehelper_texts(helper, &asked);
	is_text(&asked, 0, "number=0");
	tracehelper_take_problem(helper, &problem);
	ok(strstr(problem.p, "formats are left out: parsing all of them takes too long"),
	   "of which some are left out: %s", problem.p);
	tracetexts_release(&asked);
	tracehelper_close(helper);
	tracefmts_release(&formats);
	vec_release(&data.formats);
	buf_release(&text);
	buf_release(&problem);
}

int main(void)
{
	test_data(false);
	test_data(true);
	test_table();
	test_parse();
	test_texts();
	test_printk();
	test_helper();
	test_given_up();
	test_many_slow();
	return done_testing();
}
