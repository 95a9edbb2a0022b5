/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/row_run.h"

#include "index/witness.h"
#include "recording/blocks.h"

void row_run_begin(struct row_run *run, struct reader *reader, struct block *block)
{
	*run = (struct row_run){ .reader = reader, .block = block };
}

/* Get the record from the bytes that were read last. False: they do not have it. */
static bool take_bytes(struct row_run *run)
{
	const struct row_info *info = &run->info;
	uint64_t at = info->offset - run->from;

	if (info->damage || info->stream != run->stream || at >= run->left ||
	    info->size > run->left - at || info->size > UINT16_MAX)
		return false;
	run->p = run->bytes + at;
	run->len = (size_t)info->size;
	return witness_of_bytes(info->kind, reader_file(run->reader, info)->header.big, run->p,
				run->len) == info->witness;
}

bool row_run_go(struct row_run *run, uint32_t i)
{
	const struct shared_block *shared = (const void *)run->block;
	bool same = run->begun && shared->col[COL_KIND][i] == run->kind &&
		    shared->col[COL_THREAD][i] == run->thread && !run->info.damage;

	if (same) {
		reader_row_like(run->block, i, &run->info);
	} else {
		reader_row_in(run->reader, run->block, i, &run->info);
		run->kind = shared->col[COL_KIND][i];
		run->thread = shared->col[COL_THREAD][i];
		run->begun = true;
	}
	return same;
}

void row_run_read(struct row_run *run)
{
	if (take_bytes(run))
		return;
	run->p = reader_bytes_on(run->reader, &run->info, &run->len, &run->left);
	run->bytes = run->p;
	run->from = run->info.offset;
	run->stream = run->info.stream;
}
