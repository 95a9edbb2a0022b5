/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_INFO_EVENT_H
#define OUT_INFO_EVENT_H

#include "base/report.h"
#include "file/perf_file.h"

/*
 * Report the events of a recording: every bit and field of their attrs with the meaning, groups,
 * and the options of perf record that would create them. Text shows only values that are set; JSON
 * shows all.
 */
void info_events_report(const struct perf_file *file, struct report *r);

/* Report one event in the same way, with the options that would create only this event. */
void info_event_report(const struct perf_file *file, size_t event, struct report *r);

/*
 * Append the kind of the event: "software/cpu-clock", "tracepoint/316", "cpu/config=0x1a8/"; not
 * escaped.
 */
void info_event_kind(const struct perf_file *file, size_t event, struct buf *out);

#endif
