/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_TRACEPOINT_H
#define SPANS_TRACEPOINT_H

#include "base/buf.h"
#include "file/events.h"

/*
 * The tracepoint that an event counts, by its name SYSTEM:NAME. It follows from the format in the
 * recording, because a recorder may give the event any name. A recording without the format has
 * only the name of the event.
 */

/* Replace the contents of out by the name. */
void tracepoint_name(const struct event *event, struct buf *out);

bool tracepoint_is(const struct event *event, const char *name);

/*
 * Match a name with one of several patterns, separated by blanks. A * stands for any text that is
 * not empty, and ** for any tracepoint. Returns the text that * matches, *star_len bytes of the
 * name, or "" without a *; NULL: the name does not match. Names without a colon match nothing.
 */
const char *tracepoint_match(const char *patterns, const char *name, size_t *star_len);

#endif
