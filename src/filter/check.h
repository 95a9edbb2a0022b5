/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_CHECK_H
#define FILTER_CHECK_H

#include "filter/filter.h"
#include "recording/recording.h"

/*
 * Names of a filter that cannot exist in a recording: a field tp.NAME that no tracepoint of the
 * recording has, span.KIND.FIELD of an undefined kind, and wall or a time of day without a wall
 * clock.
 */

/*
 * Returns ERR_PARSE, with the column and perhaps a suggestion, if the filter (NULL: none) has a
 * name that cannot exist in the recording.
 */
int check_filter(const struct filter *filter, struct recording *recording, struct err *err);

/* Returns ERR_PARSE, with a column, if no file of the recording has a wall clock. */
int check_wall(const struct recording *recording, uint64_t column, struct err *err);

/* The same as check_filter() for a single field, without a column. */
int check_field(const struct field *field, struct recording *recording, struct err *err);

/*
 * Append a line that explains why the filter (NULL: none) may select other records than intended:
 * the first of filter/check_absent.h, check_kind.h, check_seconds.h, check_moment.h and
 * check_lacking.h that has a reason. Returns false if there is none.
 */
bool check_warn(const struct filter *filter, struct recording *recording, struct buf *out);

#endif
