/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_TABLES_H
#define INDEX_TABLES_H

#include "index/index_private.h"

/* The tables of an index but for its strings: which there are, and their way to the disk. */
struct table {
	enum index_tag tag; /* 0: not in a finished index */
	size_t entry;	    /* bytes on the disk, the first ones of an element in memory */
	size_t at;	    /* of its struct pages in struct index, or its struct history */
};

extern const struct table tables[TABLES_ALL];

static inline struct pages *table_pages(struct index *index, enum index_table table)
{
	return (struct pages *)(void *)((char *)index + tables[table].at);
}

/* The history that a table is, from TABLES on up to TABLES_KEPT. */
static inline struct history *table_history(struct index *index, enum index_table table)
{
	return (struct history *)(void *)((char *)index + tables[table].at);
}

/* Append entries from..to of a table as they are on the disk. */
void tables_flatten(struct index *index, enum index_table table, uint64_t from, uint64_t to,
		    struct buf *out);

/* Make the tables of the order, and write all behind the blocks, then their directory. */
int tables_write(struct index *index, struct index_end *end, struct err *err);

#endif
