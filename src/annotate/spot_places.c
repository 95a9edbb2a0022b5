/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spot_places.h"

#include <string.h>

#include "base/mem.h"
#include "recording/symbols.h"

enum {
	RESOLVED_MAX = 1 << 18 /* addresses that are remembered */
};
#define FARTHEST (1ull << 32) /* largest offset in a function */

/* The result for an address: SPOT_NO_PLACE if it is in another function. */
struct resolved_address {
	uint64_t version, ip;
	uint32_t mode; /* mode + 1; 0: the slot is free */
	uint32_t place;
};

static bool resolved_used(const void *slot)
{
	return ((const struct resolved_address *)slot)->mode;
}

static uint64_t resolved_key(const struct resolved_address *r)
{
	return hash_pair(r->ip, r->version ^ (uint64_t)r->mode << 56);
}

static uint64_t resolved_hash(const void *slot, const void *arg)
{
	(void)arg;
	return resolved_key(slot);
}

static bool resolved_same(const void *slot, const void *key)
{
	const struct resolved_address *a = slot, *b = key;

	return a->ip == b->ip && a->version == b->version && a->mode == b->mode;
}

static const struct hash_kind kind = { .size = sizeof(struct resolved_address),
				       .used = resolved_used,
				       .hash = resolved_hash };

/* The element that has the number of an offset's place. */
static uint32_t *place_number(struct spot_places *p, size_t function, uint64_t off)
{
	bool fresh;

	if (function >= SPOT_DENSE_FUNCTIONS || off >= SPOT_DENSE_BYTES)
		return map_put(&p->by_off, (uint64_t)function << 32 | off, &fresh);
	vec_fill(&p->dense[function], off + 1);
	return &p->dense[function].v[off];
}

uint32_t spot_places_add(struct spot_places *p, size_t function, uint64_t off, uint64_t addr)
{
	uint32_t *number;

	if (off >= FARTHEST)
		return SPOT_NO_PLACE;
	number = place_number(p, function, off);
	if (*number == SPOT_NO_PLACE) {
		*number = (uint32_t)p->list.n;
		vec_push(&p->list,
			 ((struct spot_place){ .function = function, .off = off, .addr = addr }));
	}
	return *number;
}

/*
 * Keep the range within the page: another mapping can replace a part of this one, but only whole
 * pages.
 */
static void keep_range(struct spot_places *p, uint64_t version, uint64_t ip, uint32_t function,
		       const struct symbols_answer *symbol)
{
	uint64_t page = ip & ~(uint64_t)(SPOT_PAGE - 1), start = ip - symbol->before;

	if (!symbol->after)
		return;
	p->ranges[page / SPOT_PAGE % SPOT_RANGES] = (struct spot_range){
		.version = version,
		.start = start > page && start <= ip ? start : page,
		.end = symbol->after < page + SPOT_PAGE - ip ? ip + symbol->after
							     : page + SPOT_PAGE,
		.function_addr = ip - symbol->off,
		.function = function,
	};
}

static void find_symbol(struct spot_places *p, const struct row_info *info,
			const struct mapping *mapping, uint64_t ip, struct symbols_answer *symbol)
{
	struct symbols *symbols = reader_symbols(p->reader);

	*symbol = (struct symbols_answer){ .answer = SYMS_LATER };
	if (p->patience == SPOT_KERNEL_WAIT || mapping->kind == MAPPING_USER) {
		symbols_find(symbols, info, mapping, ip, symbol);
	} else if (p->patience == SPOT_KERNEL_ASK) {
		symbols_set_wait(symbols, false);
		symbols_find(symbols, info, mapping, ip, symbol);
		symbols_set_wait(symbols, true);
	}
	p->missed = symbol->answer == SYMS_LATER;
}

/* *brief: the result is valid only for this row. */
static uint32_t look_up(struct spot_places *p, const struct row_info *info,
			const struct resolved_address *key, bool any, bool *brief)
{
	const struct annotation_options *o = p->options;
	enum cpumode mode = (enum cpumode)(key->mode - 1);
	struct mappings *mappings = reader_mappings(p->reader);
	const struct mapping *mapping = any ? mappings_find_any(mappings, info, key->ip, NULL)
					    : mappings_find(mappings, info, mode, key->ip, NULL);
	struct symbols_answer symbol;
	uint32_t function = SPOT_NO_FUNCTION;

	*brief = false;
	if (!mapping || (p->user && mapping->kind != MAPPING_USER))
		return SPOT_NO_PLACE;
	find_symbol(p, info, mapping, key->ip, &symbol);
	*brief = p->missed || symbols_timed(reader_symbols(p->reader), info, mapping);
	if (symbol.answer == SYMS_FOUND && symbol.len == o->symbol_len &&
	    !memcmp(symbol.name, o->symbol, symbol.len))
		function = (uint32_t)spots_function(p->found, mapping->dso, strlen(mapping->dso),
						    symbol.start);
	if (!any && mode == CPUMODE_USER && !*brief && symbol.answer == SYMS_FOUND)
		keep_range(p, key->version, key->ip, function, &symbol);
	return function == SPOT_NO_FUNCTION
		       ? SPOT_NO_PLACE
		       : spot_places_add(p, function, symbol.off, key->ip - symbol.off);
}

uint32_t spot_places_in(struct spot_places *p, const struct spot_range *range, uint64_t ip)
{
	if (range->function == SPOT_NO_FUNCTION)
		return SPOT_NO_PLACE;
	return spot_places_add(p, range->function, ip - range->function_addr, range->function_addr);
}

/* Find the place of an address that no range has. */
static uint32_t resolve(struct spot_places *p, const struct row_info *info,
			struct resolved_address *key, bool any)
{
	struct resolved_address *slot =
		hash_find(&p->resolved, &kind, resolved_key(key), resolved_same, key);
	bool brief;

	if (slot)
		return slot->place;
	key->place = look_up(p, info, key, any, &brief);
	if (brief)
		return key->place;
	if (p->resolved.n >= RESOLVED_MAX)
		hash_release(&p->resolved);
	slot = hash_put(&p->resolved, &kind, NULL, resolved_key(key), resolved_same, key);
	*slot = *key;
	return slot->place;
}

uint32_t spot_places_resolve(struct spot_places *p, const struct row_info *info, enum cpumode mode,
			     uint64_t version, uint64_t ip)
{
	struct resolved_address key = { .version = version, .ip = ip, .mode = mode + 1u };

	return resolve(p, info, &key, false);
}

uint32_t spot_places_find(struct spot_places *p, const struct row_info *info, enum cpumode mode,
			  bool any, uint64_t ip)
{
	struct mappings *mappings = reader_mappings(p->reader);
	struct resolved_address key = { .ip = ip, .mode = (any ? CPUMODE_MASK + 1u : mode) + 1u };
	const struct spot_range *range;

	key.version = any ? mappings_version_any(mappings, info, ip)
			  : mappings_version(mappings, info, mode);
	range = key.mode == CPUMODE_USER + 1u ? spot_places_range(p, key.version, ip) : NULL;
	return range ? spot_places_in(p, range, ip) : resolve(p, info, &key, any);
}

void spot_places_init(struct spot_places *p, struct reader *reader,
		      const struct annotation_options *options, struct spots *found)
{
	*p = (struct spot_places){ .reader = reader, .options = options, .found = found };
	vec_add(&p->list); /* SPOT_NO_PLACE */
}

void spot_places_release(struct spot_places *p)
{
	vec_release(&p->list);
	hash_release(&p->resolved);
	for (size_t i = 0; i < SPOT_DENSE_FUNCTIONS; i++)
		vec_release(&p->dense[i]);
	map_release(&p->by_off);
}
