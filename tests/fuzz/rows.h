/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Look at the rows of a recording as the program does. */
#ifndef PERFNAV_TESTS_FUZZ_ROWS_H
#define PERFNAV_TESTS_FUZZ_ROWS_H

#include "fuzz/fuzz.h"
#include "out/json.h"
#include "out/text.h"
#include "recording/gaps.h"
#include "recording/reader.h"
#include "recording/reader_tree.h"
#include "wire/tree_value.h"

static inline void rows_read_one(struct reader *reader, struct writer *const *writers, uint64_t row,
				 struct tree *tree, struct buf *line)
{
	struct err err = ERR_INIT;
	struct row_info info;

	if (reader_row(reader, row, &info, &err)) {
		if (!err.msg[0])
			give_up("an error without a reason");
		return;
	}
	for (int i = 0; i < 2; i++) {
		buf_reset(line);
		writers[i]->row(writers[i], &info, line);
		if (memchr(line->p, '\033', line->len))
			give_up("an escape is not escaped");
	}
	reader_tree(reader, &info, tree);
	for (size_t i = 0; i < tree->nodes.n; i++) {
		buf_reset(line);
		tree_value(tree, &tree->nodes.v[i], line);
	}
}

static inline void rows_in_time(struct recording *recording)
{
	struct order *order = recording_order(recording);
	uint64_t n = recording_rows(recording);

	if (!order)
		return;
	for (uint64_t i = 0; i < n; i += 1 + n / 16) {
		struct order_entry entry;

		if (!order_at(order, i, &entry, NULL) && entry.row >= n)
			give_up("an entry of the order is no row");
	}
	order_close(order);
}

static inline void gaps_of_rows(struct recording *recording, uint64_t step)
{
	struct gaps *gaps = gaps_open(recording, GAPS_ALL);
	uint64_t n = recording_rows(recording);

	for (uint64_t i = 0; i < n; i += step) {
		uint64_t row = n - 1 - i, block = recording_block_of(recording, row);
		int64_t ns;

		gaps_get(gaps, block, (uint32_t)(row - recording_block(recording, block).first_row),
			 (enum gap_of)(row % GAPS), &ns);
	}
	gaps_close(gaps);
}

/* Decode at most so many rows once and write them in two forms, and some in time order. */
static inline void look_at_rows(struct recording *recording, uint64_t most)
{
	static const struct writer_options usual = { .n = 0 };
	struct reader *reader = reader_open(recording);
	struct writer *const writers[] = { json_open(reader, &usual), text_open(reader, &usual) };
	uint64_t n = recording_rows(recording), step = 1 + n / most;
	struct tree tree = TREE_INIT;
	struct buf line = BUF_INIT;

	for (uint64_t i = 0; i < n; i += step)
		rows_read_one(reader, writers, i, &tree, &line);
	buf_release(&line);
	tree_release(&tree);
	for (int i = 0; i < 2; i++)
		writers[i]->close(writers[i]);
	reader_close(reader);
	rows_in_time(recording);
	gaps_of_rows(recording, step);
}

#endif
