/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HELPERS_UNCACHED_H
#define HELPERS_UNCACHED_H

/* For preloaded programs that hold, make or fail reads by pread64(). */
#include <errno.h>
#include <sys/uio.h>

/* Reads that only take what is in the page cache are left to pread64(). */
ssize_t preadv64v2(int fd, const struct iovec *parts, int n, off64_t offset, int flags)
{
	(void)fd;
	(void)parts;
	(void)n;
	(void)offset;
	(void)flags;
	errno = EOPNOTSUPP;
	return -1;
}

#endif
