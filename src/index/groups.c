/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/io.h"
#include "base/mem.h"
#include "file/spill_array.h"
#include "index/index_private.h"

/* The number of groups that so many blocks make. */
static uint64_t groups_of(uint64_t blocks)
{
	return blocks / GROUP_BLOCKS + (blocks % GROUP_BLOCKS != 0);
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Add a block to the description of the blocks before it. */
static void describe(struct block_desc *all, const struct block_desc *desc)
{
	all->rows += desc->rows;
	all->time_min = least(all->time_min, desc->time_min);
	all->time_max = most(all->time_max, desc->time_max);
	all->kinds |= desc->kinds;
	all->threads |= desc->threads;
	all->cpus |= desc->cpus;
	all->key_min = least(all->key_min, desc->key_min);
	all->key_max = most(all->key_max, desc->key_max);
	all->flags |= desc->flags;
}

/* Make the group of n blocks, of which the first is a multiple of GROUP_BLOCKS. */
static struct group_entry make_group(const struct index *index, uint64_t first, uint64_t n)
{
	struct block_desc blocks[GROUP_BLOCKS];
	struct group_entry group;

	for (uint64_t i = 0; i < n; i++)
		blocks[i] = *(const struct block_desc *)pages_at(&index->blocks, first + i);
	group.hash = container_hash(blocks, n * sizeof(blocks[0]));
	group.rows = blocks[0];
	group.rows.chunk = 0;
	group.rows.size = 0;
	for (uint64_t i = 1; i < n; i++)
		describe(&group.rows, &blocks[i]);
	return group;
}

void groups_add_block(struct index *index, const struct block_desc *desc)
{
	uint64_t n;

	pages_add(&index->blocks, desc);
	n = pages_count(&index->blocks);
	if (n % GROUP_BLOCKS == 0) {
		struct group_entry group = make_group(index, n - GROUP_BLOCKS, GROUP_BLOCKS);

		pages_add(&index->groups, &group);
	}
}

void groups_flatten(const struct index *index, struct buf *out)
{
	uint64_t blocks = pages_count(&index->blocks), groups = blocks / GROUP_BLOCKS;

	for (uint64_t i = 0; i < groups; i++)
		buf_add(out, pages_at(&index->groups, i), sizeof(struct group_entry));
	if (blocks % GROUP_BLOCKS) {
		struct group_entry last =
			make_group(index, groups * GROUP_BLOCKS, blocks % GROUP_BLOCKS);

		buf_add(out, &last, sizeof(last));
	}
}

bool groups_sound(const struct group_entry *groups, uint64_t n, uint64_t blocks, uint64_t rows)
{
	uint64_t row = 0;

	if (n != groups_of(blocks))
		return false;
	for (uint64_t i = 0; i < n; i++) {
		const struct block_desc *all = &groups[i].rows;
		uint64_t in = least(blocks - i * GROUP_BLOCKS, GROUP_BLOCKS);

		if (all->first_row != row || all->rows < in || all->rows > in * BLOCK_ROWS)
			return false;
		row += all->rows;
	}
	return row == rows;
}

/* ---- the table of a complete index ---- */

struct group_progress {
	_Atomic bool is_read;
};

struct block_table {
	const struct container *container;
	const struct group_entry *groups;
	uint64_t offset, blocks;
	struct spill_array entries;
	struct group_progress *states;
	pthread_mutex_t lock; /* for reading a group */
};

struct block_table *block_table_open(const struct container *container, uint64_t offset,
				     uint64_t blocks, const struct group_entry *groups)
{
	struct block_table *t = mem_zalloc(sizeof(*t));

	t->container = container;
	t->groups = groups;
	t->offset = offset;
	t->blocks = blocks;
	t->states = mem_zalloc((groups_of(blocks) + 1) * sizeof(*t->states));
	spill_array_resize(&t->entries, blocks * sizeof(struct block_desc), container->spool_dir);
	pthread_mutex_init(&t->lock, NULL);
	return t;
}

void block_table_close(struct block_table *t)
{
	if (!t)
		return;
	spill_array_release(&t->entries);
	pthread_mutex_destroy(&t->lock);
	free(t->states);
	free(t);
}

uint64_t block_table_blocks(const struct block_table *t)
{
	return t->blocks;
}

uint64_t block_table_rows(const struct block_table *t)
{
	const struct block_desc *last = t->blocks ? &t->groups[(t->blocks - 1) / GROUP_BLOCKS].rows
						  : NULL;

	return last ? last->first_row + last->rows : 0;
}

/* Are rows consecutive, and chunks inside the file? */
static bool entries_sound(const struct block_table *t, const struct block_desc *d, uint64_t n,
			  const struct block_desc *all)
{
	uint64_t row = all->first_row;

	for (uint64_t i = 0; i < n; i++) {
		if (d[i].first_row != row || !d[i].rows || d[i].rows > BLOCK_ROWS ||
		    d[i].chunk > t->container->size || d[i].size > t->container->size - d[i].chunk)
			return false;
		row += d[i].rows;
	}
	return row == all->first_row + all->rows;
}

/* Divide the rows of a group among its blocks. */
static void replace_entries(struct block_desc *d, uint64_t n, const struct block_desc *all)
{
	for (uint64_t i = 0; i < n; i++) {
		uint64_t before = all->rows * i / n;

		d[i] = *all;
		d[i].first_row = all->first_row + before;
		d[i].rows = (uint32_t)(all->rows * (i + 1) / n - before);
	}
}

static void read_group(struct block_table *t, uint64_t group)
{
	uint64_t first = group * GROUP_BLOCKS, n = least(t->blocks - first, GROUP_BLOCKS);
	struct block_desc *d = (struct block_desc *)t->entries.p + first;
	const struct group_entry *entry = &t->groups[group];
	size_t size = n * sizeof(*d);

	if (io_read_at(t->container->fd, t->offset + first * sizeof(*d), d, size) < size ||
	    container_hash(d, size) != entry->hash || !entries_sound(t, d, n, &entry->rows))
		replace_entries(d, n, &entry->rows);
}

const struct block_desc *block_table_at(struct block_table *t, uint64_t block)
{
	struct group_progress *state = &t->states[block / GROUP_BLOCKS];

	if (!atomic_load_explicit(&state->is_read, memory_order_acquire)) {
		pthread_mutex_lock(&t->lock);
		if (!atomic_load_explicit(&state->is_read, memory_order_relaxed))
			read_group(t, block / GROUP_BLOCKS);
		atomic_store_explicit(&state->is_read, true, memory_order_release);
		pthread_mutex_unlock(&t->lock);
	}
	return (const struct block_desc *)t->entries.p + block;
}
