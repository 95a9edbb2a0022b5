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

uint32_t row_run_records(const struct row_run *run, uint32_t i, uint32_t end,
			 struct row_run_record records[ROW_RUN_RECORDS])
{
	const struct shared_block *c = (const void *)run->block;
	const struct row_info *info = &run->info;
	bool big = reader_file(run->reader, info)->header.big;
	uint32_t n = 0;

	if (info->damage)
		return 0;
	end = end - i < ROW_RUN_RECORDS ? end : i + ROW_RUN_RECORDS;
	for (; i < end; i++, n++) {
		uint64_t at = c->offset[i] - run->from;
		struct witness_facts facts = {
			.size = c->col[COL_SIZE][i],
			.time = block_recorded_time(run->block, c->col[COL_TIME], i),
			.pid = info->pid,
			.tid = info->tid,
			.cpu = (uint32_t)c->col[COL_CPU][i],
		};

		if (c->col[COL_KIND][i] != run->kind || c->col[COL_THREAD][i] != run->thread ||
		    run->block->stream[i] != run->stream || at >= run->left ||
		    facts.size > run->left - at ||
		    !witness_agrees(info->kind, big, &facts, run->bytes + at, facts.size))
			break;
		records[n] =
			(struct row_run_record){ run->bytes + at, facts.size, c->col[COL_TIME][i] };
	}
	return n;
}
