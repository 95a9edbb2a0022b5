/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of an arena: they stay where they are, whatever is added after them. */
#include "base/arena.h"

#include "tap.h"

enum {
	TEXTS = 10000,
	LONG = 100000
};

int main(void)
{
	static char *texts[TEXTS], big[LONG];
	struct arena arena = { .last = NULL };
	unsigned same = 0;
	char text[32], *copy;

	memset(big, 'x', sizeof(big));
	for (int i = 0; i < TEXTS; i++) {
		snprintf(text, sizeof(text), "text %d and more", i);
		texts[i] = arena_add(&arena, text, strlen(text) - 9);
	}
	copy = arena_add(&arena, big, sizeof(big));
	arena_add(&arena, "", 0);
	for (int i = 0; i < TEXTS; i++) {
		snprintf(text, sizeof(text), "text %d", i);
		same += !strcmp(texts[i], text);
	}
	is_uint(same, TEXTS, "many texts");
	is_uint(strlen(copy), LONG, "one that is longer than a piece");
	arena_release(&arena);
	ok(!arena.last, "released");
	is_str(arena_add(&arena, "again", 5), "again", "... and used again");
	arena_release(&arena);
	return done_testing();
}
