/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/callchain.h"

#include "wire/decode.h"

struct list_sink {
	struct sink sink;
	struct callchain *chain;
	const uint8_t *rec;
	bool found;
};

static bool list_begin(struct sink *sink, const struct item *item)
{
	struct list_sink *l = (struct list_sink *)sink;

	if (item->field != F_callchain || item->element)
		return true;
	l->chain->p = l->rec + item->off;
	l->chain->left = (size_t)item->num;
	l->found = true;
	return false;
}

bool callchain_walk(struct callchain *chain, const struct layout *layout, const uint8_t *rec,
		    size_t len)
{
	struct list_sink l = { .sink = { .begin = list_begin }, .chain = chain, .rec = rec };

	*chain = (struct callchain){ .big = layout->big };
	decode_record(layout, rec, len, &l.sink);
	return l.found;
}

bool callchain_begin(struct callchain *chain, const struct field_offset *count,
		     const struct layout *layout, uint32_t type, const uint8_t *rec, size_t len)
{
	size_t at;

	if (count->kind == OFFSET_WALK)
		return callchain_walk(chain, layout, rec, len);
	if (count->kind == OFFSET_NONE ||
	    !field_offset_list(count, layout, type, rec, len, &at, &chain->left))
		return false;
	chain->p = rec + at;
	chain->big = layout->big;
	return true;
}

bool callchain_depth(const struct layout *layout, const uint8_t *rec, size_t len, uint64_t *depth)
{
	struct callchain chain;
	uint64_t before = 0;

	*depth = 0;
	if (!callchain_walk(&chain, layout, rec, len))
		return false;
	while (chain.left) {
		uint64_t entry = callchain_next(&chain);

		*depth += decode_chain_field(entry, before) == F_callchain_ip;
		before = entry;
	}
	return true;
}
