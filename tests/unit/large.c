/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers of rows pass 2^32: a recording that a function makes, byte by byte, is indexed and
 * looked at around that border. PERFNAV_LARGE=1 makes it that large, which takes minutes; else it
 * is a small one, looked at in the same places.
 */
#include <stdlib.h>

#include "index/index.h"
#include "index/order.h"
#include "unit/made.h"

/* Of two neighbours the second was first. */
static uint64_t swapped_time(uint64_t row)
{
	return 1000000 + 10 * (row ^ 1);
}

/* Compare a row of the index. NULL: it is right. */
static const char *look(const struct index *index, uint64_t row)
{
	uint64_t number = index_block_of(index, row), i;
	const char *wrong = NULL;
	struct block block;

	if (!index_load(index, number, &block))
		return "its block";
	i = row - block.desc.first_row;
	if (i >= block.desc.rows)
		wrong = "the block of the row";
	else if (block_column(&block, COL_TIME)[i] != time_of(row))
		wrong = "its time";
	else if (block_offsets(&block)[i] != DATA + row * SIZE)
		wrong = "its offset";
	else if (index_thread(index, block_column(&block, COL_THREAD)[i])->pid != pid_of(row))
		wrong = "its pid";
	else if (block.desc.first_ordinal + i != row)
		wrong = "its ordinal";
	block_close(&block);
	return wrong;
}

static void check_rows(const struct index *index, const uint64_t *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		is_str(look(index, rows[i]), NULL, "row %llu", (unsigned long long)rows[i]);
}

static void check_order(const struct index *index, const uint64_t *rows, size_t n)
{
	struct order_file file = { index, 0 };
	struct order *order = order_open(&file, 1);

	is_uint(order_rows(order), records, "all rows are in time order");
	for (size_t i = 0; i < n; i++) {
		struct order_entry entry = { 0, 0 };
		struct err err = ERR_INIT;
		uint64_t position = 0, at = 0;

		order_at(order, rows[i], &entry, &err);
		is_uint(entry.row, rows[i] ^ 1, "the row at position %llu of the order",
			(unsigned long long)rows[i]);
		order_before(order, &entry, &position, &err);
		is_uint(position, rows[i], "... and back");
		order_at_time(order, entry.key, &at, &err);
		is_uint(at, rows[i], "... and from its time");
	}
	order_close(order);
}

int main(void)
{
	bool large = getenv("PERFNAV_LARGE") != NULL;
	uint64_t border = large ? UINT64_C(1) << 32 : UINT64_C(1) << 18;
	struct index_progress progress;
	struct perf_file *file;
	struct index *index;

	file = make(border + 20000, swapped_time);
	if (!ok(file != NULL, "a recording of %llu records", (unsigned long long)records))
		return done_testing();
	index = open_index(file, NULL);
	index_progress(index, &progress);
	is_uint(progress.records, records, "... all of it");
	is_uint(index_rows(index), records, "... each a row");

	uint64_t rows[] = { 0,	    border - 8193, border - 2,	  border - 1,
			    border, border + 1,	   border + 8192, records - 1 };

	check_rows(index, rows, sizeof(rows) / sizeof(rows[0]));
	check_order(index, rows, sizeof(rows) / sizeof(rows[0]));
	index_close(index);
	perf_file_close(file);
	return done_testing();
}
