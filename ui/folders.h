/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_FOLDERS_H
#define UI_FOLDERS_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * The user's folders, of the environment as the XDG base directory specification has them: append
 * the path, without a slash at its end. False: there is none.
 */
bool folders_config(struct buf *out); /* this and the next may not be there */
bool folders_cache(struct buf *out);
bool folders_state(struct buf *out); /* made where it is not, for the user alone */

#endif
