/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_SPANS_H
#define RECORDS_SPANS_H

#include <stdbool.h>

#include "term/action.h"

struct app;
struct view_records;

/* Go from the record that begins a span to the record that ends it, or back. */
void records_span(struct view_records *v, const struct action_call *call);

/* Describe the span that the record under the cursor begins, when the filter has found it. */
void records_report_span(struct app *app);

/* Continue when the spans are made. Returns true if there is news. */
bool records_spans_resume(struct view_records *v);

#endif
