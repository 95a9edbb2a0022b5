/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items in order, with memory for all of them, for some, and for next to none. */
#include "file/sorter.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

static unsigned compared;

static int compare(const struct sorter_item *a, const struct sorter_item *b, void *arg)
{
	uint32_t len = a->len < b->len ? a->len : b->len;
	int order = memcmp(a->p, b->p, len);

	(*(unsigned *)arg)++;
	return order ? order : (a->len > b->len) - (a->len < b->len);
}

static uint32_t random_number(void)
{
	static uint64_t v = 1;

	v = v * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(v >> 33);
}

/* Items of 4 to 4 + most bytes, which begin with a number; its bits are added up. */
static void test(const char *what, unsigned n, unsigned most, size_t memory)
{
	struct sorter *s = sorter_open(getenv("TMPDIR"), memory, compare, &compared);
	struct err err = ERR_INIT;
	struct sorter_item item;
	char *last = calloc(1, 4 + most), *bytes = calloc(1, 4 + most);
	uint32_t last_len = 0;
	uint64_t sum = 0, got = 0, sizes = 0;
	unsigned told = 0, wrong = 0;
	int rc = 0;

	for (unsigned i = 0; i < n && !rc; i++) {
		uint32_t v = random_number(), len = 4 + (most ? random_number() % most : 0);

		memcpy(bytes, &v, sizeof(v));
		memset(bytes + 4, (int)(v & 0xff), len - 4);
		sum += v;
		sizes += len;
		rc = sorter_add(s, bytes, len, &err);
	}
	ok(!rc && !sorter_finish(s, &err), "%s: %u items", what, n);
	while ((rc = sorter_next(s, &item, &err)) > 0) {
		struct sorter_item before = { last, last_len };
		uint32_t v;

		memcpy(&v, item.p, sizeof(v));
		got += v;
		sizes -= item.len;
		wrong += told && compare(&before, &item, &compared) > 0;
		for (uint32_t i = 4; i < item.len; i++)
			wrong += (unsigned char)item.p[i] != (v & 0xff);
		memcpy(last, item.p, item.len);
		last_len = item.len;
		told++;
	}
	ok(!rc && told == n && got == sum && !sizes && !wrong, "... come back, whole and in order");
	sorter_close(s);
	free(last);
	free(bytes);
}

int main(void)
{
	test("nothing", 0, 0, 1000);
	test("in memory", 10000, 50, 10 << 20);
	test("some runs", 20000, 50, 100000);
	test("more runs than are merged at once", 20000, 20, 500);
	test("each item a run", 1500, 10, 1);
	test("items larger than a window", 200, 60000, 200000);
	ok(compared > 0, "they were compared");
	return done_testing();
}
