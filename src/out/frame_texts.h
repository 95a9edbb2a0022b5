/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_FRAME_TEXTS_H
#define OUT_FRAME_TEXTS_H

#include "base/map.h"

/*
 * A cache of the texts of addresses, because the same frames of call chains occur again and again.
 * When it is full, everything is removed. For one thread; a zeroed struct is empty, and uses no
 * memory before the first text is kept.
 */
struct frame_texts {
	struct frame_slot {
		uint64_t ip;
		uint32_t space;
		uint32_t at; /* in p: the length of the text, then the text; 0: the slot is free */
	} * slots;
	uint32_t used; /* number of used slots */
	char *p;
	uint32_t len;	   /* used bytes of p */
	struct map spaces; /* numbers of spaces */
	uint32_t numbers;  /* numbers given so far */
};

void frame_texts_release(struct frame_texts *texts);

/*
 * Return a number for key. A text depends on an address and on other facts; key identifies these
 * other facts.
 */
uint32_t frame_texts_space(struct frame_texts *texts, uint64_t key);

/*
 * Find the text of an address. It is valid until the next text is kept. FRAME_TEXT_MORE bytes may
 * be read from it, even if it is shorter. NULL: it is not known.
 */
enum {
	FRAME_TEXT_MORE = 64
};
const char *frame_texts_find(const struct frame_texts *texts, uint32_t space, uint64_t ip,
			     uint32_t *len);

/* Prefetch the place of an address into the CPU's cache, while other addresses are looked up. */
void frame_texts_expect(const struct frame_texts *texts, uint32_t space, uint64_t ip);

/* Keep a text that frame_texts_find() did not find. */
void frame_texts_keep(struct frame_texts *texts, uint32_t space, uint64_t ip, const char *text,
		      size_t len);

#endif
