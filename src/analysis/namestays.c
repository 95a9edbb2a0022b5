/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/namestays.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct namestays *namestays_open(const struct recording *recording)
{
	struct namestays *stays = mem_zalloc(sizeof(*stays));

	stays->recording = recording;
	return stays;
}

void namestays_close(struct namestays *stays)
{
	free(stays);
}

static struct tasks *tasks_of(const struct namestays *stays)
{
	return index_tasks(recording_index(stays->recording, stays->part));
}

static uint32_t tid_of(const struct namestays *stays, uint64_t thread)
{
	return index_thread(recording_index(stays->recording, stays->part), thread)->tid;
}

void namestays_enter(struct namestays *stays, size_t part)
{
	uint64_t version;

	if (stays->part != part)
		memset(stays->slots, 0, sizeof(stays->slots));
	stays->part = part;
	version = tasks_version(tasks_of(stays));
	if (stays->version != version)
		memset(stays->current, 0, sizeof(stays->current));
	stays->version = version;
}

bool namestays_check(struct namestays *stays, uint64_t slot)
{
	const struct namestay *s = &stays->slots[slot];

	if (tasks_version_of(tasks_of(stays), tid_of(stays, s->thread - 1)) != s->version)
		return false;
	bitset_add(stays->current, slot);
	return true;
}

void namestays_look_up(struct namestays *stays, uint64_t thread, uint64_t time)
{
	uint64_t slot = thread % NAMESTAYS;
	struct namestay *s = &stays->slots[slot];
	struct task_moment at = { .time = time, .row = UINT64_MAX };

	at.tid = tid_of(stays, thread);
	s->version = tasks_version_of(tasks_of(stays), at.tid);
	tasks_stay(tasks_of(stays), &at, &s->stay);
	bitset_add(stays->current, slot);
}
