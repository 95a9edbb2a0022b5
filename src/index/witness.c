/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/witness.h"

#include "base/mem.h"
#include "index/index_private.h"

static struct witness_place place_of(const struct kind *kind, enum index_field field, size_t size)
{
	int at = kind->offsets.at[field];

	if (!at)
		return (struct witness_place){ 0, 0 };
	return (struct witness_place){ at < 0 ? size - (size_t)-at : (size_t)at, UINT64_MAX };
}

void witness_pattern_set(struct witness_pattern *w, const struct kind *kind, bool big,
			 const struct witness_facts *facts)
{
	int pid = kind->offsets.at[INDEX_FIELD_PID], tid = kind->offsets.at[INDEX_FIELD_TID];
	uint8_t head[RECORD_HEADER_SIZE], task[8];

	*w = (struct witness_pattern){ .size = facts->size };
	w->fits = facts->size >= RECORD_HEADER_SIZE && facts->size >= kind->offsets.min &&
		  facts->size <= UINT16_MAX && (pid ? tid && tid == pid + 4 : !tid);
	if (!w->fits)
		return;
	store_u32(head, kind->entry.type, big);
	store_u16(head + 4, kind->entry.misc, big);
	store_u16(head + 6, (uint16_t)facts->size, big);
	memcpy(&w->head, head, sizeof(w->head));
	store_u32(task, facts->pid, big);
	store_u32(task + 4, facts->tid, big);
	memcpy(&w->task, task, sizeof(w->task));
	w->task_at = place_of(kind, INDEX_FIELD_PID, facts->size);
	w->time_at = place_of(kind, INDEX_FIELD_TIME, facts->size);
	w->cpu_at = place_of(kind, INDEX_FIELD_CPU, facts->size);
}

/* Compare the record of a row, or the COMPRESSED record that contains it. */
static bool row_agrees(const struct index *index, struct block *block, uint32_t i, uint8_t *p)
{
	const struct kind *kind = index_kind(index, block_column(block, COL_KIND)[i]);
	const struct thread_entry *task = index_thread(index, block_column(block, COL_THREAD)[i]);
	uint64_t size = block_column(block, COL_SIZE)[i], offset = block_offsets(block)[i];
	uint32_t stream = block->stream[i], plain = (uint32_t)index->file->streams.n;
	bool big = index->file->header.big, inflated = stream >= plain;
	const struct witness_facts facts = {
		.size = size,
		.time = block_column(block, COL_TIME)[i],
		.cpu = (uint32_t)block_column(block, COL_CPU)[i],
		.pid = task->pid,
		.tid = task->tid,
	};
	uint32_t type;

	if (!kind || stream >= 2 * plain || size > UINT16_MAX)
		return false;
	if (!inflated)
		return source_read(index->file->streams.v[stream].source, offset, p, size) ==
			       (int64_t)size &&
		       witness_agrees(kind, big, &facts, p, size);
	if (source_read(index->file->streams.v[stream - plain].source, block->in[i], p,
			RECORD_HEADER_SIZE) < RECORD_HEADER_SIZE)
		return false;
	type = load_u32(p, big);
	return type == RECORD_COMPRESSED || type == RECORD_COMPRESSED2;
}

static bool is_record(const struct index *index, struct block *block, uint32_t i)
{
	const struct kind *kind = index_kind(index, block_column(block, COL_KIND)[i]);

	return kind && kind->entry.type != RECORD_DAMAGE;
}

/* Compare the first record at or after the middle of the block, and then every step-th row. */
static bool block_agrees(const struct index *index, uint64_t number, uint64_t step, uint8_t *p)
{
	struct block block;
	uint64_t next = 0;
	bool agrees = true;

	if (!index_load(index, number, &block))
		return false;
	for (uint32_t n = 0, i = block.desc.rows / 2; agrees && n < block.desc.rows; n++) {
		if (n >= next && is_record(index, &block, i)) {
			agrees = row_agrees(index, &block, i, p);
			next = n + step;
		}
		i = i + 1 < block.desc.rows ? i + 1 : 0;
	}
	agrees &= !block.bad;
	block_close(&block);
	return agrees;
}

static bool blocks_agree(const struct index *index, uint64_t step)
{
	uint8_t *p = mem_alloc(UINT16_MAX);
	bool agrees = true;

	for (uint64_t i = 0; agrees && i < index_blocks(index); i++)
		agrees = block_agrees(index, i, step, p);
	free(p);
	return agrees;
}

bool witness_blocks(const struct index *index)
{
	return blocks_agree(index, BLOCK_ROWS);
}

bool witness_rows(const struct index *index, uint64_t rows)
{
	uint64_t step = index_rows(index) / rows + 1;

	return blocks_agree(index, step < BLOCK_ROWS ? step : BLOCK_ROWS);
}
