/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_CHAINTEXTS_H
#define OUT_CHAINTEXTS_H

#include "out/frametexts.h"

/*
 * What was written of a row of frames, kept from the second time on that they are seen, as long
 * as there is room: whole call chains repeat, too. One thread's; a zeroed one is empty, and takes
 * no room before something is looked for.
 */
struct chain_texts {
	struct frame_texts texts; /* each behind the addresses that it is of */
	uint32_t *seen;		  /* parts of hashes, by other parts */
	uint64_t hash;		  /* of what was looked for last */
};

void chain_texts_release(struct chain_texts *chains);

/*
 * The text of n addresses of a space (frame_texts_space() of frames), until the next one is kept.
 * NULL: it is not known.
 */
const char *chain_texts_find(struct chain_texts *chains, uint32_t space, const uint64_t *ips,
			     size_t n, uint32_t *len);

/* Keep the text of what was looked for last, if that was not the first time. */
void chain_texts_keep(struct chain_texts *chains, uint32_t space, const uint64_t *ips, size_t n,
		      const char *text, size_t len);

#endif
