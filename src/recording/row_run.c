/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/row_run.h"

#include "index/witness.h"
#include "recording/blocks.h"

void row_run_begin(struct row_run *run, struct reader *reader, struct block *block)
{
	*run = (struct row_run){ .reader = reader, .block = block };
}

static const struct shared_block *shared_of(const struct block *block)
{
	return (const struct shared_block *)(const void *)block;
}

/* Set what differs between rows of one kind and thread. */
static void set_row(struct row_run *run, uint32_t i)
{
	const struct shared_block *shared = shared_of(run->block);
	struct row_info *info = &run->info;
	const uint64_t *times = shared->col[COL_TIME];

	info->row = run->block->desc.first_row + i;
	info->ordinal =
		run->block->desc.first_ordinal + i - (shared->damages ? shared->damages[i] : 0);
	info->offset = shared->offset[i];
	info->stream = run->block->stream[i];
	info->in = run->block->in[i];
	info->size = shared->col[COL_SIZE][i];
	info->time = times[i];
	info->cpu = (uint32_t)shared->col[COL_CPU][i];
	info->witness = witness_of(&info->kind->entry,
				   &(struct witness_facts){
					   .size = info->size,
					   .time = block_recorded_time(run->block, times, i),
					   .pid = info->pid,
					   .tid = info->tid,
					   .cpu = info->cpu,
				   });
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
	const struct shared_block *shared = shared_of(run->block);
	bool same = run->begun && shared->col[COL_KIND][i] == run->kind &&
		    shared->col[COL_THREAD][i] == run->thread && !run->info.damage;

	if (same) {
		set_row(run, i);
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
