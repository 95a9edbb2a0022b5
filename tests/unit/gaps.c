/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times since the record before: the same, whether one waits for them or takes small steps. */
#include "recording/gaps.h"

#include <stdlib.h>

#include "records/list_gaps.h"
#include "tap.h"
#include "unit/places.h"

static struct recording *recording;

/* Calls until a block is at hand. */
static unsigned steps_to(struct gaps *gaps, uint64_t block)
{
	unsigned n = 1;

	while (!gaps_come(gaps, block, 0))
		n++;
	return n;
}

static bool same(struct gaps *a, struct gaps *b, uint64_t block)
{
	uint32_t rows = recording_block(recording, block).rows, found = 0;

	for (uint32_t i = 0; i < rows; i++) {
		for (int of = 0; of < GAPS; of++) {
			int64_t x = 0, y = 0;
			bool has = gaps_get(a, block, i, (enum gap_of)of, &x);

			if (has != gaps_get(b, block, i, (enum gap_of)of, &y) || (has && x != y))
				return false;
			found += has;
		}
	}
	return found > rows / 2;
}

/* Wanted gaps come in the order of rows, and known ones are kept. */
static void test_list(uint64_t last)
{
	uint64_t first = recording_block(recording, last).first_row;
	struct list_gaps list = { NULL };
	struct gaps *gaps = gaps_open(recording, GAPS_ALL);
	int64_t got = 0, want = 0;
	uint32_t i = recording_block(recording, last).rows - 1;
	uint64_t rows[3] = { first, 30 };
	unsigned n = 0;

	/* The last one that has a time. */
	while (i && !gaps_get(gaps, last, i, GAP_THREAD, &want))
		i--;
	rows[2] = first + i;

	list_gaps_want(&list, rows, 3);
	ok(list.waits && !list_gaps_get(&list, 30, GAP_THREAD, &got), "nothing is known at first");
	for (; list.waits && n < 1000; n++)
		list_gaps_step(&list, recording, 0);
	ok(n > 1 && !list.waits, "not all of it is found at once");
	ok(list_gaps_get(&list, first + i, GAP_THREAD, &got) && got == want, "the last row's");
	ok(gaps_get(gaps, 0, 30, GAP_ALL, &want) && list_gaps_get(&list, 30, GAP_ALL, &got) &&
		   got == want,
	   "the first row's");
	list_gaps_want(&list, rows, 2);
	ok(!list.waits && list_gaps_get(&list, 30, GAP_ALL, &got) && got == want &&
		   !list_gaps_get(&list, first + i, GAP_ALL, &got),
	   "what is still wanted is known, and nothing else");
	list_gaps_want(&list, rows, 3);
	ok(list.waits, "what is wanted again is looked for again");
	gaps_close(gaps);
	list_gaps_release(&list);
}

int main(void)
{
	static const char *const names[] = { "demo.data", "system.data", "fp.data" };
	const struct recording_options how = { .no_index = true };
	struct err err = ERR_INIT;
	struct gaps *slow, *at_once;
	uint64_t last;
	bool all = true;

	recording = recording_new(&how);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		all &= !recording_add(recording, places_recording(names[i]), &err);
	}
	ok(all, "a recording of three files");
	recording_start(recording);
	recording_wait(recording);
	last = recording_blocks(recording) - 1;
	slow = gaps_open(recording, GAPS_ALL);
	at_once = gaps_open(recording, GAPS_ALL);
	ok(last == 2 && steps_to(slow, last) > 3, "not all rows before it at once");
	ok(same(slow, at_once, last), "the last block's are the same");
	ok(steps_to(slow, last) == 1, "what is at hand costs nothing");
	steps_to(slow, 0);
	ok(same(slow, at_once, 0), "and the first block's");
	gaps_close(slow);
	gaps_close(at_once);
	test_list(last);
	recording_close(recording);
	return done_testing();
}
