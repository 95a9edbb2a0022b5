/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/io.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"

enum {
	COPY_BYTES = 1 << 18
};

/* off: NULL to use the descriptor's own offset. */
static size_t read_all(int fd, const uint64_t *off, void *to, size_t len)
{
	size_t done = 0;

	while (done < len) {
		char *p = (char *)to + done;
		ssize_t n = off ? pread(fd, p, len - done, (off_t)(*off + done))
				: read(fd, p, len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (!n)
			errno = 0;
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return done;
}

/*
 * Wait until a nonblocking pipe or terminal takes more bytes. False: errno has the reason.
 */
static bool has_room(int fd)
{
	struct pollfd to = { .fd = fd, .events = POLLOUT };

	return poll(&to, 1, -1) > 0 || errno == EINTR;
}

static bool write_all(int fd, const uint64_t *off, const void *from, size_t len)
{
	for (size_t done = 0; done < len;) {
		const char *p = (const char *)from + done;
		ssize_t n = off ? pwrite(fd, p, len - done, (off_t)(*off + done))
				: write(fd, p, len - done);

		if (n < 0 && (errno == EINTR || (errno == EAGAIN && has_room(fd))))
			continue;
		if (!n)
			errno = EIO; /* no progress: do not try for ever */
		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

size_t io_read(int fd, void *to, size_t len)
{
	return read_all(fd, NULL, to, len);
}

size_t io_read_at(int fd, uint64_t off, void *to, size_t len)
{
	return read_all(fd, &off, to, len);
}

bool io_write(int fd, const void *from, size_t len)
{
	return write_all(fd, NULL, from, len);
}

bool io_write_at(int fd, uint64_t off, const void *from, size_t len)
{
	return write_all(fd, &off, from, len);
}

bool io_copy_at(int from, uint64_t off, int to, uint64_t len, io_write_at_fn *write_at)
{
	char *p = mem_alloc(COPY_BYTES);
	bool ok = true;

	for (uint64_t done = 0; ok && done < len; done += COPY_BYTES) {
		size_t n = len - done < COPY_BYTES ? (size_t)(len - done) : COPY_BYTES;

		ok = io_read_at(from, off + done, p, n) == n && write_at(to, done, p, n);
	}
	free(p);
	return ok;
}

const char *io_why_few(int error)
{
	return error ? strerror(error) : "it is truncated";
}
