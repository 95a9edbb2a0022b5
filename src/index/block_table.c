/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/block_table.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "file/spill_array.h"
#include "index/groups.h"

struct block_table {
	const struct container *container;
	const struct group_entry *groups;
	uint64_t offset, blocks;
	struct spill_array entries;
	_Atomic bool *is_read; /* for each group: its entries are valid */
	pthread_mutex_t lock;  /* for reading a group */
};

struct block_table *block_table_open(const struct container *container, uint64_t offset,
				     uint64_t blocks, const struct group_entry *groups)
{
	struct block_table *t = mem_zalloc(sizeof(*t));

	t->container = container;
	t->groups = groups;
	t->offset = offset;
	t->blocks = blocks;
	t->is_read = mem_zalloc((groups_count(blocks) + 1) * sizeof(*t->is_read));
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
	free(t->is_read);
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
	uint64_t first = group * GROUP_BLOCKS, n = groups_blocks(group, t->blocks);
	struct block_desc *d = (struct block_desc *)t->entries.p + first;
	const struct group_entry *entry = &t->groups[group];
	size_t size = n * sizeof(*d);

	if (io_read_at(t->container->fd, t->offset + first * sizeof(*d), d, size) < size ||
	    hash_stable(d, size) != entry->hash || !entries_sound(t, d, n, &entry->rows))
		replace_entries(d, n, &entry->rows);
}

const struct block_desc *block_table_at(struct block_table *t, uint64_t block)
{
	_Atomic bool *is_read = &t->is_read[block / GROUP_BLOCKS];

	if (!atomic_load_explicit(is_read, memory_order_acquire)) {
		pthread_mutex_lock(&t->lock);
		if (!atomic_load_explicit(is_read, memory_order_relaxed))
			read_group(t, block / GROUP_BLOCKS);
		atomic_store_explicit(is_read, true, memory_order_release);
		pthread_mutex_unlock(&t->lock);
	}
	return (const struct block_desc *)t->entries.p + block;
}
