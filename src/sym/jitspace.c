/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/jitspace.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/search.h"
#include "state/space.h"

/* In a region, time is the time of creation, and row the offset of the code in the dump. */
struct jitspace {
	pthread_mutex_t lock; /* because the first look-up builds a tree */
	struct space space;
};

struct jitspace *jitspace_open(const char *dir)
{
	struct jitspace *s = mem_zalloc(sizeof(*s));

	pthread_mutex_init(&s->lock, NULL);
	space_init(&s->space, dir);
	return s;
}

void jitspace_close(struct jitspace *s)
{
	if (!s)
		return;
	space_release(&s->space);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

bool jitspace_add(struct jitspace *s, const struct jitcode *codes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct jitcode *c = &codes[i];
		const struct region *last = s->space.n ? space_region(&s->space, s->space.n - 1)
						       : NULL;

		if (c->size > UINT64_MAX - c->start || (last && c->time < last->time) ||
		    !space_add(&s->space, &(struct region){ .start = c->start,
							    .end = c->start + c->size,
							    .time = c->time,
							    .row = c->bytes }))
			return false;
	}
	return true;
}

uint32_t jitspace_count(const struct jitspace *s)
{
	return s->space.n;
}

/* Return how many codes were created up to a time. */
static uint32_t made_by(const struct space *space, uint64_t time)
{
	return (uint32_t)search_first(0, space->n, i,
				      space_region(space, (uint32_t)i)->time <= time);
}

bool jitspace_find(struct jitspace *s, uint64_t addr, uint64_t time, uint32_t *number,
		   struct jitcode *code)
{
	const struct region *region;

	pthread_mutex_lock(&s->lock);
	region = space_find(&s->space, addr, 0, made_by(&s->space, time));
	if (region) {
		*number = (uint32_t)(region - space_region(&s->space, 0));
		*code = (struct jitcode){
			.start = region->start,
			.size = region->end - region->start,
			.time = region->time,
			.bytes = region->row,
		};
	}
	pthread_mutex_unlock(&s->lock);
	return region != NULL;
}
