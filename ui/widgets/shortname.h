/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_SHORTNAME_H
#define WIDGETS_SHORTNAME_H

#include "base/buf.h"

/*
 * Append the name of a function in at most cols columns (> 0). If it is too long: without its
 * version, the suffixes of the compiler and its arguments, then without the parts in <>, then only
 * its last part after "…", and finally truncated with "…".
 */
void shortname_add(const char *name, int cols, struct buf *out);

/*
 * Append a text without the versions of functions in it, which end at a '+' or with their words:
 * "user f@@GLIBC_2.2.5+0x4" as "user f+0x4".
 */
void shortname_add_text(const char *text, struct buf *out);

#endif
