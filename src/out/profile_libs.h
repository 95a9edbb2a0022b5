/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILE_LIBS_H
#define OUT_PROFILE_LIBS_H

#include "base/jsonw.h"
#include "base/vec.h"
#include "recording/mappings.h"
#include "stack/chain.h"
#include "stack/stacktree.h"

/*
 * The files of a profile for the Firefox Profiler that contain addresses without a name. The
 * profiler finds the file of an address in a list of files and looks up the name of the function by
 * the file's build id and the offset in the file. All processes of a profile share that list, but
 * may have different files at one address. Therefore each file has 2^32 addresses of its own here,
 * and the lower half of an address is the offset in the file. For one thread at a time.
 */
struct profile_lib {
	char *dso;	       /* name as perf shows it */
	uint64_t end;	       /* of the offsets that are used */
	uint8_t build_id_size; /* 0: unknown */
	uint8_t build_id[MAPPING_BUILD_ID];
};

struct profile_libs {
	VEC(struct profile_lib) list;
	struct stacktree names; /* its frames are the files with their build ids */
};

/* dir: the folder for many names, as for a stacktree. */
void profile_libs_init(struct profile_libs *libs, const char *dir);
void profile_libs_release(struct profile_libs *libs);

/*
 * A stackplace_fn: append the address of the instruction of a frame without a name in a file, or
 * else the name of the frame's file, marked as such.
 */
void profile_libs_place(void *libs, struct reader *reader, const struct row_info *info,
			const struct chain_frame *frame, struct buf *out);

/* The file of a place; NULL: unknown. Valid until the next place is appended. */
const char *profile_libs_dso(const struct profile_libs *libs, const char *place);

/* The address of a place; 0: its frame has a name, or no file. */
uint64_t profile_libs_address(const char *place);

/* Write the list of files. arch: the name of their architecture. */
void profile_libs_write(const struct profile_libs *libs, const char *arch, struct jsonw *json);

#endif
