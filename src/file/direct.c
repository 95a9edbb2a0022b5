/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/direct.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	SAMPLES = 8 /* pages of which each must be in the page cache */
};

int direct_open(const struct source *source)
{
	return source_reopen(source, O_DIRECT);
}

/*
 * The bytes are mapped only to ask mincore(2) and are never accessed; an emulator answers only for
 * readable pages.
 */
bool direct_is_cached(int fd, uint64_t off, size_t len)
{
	size_t step = len / SAMPLES + 1;
	unsigned char there = 1;
	uint8_t *p;

	if (!len)
		return false;
	p = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, (off_t)off);
	if (p == MAP_FAILED)
		return true;
	step += -step % DIRECT_ALIGNED;
	for (size_t i = 0; there & 1 && i < len; i += step)
		if (mincore(p + i, 1, &there))
			break;
	munmap(p, len);
	return there & 1;
}

bool direct_read(int fd, uint64_t off, uint8_t *to, size_t len)
{
	size_t room = len + -len % DIRECT_ALIGNED, done = 0;

	while (done < len && done % DIRECT_ALIGNED == 0) {
		ssize_t n = pread(fd, to + done, room - done, (off_t)(off + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return done >= len;
}
