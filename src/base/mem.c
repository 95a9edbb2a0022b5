/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void (*oom_handler)(size_t wanted);

void mem_set_handler(void (*handler)(size_t wanted))
{
	oom_handler = handler;
}

void *mem_check(void *p, size_t size)
{
	if (!p) {
		if (oom_handler)
			oom_handler(size);
		abort();
	}
	return p;
}

void *mem_alloc(size_t size)
{
	return mem_check(malloc(size ? size : 1), size);
}

void *mem_aligned(size_t align, size_t size)
{
	return mem_check(aligned_alloc(align, size + -size % align), size);
}

void *mem_zalloc(size_t size)
{
	return mem_check(calloc(1, size ? size : 1), size);
}

void *mem_realloc(void *p, size_t size)
{
	return mem_check(realloc(p, size ? size : 1), size);
}

void *mem_dup(const void *p, size_t size)
{
	void *copy = mem_alloc(size);

	if (size)
		memcpy(copy, p, size);
	return copy;
}

char *mem_strdup(const char *s)
{
	return mem_strndup(s, strlen(s));
}

char *mem_strndup(const char *s, size_t len)
{
	char *copy = mem_alloc(len + 1);

	if (len)
		memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

void *mem_map(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return mem_check(p == MAP_FAILED ? NULL : p, size);
}

void mem_unmap(void *p, size_t size)
{
	if (p)
		munmap(p, size);
}

#ifdef __GLIBC__
enum {
	POOLS = 2,
	OWN_BYTES = 256 << 10, /* a piece of memory of this size has pages of its own */
	/* Free memory at the end of a pool that is kept: more than the columns of a block take. */
	FREE_BYTES = 2 << 20
};

size_t mem_used(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

size_t mem_freed(void)
{
	return mallinfo2().fordblks;
}

void mem_trim(void)
{
	malloc_trim(0);
}

void mem_keep(void)
{
	mallopt(M_TRIM_THRESHOLD, FREE_BYTES);
}

void mem_share(void)
{
	mallopt(M_ARENA_MAX, POOLS);
	/* By default malloc() puts ever larger pieces into the pools, which keep their holes. */
	mallopt(M_MMAP_THRESHOLD, OWN_BYTES);
}
#else
size_t mem_used(void)
{
	return 0;
}

size_t mem_freed(void)
{
	return 0;
}

void mem_trim(void)
{
}

void mem_keep(void)
{
}

void mem_share(void)
{
}
#endif
