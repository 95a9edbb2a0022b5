/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

#include "die.h"

void *xrealloc(void *p, size_t size)
{
	void *q = realloc(p, size ? size : 1);

	if (!q)
		die("mk: out of memory");
	return q;
}

char *xstrndup(const char *s, size_t len)
{
	char *copy = xrealloc(NULL, len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

void bytes_release(struct bytes *b)
{
	free(b->data);
	*b = (struct bytes){ 0 };
}

/* Makes room for `more` bytes and returns where they go; they count as used. */
static unsigned char *bytes_grow(struct bytes *b, size_t more)
{
	unsigned char *room;

	if (more > b->cap - b->len) {
		b->cap = 2 * b->cap + more;
		b->data = xrealloc(b->data, b->cap);
	}
	room = b->data + b->len;
	b->len += more;
	return room;
}

void bytes_add(struct bytes *b, const void *data, size_t len)
{
	if (len)
		memcpy(bytes_grow(b, len), data, len);
}

void bytes_fill(struct bytes *b, size_t count, unsigned char value)
{
	if (count)
		memset(bytes_grow(b, count), value, count);
}

void bytes_align(struct bytes *b, size_t base, size_t align)
{
	size_t over = (b->len - base) % align;

	if (over)
		bytes_fill(b, align - over, 0);
}

void bytes_int(struct bytes *b, uint64_t value, unsigned width, bool big)
{
	bytes_fill(b, width, 0);
	bytes_patch(b, b->len - width, value, width, big);
}

void bytes_patch(struct bytes *b, size_t at, uint64_t value, unsigned width, bool big)
{
	for (unsigned i = 0; i < width; i++) {
		size_t byte = big ? width - 1 - i : i;

		b->data[at + byte] = (unsigned char)(value >> (8 * i));
	}
}
