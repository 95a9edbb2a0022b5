/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_CHECK_KIND_H
#define FILTER_CHECK_KIND_H

#include "filter/filter.h"
#include "recording/recording.h"

/*
 * Append a line, without a newline, about the first name to which the filter (NULL: none) compares
 * span.kind, and which may match fewer spans than intended: no kind has the name, or it is a kind
 * of the user whose records also begin spans of the table. Returns false if there is none.
 */
bool check_kind(const struct filter *filter, struct recording *recording, struct buf *out);

#endif
