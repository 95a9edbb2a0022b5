/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/size.h"

enum {
	SIZE_FREE = 64 << 20,
	SIZE_PERCENT = 8
};

void size_add_frame(struct index *index, const struct frame_entry *entry)
{
	index->frame_bytes += entry->chunk_size < entry->size ? entry->chunk_size : entry->size;
}

static int leave_file(struct index *index, const char *why, struct err *err)
{
	struct container *c = &index->container;

	if (!c->part || container_leave(c, why))
		return 0;
	c->worth = false;
	return err_set(err, ERR_IO, "the index is not saved: %s", why);
}

int size_check(struct index *index, struct err *err)
{
	uint64_t bytes = atomic_load(&index->bytes_total) + index->inflated;

	if (index->container.size - index->frame_bytes <= SIZE_FREE + bytes / 100 * SIZE_PERCENT)
		return 0;
	return leave_file(index, "it would be larger than 64 MiB plus 8 % of the recording", err);
}

int size_check_tables(struct index *index, uint64_t bytes, struct err *err)
{
	if (bytes <= store_tables_max(index))
		return 0;
	return leave_file(index, "its tables would be larger than the recording plus 64 MiB", err);
}
