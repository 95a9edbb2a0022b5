/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_CHECK_H
#define QUERY_CHECK_H

#include "query/filter.h"
#include "recording/recording.h"

/*
 * What can be wrong with a filter when the recording is known: a field tp.NAME that
 * none of its tracepoints has matches nothing, nor does the name of an event that it does
 * not have; both may be slips. Appends a line about the first of them, without a newline;
 * false: there is none.
 */
bool check_filter(const struct filter *filter, const struct recording *recording, struct buf *out);

/* Likewise of a field that stands alone. */
bool check_field(const struct field *field, const struct recording *recording, struct buf *out);

#endif
