/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/lineage.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	SLOT_BITS = 18,
	SLOTS = 1 << SLOT_BITS
};

struct lineage_slot {
	struct task_moment from;
	uint64_t version;
	struct lineage_way way;
	bool used;
};

struct lineage {
	pthread_mutex_t lock;
	struct spill_array slots; /* struct lineage_slot */
};

struct lineage *lineage_open(const char *spool_dir)
{
	struct lineage *lineage = mem_zalloc(sizeof(*lineage));

	pthread_mutex_init(&lineage->lock, NULL);
	spill_array_resize(&lineage->slots, SLOTS * sizeof(struct lineage_slot), spool_dir);
	if (!lineage->slots.mapped) /* a new file contains zeros */
		memset(lineage->slots.p, 0, SLOTS * sizeof(struct lineage_slot));
	return lineage;
}

void lineage_close(struct lineage *lineage)
{
	if (!lineage)
		return;
	spill_array_release(&lineage->slots);
	pthread_mutex_destroy(&lineage->lock);
	free(lineage);
}

/*
 * Spread the threads over the table. Groups of four neighbours stay together, because ways often
 * lead through them.
 */
static struct lineage_slot *slot_of(struct lineage *lineage, const struct task_moment *from)
{
	uint32_t place = (from->tid >> 2) * 0x9e3779b1u >> (32 - SLOT_BITS + 2);

	return (struct lineage_slot *)lineage->slots.p + (place << 2 | (from->tid & 3));
}

bool lineage_find(struct lineage *lineage, uint64_t version, const struct task_moment *from,
		  struct lineage_way *way)
{
	struct lineage_slot *slot = slot_of(lineage, from);
	bool found;

	pthread_mutex_lock(&lineage->lock);
	found = slot->used && slot->version == version && slot->from.tid == from->tid &&
		slot->from.time == from->time && slot->from.row == from->row;
	if (found)
		*way = slot->way;
	pthread_mutex_unlock(&lineage->lock);
	return found;
}

void lineage_keep(struct lineage *lineage, uint64_t version, const struct task_moment *from,
		  const struct lineage_way *way)
{
	struct lineage_slot *slot = slot_of(lineage, from);

	pthread_mutex_lock(&lineage->lock);
	*slot = (struct lineage_slot){ *from, version, *way, true };
	pthread_mutex_unlock(&lineage->lock);
}
