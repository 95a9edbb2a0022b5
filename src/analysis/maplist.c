/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/maplist.h"

#include <stdlib.h>

#include "base/vec.h"
#include "query/worker.h"
#include "wire/schema.h"

struct maplist {
	struct recording *recording;
	struct row_info info;
	bool has_ip;
	uint64_t ip;
	struct worker worker;
	_Atomic bool done;
	/* Written before done becomes true. */
	VEC(struct maplist_line) lines;
	size_t found;
	uint64_t ip_row; /* the record with the mapping at ip; UINT64_MAX: none */
	enum mapping_why why;
};

static bool add_line(void *arg, const struct mapping *mapping, uint64_t start, uint64_t end)
{
	struct maplist *list = arg;
	struct maplist_line *line;
	uint64_t offset;
	bool has_file = mapping_offset(mapping, start, &offset);

	if (list->found++ >= MAPLIST_MAX)
		return worker_pass(&list->worker);
	line = vec_add(&list->lines);
	*line = (struct maplist_line){
		.start = start,
		.end = end,
		.row = mapping->row,
		.prot = mapping->prot,
		.is_private = mapping->flags & FLAG_PRIVATE,
		.has_file = has_file,
		.offset = has_file ? offset : 0,
		.kind = mapping->kind,
		.file = mem_strdup(mapping->file),
		.dso = mem_strdup(mapping->dso),
		.build_id_size = mapping->build_id_size,
	};
	memcpy(line->build_id, mapping->build_id, sizeof(line->build_id));
	return worker_pass(&list->worker);
}

/* Add the ordinals of the records, which people use. */
static void add_ordinals(struct maplist *list, struct reader *reader)
{
	struct row_info info;

	for (size_t i = 0; i < list->lines.n && !atomic_load(&list->worker.stop); i++) {
		struct maplist_line *line = &list->lines.v[i];

		line->ordinal = ROW_NO_ORDINAL;
		if (!reader_row(reader, line->row, &info, NULL))
			line->ordinal = info.ordinal;
	}
}

static void find_ip(struct maplist *list, struct reader *reader)
{
	const struct mapping *mapping = NULL;

	if (list->has_ip)
		mapping = mappings_find(reader_mappings(reader), &list->info,
					list->info.misc & CPUMODE_MASK, list->ip, &list->why);
	list->ip_row = mapping ? mapping->row : UINT64_MAX;
}

static void *run(void *arg)
{
	struct maplist *list = arg;
	bool guest = (list->info.misc & CPUMODE_MASK) >= CPUMODE_GUEST_KERNEL;
	struct reader *reader;

	if (worker_wait_complete(&list->worker, &list->worker.recording, 1, NULL)) {
		reader = reader_open(list->recording);
		mappings_each(reader_mappings(reader), &list->info,
			      guest ? CPUMODE_GUEST_USER : CPUMODE_USER, add_line, list);
		mappings_each(reader_mappings(reader), &list->info,
			      guest ? CPUMODE_GUEST_KERNEL : CPUMODE_KERNEL, add_line, list);
		find_ip(list, reader);
		add_ordinals(list, reader);
		reader_close(reader);
	}
	atomic_store(&list->done, true);
	watcher_wake(list->worker.watcher);
	return NULL;
}

struct maplist *maplist_start(struct recording *recording, const struct row_info *info,
			      const uint64_t *ip, struct watcher *watcher)
{
	struct maplist *list = mem_zalloc(sizeof(*list));

	list->recording = recording;
	list->has_ip = ip;
	list->ip = ip ? *ip : 0;
	list->info = *info;
	worker_start(&list->worker, recording, watcher, run, list);
	return list;
}

void maplist_cancel(struct maplist *list)
{
	worker_cancel(&list->worker);
}

void maplist_free(struct maplist *list)
{
	if (!list)
		return;
	maplist_cancel(list);
	for (size_t i = 0; i < list->lines.n; i++) {
		free(list->lines.v[i].file);
		free(list->lines.v[i].dso);
	}
	vec_release(&list->lines);
	free(list);
}

bool maplist_done(const struct maplist *list)
{
	return atomic_load(&list->done);
}

size_t maplist_count(const struct maplist *list)
{
	return maplist_done(list) ? list->lines.n : 0;
}

size_t maplist_found(const struct maplist *list)
{
	return maplist_done(list) ? list->found : 0;
}

const struct maplist_line *maplist_line(const struct maplist *list, size_t i)
{
	return &list->lines.v[i];
}

size_t maplist_at_ip(const struct maplist *list, const char **why)
{
	size_t n = maplist_count(list);

	*why = maplist_done(list) ? mapping_why_text(list->why) : "";
	for (size_t i = 0; i < n && list->ip_row != UINT64_MAX; i++)
		if (list->lines.v[i].row == list->ip_row && list->lines.v[i].start <= list->ip &&
		    list->ip < list->lines.v[i].end)
			return i;
	return n;
}
