/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/row_cursor.h"

#include <stdlib.h>

struct file_cursor {
	struct row_cursor cursor;
	struct recording *recording;
	uint64_t row;
};

static bool file_next(struct row_cursor *cursor, struct row_batch *batch)
{
	struct file_cursor *f = (struct file_cursor *)cursor;
	struct block_desc block;
	uint64_t n;

	if (f->row >= recording_rows(f->recording))
		return false;
	block = recording_block(f->recording, recording_block_of(f->recording, f->row));
	n = block.first_row + block.rows - f->row;
	batch->n = n < cursor->most ? (uint32_t)n : cursor->most;
	for (uint32_t i = 0; i < batch->n; i++)
		batch->rows[i] = f->row++;
	return true;
}

static void file_close(struct row_cursor *cursor)
{
	free(cursor);
}

struct row_cursor *row_cursor_file(struct recording *recording, uint64_t first, uint32_t most)
{
	struct file_cursor *f = mem_zalloc(sizeof(*f));

	f->cursor = (struct row_cursor){ most, file_next, file_close };
	f->recording = recording;
	f->row = first;
	return &f->cursor;
}
