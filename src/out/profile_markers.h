/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILE_MARKERS_H
#define OUT_PROFILE_MARKERS_H

#include "base/jsonw.h"
#include "recording/reader.h"
#include "stack/stacktree.h"

/*
 * Markers of a profile for the Firefox Profiler. Samples of tracepoints, switches, and records that
 * begin a span (spans/spans.h) are markers; the marker of a span has its duration. For one thread.
 */
struct profile_markers {
	struct stacktree names; /* its frames are names of markers */
	struct buf name;
};

struct profile_marker {
	uint32_t name; /* for profile_markers_name() */
	uint32_t lasts;
	uint64_t ordinal, dur; /* of its record; dur is 0 if `lasts` is 0 */
};

/* dir: the folder for many names, as for a stacktree. */
void profile_markers_init(struct profile_markers *markers, const char *dir);
void profile_markers_release(struct profile_markers *markers);

/* Set the marker of a row. Returns false if it has none. */
bool profile_markers_find(struct profile_markers *markers, struct reader *reader,
			  const struct row_info *info, struct profile_marker *marker);

/* Valid until the next name is found. */
const char *profile_markers_name(const struct profile_markers *markers, uint32_t name);

/* A marker as it is written. */
struct profile_marker_place {
	uint64_t name; /* number of its name in the table of texts */
	uint64_t time; /* ns */
	unsigned category;
	const char *text; /* summary of its record */
	size_t len;
};

/* Write a row of the table of markers. */
void profile_markers_add(const struct profile_marker *marker,
			 const struct profile_marker_place *place, struct jsonw *json);

/* Write how markers are shown: all have the summary of their record, and its number. */
void profile_markers_schema(struct jsonw *json);

#endif
