/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include <locale.h>
#include <stdlib.h>

#include "base/jsonw.h"
#include "base/mem.h"
#include "base/report.h"
#include "tap.h"
#include "unit/presentable.h"

/* Bytes with a length, so that a NUL can be one of them. */
#define BYTES(s) (s), sizeof(s) - 1

static uint64_t state = 8675309;

static uint64_t rnd(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1du;
}

/* ---- one character ---- */

static const struct {
	const char *name;
	const char *p;
	size_t len;
	size_t want; /* bytes of the character; 0: not valid */
	uint32_t cp;
} chars[] = {
	{ "NUL", BYTES("\0"), 1, 0 },
	{ "a letter", BYTES("az"), 1, 'a' },
	{ "DEL", BYTES("\x7f"), 1, 0x7f },
	{ "the first of two bytes", BYTES("\xc2\x80"), 2, 0x80 },
	{ "the last of two bytes", BYTES("\xdf\xbf"), 2, 0x7ff },
	{ "the first of three bytes", BYTES("\xe0\xa0\x80"), 3, 0x800 },
	{ "the last of three bytes", BYTES("\xef\xbf\xbf"), 3, 0xffff },
	{ "the first of four bytes", BYTES("\xf0\x90\x80\x80"), 4, 0x10000 },
	{ "the last character", BYTES("\xf4\x8f\xbf\xbf"), 4, 0x10ffff },
	{ "one behind the last", BYTES("\xf4\x90\x80\x80"), 0, 0 },
	{ "0x1fffff", BYTES("\xf7\xbf\xbf\xbf"), 0, 0 },
	{ "a continuation alone", BYTES("\x80"), 0, 0 },
	{ "0xbf alone",
	  BYTES("\xbf"
		"a"),
	  0, 0 },
	{ "an overlong NUL", BYTES("\xc0\x80"), 0, 0 },
	{ "an overlong slash", BYTES("\xc0\xaf"), 0, 0 },
	{ "an overlong DEL", BYTES("\xc1\xbf"), 0, 0 },
	{ "overlong in three", BYTES("\xe0\x80\xaf"), 0, 0 },
	{ "overlong 0x7ff", BYTES("\xe0\x9f\xbf"), 0, 0 },
	{ "overlong in four", BYTES("\xf0\x80\x80\xaf"), 0, 0 },
	{ "overlong 0xffff", BYTES("\xf0\x8f\xbf\xbf"), 0, 0 },
	{ "before the surrogates", BYTES("\xed\x9f\xbf"), 3, 0xd7ff },
	{ "the first surrogate", BYTES("\xed\xa0\x80"), 0, 0 },
	{ "the last surrogate", BYTES("\xed\xbf\xbf"), 0, 0 },
	{ "behind the surrogates", BYTES("\xee\x80\x80"), 3, 0xe000 },
	{ "two bytes, cut", BYTES("\xc3"), 0, 0 },
	{ "three bytes, cut", BYTES("\xe2\x82"), 0, 0 },
	{ "four bytes, cut", BYTES("\xf0\x9f\x98"), 0, 0 },
	{ "a letter where a continuation should be",
	  BYTES("\xc3"
		"a"),
	  0, 0 },
	{ "a lead where a continuation should be", BYTES("\xe2\xe2\x82\xac"), 0, 0 },
	{ "five bytes", BYTES("\xf8\x88\x80\x80\x80"), 0, 0 },
	{ "0xfe", BYTES("\xfe"), 0, 0 },
	{ "0xff", BYTES("\xff"), 0, 0 },
};

/* From memory that ends with the bytes, so that a sanitizer sees what reads further. */
static void test_chars(void)
{
	for (size_t i = 0; i < sizeof(chars) / sizeof(chars[0]); i++) {
		uint8_t *copy = mem_dup(chars[i].p, chars[i].len);
		uint32_t cp = 0;
		size_t n = text_utf8(copy, chars[i].len, &cp);

		is_uint(n, chars[i].want, "length of %s", chars[i].name);
		if (n)
			is_hex(cp, chars[i].cp, "number of %s", chars[i].name);
		free(copy);
	}
}

/* Each number that is a character, and none that is not, survives the way to bytes and back. */
static void test_all_chars(void)
{
	unsigned failed = 0;
	struct buf buf = BUF_INIT;

	for (uint32_t cp = 0; cp < 0x110000; cp++) {
		uint32_t got = 0;
		bool valid = cp < 0xd800 || cp >= 0xe000;
		size_t n;

		buf_reset(&buf);
		text_add_utf8(&buf, cp);
		n = text_utf8((const uint8_t *)buf.p, buf.len, &got);
		failed += valid ? n != buf.len || got != cp : n != 0;
	}
	is_uint(failed, 0, "all characters come back, and surrogates do not");
	buf_release(&buf);
}

static const struct {
	uint32_t first, last;
	bool unsafe;
	const char *name;
} ranges[] = {
	{ 0x00, 0x1f, true, "C0" },
	{ 0x20, 0x7e, false, "ASCII" },
	{ 0x7f, 0x7f, true, "DEL" },
	{ 0x80, 0x9f, true, "C1" },
	{ 0xa0, 0xac, false, "Latin 1" },
	{ 0xad, 0xad, true, "the soft hyphen" },
	{ 0xae, 0x2ff, false, "Latin" },
	{ 0x61c, 0x61c, true, "the Arabic letter mark" },
	{ 0x4e00, 0x9fff, false, "Han" },
	{ 0x200b, 0x200f, true, "zero width and direction marks" },
	{ 0x2010, 0x2027, false, "dashes and quotes" },
	{ 0x2028, 0x2029, true, "line and paragraph separators" },
	{ 0x202a, 0x202e, true, "direction embeddings and overrides" },
	{ 0x2060, 0x2064, true, "invisible operators" },
	{ 0x2066, 0x2069, true, "direction isolates" },
	{ 0x2500, 0x257f, false, "box drawing" },
	{ 0xfeff, 0xfeff, true, "the byte order mark" },
	{ 0xfff9, 0xfffb, true, "annotations" },
	{ 0xfffd, 0xfffd, false, "the replacement character" },
	{ 0x1f600, 0x1f64f, false, "faces" },
	{ 0xe0001, 0xe007f, true, "tags" },
};

static void test_unsafe(void)
{
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		uint32_t cp = ranges[i].first;

		while (cp <= ranges[i].last && text_is_unsafe(cp) == ranges[i].unsafe)
			cp++;
		is_hex(cp, ranges[i].last + 1, "%s: %s", ranges[i].name,
		       ranges[i].unsafe ? "unsafe" : "safe");
	}
}

/* ---- text ---- */

static const struct {
	const char *p;
	size_t len;
	const char *shown;
	const char *json;
	bool invalid;
} texts[] = {
	{ BYTES(""), "", "\"\"", false },
	{ BYTES("plain"), "plain", "\"plain\"", false },
	{ BYTES("a\\b^c\"d"), "a\\b^c\"d", "\"a\\\\b^c\\\"d\"", false },
	{ BYTES("\x1b[31mred"), "^[[31mred", "\"\\u001b[31mred\"", false },
	{ BYTES("a\tb\nc\rd"), "a^Ib^Jc^Md", "\"a\\u0009b\\u000ac\\u000dd\"", false },
	{ BYTES("\0\x7f"), "^@^?", "\"\\u0000\\u007f\"", false },
	{ BYTES("\xc2\x9b"
		"31m"),
	  "\\u{9b}31m", "\"\\u009b31m\"", false },
	{ BYTES("\x9b"
		"31m"),
	  "\\x9b31m",
	  "\"\xef\xbf\xbd"
	  "31m\"",
	  true },
	{ BYTES("na\xc3\xafve"), "na\xc3\xafve", "\"na\xc3\xafve\"", false },
	{ BYTES("\xe2\x80\xae" /* NOLINT(misc-misleading-bidirectional): escaping it is tested */
		"cod.exe"),
	  "\\u{202e}cod.exe", "\"\\u202ecod.exe\"", false },
	{ BYTES("\xe2\x81\xa6x\xe2\x81\xa9"), "\\u{2066}x\\u{2069}", "\"\\u2066x\\u2069\"", false },
	{ BYTES("a\xe2\x80\x8b"
		"b"),
	  "a\\u{200b}b", "\"a\\u200bb\"", false },
	{ BYTES("\xe2\x80\xa8"), "\\u{2028}", "\"\\u2028\"", false },
	{ BYTES("\xef\xbb\xbf"), "\\u{feff}", "\"\\ufeff\"", false },
	{ BYTES("\xf3\xa0\x81\x81"), "\\u{e0041}", "\"\\udb40\\udc41\"", false },
	{ BYTES("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\"", false },
	{ BYTES("\xc0\xaf"), "\\xc0\\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\"", true },
	{ BYTES("\xed\xa0\x80"), "\\xed\\xa0\\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"",
	  true },
	{ BYTES("\xe2\x82"), "\\xe2\\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\"", true },
	{ BYTES("\xff\xfe"), "\\xff\\xfe", "\"\xef\xbf\xbd\xef\xbf\xbd\"", true },
	/* the character itself is no invalid byte */
	{ BYTES("\xef\xbf\xbd"), "\xef\xbf\xbd", "\"\xef\xbf\xbd\"", false },
};

static void test_texts(void)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct buf out = BUF_INIT;
		struct jsonw w = JSONW_INIT(&out);
		uint8_t *copy = mem_dup(texts[i].p, texts[i].len + !texts[i].len);
		bool invalid;

		text_escape(&out, copy, texts[i].len);
		is_str(out.p, texts[i].shown, "text %zu as it is shown", i);
		buf_reset(&out);
		invalid = jsonw_bytes(&w, copy, texts[i].len);
		is_str(out.p, texts[i].json, "text %zu in JSON", i);
		is_int(invalid, texts[i].invalid, "and whether its bytes are needed beside it");
		free(copy);
		buf_release(&out);
	}
}

/* Random bytes, many of which are parts of characters. */
static size_t random_text(uint8_t *p, size_t most)
{
	static const uint8_t likely[] = { 0xc2, 0xe2, 0x80, 0x9b, 0xed, 0xa0, 0xf0, 0x9f,
					  0xef, 0xbb, 0xbf, 0x1b, 0x7f, '"',  '\\', 'a' };
	size_t len = rnd() % (most + 1);

	for (size_t i = 0; i < len; i++)
		p[i] = rnd() % 3 ? likely[rnd() % sizeof(likely)] : (uint8_t)rnd();
	return len;
}

static void test_random(void)
{
	unsigned unsafe = 0, unsafe_json = 0, ragged = 0;
	uint8_t bytes[40];
	struct buf out = BUF_INIT;

	for (int i = 0; i < 100000; i++) {
		size_t len = random_text(bytes, sizeof(bytes));
		struct jsonw w = JSONW_INIT(&out);

		buf_reset(&out);
		text_escape(&out, bytes, len);
		unsafe += !is_presentable(&out);
		ragged += strlen(out.p) != out.len;
		buf_reset(&out);
		jsonw_bytes(&w, bytes, len);
		unsafe_json += !is_presentable(&out);
	}
	is_uint(unsafe, 0, "random bytes are shown safely");
	is_uint(unsafe_json, 0, "and written to JSON safely");
	is_uint(ragged, 0, "without a NUL");
	buf_release(&out);
}

/* Plain text is taken eight bytes at a time: one that is not is found at any place in it. */
static void test_among_plain(void)
{
	struct buf one = BUF_INIT, among = BUF_INIT, want = BUF_INIT;
	unsigned wrong = 0;

	for (unsigned c = 0; c < 256; c++) {
		uint8_t byte = (uint8_t)c, bytes[20];
		struct jsonw w = JSONW_INIT(&one);

		buf_reset(&one);
		jsonw_bytes(&w, &byte, 1);
		for (unsigned at = 0; at < sizeof(bytes); at++) {
			memset(bytes, '~', sizeof(bytes));
			bytes[at] = byte;
			buf_reset(&among);
			w = (struct jsonw)JSONW_INIT(&among);
			jsonw_bytes(&w, bytes, sizeof(bytes));
			buf_reset(&want);
			buf_addc(&want, '"');
			buf_fill(&want, '~', at);
			buf_add(&want, one.p + 1, one.len - 2);
			buf_fill(&want, '~', sizeof(bytes) - 1 - at);
			buf_addc(&want, '"');
			wrong += strcmp(among.p, want.p) != 0;
		}
	}
	is_uint(wrong, 0, "each byte, at each place in plain text");
	buf_release(&one);
	buf_release(&among);
	buf_release(&want);
}

/* ---- NAME_hex ---- */

static void test_report(void)
{
	struct buf out = BUF_INIT;
	struct report report;

	report_init(&report, REPORT_JSON, &out);
	report_object(&report, NULL);
	report_bytes(&report, "good", BYTES("a\xc3\xa4"));
	report_bytes(&report, "bad", BYTES("a\xe4\x1b"));
	report_end_object(&report);
	ok(!!strstr(out.p, "\"good\":\"a\xc3\xa4\""), "text that is UTF-8");
	ok(!strstr(out.p, "good_hex"), "needs no bytes beside it");
	ok(!!strstr(out.p, "\"bad\":\"a\xef\xbf\xbd\\u001b\""), "text that is not");
	ok(!!strstr(out.p, "\"bad_hex\":\"61e41b\""), "has its bytes beside it");
	buf_release(&out);
}

/* ---- JSON ---- */

static void test_json(void)
{
	struct buf out = BUF_INIT;
	struct jsonw w = JSONW_INIT(&out);

	jsonw_begin(&w, '{');
	jsonw_key(&w, "a");
	jsonw_u64(&w, UINT64_MAX);
	jsonw_key(&w, "b\"");
	jsonw_s64(&w, INT64_MIN);
	jsonw_key(&w, "c");
	jsonw_begin(&w, '[');
	jsonw_bool(&w, true);
	jsonw_null(&w);
	jsonw_begin(&w, '{');
	jsonw_end(&w, '}');
	jsonw_f64(&w, 0.5);
	jsonw_f64(&w, 1.0 / 0.0);
	jsonw_f64(&w, 0.0 / 0.0);
	jsonw_hex(&w, (const uint8_t *)"\x00\xff", 2);
	jsonw_end(&w, ']');
	jsonw_end(&w, '}');
	is_str(out.p,
	       "{\"a\":18446744073709551615,\"b\\\"\":-9223372036854775808,"
	       "\"c\":[true,null,{},0.5,null,null,\"00ff\"]}",
	       "an object with all sorts of values");
	buf_release(&out);
}

/* ---- the rest ---- */

static void test_columns(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	is_uint(text_columns(BYTES("abc")), 3, "columns of letters");
	is_uint(text_columns(BYTES("\xe4\xb8\xad\xe6\x96\x87")), 4, "columns of wide characters");
	is_uint(text_columns(BYTES("e\xcc\x81")), 1, "columns with a combining mark");
	is_uint(text_columns(BYTES("\xff\xfe")), 2, "columns of bytes that are no text");
	is_uint(text_columns(BYTES("")), 0, "columns of nothing");
	is_uint(text_fitting("abc", 2), 2, "the letters that fit");
	is_uint(text_fitting("abc", 3), 3, "all that fits");
	is_uint(text_fitting("\xe4\xb8\xad\xe6\x96\x87", 3), 3,
		"a wide character that does not fit");
	is_uint(text_fitting("e\xcc\x81x", 1), 3, "a combining mark belongs to what it is on");
	is_uint(text_fitting("abc", -1), 0, "nothing fits");
}

static const struct {
	const char *a, *b;
	unsigned limit, want;
} distances[] = {
	{ "pid", "pid", 3, 0 },
	{ "pid", "PID", 3, 0 },
	{ "pid", "tid", 3, 1 },
	{ "pid", "pids", 3, 1 },
	{ "comm", "cmom", 3, 1 },
	{ "cmom", "COMM", 3, 1 },
	{ "comm", "coimm", 3, 1 },
	{ "comm", "ocmm", 3, 1 },
	{ "comm", "mcom", 3, 2 },
	{ "", "abc", 5, 3 },
	{ "", "", 5, 0 },
	{ "abcdef", "uvwxyz", 2, 3 },
	{ "a234567890123456789012345678901234567890123456789012345678901234", "a", 4, 5 },
};

static void test_small(void)
{
	is_uint(text_nul("abc\0def", 7), 3, "length up to the NUL");
	is_uint(text_nul("abc", 3), 3, "length without a NUL");
	is_uint(text_nul("abc", 0), 0, "length of nothing");
	for (size_t i = 0; i < sizeof(distances) / sizeof(distances[0]); i++)
		is_uint(text_distance(distances[i].a, distances[i].b, distances[i].limit),
			distances[i].want, "from \"%s\" to \"%s\"", distances[i].a, distances[i].b);
}

static void test_hex(void)
{
	unsigned wrong = 0;

	for (int c = 0; c < 256; c++) {
		char text[] = { (char)c, '\0' }, *end;
		long value = strtol(text, &end, 16);

		wrong += text_hex_digit(text[0]) != (end > text ? value : -1);
	}
	is_uint(wrong, 0, "hexadecimal digits, and no other characters");
}

static void is_duration(uint64_t ns, int digits, const char *want)
{
	struct buf out = BUF_INIT;

	text_add_duration(ns, digits, &out);
	is_str(out.p, want, "%llu ns with %d digits", (unsigned long long)ns, digits);
	buf_release(&out);
}

static void is_ms(uint64_t ns, const char *want)
{
	struct buf out = BUF_INIT;

	text_add_ms(ns, &out);
	is_str(out.p, want, "%llu ns as ms", (unsigned long long)ns);
	buf_release(&out);
}

static void test_durations(void)
{
	is_duration(0, 3, "0 ns");
	is_duration(999, 3, "999 ns");
	is_duration(3447100, 3, "3.45 ms");
	is_duration(999499, 3, "999 us");
	is_duration(999500, 3, "1 ms");
	is_duration(999500, 6, "999.5 us");
	is_duration(999999999, 6, "1 s");
	is_duration(1234567000000, 3, "1235 s");
	is_ms(988859, "0.989");
	is_ms(499, "0.000");
	is_ms(500, "0.001");
	is_ms(999999500, "1000.000");
	is_ms(UINT64_MAX, "18446744073709.552");
}

int main(void)
{
	test_hex();
	test_chars();
	test_all_chars();
	test_unsafe();
	test_texts();
	test_random();
	test_among_plain();
	test_report();
	test_durations();
	test_json();
	test_columns();
	test_small();
	return done_testing();
}
