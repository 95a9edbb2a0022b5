/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_INDEX_ORPHAN_H
#define RECORDING_INDEX_ORPHAN_H

#include "file/perf_file.h"
#include "recording/index_cache.h"
#include "recording/index_place.h"

/*
 * An index NAME.pnx, or an unfinished one, whose recording NAME is gone: somebody moved, renamed
 * or removed it. The indexes in the cache folder have other names and cannot be judged so.
 */

/* Append why the index of this path is an orphan, with raw bytes of paths; false: it is none. */
bool index_orphan_why(const char *path, struct buf *why);

/* The orphans in a folder. To be released, also after an error. */
int index_orphan_list(struct cached_indexes *orphans, const char *dir, struct err *err);

/*
 * The orphans that lie where the index of this file is to be and were made of the same bytes; none
 * where its place is in the cache folder. To be released.
 */
void index_orphan_beside(struct cached_indexes *orphans, const struct index_place *place,
			 const struct perf_file *file);

#endif
