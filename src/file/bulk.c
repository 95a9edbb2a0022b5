/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/bulk.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "file/spool.h"

/* NULL: there is no such file, or no room. */
static void *map_file(size_t size, const char *spool_dir)
{
	int fd = spool_file_on_disk(spool_dir, NULL);
	void *p = MAP_FAILED;

	if (fd < 0)
		return NULL;
	if (!posix_fallocate(fd, 0, (off_t)size))
		p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return p == MAP_FAILED ? NULL : p;
}

void bulk_release(struct bulk *bulk)
{
	if (bulk->mapped)
		munmap(bulk->p, bulk->size);
	else
		free(bulk->p);
	*bulk = (struct bulk){ .p = NULL };
}

void bulk_resize(struct bulk *bulk, size_t size, const char *spool_dir)
{
	struct bulk larger = { .size = size };

	if (size <= bulk->size)
		return;
	if (size <= BULK_HEAP) {
		bulk->p = mem_realloc(bulk->p, size);
		bulk->size = size;
		return;
	}
	larger.p = map_file(size, spool_dir);
	larger.mapped = larger.p;
	if (!larger.p)
		larger.p = mem_alloc(size);
	if (bulk->size)
		memcpy(larger.p, bulk->p, bulk->size);
	bulk_release(bulk);
	*bulk = larger;
}
