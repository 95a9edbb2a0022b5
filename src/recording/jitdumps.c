/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/jitdumps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/map.h"
#include "base/vec.h"
#include "recording/reader.h"

enum {
	/* Bytes of the mapping that marks a dump: a page of any machine, whose size varies. */
	MARK_MAX = 1 << 17,
	SEARCH_MAPPINGS =
		16 /* mappings that one search may examine for each change of the mappings */
};

/* The state of a process. */
struct jit_process {
	struct jitdump_file file; /* path NULL: none was found */
	uint64_t row, start;	  /* of its mapping */
	uint64_t version;	  /* version of the mappings that were searched */
	uint64_t wait;		  /* changes to skip until the next search */
};

struct jitdumps {
	struct recording *recording;
	struct mappings *mappings;
	struct map places; /* from pid to processes */
	VEC(struct jit_process) processes;
};

struct jitdumps *jitdumps_open(struct recording *recording, struct mappings *mappings)
{
	struct jitdumps *j = mem_zalloc(sizeof(*j));

	j->recording = recording;
	j->mappings = mappings;
	return j;
}

void jitdumps_close(struct jitdumps *j)
{
	if (!j)
		return;
	for (size_t i = 0; i < j->processes.n; i++)
		free(j->processes.v[i].file.path);
	vec_release(&j->processes);
	map_release(&j->places);
	free(j);
}

/* ".../jit-1234.dump": the number is the pid, perhaps that in its container. */
static bool is_dump(const char *file)
{
	const char *slash = strrchr(file, '/');
	unsigned pid;
	int len = 0;

	return slash && sscanf(slash, "/jit-%u.dump%n", &pid, &len) == 1 && len && !slash[len];
}

static bool set_dump(void *arg, const struct mapping *mapping)
{
	struct jit_process *p = arg;

	if (!is_dump(mapping->file))
		return false;
	free(p->file.path);
	p->file.path = mem_strdup(mapping->file);
	p->file.ino = mapping->ino;
	p->file.maj = mapping->maj;
	p->file.min = mapping->min;
	p->row = mapping->row;
	p->start = mapping->start;
	return true;
}

/*
 * The place of the mapping is not stored, so all mappings are searched. To limit the cost, most
 * changes of the mappings start no search.
 */
static void search(struct jitdumps *j, struct jit_process *p, const struct row_info *info)
{
	uint64_t version = mappings_version(j->mappings, info, CPUMODE_USER);

	if (version == p->version)
		return;
	p->version = version;
	if (p->wait) {
		p->wait--;
		return;
	}
	free(p->file.path);
	p->file.path = NULL;
	p->wait = mappings_search(j->mappings, info, CPUMODE_USER, MARK_MAX, set_dump, p) /
		  SEARCH_MAPPINGS;
	if (p->file.path)
		p->wait = 0;
}

static bool is_mapped(struct jitdumps *j, const struct jit_process *p, const struct row_info *info)
{
	const struct mapping *m;

	if (!p->file.path)
		return false;
	m = mappings_find(j->mappings, info, CPUMODE_USER, p->start, NULL);
	return m && m->row == p->row;
}

const struct jitdump_file *jitdumps_find(struct jitdumps *j, const struct row_info *info)
{
	struct jit_process *p;
	uint32_t *place;
	bool fresh;

	if (!info->has_pid)
		return NULL;
	place = map_put(&j->places, info->pid, &fresh);
	if (fresh) {
		*place = (uint32_t)j->processes.n;
		vec_add(&j->processes)->version = UINT64_MAX;
	}
	p = &j->processes.v[*place];
	if (is_mapped(j, p, info))
		return &p->file;
	search(j, p, info);
	return is_mapped(j, p, info) ? &p->file : NULL;
}

uint64_t jitdumps_time(const struct jitdumps *j, const struct row_info *info)
{
	const struct events *events = &recording_file(j->recording, info->part)->events;

	for (size_t i = 0; i < events->list.n && info->has_time; i++) {
		const struct attr *attr = &events->list.v[i].attr;

		if (attr_flag(attr, ATTR_USE_CLOCKID) && attr->clockid == CLOCK_MONOTONIC)
			return recording_time_in(j->recording, info->part, info->time);
	}
	return UINT64_MAX;
}
