/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOT_PLACES_H
#define ANNOTATE_SPOT_PLACES_H

#include "annotate/spots.h"
#include "base/hash.h"
#include "base/map.h"
#include "recording/reader.h"

/*
 * The places of addresses in all functions that have a given name. A thread that counts samples has
 * its own.
 */
enum {
	SPOT_NO_PLACE = 0,
	SPOT_NO_FUNCTION = UINT32_MAX,
	SPOT_RANGES = 256,	   /* a power of two */
	SPOT_PAGE = 4096,	   /* bytes of the smallest mapping */
	SPOT_DENSE_FUNCTIONS = 16, /* functions with an array of places */
	SPOT_DENSE_BYTES = 1 << 18 /* bytes of such a function */
};

/* An offset in a function. */
struct spot_place {
	size_t function;
	uint64_t off, addr;
	uint64_t row; /* 1 + the latest row with a frame here */
	uint64_t taken, mispredicted;
};

/*
 * A range of addresses in a page that all have the same function; no other mapping can be inside
 * it.
 */
struct spot_range {
	uint64_t version, start, end; /* end 0: empty */
	uint64_t function_addr;
	uint32_t function; /* number in spots.functions; SPOT_NO_FUNCTION: another function */
};

/*
 * What is done with a plain sample in the kernel. The kernel's symbols take long to read, and often
 * few samples need them. Files that are requested after them have to wait, too.
 */
enum spot_patience {
	SPOT_KERNEL_LATER, /* it is counted later */
	/* its symbols are requested; it is counted if they are known already */
	SPOT_KERNEL_ASK,
	SPOT_KERNEL_WAIT
};

struct spot_places {
	struct reader *reader;
	const struct annotation_options *options;
	bool user; /* only user space */
	enum spot_patience patience;
	bool missed;		     /* symbols of the latest address were not waited for */
	struct spots *found;	     /* gets the functions */
	VEC(struct spot_place) list; /* from 1 on */
	struct hash resolved;
	struct spot_range ranges[SPOT_RANGES];
	VEC(uint32_t)
	dense[SPOT_DENSE_FUNCTIONS]; /* numbers of places by offset, for the first functions */
	struct map by_off;	     /* the same by function and offset, for the other functions */
};

/* All arguments must stay valid. */
void spot_places_init(struct spot_places *places, struct reader *reader,
		      const struct annotation_options *options, struct spots *found);
void spot_places_release(struct spot_places *places);

/* Each of these returns a number in the list, or SPOT_NO_PLACE. A new place is added. */
uint32_t spot_places_add(struct spot_places *places, size_t function, uint64_t off, uint64_t addr);

/* An address in a row. any: it may be in the kernel or in user space. */
uint32_t spot_places_find(struct spot_places *places, const struct row_info *info,
			  enum cpumode mode, bool any, uint64_t ip);

/* An address that no range has. version: of the row's mappings (recording/mappings.h). */
uint32_t spot_places_resolve(struct spot_places *places, const struct row_info *info,
			     enum cpumode mode, uint64_t version, uint64_t ip);

/* An address in a range. */
uint32_t spot_places_in(struct spot_places *places, const struct spot_range *range, uint64_t ip);

/* The range that an address of user space is in; NULL: none has it. */
static inline const struct spot_range *spot_places_range(const struct spot_places *places,
							 uint64_t version, uint64_t ip)
{
	const struct spot_range *range = &places->ranges[ip / SPOT_PAGE % SPOT_RANGES];

	if (ip < range->start || ip >= range->end || version != range->version)
		return NULL;
	return range;
}

#endif
