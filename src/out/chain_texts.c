/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/chain_texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/mem.h"

enum {
	SEEN_BITS = 15,
	SEEN = 1 << SEEN_BITS
};

void chain_texts_release(struct chain_texts *chains)
{
	frame_texts_release(&chains->texts);
	free(chains->seen);
	*chains = (struct chain_texts){ 0 };
}

const char *chain_texts_find(struct chain_texts *chains, uint32_t space, const uint64_t *ips,
			     size_t n, uint32_t *len)
{
	size_t size = n * sizeof(ips[0]);
	const char *kept;

	chains->hash = hash_stable(ips, size);
	kept = frame_texts_find(&chains->texts, space, chains->hash, len);
	if (!kept || *len < size || memcmp(kept, ips, size) != 0)
		return NULL;
	*len -= (uint32_t)size;
	return kept + size;
}

/*
 * Is this chain seen for the first time? A chain that is seen again counts as new if another chain
 * has replaced its entry.
 */
static bool is_new(struct chain_texts *chains, uint32_t space)
{
	uint32_t part = (uint32_t)chains->hash ^ space, *seen;

	if (!chains->seen)
		chains->seen = mem_zalloc(SEEN * sizeof(*chains->seen));
	seen = &chains->seen[chains->hash >> (64 - SEEN_BITS)];
	if (*seen == part)
		return false;
	*seen = part;
	return true;
}

void chain_texts_keep(struct chain_texts *chains, uint32_t space, const uint64_t *ips, size_t n,
		      const char *text, size_t len)
{
	struct buf both = BUF_INIT;
	uint32_t other;

	if (is_new(chains, space) || frame_texts_find(&chains->texts, space, chains->hash, &other))
		return;
	buf_add(&both, ips, n * sizeof(ips[0]));
	buf_add(&both, text, len);
	frame_texts_keep(&chains->texts, space, chains->hash, both.p, both.len);
	buf_release(&both);
}
