/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_CHECK_ABSENT_H
#define FILTER_CHECK_ABSENT_H

#include "filter/filter.h"
#include "recording/recording.h"

/*
 * Append a line, without a newline, about the first event, type or comm that the filter (NULL:
 * none) names and no record has. Returns false if there is none. A list of types or of task names
 * is not reported if one of them occurs. Returns false also while an index is incomplete.
 */
bool check_absent(const struct filter *filter, const struct recording *recording, struct buf *out);

/*
 * The same for a symbol that the filter names and no file of symbols has that was read so far, if
 * one of them has a similar symbol. Call this after the filter was evaluated.
 */
bool check_absent_symbol(const struct filter *filter, const struct recording *recording,
			 struct buf *out);

/*
 * The field whose value in a record is this name: event, type or comm. FIELD_NONE: no record that
 * is indexed so far has such a value.
 */
enum field_id check_field_named(const struct recording *recording, const char *name, size_t len);

#endif
