/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_SHORTCUTS_H
#define STATE_SHORTCUTS_H

#include "file/spill_array.h"
#include "state/maps.h"

/* From a process that never had mappings of its own to an ancestor. */
struct shortcut {
	uint32_t id, to;
	uint32_t generations;	   /* from id up to `to`; 0: the slot is free */
	struct maps_moment since;  /* the shortcut holds from then on */
	struct maps_moment moment; /* at which to look up the ancestor's mappings */
};

/*
 * Shortcuts by the ids of their processes. Their number is limited: a new shortcut can replace that
 * of another process. To start with none, zero everything except spool_dir.
 */
struct shortcuts {
	const char *spool_dir;
	struct spill_array table; /* 2^bits slots; empty: none yet */
	unsigned bits;
	size_t n;  /* slots in use */
	bool full; /* no more slots can be added */
};

/* The shortcut of a process, until another one is kept. NULL: none is known. */
const struct shortcut *shortcuts_find(struct shortcuts *shortcuts, uint32_t id);

/* Keep a copy. It must lead to an ancestor. */
void shortcuts_keep(struct shortcuts *shortcuts, const struct shortcut *kept);

/* Forget all. */
void shortcuts_release(struct shortcuts *shortcuts);

#endif
