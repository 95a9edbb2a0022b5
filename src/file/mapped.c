/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/mapped.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/guard.h"
#include "base/mem.h"

enum {
	PART = 8 << 20, /* bytes from one part to the next; mapping each piece would take longer */
	PARTS = 32,	/* enough for the threads of a build (index/pieces.c) */
	LOOKED_AT = 2	/* pages of which each must be in the page cache */
};

/* Bytes from number x PART on, and MAPPED_MOST that also belong to the next part. */
struct mapped_part {
	uint64_t number;
	uint8_t *p; /* NULL: unused */
	size_t len;
	struct guard *guard;
	unsigned users;
};

struct mapped {
	const struct source *source;
	pthread_mutex_t lock; /* of the parts */
	struct mapped_part parts[PARTS];
};

struct mapped *mapped_open(const struct source *source)
{
	struct mapped *m;

	if (!source_is_file(source))
		return NULL;
	m = mem_zalloc(sizeof(*m));
	m->source = source;
	pthread_mutex_init(&m->lock, NULL);
	return m;
}

static void unmap(struct mapped_part *part)
{
	if (!part->p)
		return;
	guard_end(part->guard);
	munmap(part->p, part->len);
}

void mapped_close(struct mapped *m)
{
	if (!m)
		return;
	for (int i = 0; i < PARTS; i++)
		unmap(&m->parts[i]);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

/* direct_is_cached() would map the bytes for this, and cannot tell for files of other users. */
static bool is_cached(const struct source *source, uint64_t off, size_t len)
{
	uint8_t byte;

	for (size_t i = 0; i < LOOKED_AT; i++)
		if (!source_read_cached(source, off + i * (len / LOOKED_AT), &byte, 1))
			return false;
	return true;
}

/* Map a part. It stays unused if that is not possible. */
static void map(struct mapped_part *part, const struct source *source, uint64_t number)
{
	uint64_t left = source_size(source) - number * PART;

	*part = (struct mapped_part){ .number = number, .len = PART + MAPPED_MOST };
	if (part->len > left)
		part->len = (size_t)left;
	part->p = source_map(source, number * PART, &part->len);
	if (!part->p)
		return;
	part->guard = guard_begin(part->p, part->len);
	if (part->guard)
		return;
	munmap(part->p, part->len);
	part->p = NULL;
}

/* The part that has the bytes, or one that is unused; NULL: all are in use. */
static struct mapped_part *find(struct mapped *m, uint64_t number)
{
	struct mapped_part *found = NULL;

	for (int i = 0; i < PARTS; i++) {
		struct mapped_part *part = &m->parts[i];

		if (part->p && part->number == number)
			return part;
		if (!part->p)
			found = part;
	}
	return found;
}

/*
 * Take the parts that are needed no more, to unmap them without the lock. The threads move on
 * towards a part. Return how many parts there are.
 */
static int take_old(struct mapped *m, uint64_t number, struct mapped_part *old)
{
	int n = 0;

	for (int i = 0; i < PARTS; i++) {
		struct mapped_part *part = &m->parts[i];

		if (!part->p || part->users || part->number + 1 == number)
			continue;
		old[n++] = *part;
		part->p = NULL;
	}
	return n;
}

const uint8_t *mapped_get(struct mapped *m, uint64_t off, size_t len, struct mapped_part **to)
{
	uint64_t number = off / PART, size = source_size(m->source);
	struct mapped_part old[PARTS], *part;
	int old_n = 0;

	if (off > size || len > size - off || !is_cached(m->source, off, len))
		return NULL;
	pthread_mutex_lock(&m->lock);
	part = find(m, number);
	if (!part || !part->p) {
		old_n = take_old(m, number, old);
		part = find(m, number);
		if (part)
			map(part, m->source, number);
	}
	if (part && (!part->p || guard_torn(part->guard)))
		part = NULL;
	if (part)
		part->users++;
	pthread_mutex_unlock(&m->lock);
	while (old_n)
		unmap(&old[--old_n]);
	*to = part;
	return part ? part->p + (off - number * PART) : NULL;
}

void mapped_put(struct mapped *m, struct mapped_part *part)
{
	pthread_mutex_lock(&m->lock);
	part->users--;
	pthread_mutex_unlock(&m->lock);
}

bool mapped_torn(const struct mapped_part *part)
{
	return guard_torn(part->guard);
}
