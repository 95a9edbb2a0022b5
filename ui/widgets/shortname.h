/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_SHORTNAME_H
#define WIDGETS_SHORTNAME_H

#include "base/buf.h"

/*
 * Append the name of a function so that it takes at most cols columns (> 0): without its arguments
 * if it has to be shorter, then without what is in <>, then its last part alone after "…", and at
 * last cut with "…".
 */
void shortname_add(const char *name, int cols, struct buf *out);

#endif
