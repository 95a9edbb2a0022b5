/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/cgroups.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/search.h"
#include "base/vec.h"
#include "index/states.h"
#include "recording/reader.h"
#include "wire/find.h"

enum {
	ENTRIES_MAX = 1 << 16, /* CGROUP records that are used */
	PATHS_MAX = 4096       /* paths that are kept */
};

/* Which path a cgroup has from a time on: that of a record. */
struct cgroup_entry {
	uint64_t id, time, row;
};

struct cgroups {
	struct recording *recording;
	struct reader *reader;
	uint64_t rows;			  /* rows of the recording when it was read */
	uint64_t first_row;		  /* of the part that catch_up() reads */
	VEC(struct cgroup_entry) entries; /* by id, time, row */
	struct map places;		  /* from rows to indexes of paths */
	VEC(struct buf) paths;
};

struct cgroups *cgroups_open(struct recording *recording)
{
	struct cgroups *c = mem_zalloc(sizeof(*c));

	c->recording = recording;
	c->reader = reader_open(recording);
	return c;
}

static void forget_paths(struct cgroups *c)
{
	for (size_t i = 0; i < c->paths.n; i++)
		buf_release(&c->paths.v[i]);
	c->paths.n = 0;
	map_release(&c->places);
}

void cgroups_close(struct cgroups *c)
{
	if (!c)
		return;
	forget_paths(c);
	vec_release(&c->paths);
	vec_release(&c->entries);
	reader_close(c->reader);
	free(c);
}

static int compare(const void *pa, const void *pb)
{
	const struct cgroup_entry *a = pa, *b = pb;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

static void add_entry(void *arg, const void *entry)
{
	const struct state_entry *e = entry;
	struct cgroups *c = arg;
	uint64_t row = e->at.row + c->first_row;

	/* Entries of rows that are not published yet are read later. */
	if (row < c->rows && c->entries.n < ENTRIES_MAX)
		vec_push(&c->entries, ((struct cgroup_entry){ e->start, e->at.time, row }));
}

static void catch_up(struct cgroups *c)
{
	uint64_t rows = recording_rows(c->recording);
	uint32_t id;

	if (rows == c->rows)
		return;
	c->rows = rows;
	c->entries.n = 0;
	state_id(STATE_OF_ALL, STATE_ALL_CGROUPS, &id);
	for (size_t i = 0; i < recording_parts_ready(c->recording); i++) {
		c->first_row = recording_first_row(c->recording, i);
		history_each(index_state_entries(recording_index(c->recording, i)), id, add_entry,
			     c);
	}
	if (c->entries.n)
		qsort(c->entries.v, c->entries.n, sizeof(*c->entries.v), compare);
}

/* The last one that is not after the record, or else the first one of the id. */
static const struct cgroup_entry *find_cgroup(const struct cgroups *c, const struct row_info *info,
					      uint64_t id)
{
	struct cgroup_entry key = { id, info->has_time ? info->time : UINT64_MAX, info->row };
	size_t end = search_first(0, c->entries.n, i, compare(&c->entries.v[i], &key) <= 0);

	if (end && c->entries.v[end - 1].id == id)
		return &c->entries.v[end - 1];
	return end < c->entries.n && c->entries.v[end].id == id ? &c->entries.v[end] : NULL;
}

static bool read_path(struct cgroups *c, uint64_t row, struct buf *path)
{
	struct layout layout;
	struct row_info info;
	const uint8_t *p, *text;
	size_t len, n;

	if (reader_row(c->reader, row, &info, NULL))
		return false;
	p = reader_bytes(c->reader, &info, &len);
	reader_layout(c->reader, &info, &layout);
	if (!find_bytes(&layout, p, len, F_cgroup_path, &text, &n))
		return false;
	buf_add(path, text, n);
	return true;
}

const char *cgroups_path(struct cgroups *c, const struct row_info *info, uint64_t id, size_t *len)
{
	const struct cgroup_entry *entry;
	uint32_t *place;
	struct buf path = BUF_INIT;
	bool fresh;

	catch_up(c);
	entry = find_cgroup(c, info, id);
	if (!entry)
		return NULL;
	place = map_get(&c->places, entry->row);
	if (!place) {
		if (c->paths.n == PATHS_MAX)
			forget_paths(c);
		if (!read_path(c, entry->row, &path))
			return NULL;
		vec_push(&c->paths, path);
		place = map_put(&c->places, entry->row, &fresh);
		*place = (uint32_t)c->paths.n - 1;
	}
	*len = c->paths.v[*place].len;
	return c->paths.v[*place].p;
}
