/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pages - touches fresh memory of four kinds, so that faults come from different functions and
 * have addresses in anonymous, shared, file and stack memory.
 *
 * usage: pages [ROUNDS [PAGES]]
 */
#define _GNU_SOURCE
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page;

static void write_each_page(volatile char *at, size_t pages)
{
	for (size_t i = 0; i < pages; i++)
		at[i * page + i % page] = 1;
}

static unsigned int read_each_page(const volatile char *at, size_t pages)
{
	unsigned int sum = 0;

	for (size_t i = 0; i < pages; i++)
		sum += at[i * page];
	return sum;
}

static void *map(size_t pages, int flags, int fd)
{
	void *at = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, flags, fd, 0);

	if (at == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	return at;
}

static void touch_anonymous(size_t pages)
{
	void *at = map(pages, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	write_each_page(at, pages);
	munmap(at, pages * page);
}

static void touch_shared(size_t pages)
{
	void *at = map(pages, MAP_SHARED | MAP_ANONYMOUS, -1);

	read_each_page(at, pages);
	write_each_page(at, pages);
	munmap(at, pages * page);
}

/* Reading maps the page of the file, writing then copies it: two faults a page. */
static void copy_on_write(int fd, size_t pages)
{
	void *at = map(pages, MAP_PRIVATE, fd);

	madvise(at, pages * page, MADV_RANDOM);
	read_each_page(at, pages);
	write_each_page(at, pages);
	munmap(at, pages * page);
}

static void grow_stack(size_t pages)
{
	char *at = alloca(pages * page);

	for (size_t i = pages; i > 0; i--)
		*(volatile char *)(at + (i - 1) * page) = 1;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 4;
	size_t pages = argc > 2 ? strtoul(argv[2], NULL, 0) : 64;
	int fd = memfd_create("album", 0);

	page = sysconf(_SC_PAGESIZE);
	if (fd < 0 || ftruncate(fd, pages * page) < 0) {
		perror("memfd");
		return 1;
	}
	for (int i = 0; i < rounds; i++) {
		touch_anonymous(pages);
		touch_shared(pages);
		copy_on_write(fd, pages);
	}
	grow_stack(pages < 256 ? pages : 256);
	return 0;
}
