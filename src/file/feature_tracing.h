/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_TRACING_H
#define FILE_FEATURE_TRACING_H

#include "file/features.h"

/*
 * TRACING_DATA holds the formats of the tracepoints that were recorded. Calls
 * each with the name ("sched:sched_switch") and the id of every one.
 */
typedef void tracing_event_fn(void *arg, const char *name, size_t len, uint64_t id);
void feature_tracing_events(const struct features *features, tracing_event_fn *each, void *arg);

#endif
