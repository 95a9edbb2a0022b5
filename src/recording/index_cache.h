/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_INDEX_CACHE_H
#define RECORDING_INDEX_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"

/*
 * The folder of the indexes whose recordings lie where nothing can be written. It
 * has a limit: the indexes that were not used for the longest time make room for a
 * new one. The time of a file's last change is that of its last use.
 *
 * Several programs may do this at once. What another is building is locked and
 * stays; an index that is removed while another program has it open stays readable
 * there.
 */
struct cached_index {
	char *path;
	uint64_t bytes;
	int64_t used_ns; /* of the last use, since 1970 */
	bool unfinished; /* NAME.pnx.part: its builder was stopped, or is at work */
};

struct cached_indexes {
	VEC(struct cached_index) list; /* the one not used for the longest time first */
};

/* What is in the folder; a folder that is not there is empty. */
int index_cache_list(struct cached_indexes *indexes, const char *dir, struct err *err);
void cached_indexes_release(struct cached_indexes *indexes);

/*
 * Remove indexes until those left have at most limit - wanted bytes. The one of path
 * keep stays, its unfinished form too.
 */
void index_cache_make_room(const char *dir, uint64_t limit, uint64_t wanted, const char *keep);

/* Note that an index is used now. */
void index_cache_touch(const char *path);

/*
 * Remove an index, or an unfinished one, wherever it lies. ERR_OPEN when there is no such
 * file, it is no index, or somebody is building it.
 */
int index_cache_remove(const char *path, struct err *err);

#endif
