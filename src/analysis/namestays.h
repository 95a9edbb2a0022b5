/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_NAMESTAYS_H
#define ANALYSIS_NAMESTAYS_H

#include "base/bitset.h"
#include "index/tasks.h"
#include "recording/recording.h"

/*
 * A cache of the times in which threads keep their names. The time at which a name begins stands
 * for the name. Used by one thread.
 */
enum {
	NAMESTAYS = 1 << 12 /* threads */
};

struct namestays {
	const struct recording *recording;
	size_t part;
	uint64_t version;		  /* tasks_version() */
	uint64_t current[NAMESTAYS / 64]; /* slots that are valid at that version, as bits */
	struct namestay {
		struct task_stay stay; /* zeros: the thread was seen once, and not looked up */
		uint32_t thread;       /* number + 1, 0: the slot is empty */
		uint32_t version;      /* tasks_version_of() the thread at the look-up */
	} slots[NAMESTAYS];
};

/* The recording outlives them. */
struct namestays *namestays_open(const struct recording *recording);
void namestays_close(struct namestays *stays);

/* Call this before each block: of a part, and with the names that are known now. */
void namestays_enter(struct namestays *stays, size_t part);

/* For namestays_at(): has no change of the thread been found since its slot was looked up? */
bool namestays_check(struct namestays *stays, uint64_t slot);

/* For namestays_at(): fill the slot of a thread. */
void namestays_look_up(struct namestays *stays, uint64_t thread, uint64_t time);

/*
 * Get the time in which a thread of the part has its name at a time, without the recording's shift;
 * it is valid until the next call. NULL: finding it takes longer than reading the row. Earlier
 * parts can name the threads of later ones. soon: more rows of the thread follow.
 */
static inline __attribute__((always_inline)) const struct task_stay *
namestays_at(struct namestays *stays, uint64_t thread, uint64_t time, bool soon)
{
	uint64_t slot = thread % NAMESTAYS;
	struct namestay *s = &stays->slots[slot];
	bool again = s->thread == thread + 1;

	if (!time || stays->part)
		return NULL;
	if (again && task_stay_has(&s->stay, time) &&
	    (bitset_has(stays->current, slot) || namestays_check(stays, slot)))
		return &s->stay;
	*s = (struct namestay){ .thread = (uint32_t)thread + 1 };
	if (!again && !soon)
		return NULL;
	namestays_look_up(stays, thread, time);
	return &s->stay;
}

#endif
