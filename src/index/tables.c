/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/tables.h"

#include <string.h>

#include "base/hash.h"
#include "file/spill_array.h"
#include "index/groups.h"
#include "index/order_merge.h"
#include "index/size.h"

const struct table tables[TABLES_ALL] = {
	[TABLE_BLOCKS] = { TAG_BLOCKS, sizeof(struct block_desc), offsetof(struct index, blocks) },
	[TABLE_KINDS] = { TAG_KINDS, sizeof(struct kind_entry), offsetof(struct index, kinds) },
	[TABLE_THREADS] = { TAG_THREADS, sizeof(struct thread_entry),
			    offsetof(struct index, threads) },
	[TABLE_FRAMES] = { TAG_FRAMES, sizeof(struct frame_entry), offsetof(struct index, frames) },
	[TABLE_SIZES] = { 0, sizeof(struct size_entry), offsetof(struct index, sizes) },
	/* Entries as in checkpoints; a complete index has the fences of their pieces. */
	[TABLE_TASKS] = { TAG_TASKS, sizeof(struct task_entry),
			  offsetof(struct index, tasks.changes) },
	[TABLE_STATES] = { TAG_STATES, sizeof(struct state_entry), offsetof(struct index, states) },
	[TABLE_CROWD] = { TAG_CROWD, sizeof(uint64_t), offsetof(struct index, crowded) },
	[TABLE_ORDER] = { TAG_ORDER, sizeof(struct page_entry),
			  offsetof(struct index, order_pages) },
	[TABLE_KIND_ROWS] = { TAG_KIND_ROWS, sizeof(uint64_t), offsetof(struct index, kind_rows) },
	[TABLE_GROUPS] = { TAG_GROUPS, sizeof(struct group_entry), offsetof(struct index, groups) },
};

size_t tables_flatten(struct index *index, enum index_table table, uint64_t from, uint64_t to,
		      void *out)
{
	const struct pages *pages = table_pages(index, table);
	size_t size = tables[table].entry;

	for (uint64_t i = from; i < to; i++)
		memcpy((char *)out + (i - from) * size, pages_at(pages, i), size);
	return (to - from) * size;
}

struct directory {
	struct directory_entry entry[TABLES_ALL + 1];
	uint32_t n;
};

static int add_table(struct index *index, struct directory *d, enum index_tag tag, const void *p,
		     size_t len, struct err *err)
{
	struct directory_entry *e = &d->entry[d->n++];
	uint64_t chunk = 0;
	int rc = container_add(&index->container, tag, p, len, &chunk, err);

	*e = (struct directory_entry){
		.tag = tag,
		.offset = chunk + sizeof(struct chunk_header),
		.size = len,
		.hash = hash_stable(p, len),
	};
	return rc;
}

/* A large table is copied to a mapped file, so that it does not need twice the memory. */
static int add_pages(struct index *index, struct directory *d, enum index_table table,
		     struct err *err)
{
	uint64_t n = pages_count(table_pages(index, table));
	struct spill_array flat = { .p = NULL };
	size_t len;
	int rc;

	spill_array_resize(&flat, n * tables[table].entry + !n, index->container.spool_dir);
	len = tables_flatten(index, table, 0, n, flat.p);
	rc = add_table(index, d, tables[table].tag, flat.p, len, err);
	spill_array_release(&flat);
	return rc;
}

/* fences: of the pieces of histories, which are already written. groups: all of them. */
static int add_entries(struct index *index, struct directory *d, enum index_table table,
		       const struct buf fences[HISTORIES], const struct buf *groups,
		       struct err *err)
{
	const struct buf *written = NULL;

	if (table >= TABLES && table < TABLES_KEPT)
		written = &fences[table - TABLES];
	if (table == TABLE_GROUPS)
		written = groups;
	if (written)
		return add_table(index, d, tables[table].tag, written->p, written->len, err);
	return add_pages(index, d, table, err);
}

static int add_tables(struct index *index, struct directory *d, const struct buf fences[HISTORIES],
		      struct err *err)
{
	struct buf groups = BUF_INIT;
	int rc = 0;

	groups_flatten(index, &groups);
	for (int i = 0; !rc && i < TABLES_ALL; i++)
		if (tables[i].tag)
			rc = add_entries(index, d, (enum index_table)i, fences, &groups, err);
	buf_release(&groups);
	if (!rc)
		rc = add_table(index, d, TAG_STRINGS, index->tasks.strings.p,
			       index->tasks.strings.len, err);
	return rc;
}

static uint64_t size_of(const struct directory *d)
{
	uint64_t size = d->n * sizeof(d->entry[0]) + sizeof(struct chunk_header);

	for (uint32_t i = 0; i < d->n; i++)
		size += d->entry[i].size;
	return size;
}

int tables_write(struct index *index, struct build_pool *pool, struct index_end *end,
		 struct err *err)
{
	struct directory d = { .n = 0 };
	struct buf fences[HISTORIES];
	uint64_t directory;
	int rc = order_merge_write(index, err);

	kind_rows_publish(index);
	/* A file without a name is never opened again, and all its tables are in memory. */
	if (!index->container.part)
		return rc;
	for (int i = 0; i < HISTORIES; i++)
		buf_init(&fences[i]);
	for (int i = 0; !rc && i < HISTORIES; i++)
		rc = history_write(table_history(index, (enum index_table)(TABLES + i)),
				   &index->container, &fences[i], pool, err);
	if (!rc)
		rc = add_tables(index, &d, fences, err);
	if (!rc)
		rc = container_add(&index->container, TAG_DIRECTORY, d.entry,
				   d.n * sizeof(d.entry[0]), &directory, err);
	if (!rc)
		rc = size_check(index, err);
	if (!rc)
		rc = size_check_tables(index, size_of(&d), err);
	if (!rc)
		end->directory = directory;
	for (int i = 0; i < HISTORIES; i++)
		buf_release(&fences[i]);
	return rc;
}
