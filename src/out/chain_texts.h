/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_CHAIN_TEXTS_H
#define OUT_CHAIN_TEXTS_H

#include "out/frame_texts.h"

/*
 * A cache of the texts of whole call chains, because they repeat. A text is kept only when its
 * chain occurs the second time, and while there is room. For one thread; a zeroed struct is empty,
 * and uses no memory before the first look-up.
 */
struct chain_texts {
	struct frame_texts texts; /* each text follows the addresses of its chain */
	uint32_t *seen; /* part of the hash of a seen chain; the other part is its index */
	uint64_t hash;	/* of the last look-up */
};

void chain_texts_release(struct chain_texts *chains);

/*
 * Find the text of n addresses in a space (frame_texts_space() of frames). It is valid until the
 * next text is kept. NULL: it is not known.
 */
const char *chain_texts_find(struct chain_texts *chains, uint32_t space, const uint64_t *ips,
			     size_t n, uint32_t *len);

/* Keep the text for the last look-up, unless that was the first time the chain was seen. */
void chain_texts_keep(struct chain_texts *chains, uint32_t space, const uint64_t *ips, size_t n,
		      const char *text, size_t len);

#endif
