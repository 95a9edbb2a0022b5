/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_FRAMETEXTS_H
#define OUT_FRAMETEXTS_H

#include "base/map.h"

/*
 * What was written of an address, kept as long as there is room: frames of call chains are the
 * same ones again and again. When it is full, all is forgotten. One thread's; a zeroed one is
 * empty, and takes no room before something is kept.
 */
struct frame_texts {
	struct frame_slot {
		uint64_t ip;
		uint32_t space;
		uint32_t at; /* of the text in p, which its length precedes; 0: the slot is free */
	} * slots;
	uint32_t used; /* slots */
	char *p;
	uint32_t len;	   /* of p */
	struct map spaces; /* their numbers */
	uint32_t numbers;  /* that were given */
};

void frame_texts_release(struct frame_texts *texts);

/* A number for all that a text depends on besides the address, which key says. */
uint32_t frame_texts_space(struct frame_texts *texts, uint64_t key);

/*
 * The text of an address, until the next one is kept. As many as FRAME_TEXT_MORE bytes may be read
 * of it, however short it is. NULL: it is not known.
 */
enum {
	FRAME_TEXT_MORE = 64
};
const char *frame_texts_find(const struct frame_texts *texts, uint32_t space, uint64_t ip,
			     uint32_t *len);

/* Have the place where it would be fetched, as others are looked for meanwhile. */
void frame_texts_expect(const struct frame_texts *texts, uint32_t space, uint64_t ip);

/* Keep a text that was not known. */
void frame_texts_keep(struct frame_texts *texts, uint32_t space, uint64_t ip, const char *text,
		      size_t len);

#endif
