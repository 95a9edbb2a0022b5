/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_TABLES_H
#define INDEX_TABLES_H

#include "index/index_private.h"

struct build_pool;

/* The tables of an index, except its strings, and how they are stored. */
struct table {
	enum index_tag tag; /* 0: not in a complete index */
	/* bytes of an entry on the disk; an element in memory begins with these bytes */
	size_t entry;
	size_t at; /* offset of its struct pages or struct history in struct index */
};

extern const struct table tables[TABLES_ALL];

static inline struct pages *table_pages(struct index *index, enum index_table table)
{
	return (struct pages *)(void *)((char *)index + tables[table].at);
}

/* Return the history of a table; TABLES <= table < TABLES_KEPT. */
static inline struct history *table_history(struct index *index, enum index_table table)
{
	return (struct history *)(void *)((char *)index + tables[table].at);
}

/* Write the entries from..to of a table in their form on the disk. Returns their size in bytes. */
size_t tables_flatten(struct index *index, enum index_table table, uint64_t from, uint64_t to,
		      void *out);

/* Make the tables of the order, write all tables after the blocks, and then their directory. */
int tables_write(struct index *index, struct build_pool *pool, struct index_end *end,
		 struct err *err);

#endif
