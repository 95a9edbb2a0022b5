/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growable run of bytes that stores integers in a chosen byte order. */
#ifndef MK_BYTES_H
#define MK_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as all zero; out of memory ends the program. */
struct bytes {
	unsigned char *data; /* moves when the run grows */
	size_t len;
	size_t cap;
};

void bytes_release(struct bytes *b);
void bytes_add(struct bytes *b, const void *data, size_t len);
void bytes_fill(struct bytes *b, size_t count, unsigned char value);

/* Appends zeros until the length is base plus a multiple of align. */
void bytes_align(struct bytes *b, size_t base, size_t align);

/* Appends the low `width` (1..8) bytes of `value`, most significant first when `big`. */
void bytes_int(struct bytes *b, uint64_t value, unsigned width, bool big);

/* Overwrites bytes that are already there; at + width must not pass the end. */
void bytes_patch(struct bytes *b, size_t at, uint64_t value, unsigned width, bool big);

/* realloc that ends the program instead of failing. */
void *xrealloc(void *p, size_t size);
char *xstrndup(const char *s, size_t len);

#endif
