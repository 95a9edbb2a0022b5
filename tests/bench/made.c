/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Preloaded: makes the samples of the recording MADE_PATH while they are read, so that they need no
 * room on the disk. The file has only the header and its attr, which tests/bench/run writes.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../helpers/uncached.h"

enum {
	DATA = 256, /* place of the samples */
	THREADS = 400,
	CPUS = 16
};

struct sample {
	uint32_t type;
	uint16_t misc, size;
	uint32_t pid, tid;
	uint64_t time, addr;
	uint32_t cpu, reserved;
	uint64_t period;
};

static bool is_it(int fd)
{
	const char *path = getenv("MADE_PATH");
	struct stat a, b;

	return path && !fstat(fd, &a) && !stat(path, &b) && a.st_ino == b.st_ino &&
	       a.st_dev == b.st_dev;
}

static uint64_t noise(uint64_t n)
{
	return (n ^ n >> 7) * 0x9e3779b97f4a7c15u >> 32;
}

/* Runs of 64 samples of a thread, and of 1024 of a CPU; times rise. */
static struct sample make(uint64_t row)
{
	uint32_t pid = 1000 + (uint32_t)(noise(row / 64) % THREADS);

	return (struct sample){
		.type = 9,
		.misc = 2,
		.size = sizeof(struct sample),
		.pid = pid,
		.tid = pid,
		.time = 1000000 + 100 * row + noise(row) % 80,
		.addr = noise(row),
		.cpu = (uint32_t)(row / 1024 % CPUS),
		.period = 1,
	};
}

static void fill(char *to, uint64_t at, size_t n)
{
	while (n) {
		struct sample sample = make(at / sizeof(sample));
		size_t skip = at % sizeof(sample), some = sizeof(sample) - skip;

		some = some < n ? some : n;
		memcpy(to, (const char *)&sample + skip, some);
		to += some;
		at += some;
		n -= some;
	}
}

ssize_t pread64(int fd, void *p, size_t n, off_t offset)
{
	ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread64");
	struct stat st;
	uint64_t at = (uint64_t)offset;
	size_t own = 0;

	if (offset < 0 || !is_it(fd) || fstat(fd, &st) || offset >= st.st_size)
		return next(fd, p, n, offset);
	if (n > (uint64_t)st.st_size - at)
		n = (size_t)((uint64_t)st.st_size - at);
	if (at < DATA) {
		ssize_t got = next(fd, p, n, offset);

		if (got <= 0 || at + (uint64_t)got <= DATA)
			return got;
		own = DATA - (size_t)at;
		n = (size_t)got;
	}
	fill((char *)p + own, at + own - DATA, n - own);
	return (ssize_t)n;
}

ssize_t pread(int fd, void *p, size_t n, off_t offset)
{
	return pread64(fd, p, n, offset);
}
