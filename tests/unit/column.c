/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/column.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "tap.h"

/* The first byte of a packed column. */
enum {
	PLAIN,
	DELTA,
	RUNS,
	DICT,
	GAPS,
	CODINGS,
	GIVEN = CODINGS /* needs another column */
};

static const size_t sizes[] = { 1, 2, 3, 63, 64, 65, 127, 1000, 8191, COLUMN_MAX };

enum {
	SIZES = sizeof(sizes) / sizeof(sizes[0]),
	SHORT = 256 /* bytes that a coding which suits long columns may cost a short one */
};

static uint64_t state = 20230317;

static uint64_t rnd(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1du;
}

/* ---- numbers of all kinds ---- */

static uint64_t zero(size_t i)
{
	(void)i;
	return 0;
}

static uint64_t largest(size_t i)
{
	(void)i;
	return UINT64_MAX;
}

static uint64_t any(size_t i)
{
	(void)i;
	return rnd();
}

static uint64_t ends(size_t i)
{
	(void)i;
	return rnd() & 1 ? UINT64_MAX : 0;
}

static uint64_t around_sign(size_t i)
{
	return i & 1 ? 1ull << 63 : (1ull << 63) - 1;
}

static uint64_t powers(size_t i)
{
	return 1ull << i % 64;
}

static uint64_t below_powers(size_t i)
{
	return (1ull << i % 64) - 1;
}

static uint64_t count_up(size_t i)
{
	return i;
}

static uint64_t count_down(size_t i)
{
	return 5 - i;
}

static uint64_t runs(size_t i)
{
	return (i / 100) * 0x123456789;
}

static uint64_t small(size_t i)
{
	(void)i;
	return rnd() % 7 * 1000003;
}

static uint64_t values_64(size_t i)
{
	return i < 64 ? i * i * i : rnd() % 64 * 1;
}

static uint64_t values_65(size_t i)
{
	return i % 65 * 0x100000001;
}

/* Times of a recording: they mostly grow by little, are sometimes 0, and sometimes jump. */
static uint64_t clock_like(size_t i)
{
	static uint64_t now;

	if (!i)
		now = 123456789012345;
	now += rnd() % 300000;
	if (rnd() % 200 == 0)
		return 0;
	if (rnd() % 300 == 0)
		return UINT64_MAX - rnd() % 5;
	if (rnd() % 400 == 0)
		now += 1ull << 40;
	return now;
}

static uint64_t sizes_like(size_t i)
{
	(void)i;
	return rnd() % 50 ? 40 + rnd() % 20 * 8 : 8 + rnd() % 65000;
}

/* All but one or two are small. */
static uint64_t outlier(size_t i)
{
	return i == 1 || i == 60 ? UINT64_MAX - i : rnd() % 900;
}

static const struct {
	const char *name;
	uint64_t (*number)(size_t i);
} series[] = {
	{ "zeros", zero },
	{ "largest numbers", largest },
	{ "random numbers", any },
	{ "both ends", ends },
	{ "numbers around the sign", around_sign },
	{ "powers of two", powers },
	{ "powers of two less one", below_powers },
	{ "numbers that count up", count_up },
	{ "numbers that count down below 0", count_down },
	{ "runs", runs },
	{ "seven values", small },
	{ "64 values", values_64 },
	{ "65 values", values_65 },
	{ "times", clock_like },
	{ "sizes", sizes_like },
	{ "small numbers and outliers", outlier },
};

enum {
	SERIES = sizeof(series) / sizeof(series[0])
};

static void fill(uint64_t *v, size_t n, size_t s)
{
	for (size_t i = 0; i < n; i++)
		v[i] = series[s].number(i);
}

/* ---- there and back ---- */

static bool back(const struct buf *packed, size_t from, const uint64_t *v, size_t n)
{
	uint64_t *got = mem_alloc((n + 1) * sizeof(*got));
	bool same;

	got[n] = 0x5a5a5a5a5a5a5a5a;
	same = column_unpack((const uint8_t *)packed->p + from, packed->len - from, got, n) &&
	       !memcmp(got, v, n * sizeof(*v)) && got[n] == 0x5a5a5a5a5a5a5a5a;
	free(got);
	return same;
}

static void test_series(size_t s, unsigned *seen)
{
	uint64_t v[COLUMN_MAX];

	for (size_t k = 0; k < SIZES; k++) {
		struct buf packed = BUF_INIT;
		size_t n = sizes[k];
		uint64_t bits = 0;

		fill(v, n, s);
		for (size_t i = 0; i < n; i++)
			bits |= 1ull << v[i] % 64;
		buf_adds(&packed, "in front");
		is_uint(column_pack_bits(&packed, v, n), bits, "%zu %s: the bits", n,
			series[s].name);
		ok(!memcmp(packed.p, "in front", 8) && back(&packed, 8, v, n), "%zu %s: %zu bytes",
		   n, series[s].name, packed.len - 8);
		ok(packed.len - 8 <= 8 * n + SHORT, "hardly more than they are by themselves");
		seen[(unsigned char)packed.p[8] % CODINGS]++;
		buf_release(&packed);
	}
}

/* Packed columns may be longer than their source only by the constant parts. */
static void test_small(const char *name, uint64_t (*number)(size_t i), unsigned coding, size_t most)
{
	uint64_t v[COLUMN_MAX];
	struct buf packed = BUF_INIT;

	for (size_t i = 0; i < COLUMN_MAX; i++)
		v[i] = number(i);
	column_pack(&packed, v, COLUMN_MAX);
	is_uint((unsigned char)packed.p[0], coding, "the coding of %s", name);
	ok(packed.len <= most, "%d of them take %zu bytes, at most %zu", COLUMN_MAX, packed.len,
	   most);
	buf_release(&packed);
}

/* Numbers of each width, with none and a few that need more. */
static void test_widths(void)
{
	uint64_t v[COLUMN_MAX];
	int failed = 0;

	for (unsigned width = 0; width <= 64; width++) {
		for (int round = 0; round < 4; round++) {
			size_t n = sizes[(width + (unsigned)round * 3) % SIZES];
			uint64_t base = round & 1 ? rnd() : 0;
			struct buf packed = BUF_INIT;

			for (size_t i = 0; i < n; i++)
				v[i] = base + (width ? rnd() >> (64 - width) : 0);
			if (round > 1)
				v[rnd() % n] = rnd();
			column_pack(&packed, v, n);
			failed += !back(&packed, 0, v, n);
			buf_release(&packed);
		}
	}
	is_int(failed, 0, "numbers of each width come back");
}

/* Return the least size of numbers of any width with exceptions of 10 bytes. */
static size_t least_size(const uint64_t *v, size_t n)
{
	size_t least = SIZE_MAX;

	for (unsigned width = 0; width < 64; width++) {
		size_t bytes = (n * width + 7) / 8;

		for (size_t i = 0; i < n; i++)
			bytes += v[i] >> width ? 10 : 0;
		least = bytes < least ? bytes : least;
	}
	return least;
}

/* Widths are chosen from a sample. Large numbers at regular places must not deceive it. */
static void test_recurring(void)
{
	static const size_t every[] = { 2, 5, 8, 16, 63, 64, 65, 128, 200, 1024 };
	uint64_t v[COLUMN_MAX];
	size_t worst = 0;

	for (size_t k = 0; k < sizeof(every) / sizeof(every[0]); k++) {
		for (size_t at = 0; at < every[k]; at++) {
			struct buf packed = BUF_INIT;
			size_t least;

			for (size_t i = 0; i < COLUMN_MAX; i++)
				v[i] = i % every[k] == at ? rnd() >> 24 : rnd() >> 54;
			v[0] = 0;
			column_pack(&packed, v, COLUMN_MAX);
			least = least_size(v, COLUMN_MAX);
			if (packed.len * 100 / least > worst)
				worst = packed.len * 100 / least;
			buf_release(&packed);
		}
	}
	ok(worst <= 106, "large numbers at regular places: at most %zu %% of the least size",
	   worst);
}

/* ---- bytes that are no column ---- */

/* Bytes, or numbers, whose end no access may pass. */
static uint8_t *guarded(size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size + page - 1) / page * page;
	uint8_t *p =
		mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + room, page, PROT_NONE)) {
		puts("Bail out! no memory");
		exit(1);
	}
	return p + room;
}

static uint8_t *bytes_end;
static uint64_t *numbers_end;

/* Must come back, whatever it says; true when it gives numbers. */
static bool unpack(const void *p, size_t len, size_t n)
{
	memcpy(bytes_end - len, p, len);
	return column_unpack(bytes_end - len, len, numbers_end - n, n);
}

static void test_cut(size_t s)
{
	uint64_t v[COLUMN_MAX];
	struct buf packed = BUF_INIT;
	size_t n = 300, given = 0;

	fill(v, n, s);
	column_pack(&packed, v, n);
	for (size_t len = 0; len < packed.len; len++)
		given += unpack(packed.p, len, n);
	is_uint(given, 0, "%s: a column cut anywhere is refused", series[s].name);
	ok(unpack(packed.p, packed.len, n), "and whole it is not");
	buf_release(&packed);
}

static void test_changed(size_t s)
{
	uint64_t v[COLUMN_MAX];
	struct buf packed = BUF_INIT;
	size_t n = 200, refused = 0;

	fill(v, n, s);
	column_pack(&packed, v, n);
	for (size_t i = 0; i < 8 * packed.len; i++) {
		packed.p[i / 8] ^= (char)(1 << i % 8);
		refused += !unpack(packed.p, packed.len, n);
		refused += !unpack(packed.p, packed.len, COLUMN_MAX);
		refused += !unpack(packed.p, packed.len, 1);
		packed.p[i / 8] ^= (char)(1 << i % 8);
	}
	ok(refused > 0, "%s: bits were turned in %zu bytes, refused %zu times", series[s].name,
	   packed.len, refused);
	buf_release(&packed);
}

static void test_noise(void)
{
	uint8_t p[600] = { 0 };
	size_t refused = 0;

	for (int round = 0; round < 100000; round++) {
		size_t len = rnd() % sizeof(p), n = sizes[rnd() % SIZES];

		for (size_t i = 0; i < len; i++)
			p[i] = rnd() % 3 ? (uint8_t)rnd() : rnd() % 4;
		if (len)
			p[0] = (uint8_t)(rnd() % (CODINGS + 1));
		refused += !unpack(p, len, n);
	}
	ok(refused > 1000, "noise is refused (%zu times) or gives numbers", refused);
}

/* Made by hand, from the description of the bytes. */
static const struct {
	const char *name;
	const char *bytes;
	size_t len;
	bool good;
	uint64_t want[3];
} by_hand[] = {
	{ "nothing", "", 0, false, { 0 } },
	{ "no such coding", "\x06\x01\x01", 3, false, { 0 } },
	{ "no other column", "\x05\x02\x03\x50", 4, false, { 0 } },
	{ "runs", "\x02\x02\x05\x01\x80\x01", 6, true, { 5, 5, 128 } },
	{ "a run that is too long", "\x02\x04\x05", 3, false, { 0 } },
	{ "a run of nothing", "\x02\x00\x05\x03\x05", 5, false, { 0 } },
	{ "runs that end early", "\x02\x02\x05", 3, false, { 0 } },
	{ "a number without end",
	  "\x02\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
	  14,
	  false,
	  { 0 } },
	{ "a dictionary", "\x03\x02\x07\x09\x02\0\0\0\0\0\0\0", 12, true, { 7, 9, 7 } },
	{ "a dictionary of one", "\x03\x01\x07", 3, true, { 7, 7, 7 } },
	{ "an empty dictionary", "\x03\x00\x07", 3, false, { 0 } },
	{ "a place behind the dictionary",
	  "\x03\x03\x07\x09\x0b\x3f\0\0\0\0\0\0\0",
	  13,
	  false,
	  { 0 } },
	{ "plain", "\x00\x10\0\0\0\0\0\0\0\x04\0\0\x21\x03\0\0\0\0\0\0", 20, true, { 17, 18, 19 } },
	{ "an exception",
	  "\x00\x10\0\0\0\0\0\0\0\x00\x01\0\x01\x00\xff\0\0\0\0\0\0\0",
	  22,
	  true,
	  { 16, 271, 16 } },
	{ "an exception behind the end",
	  "\x00\x10\0\0\0\0\0\0\0\x00\x01\0\x03\x00\xff\0\0\0\0\0\0\0",
	  22,
	  false,
	  { 0 } },
	{ "exceptions that are not there", "\x00\x10\0\0\0\0\0\0\0\x00\x02\0", 12, false, { 0 } },
	{ "numbers of 65 bits", "\x00\x10\0\0\0\0\0\0\0\x41\0\0", 12, false, { 0 } },
	{ "differences",
	  "\x01\x10\0\0\0\0\0\0\0\x04\0\0\x20\x01\0\0\0\0\0\0",
	  20,
	  true,
	  { 16, 17, 16 } },
	{ "differences with a gap",
	  "\x04\x10\0\0\0\0\0\0\0\x04\0\0\x01\x03\0\0\0\0\0\0",
	  20,
	  true,
	  { 16, 0, 17 } },
};

static void test_by_hand(void)
{
	for (size_t i = 0; i < sizeof(by_hand) / sizeof(by_hand[0]); i++) {
		bool good = unpack(by_hand[i].bytes, by_hand[i].len, 3);

		is_int(good, by_hand[i].good, "by hand: %s", by_hand[i].name);
		if (good && by_hand[i].good)
			is_mem(numbers_end - 3, 24, by_hand[i].want, 24, "and its numbers");
	}
}

/* ---- numbers that depend on another column ---- */

enum {
	CLASSES = 2048
};

/* Kinds of a recording: a few by turns, and now and then another one. */
static uint64_t kinds_like(size_t i)
{
	return rnd() % 100 ? 3 + i % 5 : 3 + CLASSES + rnd() % 30;
}

static uint64_t one_class(size_t i)
{
	return i * CLASSES;
}

/* Each kind has a size, but for a few of its rows. */
static uint64_t size_of(uint64_t kind)
{
	return rnd() % 500 ? 40 + kind % 11 * 8 : 8 + rnd() % 65000;
}

static uint64_t size_of_one(uint64_t kind)
{
	return 40 + kind % 11 * 8;
}

static uint64_t size_of_large(uint64_t kind)
{
	return UINT64_MAX - kind;
}

static uint64_t size_of_few(uint64_t kind)
{
	return kind % 3 ? kind * 0x123456789abcdf : UINT64_MAX * (rnd() % 2);
}

static uint64_t size_of_none(uint64_t kind)
{
	return kind + rnd() % 1000 * 8;
}

static const struct {
	const char *name;
	uint64_t (*kind)(size_t i);
	uint64_t (*size)(uint64_t kind);
	bool given; /* the coding of COLUMN_MAX numbers */
} dependent[] = {
	{ "sizes with exceptions", kinds_like, size_of, true },
	{ "sizes of a few kinds", kinds_like, size_of_one, true },
	{ "sizes of 65 kinds", values_65, size_of_one, true },
	{ "large numbers of 65 kinds", values_65, size_of_large, true },
	{ "sizes of one kind", zero, size_of_one, false },
	{ "0 and large numbers", count_up, size_of_few, false },
	{ "sizes of kinds of one class", one_class, size_of_one, false },
	{ "sizes of many kinds", any, size_of_one, false },
	{ "sizes without a rule", kinds_like, size_of_none, false },
};

enum {
	DEPENDENT = sizeof(dependent) / sizeof(dependent[0])
};

static uint64_t *given_end;

/* Both columns end where no access may pass. Fills the first and packs the second. */
static struct buf pack_dependent(size_t s, uint64_t *v, size_t n)
{
	struct buf packed = BUF_INIT;

	for (size_t i = 0; i < n; i++) {
		given_end[(ptrdiff_t)(i - n)] = dependent[s].kind(i);
		v[i] = dependent[s].size(given_end[(ptrdiff_t)(i - n)]);
	}
	column_pack_given(&packed, v, given_end - n, n);
	return packed;
}

static bool unpack_given(const void *p, size_t len, size_t n)
{
	memcpy(bytes_end - len, p, len);
	return column_unpack_given(bytes_end - len, len, given_end - n, numbers_end - n, n);
}

static void test_dependent(size_t s)
{
	uint64_t v[COLUMN_MAX];

	for (size_t k = 0; k < SIZES; k++) {
		size_t n = sizes[k];
		struct buf packed = pack_dependent(s, v, n), alone = BUF_INIT;
		unsigned coding = (unsigned char)packed.p[0];

		column_pack(&alone, v, n);
		ok(unpack_given(packed.p, packed.len, n) &&
			   !memcmp(numbers_end - n, v, n * sizeof(*v)),
		   "%zu %s: %zu bytes, %zu alone", n, dependent[s].name, packed.len, alone.len);
		ok(packed.len <= alone.len, "not more than alone");
		is_int(unpack(packed.p, packed.len, n), coding != GIVEN, "alone they are refused");
		if (n == COLUMN_MAX)
			is_int(coding == GIVEN, dependent[s].given, "the coding of %s",
			       dependent[s].name);
		buf_release(&alone);
		buf_release(&packed);
	}
}

static void test_dependent_hurt(size_t s)
{
	uint64_t v[COLUMN_MAX];
	size_t n = 1000, given = 0;
	struct buf packed = pack_dependent(s, v, n);

	for (size_t len = 0; len < packed.len; len++)
		given += unpack_given(packed.p, len, n);
	is_uint(given, 0, "%s: a column cut anywhere is refused", dependent[s].name);
	for (size_t i = 0; i < 8 * packed.len; i++) {
		packed.p[i / 8] ^= (char)(1 << i % 8);
		given += unpack_given(packed.p, packed.len, n);
		given += unpack_given(packed.p, packed.len, COLUMN_MAX);
		packed.p[i / 8] ^= (char)(1 << i % 8);
	}
	ok(given < 16 * packed.len, "bits were turned in %zu bytes, accepted %zu times", packed.len,
	   given);
	buf_release(&packed);
}

/* Of rows with the kinds 7, 7 + CLASSES and 8. */
static void test_given_by_hand(void)
{
	static const uint64_t want[3] = { 40, 41, 8 }, none[3] = { 0, 9, 0 };

	given_end[-3] = 7;
	given_end[-2] = 7 + CLASSES;
	given_end[-1] = 8;
	ok(unpack_given("\x05\x02\x01\x50\x01\x02\x01\x10", 8, 3), "by hand: sizes by kind");
	is_mem(numbers_end - 3, sizeof(want), want, sizeof(want), "and the sizes");
	ok(unpack_given("\x05\x02\x01\x00\x01\x12\x01\x00", 8, 3), "by hand: a size of 0");
	is_mem(numbers_end - 3, sizeof(none), none, sizeof(none), "does not count as the first");
	ok(!unpack_given("\x05\x05\x02\x03\x50", 5, 3), "by hand: by kind twice is refused");
	ok(!unpack_given("\x05", 1, 3), "by hand: by kind and nothing is refused");
	ok(!unpack_given("", 0, 3), "by hand: nothing is refused");
}

int main(void)
{
	unsigned seen[CODINGS] = { 0 };

	bytes_end = guarded(128 << 10);
	numbers_end = (uint64_t *)(void *)guarded(COLUMN_MAX * sizeof(uint64_t));
	given_end = (uint64_t *)(void *)guarded(COLUMN_MAX * sizeof(uint64_t));
	for (size_t s = 0; s < SERIES; s++)
		test_series(s, seen);
	for (unsigned k = 0; k < CODINGS; k++)
		ok(seen[k] > 0, "coding %u was used: %u times", k, seen[k]);
	test_small("zeros", zero, DICT, 3);
	test_small("both ends", ends, DICT, COLUMN_MAX / 8 + 14);
	test_small("runs", runs, RUNS, 82 * 8);
	test_small("numbers that count up from 0", count_up, GAPS, COLUMN_MAX * 2 / 8 + 24);
	test_small("seven values", small, DICT, COLUMN_MAX * 3 / 8 + 40);
	test_small("small numbers and outliers", outlier, PLAIN, COLUMN_MAX * 10 / 8 + 40);
	test_small("times", clock_like, GAPS, COLUMN_MAX * 4);
	test_widths();
	test_recurring();
	for (size_t s = 0; s < SERIES; s++) {
		test_cut(s);
		test_changed(s);
	}
	test_noise();
	test_by_hand();
	for (size_t s = 0; s < DEPENDENT; s++) {
		test_dependent(s);
		test_dependent_hurt(s);
	}
	test_given_by_hand();
	return done_testing();
}
