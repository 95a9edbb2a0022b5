/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/frame_texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	SLOT_BITS = 16,
	SLOTS = 1 << SLOT_BITS,
	BYTES = 2 << 20,     /* of texts: enough for about as many as there are slots */
	TEXT_MAX = 16 << 10, /* longer texts are rare, and are not kept */
	SPACES_MAX = 1 << 14,
	ALIGN = 8
};

void frame_texts_release(struct frame_texts *texts)
{
	free(texts->slots);
	free(texts->p);
	map_release(&texts->spaces);
	*texts = (struct frame_texts){ 0 };
}

static uint32_t first_slot(uint32_t space, uint64_t ip)
{
	return (uint32_t)((ip ^ (uint64_t)space << 40) * 0x9e3779b97f4a7c15ull >> (64 - SLOT_BITS));
}

/* Find the slot of an address, or the free slot for it. */
static struct frame_slot *find_slot(const struct frame_texts *texts, uint32_t space, uint64_t ip)
{
	for (uint32_t i = first_slot(space, ip);; i = (i + 1) % SLOTS) {
		struct frame_slot *slot = &texts->slots[i];

		if (!slot->at || (slot->ip == ip && slot->space == space))
			return slot;
	}
}

uint32_t frame_texts_space(struct frame_texts *texts, uint64_t key)
{
	uint32_t *number;
	bool fresh;

	/* A key that is used again gets a new number; no number is given twice. */
	if (map_count(&texts->spaces) > SPACES_MAX)
		map_release(&texts->spaces);
	number = map_put(&texts->spaces, key, &fresh);
	if (fresh)
		*number = ++texts->numbers;
	return *number;
}

void frame_texts_expect(const struct frame_texts *texts, uint32_t space, uint64_t ip)
{
	if (texts->slots)
		__builtin_prefetch(&texts->slots[first_slot(space, ip)]);
}

const char *frame_texts_find(const struct frame_texts *texts, uint32_t space, uint64_t ip,
			     uint32_t *len)
{
	const struct frame_slot *slot = texts->slots ? find_slot(texts, space, ip) : NULL;

	if (!slot || !slot->at)
		return NULL;
	memcpy(len, texts->p + slot->at, sizeof(*len));
	return texts->p + slot->at + sizeof(*len);
}

static void begin(struct frame_texts *texts)
{
	if (!texts->slots) {
		texts->slots = mem_zalloc(SLOTS * sizeof(*texts->slots));
		texts->p = mem_zalloc(BYTES + FRAME_TEXT_MORE);
	} else if (texts->used) {
		memset(texts->slots, 0, SLOTS * sizeof(*texts->slots));
	}
	texts->used = 0;
	texts->len = ALIGN;
}

void frame_texts_keep(struct frame_texts *texts, uint32_t space, uint64_t ip, const char *text,
		      size_t len)
{
	uint32_t length = (uint32_t)len;
	uint32_t size = (uint32_t)(sizeof(length) + len + ALIGN - 1) & ~(uint32_t)(ALIGN - 1);

	if (len > TEXT_MAX)
		return;
	if (!texts->slots || texts->used > SLOTS / 2 || size > BYTES - texts->len)
		begin(texts);
	*find_slot(texts, space, ip) = (struct frame_slot){ ip, space, texts->len };
	memcpy(texts->p + texts->len, &length, sizeof(length));
	memcpy(texts->p + texts->len + sizeof(length), text, len);
	texts->len += size;
	texts->used++;
}
