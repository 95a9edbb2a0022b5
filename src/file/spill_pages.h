/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SPILL_PAGES_H
#define FILE_SPILL_PAGES_H

#include "base/pages.h"
#include "file/spill_array.h"

/*
 * The storage (struct pages_room) for the pages of a growing array (base/pages.h). Each page is a
 * spill array, so the large ones are mapped files.
 */
struct spill_pages {
	struct pages_room room; /* the first member */
	const char *spool_dir;
	struct spill_array pages[PAGES_MAX];
};

/* spool_dir outlives it. */
void spill_pages_init(struct spill_pages *spill, const char *spool_dir);
void spill_pages_release(struct spill_pages *spill);

#endif
