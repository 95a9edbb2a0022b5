/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_FOLDERS_H
#define UI_FOLDERS_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * The user's folders, from the environment, as the XDG base directory specification defines them.
 * Append a path without a slash at its end. False: there is no such folder.
 */
bool folders_config(struct buf *out); /* the folders of this and the next function may not exist */
bool folders_cache(struct buf *out);
bool folders_state(struct buf *out); /* out is empty; created, for the user only, if missing */

/*
 * Return a path of len bytes as a string, with the user's home folder instead of a "~" that is all
 * of it or precedes its first '/'. The caller frees it.
 */
char *folders_expand(const char *path, size_t len);

#endif
