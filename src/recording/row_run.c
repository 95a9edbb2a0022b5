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
	return reader_row_fits(run->reader, info, run->p, run->len);
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

/* row_run_records() for one byte order, which the compiler then knows. */
static inline __attribute__((always_inline)) uint32_t get_records(const struct row_run *run,
								  uint32_t i, uint32_t end,
								  struct row_run_record *records,
								  bool big)
{
	const struct shared_block *c = (const void *)run->block;
	const struct row_info *info = &run->info;
	const uint64_t *kind = c->col[COL_KIND], *thread = c->col[COL_THREAD],
		       *size = c->col[COL_SIZE], *cpu = c->col[COL_CPU], *time = c->col[COL_TIME];
	struct witness_pattern pattern = { .fits = false };
	uint32_t n = 0;

	for (; i < end; i++, n++) {
		uint64_t at = c->offset[i] - run->from;

		if (kind[i] != run->kind || thread[i] != run->thread ||
		    run->block->stream[i] != run->stream || at >= run->left ||
		    size[i] > run->left - at)
			break;
		if (size[i] != pattern.size)
			witness_pattern_set(&pattern, info->kind, big,
					    &(struct witness_facts){ .size = size[i],
								     .pid = info->pid,
								     .tid = info->tid });
		if (!pattern.fits ||
		    !witness_fits(&pattern, big, block_recorded_time(run->block, time, i),
				  (uint32_t)cpu[i], run->bytes + at))
			break;
		records[n] = (struct row_run_record){ run->bytes + at, size[i], time[i] };
	}
	return n;
}

uint32_t row_run_records(const struct row_run *run, uint32_t i, uint32_t end,
			 struct row_run_record records[ROW_RUN_RECORDS])
{
	if (run->info.damage)
		return 0;
	end = end - i < ROW_RUN_RECORDS ? end : i + ROW_RUN_RECORDS;
	return reader_file(run->reader, &run->info)->header.big
		       ? get_records(run, i, end, records, true)
		       : get_records(run, i, end, records, false);
}
