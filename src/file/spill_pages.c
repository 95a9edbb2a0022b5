/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/spill_pages.h"

static void *get_page(struct pages_room *room, unsigned page, size_t size)
{
	struct spill_pages *spill = (struct spill_pages *)(void *)room;

	spill_array_resize(&spill->pages[page], size, spill->spool_dir);
	return spill->pages[page].p;
}

void spill_pages_init(struct spill_pages *spill, const char *spool_dir)
{
	*spill = (struct spill_pages){ .room = { get_page }, .spool_dir = spool_dir };
}

void spill_pages_release(struct spill_pages *spill)
{
	for (size_t i = 0; i < PAGES_MAX; i++)
		spill_array_release(&spill->pages[i]);
}
