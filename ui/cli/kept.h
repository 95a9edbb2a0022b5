/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_KEPT_H
#define CLI_KEPT_H

#include "options.h"

/* perfnav index --list and --remove: the indexes that are kept. Each returns an exit status. */

/* Those in the cache folder, the one used last at the end. */
int kept_list(const struct options *options);

/*
 * The indexes of the given recordings, wherever they are, and orphans of the same bytes: each once.
 */
int kept_list_files(const struct options *options);

/* Remove the index of a recording, or file itself where it is an index. */
int kept_remove(const struct options *options, const char *file);

#endif
