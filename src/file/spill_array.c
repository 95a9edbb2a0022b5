/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/spill_array.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "file/spool.h"

/* NULL: no file can be made, or there is no room for it. */
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

void spill_array_release(struct spill_array *array)
{
	if (array->mapped)
		munmap(array->p, array->size);
	else
		free(array->p);
	*array = (struct spill_array){ .p = NULL };
}

void spill_array_resize(struct spill_array *array, size_t size, const char *spool_dir)
{
	struct spill_array larger = { .size = size };

	if (size <= array->size)
		return;
	if (size <= SPILL_ARRAY_HEAP) {
		array->p = mem_realloc(array->p, size);
		array->size = size;
		return;
	}
	larger.p = map_file(size, spool_dir);
	larger.mapped = larger.p;
	if (!larger.p)
		larger.p = mem_alloc(size);
	if (array->size)
		memcpy(larger.p, array->p, array->size);
	spill_array_release(array);
	*array = larger;
}
