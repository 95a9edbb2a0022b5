/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_INDEX_CACHE_H
#define RECORDING_INDEX_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"

/*
 * The folder for indexes of recordings whose own folder is not writable. It has a size limit: a new
 * index replaces those that have been unused for the longest time. The modification time of a file
 * is the time of its last use.
 *
 * Several programs may use the folder at once. An index that another program is building is locked
 * and stays. A removed index stays readable for programs that have it open.
 */
struct cached_index {
	char *path;
	uint64_t bytes;
	int64_t used_ns; /* of the last use, since 1970 */
	bool unfinished; /* NAME.pnx.part: its build was stopped or is in progress */
	bool spans;	 /* NAME.pnx.spans: a file of spans and not an index */
};

struct cached_indexes {
	VEC(struct cached_index) list; /* the one unused for the longest time first */
};

/* List the folder; a missing folder is empty. */
int index_cache_list(struct cached_indexes *indexes, const char *dir, struct err *err);
void cached_indexes_release(struct cached_indexes *indexes);

/*
 * Remove indexes until the rest has at most limit - `wanted` bytes. The index with path keep stays,
 * also its unfinished form.
 */
void index_cache_make_room(const char *dir, uint64_t limit, uint64_t wanted, const char *keep);

/* Set the time of the last use to now. */
void index_cache_touch(const char *path);

/*
 * Remove an index, or an unfinished one, in any folder. Returns ERR_OPEN if there is no such file,
 * it is not an index, or a program is building it.
 */
int index_cache_remove(const char *path, struct err *err);

#endif
