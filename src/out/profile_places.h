/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILE_PLACES_H
#define OUT_PROFILE_PLACES_H

#include "base/map.h"
#include "base/vec.h"
#include "recording/mappings.h"
#include "stack/chain.h"

/*
 * The places of the frames of a profile: the address, and the mapping that contains it. Mappings of
 * different processes that have the same file at the same addresses count as one. For one thread at
 * a time. Rows can come in any order, if those of each thread come in order of the file.
 */
struct profile_mapping {
	uint64_t row;		     /* the first row that uses it, */
	uint64_t use;		     /* and which use it was: a row can use several */
	uint64_t start, end, offset; /* offset: position of `start` in the file */
	char *dso;		     /* name as perf shows it */
	bool is_file;		     /* a file on a disk, mapped in user space */
	uint8_t build_id_size;	     /* 0: unknown */
	uint8_t build_id[MAPPING_BUILD_ID];
};

struct profile_place {
	uint64_t row; /* the first row that uses it */
	struct chain_frame frame;
	uint64_t address; /* the address of the frame; in a caller, of the call instruction */
	uint32_t mapping; /* index in mappings, + 1; 0: unknown */
};

struct profile_places {
	VEC(struct profile_mapping) mappings;
	VEC(struct profile_place) places;
	struct map by_likeness; /* numbers of mappings, from 1 */
	struct map by_address;	/* numbers of places, from 1 */
	uint64_t uses;		/* number of look-ups */
};

void profile_places_release(struct profile_places *places);

/* Append the number of a frame's place. In the tree it replaces the name of the frame's file. */
void profile_places_add(void *places, struct reader *reader, const struct row_info *info,
			const struct chain_frame *frame, struct buf *out);

/* All places are added: put the mappings in the order of their first use in the file. */
void profile_places_sort(struct profile_places *places);

/* Return the place with this number. number NULL: returns NULL. */
const struct profile_place *profile_places_get(const struct profile_places *places,
					       const char *number);

#endif
