/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_KEPT_H
#define CLI_KEPT_H

#include "options.h"

/* perfnav index --list and --remove: the indexes on disk. Each function returns an exit status. */

/* List the indexes in the cache folder. The one used last comes last. */
int kept_list(const struct options *options);

/*
 * List the indexes of the given recordings, wherever they are, and orphans of the same bytes, each
 * once.
 */
int kept_list_files(const struct options *options);

/* Remove the index of a recording, or the file itself if it is an index. */
int kept_remove(const struct options *options, const char *file);

#endif
