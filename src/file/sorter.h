/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SORTER_H
#define FILE_SORTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Puts any number of items, which are bytes, in order with bounded memory: what does
 * not fit is sorted in pieces, which are written to a file without a name and merged.
 */
struct sorter;

struct sorter_item {
	const char *p;
	uint32_t len;
};

/* Less than 0: a before b; 0: it does not matter. */
typedef int (*sorter_compare)(const struct sorter_item *a, const struct sorter_item *b, void *arg);

/* About memory bytes are used; dir is where the file is made when one is needed. */
struct sorter *sorter_open(const char *dir, size_t memory, sorter_compare compare, void *arg);
void sorter_close(struct sorter *sorter);

/* Take a copy of an item. ERR_IO when the file cannot be written. */
int sorter_add(struct sorter *sorter, const void *p, size_t len, struct err *err);

/* No more items come: they are told from now on. */
int sorter_finish(struct sorter *sorter, struct err *err);

/* The next item, until the next call. 1, 0 at the end, or an error code. */
int sorter_next(struct sorter *sorter, struct sorter_item *item, struct err *err);

#endif
