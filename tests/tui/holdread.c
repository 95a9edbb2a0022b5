/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Preloaded: holds reads of the file HOLD_PATH from byte HOLD_FROM up to HOLD_TO as long as a file
 * HOLD_WHILE exists, so that an index stays incomplete as long as a test wants. Reads by the main
 * thread, which opens the recording, and small reads, which are for the index's identity, are not
 * held. The first held read makes a file HOLD_REACHED if that is given.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../helpers/uncached.h"

static bool is_it(int fd)
{
	const char *path = getenv("HOLD_PATH");
	struct stat a, b;

	return path && !fstat(fd, &a) && !stat(path, &b) && a.st_ino == b.st_ino &&
	       a.st_dev == b.st_dev;
}

static off_t number(const char *name)
{
	const char *text = getenv(name);

	return text ? strtol(text, NULL, 10) : 0;
}

static void tell_reached(void)
{
	const char *file = getenv("HOLD_REACHED");
	int fd = file ? open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;

	if (fd >= 0)
		close(fd);
}

ssize_t pread64(int fd, void *p, size_t n, off_t offset)
{
	ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread64");
	off_t from = number("HOLD_FROM");
	const char *file = getenv("HOLD_WHILE");

	if (!file || gettid() == getpid() || n < 1 << 16 || offset >= number("HOLD_TO") ||
	    offset + (off_t)n <= from || !is_it(fd))
		return next(fd, p, n, offset);
	if (offset < from)
		return next(fd, p, (size_t)(from - offset), offset);
	tell_reached();
	while (!access(file, F_OK))
		usleep(2000);
	return next(fd, p, n, offset);
}

ssize_t pread(int fd, void *p, size_t n, off_t offset)
{
	return pread64(fd, p, n, offset);
}
