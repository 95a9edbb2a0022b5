/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums, means and percentiles against sorted lists and wide integers. */
#include "analysis/numeric_stats.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

enum {
	NUMBERS = 60000
};

static int64_t list[NUMBERS];

static int compare(const void *pa, const void *pb)
{
	int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;

	return a < b ? -1 : a > b;
}

static uint64_t random_number(void)
{
	static uint64_t v = 1;

	v = v * 6364136223846793005u + 1442695040888963407u;
	return v >> 11;
}

/* Numbers of up to so many bits, in several stats that are then joined. */
static void fill(struct numeric_stats *all, unsigned bits, unsigned parts)
{
	struct numeric_stats part[3] = { { 0 } };

	memset(all, 0, sizeof(*all));
	for (unsigned i = 0; i < NUMBERS; i++) {
		list[i] = (int64_t)(random_number() & ((1ull << bits) - 1) >> i % 8);
		if (i % 3 == 0)
			list[i] = -list[i];
		numeric_stats_add(parts > 1 ? &part[i % parts] : all, list[i], true);
	}
	for (unsigned i = 0; parts > 1 && i < parts; i++) {
		numeric_stats_merge(all, &part[i]);
		numeric_stats_release(&part[i]);
	}
	qsort(list, NUMBERS, sizeof(list[0]), compare);
}

/* The largest error of all percentages, in thousandths of the number. */
static double worst(const struct numeric_stats *t)
{
	double most = 0;

	for (uint32_t m = 0; m <= 1000000; m += 5000) {
		uint64_t rank = ((uint64_t)NUMBERS * m + 999999) / 1000000;
		int64_t want = list[rank ? rank - 1 : 0];
		double off = (double)numeric_stats_percentile(t, m) - (double)want;

		off = off < 0 ? -off : off;
		if (off > 0)
			off = want ? 1000 * off / (want < 0 ? -(double)want : (double)want) : 1e9;
		most = off > most ? off : most;
	}
	return most;
}

static void test_percentiles(unsigned bits, double limit)
{
	for (unsigned parts = 1; parts <= 3; parts++) {
		struct numeric_stats t;
		double off;

		fill(&t, bits, parts);
		off = worst(&t);
		ok(off <= limit, "numbers of %u bits in %u stats: off by %g thousandths", bits,
		   parts, off);
		ok(t.least == list[0] && t.greatest == list[NUMBERS - 1] && t.n == NUMBERS,
		   "... least, greatest, how many");
		numeric_stats_release(&t);
	}
}

static void check_text(const struct numeric_stats *t, const char *sum, const char *mean)
{
	struct buf text = BUF_INIT;

	int128_text(&text, t->sum);
	is_str(text.p, sum, "sum %s", sum);
	buf_reset(&text);
	int128_millionths_text(&text, numeric_stats_mean(t));
	is_str(text.p, mean, "mean %s", mean);
	buf_release(&text);
}

/* Means as people read them, and as whole numbers. */
static void test_rounding(void)
{
	static const struct {
		int128 millionths;
		const char *text, *whole;
	} rows[] = {
		{ 0, "0", "0" },
		{ 1, "0.000001", "0" },
		{ 31249, "0.03125", "0" },
		{ 666667, "0.6667", "1" },
		{ 2000000, "2", "2" },
		{ 2000049, "2", "2" },
		{ 2500000, "2.5", "3" },
		{ 9999600, "10", "10" },
		{ 12345678, "12.35", "12" },
		{ 345064000, "345.1", "345" },
		{ 1234500000, "1235", "1235" },
		{ 1234567499999, "1234567", "1234567" },
		{ -1400000, "-1.4", "-1" },
		{ -1500000, "-1.5", "-2" },
		{ -123456789, "-123.5", "-123" },
	};
	static const char *const last[] = { "18446744073709551616", "-9223372036854775808" };
	int128 ends[] = { (int128)UINT64_MAX * 1000000 + 500000, (int128)INT64_MIN * 1000000 };
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		buf_reset(&text);
		int128_rounded_text(&text, rows[i].millionths);
		is_str(text.p, rows[i].text, "a mean is shown as %s", rows[i].text);
		buf_reset(&text);
		int128_text(&text, int128_whole(rows[i].millionths));
		is_str(text.p, rows[i].whole, "... and %s as a whole number", rows[i].whole);
	}
	for (size_t i = 0; i < 2; i++) {
		buf_reset(&text);
		int128_rounded_text(&text, ends[i]);
		is_str(text.p, last[i], "no digit before the point is lost");
	}
	buf_release(&text);
}

static void test_sums(void)
{
	struct numeric_stats t = { 0 };

	numeric_stats_add(&t, 1, false);
	numeric_stats_add(&t, 1, false);
	numeric_stats_add(&t, 0, false);
	check_text(&t, "2", "0.666667");
	numeric_stats_add(&t, -2, false);
	check_text(&t, "0", "0");
	numeric_stats_add(&t, -7, false);
	check_text(&t, "-7", "-1.4");
	memset(&t, 0, sizeof(t));
	for (int i = 0; i < 5; i++)
		numeric_stats_add(&t, UINT64_MAX, false);
	check_text(&t, "92233720368547758075", "18446744073709551615");
	numeric_stats_add(&t, INT64_MIN, false);
	check_text(&t, "83010348331692982267", "13835058055282163711.166667");
	memset(&t, 0, sizeof(t));
	for (int i = 0; i < 3; i++)
		numeric_stats_add(&t, INT64_MIN, true);
	check_text(&t, "-27670116110564327424", "-9223372036854775808");
	ok(numeric_stats_percentile(&t, 500000) == INT64_MIN, "the least number there is");
	numeric_stats_add(&t, UINT64_MAX, true);
	ok(numeric_stats_percentile(&t, 1000000) == UINT64_MAX, "the greatest number there is");
	numeric_stats_release(&t);
}

static unsigned height(const struct numeric_stats *t, unsigned place)
{
	return (unsigned)(numeric_stats_shape(t) >> 8 * place) & 0xff;
}

static void test_shape(void)
{
	struct numeric_stats t = { 0 };

	/* Up to 255 in the first place, up to 1023 in the second one. */
	for (int i = 0; i < 1000; i++)
		numeric_stats_add(&t, 256, true);
	numeric_stats_add(&t, 0, true);
	numeric_stats_add(&t, 255, true);
	for (int i = 0; i < 500; i++)
		numeric_stats_add(&t, 1024 + i, true);
	numeric_stats_add(&t, UINT64_MAX, true);
	ok(height(&t, 1) == 127 && height(&t, 2) == 63, "heights of a shape");
	ok(height(&t, 0) == 1 && height(&t, 15) == 1, "a few numbers are not invisible");
	ok(height(&t, 3) == 0 && height(&t, 14) == 0, "no numbers are");
	/* The same when only ranges are kept. */
	for (int i = 0; i < 100000; i++)
		numeric_stats_add(&t, 65536 + i, true);
	ok(numeric_stats_distinct(&t) > NUMERIC_STATS_EXACT, "there are only ranges now");
	ok(height(&t, 5) == 127 && height(&t, 4) == 0 && height(&t, 6) == 0, "a shape of ranges");
	numeric_stats_release(&t);
}

int main(void)
{
	test_shape();
	test_sums();
	test_rounding();
	test_percentiles(11, 0);
	test_percentiles(20, 1);
	test_percentiles(52, 1);
	return done_testing();
}
