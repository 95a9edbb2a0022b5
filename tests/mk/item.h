/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The typed values that fill records and features: u32 1 2, str "x", bits 4:7 ... */
#ifndef MK_ITEM_H
#define MK_ITEM_H

#include <stdbool.h>
#include <stddef.h>

#include "bytes.h"
#include "image.h"
#include "names.h"
#include "script.h"

/* The target of items, and what they may refer to. */
struct item_target {
	const struct image *image;
	const struct names *names;
	struct bytes *out;
	size_t start; /* of the record or feature in out: pad8 and align count from here */
};

/* Is the word the type of an item? */
bool item_is(const struct word *w);

/* Puts the item words[at] with the values words[at + 1 .. end - 1]. */
void item_put(const struct item_target *t, const struct line *line, size_t at, size_t end);

#endif
