/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_BULK_H
#define FILE_BULK_H

#include <stdbool.h>
#include <stddef.h>

/*
 * An array that can become large: of the heap while it is small, else of a file without a
 * name that is mapped, so that anonymous memory stays bounded. Room in the file is taken
 * before it is used. Where there is none, it is of the heap after all.
 */
struct bulk {
	void *p;
	size_t size; /* bytes that can be used */
	bool mapped;
};

enum {
	BULK_HEAP = 128 << 10 /* bytes that come of the heap at most */
};

/* Make it size bytes at least; what is in it stays, what is new may be anything. */
void bulk_resize(struct bulk *bulk, size_t size, const char *spool_dir);
void bulk_release(struct bulk *bulk);

#endif
