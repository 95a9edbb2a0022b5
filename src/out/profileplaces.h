/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILEPLACES_H
#define OUT_PROFILEPLACES_H

#include "base/map.h"
#include "base/vec.h"
#include "recording/mappings.h"
#include "stack/chain.h"

/*
 * Where the frames of a profile are: at which address of which mapping. Both are numbered in the
 * order in which they come up. Mappings of different processes that have the same file at the
 * same addresses are one. Not for several threads at once.
 */
struct profile_mapping {
	uint64_t start, end, offset; /* offset in the file of start */
	char *dso;		     /* as perf names it */
	bool is_file;		     /* of user space, on a disk */
	uint8_t build_id_size;	     /* 0: it is not known */
	uint8_t build_id[MAPPING_BUILD_ID];
};

struct profile_place {
	uint64_t row; /* the first that has it */
	struct chain_frame frame;
	uint64_t address; /* of the call, where the frame's is where it returns to */
	uint32_t mapping; /* its number, from 1 on; 0: nothing is known of the address */
};

struct profile_places {
	VEC(struct profile_mapping) mappings;
	VEC(struct profile_place) places;
	struct map by_likeness; /* numbers of mappings, from 1 on */
	struct map by_address;	/* numbers of places, from 1 on */
};

void profile_places_release(struct profile_places *places);

/* Append the number of a frame's place, which stands in the tree in place of its file. */
void profile_places_add(void *places, struct reader *reader, const struct row_info *info,
			const struct chain_frame *frame, struct buf *out);

/* The place of such a number. NULL: there is no number. */
const struct profile_place *profile_places_get(const struct profile_places *places,
					       const char *number);

#endif
