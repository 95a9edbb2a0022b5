/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded: when the program maps the file CUT_PATH, the file is cut to CUT_TO bytes. */
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_it(int fd, const char *path)
{
	struct stat a, b;

	return path && fd >= 0 && !fstat(fd, &a) && !stat(path, &b) && a.st_ino == b.st_ino &&
	       a.st_dev == b.st_dev;
}

void *mmap64(void *p, size_t len, int prot, int flags, int fd, off64_t off)
{
	const char *path = getenv("CUT_PATH");
	void *mapped = (void *)syscall(SYS_mmap, p, len, prot, flags, fd, off);

	if (is_it(fd, path) && truncate(path, atol(getenv("CUT_TO"))))
		abort();
	return mapped;
}
