/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_INDEX_ORPHAN_H
#define RECORDING_INDEX_ORPHAN_H

#include "file/perf_file.h"
#include "recording/index_cache.h"
#include "recording/index_place.h"

/*
 * An orphan: an index NAME.pnx, or an unfinished one, whose recording NAME was moved, renamed or
 * removed. This cannot be decided for indexes in the cache folder, because they have other names.
 */

/*
 * Append why the index with this path is an orphan, with the raw bytes of paths. Returns false if
 * it is not one.
 */
bool index_orphan_why(const char *path, struct buf *why);

/*
 * List the orphans in a folder. To be released with cached_indexes_release(), also after an error.
 */
int index_orphan_list(struct cached_indexes *orphans, const char *dir, struct err *err);

/*
 * List the orphans in the folder for this file's index that were made of the same bytes; none if
 * the index is in the cache folder. To be released likewise.
 */
void index_orphan_beside(struct cached_indexes *orphans, const struct index_place *place,
			 const struct perf_file *file);

#endif
