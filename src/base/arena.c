/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	PIECE = 32 << 10 /* bytes; a longer text has a piece of its own size */
};

struct arena_piece {
	struct arena_piece *before;
	size_t size;
	char bytes[];
};

char *arena_add(struct arena *arena, const char *text, size_t len)
{
	struct arena_piece *piece = arena->last;
	char *copy;

	if (!piece || arena->left <= len) {
		arena->left = len < PIECE ? PIECE : len + 1;
		piece = mem_alloc(sizeof(*piece) + arena->left);
		piece->before = arena->last;
		piece->size = arena->left;
		arena->last = piece;
	}
	copy = piece->bytes + (piece->size - arena->left);
	memcpy(copy, text, len);
	copy[len] = '\0';
	arena->left -= len + 1;
	return copy;
}

void arena_release(struct arena *arena)
{
	while (arena->last) {
		struct arena_piece *before = arena->last->before;

		free(arena->last);
		arena->last = before;
	}
	arena->left = 0;
}
