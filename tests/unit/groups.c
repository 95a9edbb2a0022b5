/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Groups of blocks against the blocks themselves, while an index is built and when it is read; and
 * a table of blocks that is damaged in the file.
 */
#include "index/groups.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "index/block_table.h"
#include "index/index_private.h"
#include "unit/made.h"

enum {
	BLOCKS = 2 * GROUP_BLOCKS + 3,
	ROWS = BLOCKS * BLOCK_ROWS - 100
};

/* Rising, but for one block that is early and one that is late; some rows have no time. */
static uint64_t some_time(uint64_t row)
{
	uint64_t block = row / BLOCK_ROWS;

	if (block == 7)
		return 5 + row % 11;
	if (block == GROUP_BLOCKS + 9)
		return UINT64_C(1) << 40;
	if (block == GROUP_BLOCKS + 1 && row % 100 == 0)
		return 0;
	if (block == 2 * GROUP_BLOCKS && row % 1000 == 0)
		return UINT64_MAX;
	return 1000000 + 10 * row;
}

static struct index *open_whole(const struct perf_file *file, const char *path)
{
	struct index *index = open_index(file, path);

	is_uint(index_blocks(index), BLOCKS, "... of all blocks");
	return index;
}

static void widen_with(struct block_desc *all, const struct block_desc *d)
{
	all->rows += d->rows;
	all->time_min = d->time_min < all->time_min ? d->time_min : all->time_min;
	all->time_max = d->time_max > all->time_max ? d->time_max : all->time_max;
	all->key_min = d->key_min < all->key_min ? d->key_min : all->key_min;
	all->key_max = d->key_max > all->key_max ? d->key_max : all->key_max;
	all->kinds |= d->kinds;
	all->threads |= d->threads;
	all->cpus |= d->cpus;
	all->flags |= d->flags;
}

static void check_groups(const struct index *index, uint64_t groups)
{
	uint64_t block = 0, first = 0, last = 0;

	is_uint(index_groups(index), groups, "%llu groups", (unsigned long long)groups);
	for (uint64_t i = 0; i < groups; i++) {
		struct block_desc all = *index_block(index, block);

		all.chunk = 0;
		all.size = 0;
		for (block++; block < index_group_end(index, i); block++)
			widen_with(&all, index_block(index, block));
		ok(!memcmp(&all, index_group(index, i), sizeof(all)), "group %llu is its blocks",
		   (unsigned long long)i);
	}
	ok(index_times(index, &first, &last), "there are times");
	is_uint(first, 5, "... the first one");
	is_uint(last, UINT64_C(1) << 40, "... and the last one");
}

static void check_flags(const struct index *index)
{
	bool right = true;

	for (uint64_t i = 0; i < BLOCKS; i++) {
		uint32_t flags = i == GROUP_BLOCKS + 1	 ? BLOCK_TIME_0
				 : i == 2 * GROUP_BLOCKS ? BLOCK_TIME_MAX
							 : 0;

		right &= index_block(index, i)->flags == flags;
	}
	ok(right, "blocks have the flags of their times");
}

/* The first block with a kind, from each block on, against a look at each block. */
static void check_kinds(const struct index *index)
{
	bool right = true;

	for (uint64_t bits = 1; bits; bits <<= 1) {
		uint64_t want = BLOCKS;

		for (uint64_t from = BLOCKS; from--;) {
			if (index_block(index, from)->kinds & bits)
				want = from;
			right &= index_block_with(index, from, bits) == want;
		}
	}
	ok(right, "blocks are found by their kinds");
}

/* The place of the entries of the blocks: they are written twice, compressed in checkpoints. */
static off_t find_table(int fd, const struct block_desc *first)
{
	off_t size = lseek(fd, 0, SEEK_END);
	char *p = malloc((size_t)size);
	char *at = pread(fd, p, (size_t)size, 0) == size
			   ? memmem(p, (size_t)size, first, sizeof(*first))
			   : NULL;
	off_t place = at ? at - p : 0;

	free(p);
	return place;
}

static void check_damage(const struct index *index, const char *path, off_t at)
{
	struct group_entry groups[3];
	struct container container = { .fd = open(path, O_RDWR), .rest = -1, .tail = -1 };
	struct block_table *table;
	uint64_t row = 0;
	char byte = 0;
	bool same = true, without = true, follow = true;

	for (unsigned i = 0; i < 3; i++)
		groups[i] = *(const struct group_entry *)pages_at(&index->groups, i);
	ok(groups_sound(groups, 3, BLOCKS, ROWS), "the groups are sound");
	ok(!groups_sound(groups, 3, BLOCKS, ROWS + 1), "... but not for another number of rows");
	ok(!groups_sound(groups, 2, BLOCKS, ROWS), "... or if one is missing");
	at += (GROUP_BLOCKS + 5) * (off_t)sizeof(struct block_desc) + 20;
	ok(pread(container.fd, &byte, 1, at) == 1 &&
		   pwrite(container.fd, &(char){ (char)(byte ^ 1) }, 1, at) == 1,
	   "an entry of the second group is damaged");
	container.size = (uint64_t)lseek(container.fd, 0, SEEK_END);
	at -= (GROUP_BLOCKS + 5) * (off_t)sizeof(struct block_desc) + 20;
	table = block_table_open(&container, (uint64_t)at, BLOCKS, groups);
	for (uint64_t i = 0; i < BLOCKS; i++) {
		const struct block_desc *d = block_table_at(table, i);

		follow &= d->first_row == row && d->rows && d->rows <= BLOCK_ROWS;
		row += d->rows;
		if (i / GROUP_BLOCKS == 1)
			without &= !d->chunk && !d->size && d->flags == groups[1].rows.flags &&
				   d->time_max == groups[1].rows.time_max;
		else
			same &= !memcmp(d, index_block(index, i), sizeof(*d));
	}
	ok(follow && row == ROWS, "all rows are in blocks");
	ok(without, "those of the damaged group have no chunk, and are never skipped");
	ok(same, "those of the other groups are right");
	block_table_close(table);
	close(container.fd);
}

int main(void)
{
	char path[] = "/tmp/groups-XXXXXX";
	struct perf_file *file;
	struct index *index;
	off_t place;
	int fd = mkstemp(path);

	file = make(ROWS, some_time);
	if (!ok(fd >= 0 && file != NULL, "a recording of %d records", ROWS))
		return done_testing();
	close(fd);
	index = open_whole(file, path);
	check_groups(index, 2);
	check_flags(index);
	check_kinds(index);
	index_close(index);
	index = open_whole(file, path);
	ok(index->reused, "it is read from its file");
	check_groups(index, 3);
	check_flags(index);
	check_kinds(index);
	fd = open(path, O_RDONLY);
	place = find_table(fd, index_block(index, 0));
	close(fd);
	if (ok(place > 0, "the table of blocks is found"))
		check_damage(index, path, place);
	index_close(index);
	index = open_whole(file, path);
	ok(!index->reused, "an index with a damaged table is rebuilt");
	index_close(index);
	perf_file_close(file);
	unlink(path);
	return done_testing();
}
