/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SPILL_ARRAY_H
#define FILE_SPILL_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * An array that may become large. A small one is on the heap; a larger one is an unnamed file that
 * is mapped, so that anonymous memory stays bounded. Room in the file is reserved before it is
 * used. If there is none, the array stays on the heap.
 */
struct spill_array {
	void *p;
	size_t size; /* bytes that can be used */
	bool mapped;
};

enum {
	SPILL_ARRAY_HEAP = 128 << 10 /* the largest array on the heap */
};

/* Give it at least size bytes. The old contents stay; new bytes are undefined. */
void spill_array_resize(struct spill_array *array, size_t size, const char *spool_dir);
void spill_array_release(struct spill_array *array);

#endif
