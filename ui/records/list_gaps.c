/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/list_gaps.h"

#include <stdlib.h>

#include "base/clock.h"
#include "shell/app.h"

void list_gaps_release(struct list_gaps *gaps)
{
	gaps_close(gaps->gaps);
	vec_release(&gaps->list);
}

static int by_row(const void *a, const void *b)
{
	uint64_t x = ((const struct list_gap *)a)->row, y = ((const struct list_gap *)b)->row;

	return (x > y) - (x < y);
}

static const struct list_gap *find(const struct list_gaps *gaps, uint64_t row)
{
	struct list_gap key = { .row = row };

	return gaps->list.n ? bsearch(&key, gaps->list.v, gaps->list.n, sizeof(key), by_row) : NULL;
}

void list_gaps_want(struct list_gaps *gaps, const uint64_t *rows, size_t n)
{
	struct list_gaps wanted = { .gaps = gaps->gaps };

	for (size_t i = 0; i < n; i++) {
		const struct list_gap *known = find(gaps, rows[i]);
		struct list_gap gap = known ? *known : (struct list_gap){ .row = rows[i] };

		wanted.waits |= !gap.known;
		vec_push(&wanted.list, gap);
	}
	vec_release(&gaps->list);
	*gaps = wanted;
	if (gaps->list.n)
		qsort(gaps->list.v, gaps->list.n, sizeof(gaps->list.v[0]), by_row);
}

static void look_at(struct list_gaps *gaps, const struct recording *recording, uint64_t block,
		    struct list_gap *gap)
{
	uint32_t i = (uint32_t)(gap->row - recording_block(recording, block).first_row);

	for (int of = 0; of < GAPS; of++)
		gap->has[of] = gaps_get(gaps->gaps, block, i, (enum gap_of)of, &gap->ns[of]);
	gap->known = true;
}

/* Forget the gaps, which are those of another order. */
static void forget(struct list_gaps *gaps)
{
	for (size_t i = 0; i < gaps->list.n; i++)
		gaps->list.v[i].known = false;
	gaps->waits = gaps->list.n > 0;
}

bool list_gaps_step(struct list_gaps *gaps, const struct recording *recording, int64_t ms)
{
	int64_t end = clock_ms() + ms;
	bool found = false;

	if (gaps->gaps && gaps_revised(gaps->gaps))
		forget(gaps);
	if (!gaps->waits)
		return false;
	if (!gaps->gaps)
		gaps->gaps = gaps_open(recording, GAPS_ALL);
	for (size_t i = 0; i < gaps->list.n; i++) {
		struct list_gap *gap = &gaps->list.v[i];
		uint64_t block = recording_block_of(recording, gap->row);
		int64_t left = end - clock_ms();

		if (gap->known)
			continue;
		if (!gaps_come(gaps->gaps, block, left > 0 ? left * 1000000 : 0))
			return found;
		look_at(gaps, recording, block, gap);
		found = true;
	}
	gaps->waits = false;
	return found;
}

bool list_gaps_get(const struct list_gaps *gaps, uint64_t row, enum gap_of of, int64_t *ns)
{
	const struct list_gap *gap = find(gaps, row);

	if (!gap || !gap->known || !gap->has[of])
		return false;
	*ns = gap->ns[of];
	return true;
}
