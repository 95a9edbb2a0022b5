/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SPILL_ARRAY_H
#define FILE_SPILL_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * An array that can become large: of the heap while it is small, else of a file without a
 * name that is mapped, so that anonymous memory stays bounded. Room in the file is taken
 * before it is used. Where there is none, it is of the heap after all.
 */
struct spill_array {
	void *p;
	size_t size; /* bytes that can be used */
	bool mapped;
};

enum {
	SPILL_ARRAY_HEAP = 128 << 10 /* bytes that come of the heap at most */
};

/* Make it size bytes at least; what is in it stays, what is new may be anything. */
void spill_array_resize(struct spill_array *array, size_t size, const char *spool_dir);
void spill_array_release(struct spill_array *array);

#endif
