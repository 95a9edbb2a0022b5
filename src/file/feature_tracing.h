/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_TRACING_H
#define FILE_FEATURE_TRACING_H

#include "file/features.h"

/*
 * Call each() with the name ("sched:sched_switch") and the id of every recorded tracepoint.
 * TRACING_DATA holds their formats.
 */
typedef void tracing_event_fn(void *arg, const char *name, size_t len, uint64_t id);
void feature_tracing_events(const struct features *features, tracing_event_fn *each, void *arg);

/*
 * Find the part with the names of tasks in the section of len bytes at p. It is the last part: u64
 * size, then text. *at gets its offset, or len if there is none. False: the section is damaged.
 */
bool feature_tracing_tasks(const struct features *features, const uint8_t *p, size_t len,
			   size_t *at);

#endif
