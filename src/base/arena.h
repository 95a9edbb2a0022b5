/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

/* Texts that are released together. They do not move. A zeroed arena is empty. */
struct arena {
	struct arena_piece *last;
	size_t left; /* bytes of the last piece */
};

/* Return a copy of len bytes, followed by a NUL. */
char *arena_add(struct arena *arena, const char *text, size_t len);
void arena_release(struct arena *arena);

#endif
