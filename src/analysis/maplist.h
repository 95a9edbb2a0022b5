/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_MAPLIST_H
#define ANALYSIS_MAPLIST_H

#include "query/watcher.h"
#include "recording/mappings.h"
#include "recording/reader.h"

/*
 * The mappings at the time of a record, as a list that is made in the background: first the
 * mappings of its process by address, then those of the kernel. Functions are for one thread.
 */
struct maplist;

enum {
	MAPLIST_MAX = 32768 /* the most lines that are kept */
};

struct maplist_line {
	uint64_t start, end; /* of its visible part */
	uint64_t offset;     /* of start in the file; 0 if there is none */
	uint64_t row;	     /* of the record with the mapping */
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
 * Start. The index must be complete. ip: of the record, NULL: it has none. The watcher is woken
 * when the list is complete. The recording must outlive the list.
 */
struct maplist *maplist_start(struct recording *recording, const struct row_info *info,
			      const uint64_t *ip, struct watcher *watcher);
void maplist_cancel(struct maplist *list);
void maplist_free(struct maplist *list);

bool maplist_done(const struct maplist *list);

/*
 * Return the number of lines, 0 before it is complete; and the number including lines beyond the
 * limit.
 */
size_t maplist_count(const struct maplist *list);
size_t maplist_found(const struct maplist *list);
const struct maplist_line *maplist_line(const struct maplist *list, size_t i);

/*
 * Return the line that contains ip; maplist_count(): none. *why: the reason, "" if there is no ip.
 */
size_t maplist_at_ip(const struct maplist *list, const char **why);

#endif
