/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs of print formats print the same as libtraceevent: for formats written by hand, for those
 * of the recordings of data/ and for those of this machine, with random data. And programs that no
 * compiler made do no harm.
 */
#include <glob.h>

#include "corpus.h"
#include "tracing/printrun.h"
#include "tracing/traceparse.h"
#include "tracing/tracetable.h"
#include "wire/rows.h"
#include "wire/schema.h"

#define COMMON                                                                                     \
	"format:\n"                                                                                \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"                     \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"                     \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"             \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
#define FIELDS                                                                                     \
	"\tfield:int i;\toffset:8;\tsize:4;\tsigned:1;\n"                                          \
	"\tfield:u16 h;\toffset:12;\tsize:2;\tsigned:0;\n"                                         \
	"\tfield:s8 b;\toffset:14;\tsize:1;\tsigned:1;\n"                                          \
	"\tfield:unsigned char c;\toffset:15;\tsize:1;\tsigned:0;\n"                               \
	"\tfield:unsigned long l;\toffset:16;\tsize:8;\tsigned:0;\n"                               \
	"\tfield:char comm[8];\toffset:24;\tsize:8;\tsigned:1;\n"                                  \
	"\tfield:__data_loc char[] name;\toffset:32;\tsize:4;\tsigned:1;\n"                        \
	"\tfield:__data_loc u32[] list;\toffset:36;\tsize:4;\tsigned:0;\n"                         \
	"\tfield:__rel_loc char[] late;\toffset:40;\tsize:4;\tsigned:1;\n"                         \
	"\tfield:u8 mac[6];\toffset:44;\tsize:6;\tsigned:0;\n"                                     \
	"\tfield:u8 ip[4];\toffset:50;\tsize:4;\tsigned:0;\n"                                      \
	"\tfield:u8 ip6[16];\toffset:54;\tsize:16;\tsigned:0;\n"                                   \
	"\tfield:u16 two[2];\toffset:70;\tsize:4;\tsigned:0;\n"

enum {
	ID = 7,
	RAW = 96
};

/* i -5, h 65535, b -1, c 'A', l 0x123456789a, comm "perf", list {1,2}, name "hello", late "z" */
static const uint8_t sample[RAW] = {
	ID,   0,    0,	  0,	1,    0,    0,	 0, 0xfb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	'A',  0x9a, 0x78, 0x56, 0x34, 0x12, 0,	 0, 0,	  'p',	'e',  'r',  'f',  0,	'x',
	'y',  'z',  74,	  0,	6,    0,    80,	 0, 8,	  0,	44,   0,    2,	  0,	0xde,
	0xad, 0xbe, 0xef, 0x01, 0x02, 192,  168, 0, 1,	  0x20, 0x01, 0x0d, 0xb8, 0,	0,
	0,    0,    0,	  0,	0,    0,    0,	 0, 0,	  1,	0x11, 0x22, 0x33, 0x44, 'h',
	'e',  'l',  'l',  'o',	0,    1,    0,	 0, 0,	  2,	0,    0,    0,	  'z',	0,
};

/* text is NULL if there must be no program. */
static const struct {
	const char *print, *text;
} cases[] = {
	{ "\"plain\"", "plain" },
	{ "\"100%% \\\"of\\\" \\\\ it\"", "100% \"of\" \\ it" },
	{ "\"a\tb \\\"\t%d\"\t\" \t%s\",\tREC->i,\t\"one\"", "a\tb \"\t-5 \tone" },
	{ "\"%d %u\", REC->i, REC->i", "-5 4294967291" },
	{ "\"%ld\", REC->i", "4294967291" },
	{ "\"%x %X %o\", REC->h, REC->h, REC->h", "ffff FFFF 177777" },
	{ "\"%hd %hhd %hhu\", REC->h, REC->b, REC->b", "-1 -1 255" },
	{ "\"%d\", REC->b", "255" },
	{ "\"[%5d] [%-5d] [%05d]\", 42, 42, 42", "[   42] [42   ] [00042]" },
	{ "\"[%8.3d] [%.0d] [%08.3d]\", 7, 0, 7", "[     007] [] [     007]" },
	{ "\"%#x %#x %#o %#lx\", 255, 0, 8, REC->l", "0xff 0 010 0x123456789a" },
	{ "\"%#010x|%-#10x|\", 255, 255", "0x000000ff|0xff      |" },
	{ "\"%lu %llx %zu %Lu\", REC->l, REC->l, REC->l, REC->l",
	  "78187493530 123456789a 78187493530 78187493530" },
	{ "\"%08lx|%16llx|%-14lx|\", REC->l, REC->l, REC->l",
	  "123456789a|      123456789a|123456789a    |" },
	{ "\"%*d|%-*d|%.*d\", 4, 1, 4, 2, 3, 3", "   1|2   |003" },
	{ "\"%s|%10s|%-10s|%.2s\", REC->comm, REC->comm, REC->comm, REC->comm",
	  "perf|      perf|perf      |pe" },
	{ "\"%.*s\", REC->c - 62, REC->comm", "per" },
	{ "\"%s %s\", __get_str(name), __get_rel_str(late)", "hello z" },
	{ "\"%s\", __get_str(name)", "hello" },
	{ "\"%p %p\", REC->l, 0", "0x123456789a (nil)" },
	{ "\"%pS %ps\", (void *)REC->l, (void *)REC->l", "0x123456789a 0x123456789a" },
	{ "\"%pM\", REC->mac", "de:ad:be:ef:01:02" },
	{ "\"%pI4\", REC->ip", "192.168.0.1" },
	{ "\"%pI6\", REC->ip6", "2001:0db8:0000:0000:0000:0000:0000:0001" },
	{ "\"%pI6c\", REC->ip6", "2001:db8::1" },
	{ "\"%pU\", REC->ip6", "20010db8-0000-0000-0000-000000000001" },
	{ "\"%d\", REC->two[1]", "17459" },
	{ "\"%d\", ((u8)REC->h)", "255" },
	{ "\"%lx\", (unsigned int)REC->l", "3456789a" },
	{ "\"%lu\", (unsigned char)(REC->l >> 8) + 1", "121" },
	{ "\"%d %d %d\", 1 + 2 * 3, (1 + 2) * 3, 10 - 2 - 3", "7 9 11" },
	{ "\"%d %d %d\", 7 / 2, 7 % 4, 1 << 4", "3 3 16" },
	{ "\"%d %d %d %d\", 1 == 1, 1 != 1, 1 && 0, 1 || 0", "1 0 0 1" },
	{ "\"%d\", REC->h > 5 ? 1 : 2", "1" },
	{ "\"%d\", !REC->h", "0" },
	{ "\"%lx\", ~REC->l", "ffffffedcba98765" },
	{ "\"%s\", REC->i ? \"yes\" : \"no\"", "yes" },
	{ "\"%s\", REC->i == 0 ? \"zero\" : REC->h ? \"some\" : \"no\"", "some" },
	{ "\"%s\", __print_symbolic(REC->c, { 64, \"at\" }, { 0x41, \"A\" })", "A" },
	{ "\"%s|%6s|\", __print_symbolic(REC->h, { 1, \"one\" }), __print_symbolic(1, { 1, "
	  "\"one\" })",
	  "0xffff|   one|" },
	{ "\"%s\", __print_flags(REC->c, \"|\", { 1, \"x\" }, { 2, \"y\" }, { 0x40, \"z\" })",
	  "x|z" },
	{ "\"%s\", __print_flags(REC->c, \"\", { 0x40, \"z\" })", "z0x1" },
	{ "\"%s\", __print_flags(0, \"|\", { -1, \"none\" }, { 1, \"x\" })", "none" },
	{ "\"%s\", __print_flags(0, \"|\", { 1, \"x\" })", "" },
	{ "\"%s %s\", __print_symbolic(REC->c, { NOBODY_KNOWS, \"x\" }), __print_flags(0, \"|\", "
	  "{ NOBODY_KNOWS, \"y\" })",
	  "0x41 y" },
	{ "\"%s %s\", __print_hex(REC->mac, 3), __print_hex_str(REC->mac, 3)", "de ad be deadbe" },
	{ "\"%s\", __print_hex(__get_dynamic_array(name), __get_dynamic_array_len(name))",
	  "68 65 6c 6c 6f 00" },
	{ "\"%d\", __get_dynamic_array_len(list) / 4", "2" },
	{ "\"%s\", __get_bitmask(list)", "00000002,00000001" },
	/* What releases of the library print in different ways. */
	{ "\"%c\", REC->c", NULL },
	{ "\"%+d\", REC->i", NULL },
	{ "\"%s\", __print_array(REC->two, 2, 2)", NULL },
	/* Symbols of a kernel, data outside of the sample, unknown functions. */
	{ "\"%s\", REC->l", NULL },
	{ "\"%d\", unknown(REC->i)", NULL },
	{ "\"%d %d\", REC->i", NULL },
	{ "\"%px\", REC->l", NULL },
	{ "\"%05s\", REC->comm", NULL },
	{ "\"%d\", REC->i ^ 1", NULL },
	{ "\"%s\", __print_symbolic(REC->i, { HI_SOFTIRQ, \"x\" })", NULL },
};

static struct traceparse *parse_texts(struct tracedata *data)
{
	struct traceparse *parse = traceparse_open(data);

	for (uint32_t i = 0; i < data->formats.n; i++)
		traceparse_format(parse, i);
	return parse;
}

/* Fields that the raw data lack are zeros for the library. */
static void compare_truncated(const struct printfmt *print, struct traceparse *parse)
{
	size_t different = 0, printed = 0;

	for (size_t len = 2; len < sizeof(sample); len++) {
		struct buf ours = BUF_INIT, theirs = BUF_INIT;
		/* Exactly as many bytes, so that a sanitizer sees one that is too much. */
		uint8_t *raw = mem_dup(sample, len);

		if (printrun_text(print, raw, len, NULL, &ours)) {
			traceparse_text(parse, 0, 0, raw, len, &theirs);
			different += !!strcmp(ours.p, theirs.p);
			printed++;
		}
		free(raw);
		buf_release(&ours);
		buf_release(&theirs);
	}
	is_uint(different, 0, "%zu texts of truncated data are those of the library", printed);
}

static void test_case(size_t i)
{
	struct tracedata data = { .long_size = 8, .page_size = 4096 };
	struct buf format = BUF_INIT, ours = BUF_INIT, theirs = BUF_INIT;
	struct traceparse *parse;
	struct printfmt *print;

	buf_addf(&format, "name: one\nID: %d\n" COMMON FIELDS "\nprint fmt: %s\n", ID,
		 cases[i].print);
	vec_push(&data.formats, ((struct tracedata_format){ "sys", format.p, format.len }));
	parse = parse_texts(&data);
	print = traceparse_print(parse, 0);
	if (!cases[i].text) {
		ok(!print, "no program: %s", cases[i].print);
	} else if (ok(print, "a program: %s", cases[i].print)) {
		ok(printrun_text(print, sample, sizeof(sample), NULL, &ours), "it runs");
		traceparse_text(parse, 0, 0, sample, sizeof(sample), &theirs);
		is_str(ours.p, cases[i].text, "prints %s", cases[i].text);
		is_str(theirs.p, cases[i].text, "as the library does");
		compare_truncated(print, parse);
	}
	printfmt_free(print);
	traceparse_close(parse);
	vec_release(&data.formats);
	buf_release(&format);
	buf_release(&ours);
	buf_release(&theirs);
}

/* ---- names ---- */

static bool add_name(void *arg, uint64_t addr, bool offset, struct buf *out)
{
	++*(unsigned *)arg;
	if (addr != 0x123456789a)
		return false;
	buf_adds(out, offset ? "some_function+0x9a" : "some_function");
	return true;
}

static void test_names(void)
{
	struct tracedata data = { .long_size = 8, .page_size = 4096 };
	struct buf format = BUF_INIT, out = BUF_INIT;
	unsigned asked = 0;
	const struct printrun_names names = { add_name, &asked };
	struct traceparse *parse;
	struct printfmt *print;

	buf_addf(&format, "name: one\nID: %d\n" COMMON FIELDS "\nprint fmt: %s\n", ID,
		 "\"%pS %ps %pF %pf %ps %p\", REC->l, REC->l, REC->l, REC->l, REC->h, REC->l");
	vec_push(&data.formats, ((struct tracedata_format){ "sys", format.p, format.len }));
	parse = parse_texts(&data);
	print = traceparse_print(parse, 0);
	ok(print && printrun_text(print, sample, sizeof(sample), &names, &out),
	   "names are asked for");
	is_str(out.p,
	       "some_function+0x9a some_function some_function+0x9a some_function 0xffff "
	       "0x123456789a",
	       "and printed, where there are some");
	is_uint(asked, 5, "of functions alone");
	printfmt_free(print);
	traceparse_close(parse);
	vec_release(&data.formats);
	buf_release(&format);
	buf_release(&out);
}

/* ---- samples that do not fit ---- */

static void test_misfits(void)
{
	static const struct {
		const char *print, *what;
		size_t len;
	} misfits[] = {
		{ "\"%d\", REC->i", "less than the number of the tracepoint", 1 },
		{ "\"%s\", __get_str(name)", "less than what the place tells", 78 },
		{ "\"%s\", __print_hex(REC->mac, 100)", "more than there is", RAW },
		{ "\"%s\", __print_hex(REC->mac, 0 - 1)", "more than there can be", RAW },
		{ "\"%d\", REC->two[REC->l]", "an element that is none", RAW },
		{ "\"%d\", 1 / REC->common_flags", "a division by nothing", RAW },
		{ "\"%d\", 1 << REC->c", "a shift out of the number", RAW },
		{ "\"%*d\", REC->h, 1", "a column as wide as a street", RAW },
	};

	for (size_t i = 0; i < sizeof(misfits) / sizeof(misfits[0]); i++) {
		struct tracedata data = { .long_size = 8, .page_size = 4096 };
		struct buf format = BUF_INIT, out = BUF_INIT;
		struct traceparse *parse;
		struct printfmt *print;
		/* Exactly as many, so that a sanitizer sees one that is too much. */
		uint8_t *raw = mem_dup(sample, misfits[i].len);

		buf_addf(&format, "name: one\nID: %d\n" COMMON FIELDS "\nprint fmt: %s\n", ID,
			 misfits[i].print);
		vec_push(&data.formats, ((struct tracedata_format){ "sys", format.p, format.len }));
		parse = parse_texts(&data);
		print = traceparse_print(parse, 0);
		buf_adds(&out, "before");
		ok(print && !printrun_text(print, raw, misfits[i].len, NULL, &out), "%s: not here",
		   misfits[i].what);
		is_str(out.p, "before", "and nothing is left of it");
		raw[0]++;
		ok(print && !printrun_text(print, raw, misfits[i].len, NULL, &out),
		   "nor the sample of another tracepoint");
		printfmt_free(print);
		traceparse_close(parse);
		vec_release(&data.formats);
		buf_release(&format);
		buf_release(&out);
		free(raw);
	}
}

/* ---- real formats ---- */

static uint64_t dice = 88172645463325252;

static uint32_t roll(uint32_t n)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (uint32_t)(dice >> 32) % n;
}

/* Most places refer to existing data. */
static size_t make_sample(const struct tracefmt *format, uint8_t *raw, size_t room)
{
	size_t fixed = format->fixed < room - 64 ? format->fixed : room - 64;
	size_t len = roll(8) ? fixed + roll(64) : roll((uint32_t)room), at = 0;

	for (size_t i = 0; i < room; i++)
		raw[i] = (uint8_t)(roll(3) ? roll(3) : roll(256));
	for (const struct row *row = format->rows; row->kind != ROW_END; at += row->size, row++)
		if (row->kind == ROW_PLACE && at + 4 <= len && len > fixed && roll(16)) {
			uint32_t off = (uint32_t)(fixed + roll((uint32_t)(len - fixed)));
			uint32_t n = roll((uint32_t)(len - off + 1));

			if (row->flags & ROW_RELATIVE)
				off -= (uint32_t)at + 4;
			store_u32(raw + at, n << 16 | off, false);
		}
	raw[0] = (uint8_t)format->id;
	raw[1] = (uint8_t)(format->id >> 8);
	return len < 2 ? 2 : len;
}

struct totals {
	unsigned formats, programs, texts, different;
};

static void compare_format(struct traceparse *parse, const struct tracefmt *format,
			   struct totals *totals)
{
	enum {
		SAMPLES = 40,
		ROOM = 4096
	};
	struct printfmt *print = traceparse_print(parse, format->number);
	struct buf ours = BUF_INIT, theirs = BUF_INIT;
	static uint8_t raw[ROOM];

	totals->formats++;
	totals->programs += print != NULL;
	for (int i = 0; i < SAMPLES && print; i++) {
		size_t len = make_sample(format, raw, ROOM);
		bool same;

		buf_reset(&ours);
		buf_reset(&theirs);
		if (!printrun_text(print, raw, len, NULL, &ours))
			continue;
		traceparse_text(parse, format->number, 0, raw, len, &theirs);
		if (theirs.len > PRINTRUN_MAX)
			buf_truncate(&theirs, PRINTRUN_MAX);
		same = ours.len == theirs.len && !memcmp(ours.p, theirs.p, ours.len);
		totals->texts++;
		if (!same && !totals->different++)
			diag("%s:%s: \"%s\", not \"%s\"", format->system, format->name, ours.p,
			     theirs.p);
	}
	printfmt_free(print);
	buf_release(&ours);
	buf_release(&theirs);
}

/* Descriptions of formats say where places are; programs come from the same parser. */
static void compare(const struct tracedata *data, const char *name)
{
	struct traceparse *parse = traceparse_open(data);
	struct tracefmts formats = { 0 };
	struct totals totals = { 0 };
	struct buf table = BUF_INIT;

	for (uint32_t i = 0; i < data->formats.n; i++) {
		traceparse_fields(parse, i, &table);
		traceparse_format(parse, i);
	}
	tracetable_get(&formats, table.p, table.len);
	for (size_t i = 0; i < formats.list.n; i++)
		compare_format(parse, formats.list.v[i], &totals);
	diag("%s: %u of %u formats have a program; %u texts", name, totals.programs, totals.formats,
	     totals.texts);
	if (totals.formats > 100)
		ok(totals.programs * 10 >= totals.formats * 8, "%s: most formats have a program",
		   name);
	ok(!totals.different, "%s: random samples read as the library has them", name);
	traceparse_close(parse);
	tracefmts_release(&formats);
	buf_release(&table);
}

static void test_recordings(void)
{
	struct corpus corpus;

	corpus_collect(&corpus, 1, NULL);
	for (size_t i = 0; i < corpus.paths.n; i++) {
		struct recording *recording = corpus_open(corpus.paths.v[i], NULL);
		const struct perf_file *file = recording ? recording_file(recording, 0) : NULL;

		if (file && file->tracing.formats.n && !file->tracing.big)
			compare(&file->tracing, corpus.paths.v[i]);
		recording_close(recording);
	}
	corpus_release(&corpus);
}

static char *read_text(const char *path, size_t *len)
{
	struct buf text = BUF_INIT;
	FILE *stream = fopen(path, "re");
	size_t n;

	while (stream && (n = fread(buf_room(&text, 4096), 1, 4096, stream)) > 0)
		buf_added(&text, n);
	if (stream)
		fclose(stream);
	*len = text.len;
	return buf_take(&text);
}

static void test_machine(void)
{
	struct tracedata data = { .long_size = sizeof(long), .page_size = 4096 };
	glob_t found = { 0 };

	glob("/sys/kernel/tracing/events/*/*/format", 0, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct tracedata_format format = { .system = "sys" };

		format.text = read_text(found.gl_pathv[i], &format.len);
		vec_push(&data.formats, format);
	}
	globfree(&found);
	if (data.formats.n < 100)
		skip(2, "no tracepoints to be read here");
	else
		compare(&data, "this machine");
	for (size_t i = 0; i < data.formats.n; i++) {
		char *text;

		memcpy(&text, &data.formats.v[i].text, sizeof(text));
		free(text);
	}
	vec_release(&data.formats);
}

/* The library loses some bytes of formats that it cannot parse. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent";
}

/* ---- programs that no compiler made ---- */

/* For tests/fuzz/printfmt.c, where PRINTFMT_SEEDS names a folder. */
static void write_seed(const struct buf *program, uint32_t number)
{
	const char *folder = getenv("PRINTFMT_SEEDS");
	uint8_t head[2] = { (uint8_t)program->len, (uint8_t)(program->len >> 8) };
	struct buf path = BUF_INIT;
	FILE *stream;

	buf_addf(&path, "%s/%u", folder ? folder : "", number);
	stream = folder ? fopen(path.p, "wbe") : NULL;
	if (stream) {
		fwrite(head, 1, sizeof(head), stream);
		fwrite(program->p, 1, program->len, stream);
		fwrite(sample, 1, sizeof(sample), stream);
		fclose(stream);
	}
	buf_release(&path);
}

static void test_hostile(void)
{
	struct tracedata data = { .long_size = 8, .page_size = 4096 };
	struct buf texts = BUF_INIT, bytes = BUF_INIT, out = BUF_INIT;
	unsigned tried = 0, taken = 0, cut = 0;
	struct traceparse *parse;
	struct printfmt *print;
	VEC(char *) kept = { 0 };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		buf_reset(&texts);
		buf_addf(&texts, "name: e%zu\nID: %zu\n" COMMON FIELDS "\nprint fmt: %s\n", i,
			 i + 1, cases[i].print);
		vec_push(&kept, mem_strndup(texts.p, texts.len));
		vec_push(&data.formats,
			 ((struct tracedata_format){ "sys", kept.v[kept.n - 1], texts.len }));
	}
	parse = parse_texts(&data);
	for (uint32_t i = 0; i < data.formats.n; i++) {
		struct printfmt *good = traceparse_print(parse, i);

		if (!good)
			continue;
		buf_reset(&bytes);
		printfmt_put(&bytes, good);
		printfmt_free(good);
		write_seed(&bytes, i);
		for (size_t n = 0; n < bytes.len; n++) {
			void *part = mem_dup(bytes.p, n);

			print = printfmt_get(part, n);
			cut += print != NULL;
			printfmt_free(print);
			free(part);
		}
		for (int k = 0; k < 2000; k++) {
			uint8_t *hurt = mem_dup(bytes.p, bytes.len);

			for (uint32_t m = roll(4) + 1; m; m--)
				hurt[roll((uint32_t)bytes.len)] =
					(uint8_t)(roll(2) ? roll(20) : roll(256));
			print = printfmt_get(hurt, bytes.len);
			tried++;
			taken += print != NULL;
			buf_reset(&out);
			if (print) {
				print->id = ID;
				printrun_text(print, sample, sizeof(sample), NULL, &out);
			}
			cut += out.len > PRINTRUN_MAX;
			printfmt_free(print);
			free(hurt);
		}
	}
	diag("%u of %u damaged programs are run", taken, tried);
	ok(taken && taken < tried, "damaged programs are refused, or run without harm");
	is_uint(cut, 0, "none that is cut is taken, no text is too long");
	traceparse_close(parse);
	for (size_t i = 0; i < kept.n; i++)
		free(kept.v[i]);
	vec_release(&kept);
	vec_release(&data.formats);
	buf_release(&texts);
	buf_release(&bytes);
	buf_release(&out);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		test_case(i);
	test_names();
	test_misfits();
	test_hostile();
	test_recordings();
	test_machine();
	return done_testing();
}
