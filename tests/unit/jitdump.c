/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files in which runtimes describe their code: whole, of the other byte order, cut, damaged. */
#include "sym/jitdump.h"

#include <stdlib.h>
#include <string.h>

#include "sym/jitlines.h"
#include "sym/jitspace.h"
#include "sym/srcstack.h"
#include "sym/symblock.h"
#include "tap.h"
#include "wire/bytes.h"

enum {
	MOST = 64
};

/* The results. */
struct got {
	struct jitcode codes[MOST];
	char names[MOST][64];
	size_t n, named;
};

static bool take_codes(void *arg, const struct jitcode *codes, size_t n)
{
	struct got *got = arg;

	for (size_t i = 0; i < n && got->n < MOST; i++)
		got->codes[got->n++] = codes[i];
	return true;
}

static bool take_names(void *arg, const struct buf *block)
{
	struct got *got = arg;
	struct symblock b;

	if (!symblock_unpack(&b, block->p, block->len))
		return false;
	for (uint32_t i = 0; i < b.n && got->named < MOST; i++)
		snprintf(got->names[got->named++], sizeof(got->names[0]), "%.*s", (int)b.v[i].len,
			 b.v[i].name);
	return true;
}

static bool get(const struct buf *file, struct got *got)
{
	struct jitdump_sink sink = { .codes = take_codes, .names = take_names };

	*got = (struct got){ .n = 0 };
	sink.arg = got;
	return jitdump_read(file->p, file->len, &sink);
}

/* ---- files ---- */

static bool big;

static void u32(struct buf *out, uint32_t v)
{
	uint8_t p[4];

	store_u32(p, v, big);
	buf_add(out, p, sizeof(p));
}

static void u64(struct buf *out, uint64_t v)
{
	uint8_t p[8];

	store_u64(p, v, big);
	buf_add(out, p, sizeof(p));
}

static void head(struct buf *out, uint32_t bytes)
{
	u32(out, 0x4a695444);
	u32(out, 1);
	u32(out, bytes);
	u32(out, 62);
	u32(out, 0);
	u32(out, 77);
	u64(out, 1000);
	u64(out, 0);
	for (uint32_t i = 40; i < bytes; i++)
		buf_addc(out, 'x');
}

static void load(struct buf *out, uint64_t time, uint64_t at, uint64_t index, const char *name,
		 const char *code)
{
	size_t size = strlen(code);

	u32(out, 0);
	u32(out, (uint32_t)(56 + strlen(name) + 1 + size));
	u64(out, time);
	u32(out, 77);
	u32(out, 78);
	u64(out, at);
	u64(out, at);
	u64(out, size);
	u64(out, index);
	buf_add(out, name, strlen(name) + 1);
	buf_add(out, code, size);
}

static void move(struct buf *out, uint64_t time, uint64_t to, uint64_t size, uint64_t index)
{
	u32(out, 1);
	u32(out, 64);
	u64(out, time);
	u32(out, 77);
	u32(out, 78);
	u64(out, to);
	u64(out, 0);
	u64(out, to);
	u64(out, size);
	u64(out, index);
}

/* Times are not in order, as those of two threads may be; an unknown record is skipped. */
static void make(struct buf *out)
{
	buf_reset(out);
	head(out, 48);
	load(out, 10, 0x1000, 1, "one", "AAAA");
	u32(out, 9);
	u32(out, 24);
	u64(out, 11);
	u64(out, 0);
	load(out, 30, 0x1000, 2, "three", "CCCCCC");
	load(out, 20, 0x2000, 3, "two", "BB");
	load(out, 25, 0x3000, 4, "empty", "");
	move(out, 40, 0x2100, 2, 3);
	move(out, 41, 0x2200, 2, 5); /* of code that nobody loaded */
}

static void check(const struct got *got, const char *what)
{
	static const struct {
		uint64_t start, size, time;
		const char *name;
	} want[] = {
		{ 0x1000, 4, 10, "one" },
		{ 0x2000, 2, 20, "two" },
		{ 0x1000, 6, 30, "three" },
		{ 0x2100, 2, 40, "two" },
	};
	size_t n = sizeof(want) / sizeof(want[0]);

	is_int(got->n, n, "%s: as many codes", what);
	is_int(got->named, n, "... and names");
	for (size_t i = 0; i < n; i++) {
		is_hex(got->codes[i].start, want[i].start, "... where %zu lies", i);
		is_int(got->codes[i].size, want[i].size, "... its bytes");
		is_int(got->codes[i].time, want[i].time, "... its time");
		is_str(got->names[i], want[i].name, "... its name");
	}
}

static void test_whole(void)
{
	struct buf file = BUF_INIT;
	struct got got;

	make(&file);
	ok(get(&file, &got), "a file");
	check(&got, "in its order of bytes");
	is_mem(file.p + got.codes[2].bytes, 6, "CCCCCC", 6, "where the bytes of code are");
	is_mem(file.p + got.codes[3].bytes, 2, "BB", 2, "... of code that was moved, too");
	big = true;
	make(&file);
	ok(get(&file, &got), "a file of another machine");
	check(&got, "in the other order of bytes");
	big = false;
	buf_release(&file);
}

static void test_cut(void)
{
	struct buf file = BUF_INIT;
	struct got got;
	size_t whole, last = 0;
	bool grows = true;

	make(&file);
	whole = file.len;
	for (size_t len = 0; len <= whole; len++) {
		struct buf cut = { .p = file.p, .len = len };

		if (get(&cut, &got) != (len >= 48))
			grows = false;
		if (got.n < last || got.n != got.named)
			grows = false;
		last = got.n;
	}
	ok(grows && last == 4, "what a file has that is cut anywhere");
	file.p[48 + 4] = 15; /* the first record has less bytes than its header */
	ok(get(&file, &got) && !got.n, "a record that cannot be one ends it");
	file.p[0] = 'X';
	ok(!get(&file, &got), "no such file");
	buf_release(&file);
}

/* xorshift: the same numbers on each machine. */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Sanitizers notice reads beyond its end; results are in time order. */
static void test_damage(unsigned cases)
{
	struct buf file = BUF_INIT;
	uint64_t state = 0x9e3779b97f4a7c15;
	bool fine = true;

	for (unsigned i = 0; i < cases; i++) {
		unsigned n = 1 + (unsigned)(next_random(&state) % 8);
		struct jitspace *space;
		struct buf exact;
		struct got got;

		make(&file);
		while (n--)
			file.p[next_random(&state) % file.len] =
				next_random(&state) % 2 ? '\xff' : (char)next_random(&state);
		exact = (struct buf){ .p = malloc(file.len), .len = file.len };
		memcpy(exact.p, file.p, file.len);
		get(&exact, &got);
		space = jitspace_open(NULL);
		if (got.n != got.named || !jitspace_add(space, got.codes, got.n))
			fine = false;
		jitspace_close(space);
		free(exact.p);
	}
	ok(fine, "%u damaged files", cases);
	buf_release(&file);
}

/* ---- lines ---- */

static void lines_head(struct buf *out, uint64_t at, uint64_t n, uint32_t bytes)
{
	u32(out, 2);
	u32(out, 32 + bytes);
	u64(out, 5);
	u64(out, at);
	u64(out, n);
}

static void line(struct buf *out, uint64_t addr, uint32_t number, const char *file)
{
	u64(out, addr);
	u32(out, number);
	u32(out, 0);
	buf_add(out, file, strlen(file) + 1);
}

/* Lines in disorder, of code that takes the place of other code, and of code that never comes. */
static void make_lines(struct buf *out)
{
	buf_reset(out);
	head(out, 40);
	lines_head(out, 0x1000, 3, 3 * 16 + 5 + 2 + 5);
	line(out, 0x1004, 7, "a.js");
	line(out, 0x1002, 5, "\xff");
	line(out, 0x1004, 8, "b.js");
	load(out, 10, 0x1000, 1, "one", "AAAAAAAA");
	load(out, 20, 0x1000, 2, "two", "BBBB");
	lines_head(out, 0x9000, 1, 16 + 2);
	line(out, 0x9000, 1, "x");
	lines_head(out, 0x1000, 9, 16 + 2);
	line(out, 0x1000, 30, "c");
	load(out, 30, 0x1000, 3, "three", "CCCC");
}

/* As "file:line" of a byte of the file; "": none. */
static const char *line_at(struct jitlines *lines, uint64_t at)
{
	static struct buf text;
	struct buf packed = BUF_INIT;
	struct srcstack stack;

	buf_reset(&text);
	if (jitlines_find(lines, at, &packed) && srcstack_unpack(&stack, packed.p, packed.len) &&
	    stack.n == 1)
		buf_addf(&text, "%s:%u", stack.v[0].file, stack.v[0].line);
	buf_release(&packed);
	return text.len ? text.p : "";
}

static struct jitlines *open_lines(const struct buf *file)
{
	FILE *f = tmpfile();
	struct jitlines *lines;

	fwrite(file->p, 1, file->len, f);
	fflush(f);
	lines = jitlines_open(fileno(f));
	fclose(f);
	return lines;
}

static uint64_t place_of(const struct buf *file, const char *code)
{
	return (uint64_t)((char *)memmem(file->p, file->len, code, strlen(code)) - file->p);
}

static void check_line(struct jitlines *lines, uint64_t at, const char *want, const char *what)
{
	is_str(line_at(lines, at), want, "%s", what);
}

static void test_lines(void)
{
	struct buf file = BUF_INIT;

	for (int order = 0; order < 2; order++) {
		struct jitlines *lines;
		uint64_t a, c;

		big = order;
		make_lines(&file);
		a = place_of(&file, "AAAA");
		c = place_of(&file, "CCCC");
		lines = open_lines(&file);
		check_line(lines, a + 1, "", "code before its first line has none");
		check_line(lines, a + 2, "a.js:5", "a line with the file of the one before");
		check_line(lines, a + 3, "a.js:5", "... up to the next one");
		check_line(lines, a + 4, "b.js:8", "of two at an address the last one counts");
		check_line(lines, a + 7, "b.js:8", "... to the end of the code");
		check_line(lines, place_of(&file, "BBBB"), "", "code without lines");
		check_line(lines, c, "c:30", "fewer lines than there should be");
		check_line(lines, a + 2, "a.js:5", "... and back at the first code");
		check_line(lines, c + 4, "", "after the end");
		check_line(lines, 0, "", "before the first");
		jitlines_close(lines);
	}
	big = false;
	make(&file);
	ok(!open_lines(&(struct buf){ .p = file.p, .len = 20 }), "lines of no such file");
	buf_release(&file);
}

/* Ask for each of its bytes. */
static void test_damaged_lines(unsigned cases)
{
	struct buf file = BUF_INIT;
	uint64_t state = 0x2545f4914f6cdd1d;
	unsigned opened = 0;

	for (unsigned i = 0; i < cases; i++) {
		struct jitlines *lines;

		make_lines(&file);
		for (unsigned n = 1 + (unsigned)(next_random(&state) % 8); n; n--)
			file.p[next_random(&state) % file.len] =
				next_random(&state) % 2 ? '\xff' : (char)next_random(&state);
		if (next_random(&state) % 2)
			file.len -= next_random(&state) % file.len;
		lines = open_lines(&file);
		for (uint64_t at = 0; lines && at <= file.len; at++)
			line_at(lines, at);
		opened += lines != NULL;
		jitlines_close(lines);
	}
	ok(opened > cases / 2, "%u damaged files with lines", cases);
	buf_release(&file);
}

static void test_space(void)
{
	static const struct jitcode codes[] = {
		{ 0x1000, 0x100, 10, 1 },
		{ 0x1080, 0x10, 20, 2 },
		{ 0x1000, 0x20, 30, 3 },
	};
	static const struct {
		uint64_t addr, time;
		int number;
	} want[] = {
		{ 0x1000, 9, -1 }, { 0x1000, 10, 0 },	      { 0x1085, 19, 0 }, { 0x1085, 20, 1 },
		{ 0x1090, 99, 0 }, { 0x101f, UINT64_MAX, 2 }, { 0x1020, 99, 0 }, { 0x1100, 99, -1 },
	};
	struct jitspace *space = jitspace_open(NULL);
	struct jitcode code = codes[0];
	uint32_t number;

	ok(jitspace_add(space, codes, 3), "code over other code");
	is_int(jitspace_count(space), 3, "... three pieces");
	ok(!jitspace_add(space, codes, 1), "code that is older than the last is refused");
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		bool found = jitspace_find(space, want[i].addr, want[i].time, &number, &code);

		is_int(found ? (int)number : -1, want[i].number, "what lies at %llx at %llu",
		       (unsigned long long)want[i].addr, (unsigned long long)want[i].time);
	}
	is_hex(code.start, 0x1000, "what was found last");
	jitspace_close(space);
}

int main(void)
{
	const char *cases = getenv("DAMAGED_FILES");

	test_whole();
	test_cut();
	test_damage(cases ? 100 * (unsigned)atoi(cases) : 2000);
	test_lines();
	test_damaged_lines(cases ? 10 * (unsigned)atoi(cases) : 500);
	test_space();
	return done_testing();
}
