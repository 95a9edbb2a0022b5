/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_QUOTED_H
#define WIDGETS_QUOTED_H

#include <stddef.h>

#include "base/buf.h"

/* Text as a quoted string of the filter language, which a user can read. */

/* Append bytes; those that are not plain text become \xNN. */
void quoted_add_string(struct buf *out, const void *text, size_t len);

/* Append a regular expression for =~, in which a backslash needs no escape. */
void quoted_add_pattern(struct buf *out, const char *pattern);

#endif
