/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/shortcuts.h"

#include <string.h>

enum {
	BITS_FIRST = 11,
	BITS_MOST = 20,
	BITS_HEAP = 15 /* at most, if no file has room */
};

/*
 * The slot of an id: groups of neighbouring ids stay together, because children of a process often
 * have them; the groups are spread.
 */
static struct shortcut *slot_for(const struct spill_array *table, unsigned bits, uint32_t id)
{
	uint32_t slot = (id >> 2) * 0x9e3779b1u >> (32 - bits + 2);

	return (struct shortcut *)table->p + (slot << 2 | (id & 3));
}

/* Make four times as many slots, if there is room for them. */
static void add_slots(struct shortcuts *s)
{
	unsigned bits = s->table.p ? s->bits + 2 : BITS_FIRST;
	size_t n = s->table.p ? (size_t)1 << s->bits : 0;
	const struct shortcut *old = s->table.p;
	struct spill_array larger = { .p = NULL };

	if (bits > BITS_MOST)
		bits = BITS_MOST;
	spill_array_resize(&larger, sizeof(*old) << bits, s->spool_dir);
	if (!larger.mapped && bits > BITS_HEAP) {
		spill_array_release(&larger);
		s->full = true;
		return;
	}
	if (!larger.mapped) /* a new file has only zeros */
		memset(larger.p, 0, sizeof(*old) << bits);
	for (size_t i = 0; i < n; i++)
		if (old[i].generations)
			*slot_for(&larger, bits, old[i].id) = old[i];
	spill_array_release(&s->table);
	s->table = larger;
	s->bits = bits;
	s->full = bits == BITS_MOST;
}

static struct shortcut *shortcut_of(struct shortcuts *s, uint32_t id)
{
	if (!s->table.p)
		add_slots(s);
	return slot_for(&s->table, s->bits, id);
}

const struct shortcut *shortcuts_find(struct shortcuts *s, uint32_t id)
{
	const struct shortcut *found = shortcut_of(s, id);

	return found->id == id && found->generations ? found : NULL;
}

void shortcuts_keep(struct shortcuts *s, const struct shortcut *kept)
{
	struct shortcut *slot = shortcut_of(s, kept->id);

	s->n += !slot->generations;
	*slot = *kept;
	if (!s->full && s->n > (size_t)1 << (s->bits - 1))
		add_slots(s);
}

void shortcuts_release(struct shortcuts *s)
{
	spill_array_release(&s->table);
	s->n = 0;
	s->full = false;
}
