/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_SPANS_H
#define RECORDS_SPANS_H

#include <stdbool.h>

#include "recording/reader.h"
#include "session/session.h"
#include "term/action.h"

struct app;
struct view_records;

/* Go from the record that begins a span to the record that ends it, or back. */
void records_span(struct view_records *v, const struct action_call *call);

/* Describe the span that the record under the cursor begins, when the filter has found it. */
void records_report_span(struct app *app);

/* Continue when the spans are made. Returns true if there is news. */
bool records_spans_resume(struct view_records *v);

/*
 * Get a row, and append its thread: "sh:7352", or "an unknown thread" if it has none. *info is
 * unchanged if there is no such row.
 */
void records_spans_add_thread(struct session *session, uint64_t row, struct row_info *info,
			      struct buf *out);

/* Has the recording an event of which each sample wakes a thread? */
bool records_spans_has_wakeups(const struct recording *rec);

#endif
