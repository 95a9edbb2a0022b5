/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SORTER_H
#define FILE_SORTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Sorts any number of items in bounded memory. An item is a sequence of bytes. Items that exceed
 * the memory are sorted in pieces, which are written to an unnamed file and merged.
 */
struct sorter;

struct sorter_item {
	const char *p;
	uint32_t len;
};

/* Less than 0: a comes before b; 0: either order is fine. */
typedef int (*sorter_compare)(const struct sorter_item *a, const struct sorter_item *b, void *arg);

/* Use about memory bytes. The file is made in dir when it is needed. */
struct sorter *sorter_open(const char *dir, size_t memory, sorter_compare compare, void *arg);
void sorter_close(struct sorter *sorter);

/* Add a copy of an item. ERR_IO: the file cannot be written. */
int sorter_add(struct sorter *sorter, const void *p, size_t len, struct err *err);

/* All items are added: sorter_next() returns them from now on. */
int sorter_finish(struct sorter *sorter, struct err *err);

/* The next item, valid until the next call. Returns 1, 0 at the end, or an error code. */
int sorter_next(struct sorter *sorter, struct sorter_item *item, struct err *err);

#endif
