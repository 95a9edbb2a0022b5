/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_PLURAL_H
#define WIDGETS_PLURAL_H

#include "base/buf.h"

/* Append "1 record" or "12 records", for a word whose plural ends with s. */
void plural_add(uint64_t n, const char *word, struct buf *out);

#endif
