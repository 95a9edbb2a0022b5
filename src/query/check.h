/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_CHECK_H
#define QUERY_CHECK_H

#include "query/filter.h"
#include "recording/recording.h"

/*
 * Names in a filter that mean nothing in a recording. A name that cannot be is an error: a field
 * tp.NAME that none of its tracepoints has, and wall or a time of day without a wall clock.
 * A name that could be but does not occur is worth a warning.
 */

/* ERR_PARSE, with a suggestion and the column, where the filter (NULL: none) has such a tp.NAME. */
int check_filter(const struct filter *filter, const struct recording *recording, struct err *err);

/* Likewise of a field that stands alone; there is no column. */
int check_field(const struct field *field, const struct recording *recording, struct err *err);

/*
 * Append a line, without a newline, about the first event, type or comm that the filter (NULL:
 * none) asks for by its name and that no record has; false: there is none. Of a list of types or
 * names of tasks one is enough. All indexes have to be complete; before that it returns false.
 */
bool check_absent(const struct filter *filter, const struct recording *recording, struct buf *out);

#endif
