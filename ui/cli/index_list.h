/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_INDEX_LIST_H
#define CLI_INDEX_LIST_H

#include "options.h"

/*
 * Run perfnav index --list and --remove, which show and remove indexes on the disk. Each function
 * returns an exit status.
 */

/* List the indexes in the cache folder, sorted by the time of their last use. */
int index_list_cache(const struct options *options);

/*
 * List the indexes of the given recordings in all places, and orphans of the same records. Each
 * index is listed once.
 */
int index_list_files(const struct options *options);

/* Remove the index of a recording. If file is itself an index, remove the file. */
int index_list_remove(const struct options *options, const char *file);

#endif
