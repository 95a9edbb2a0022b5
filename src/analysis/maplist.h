/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_MAPLIST_H
#define ANALYSIS_MAPLIST_H

#include "query/watcher.h"
#include "recording/mappings.h"
#include "recording/reader.h"

/*
 * What was mapped as of a record, as a list that is made in the background: mappings of its
 * process in the order of the addresses, then those of the kernel. Functions are for
 * one thread.
 */
struct maplist;

enum {
	MAPLIST_MAX = 32768 /* the most lines that are kept */
};

struct maplist_line {
	uint64_t start, end; /* the visible part of it */
	uint64_t offset;     /* in the file, of start; 0 where there is none */
	uint64_t row;	     /* of the record that tells of it */
	uint64_t ordinal;
	uint32_t prot;
	bool is_private, has_file;
	enum mapping_kind kind;
	char *file; /* as in the record, not escaped */
	char *dso;
	uint8_t build_id_size;
	uint8_t build_id[MAPPING_BUILD_ID];
};

/*
 * Start it, when the index is complete; ip is that of the record, NULL: it has none. wake is
 * called from its thread when it is done. The recording outlives the list.
 */
struct maplist *maplist_start(struct recording *recording, const struct row_info *info,
			      const uint64_t *ip, struct watcher *watcher);
void maplist_cancel(struct maplist *list);
void maplist_free(struct maplist *list);

bool maplist_done(const struct maplist *list);

/* Lines, 0 before it is done; how many there would be. */
size_t maplist_count(const struct maplist *list);
size_t maplist_found(const struct maplist *list);
const struct maplist_line *maplist_line(const struct maplist *list, size_t i);

/* The line that has ip, maplist_count(): none, and why; "" where there is no ip. */
size_t maplist_at_ip(const struct maplist *list, const char **why);

#endif
