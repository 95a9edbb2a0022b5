/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Faults on purpose, for tests/ci/faults.t, which preloads this. FAULT says which:
 *
 *	malloc N	the N-th allocation has no memory, and none after it
 *	read N ERRNO	the N-th read fails
 *	write N ERRNO	the N-th write, sync or rename fails, and all after it
 *	full N		from the N-th write to a disk on there is no room: that one takes half of
 *			its bytes, later ones fail, and so do new files and folders; memory
 *			has room
 *	gap N		only the N-th and the one after it find no room
 *	fork N ERRNO	the N-th process cannot be made; likewise
 *	thread N ERRNO	the N-th thread,
 *	mmap N ERRNO	the N-th mapping,
 *	open N ERRNO	the N-th open file,
 *	link N ERRNO	the N-th name of a file, and those after it
 *	short		a read gives at most 7 bytes, a write takes at most 1000
 *	interrupt	each second read, write or wait is interrupted
 *
 * What was done leaves a byte in the file FAULT_DONE.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../helpers/uncached.h"

enum what {
	UNKNOWN,
	NONE,
	MALLOC,
	READ,
	WRITE,
	FORK,
	THREAD,
	MMAP,
	OPEN,
	LINK,
	SHORT,
	INTERRUPT,
	FULL,
	GAP
};

static _Atomic int what;
static long nth;
static int error;
static _Atomic long count;

/* Before anything else asks: no function of stdio may be needed for that. */
static enum what asked(void)
{
	static const char *const names[] = { "malloc ", "read ",     "write ", "fork ",
					     "thread ", "mmap ",     "open ",  "link ",
					     "short",	"interrupt", "full ",  "gap " };
	const char *fault = getenv("FAULT");
	char *rest = NULL;

	if (what)
		return what;
	what = NONE;
	for (int i = 0; fault && i < 12; i++) {
		if (strncmp(fault, names[i], strlen(names[i])) != 0)
			continue;
		nth = strtol(fault + strlen(names[i]), &rest, 10);
		error = (int)strtol(rest, NULL, 10);
		what = MALLOC + i;
	}
	return what;
}

static void tell(void)
{
	const char *path = getenv("FAULT_DONE");
	int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT, 0600) : -1;

	if (fd < 0)
		return;
	syscall(SYS_write, fd, "x", 1);
	syscall(SYS_close, fd);
}

/* Is it the turn of this one? forever: and of all after it. */
static bool turn(enum what mine, bool forever)
{
	long n;

	if (asked() != mine)
		return false;
	n = atomic_fetch_add(&count, 1) + 1;
	if (n == nth)
		tell();
	return n == nth || (forever && n > nth);
}

static bool interrupted(void)
{
	if (asked() != INTERRUPT || atomic_fetch_add(&count, 1) % 2)
		return false;
	errno = EINTR;
	return true;
}

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

/* ---- memory ---- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t size);

static bool no_memory(void)
{
	if (!turn(MALLOC, true))
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return no_memory() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return no_memory() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
	return no_memory() ? NULL : __libc_realloc(p, size);
}

/* ---- files ---- */

static bool read_fails(void)
{
	if (interrupted())
		return true;
	if (!turn(READ, false))
		return false;
	errno = error;
	return true;
}

static bool write_fails(void)
{
	if (interrupted())
		return true;
	if (!turn(WRITE, true))
		return false;
	errno = error;
	return true;
}

/* Of a regular file that is not memory. */
static bool is_on_disk(int fd)
{
	char name[32], target[8];
	struct stat st;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	return !fstat(fd, &st) && S_ISREG(st.st_mode) &&
	       (readlink(name, target, sizeof(target)) < (ssize_t)sizeof(target) ||
		memcmp(target, "/memfd:", 7) != 0);
}

/*
 * Is there no room for this write? The first such write has room for half, which len then states.
 */
static bool no_room(size_t *len)
{
	enum what mine = asked();
	long n;

	if (mine != FULL && mine != GAP)
		return false;
	n = atomic_fetch_add(&count, 1) + 1;
	if (n == nth)
		tell();
	if (n < nth || (mine == GAP && n > nth + 1))
		return false;
	if (n == nth && len && *len > 1) {
		*len /= 2;
		return false;
	}
	errno = ENOSPC;
	return true;
}

static size_t at_most(size_t len, size_t most)
{
	return asked() == SHORT && len > most ? most : len;
}

#define READ_MOST 7
#define WRITE_MOST 1000

ssize_t read(int fd, void *p, size_t len)
{
	return read_fails() ? -1 : syscall(SYS_read, fd, p, at_most(len, READ_MOST));
}

ssize_t pread64(int fd, void *p, size_t len, off64_t off)
{
	return read_fails() ? -1 : syscall(SYS_pread64, fd, p, at_most(len, READ_MOST), off);
}

ssize_t write(int fd, const void *p, size_t len)
{
	/* Messages are to be seen. */
	if (fd != STDERR_FILENO && (write_fails() || (is_on_disk(fd) && no_room(&len))))
		return -1;
	return syscall(SYS_write, fd, p, fd == STDERR_FILENO ? len : at_most(len, WRITE_MOST));
}

ssize_t pwrite64(int fd, const void *p, size_t len, off64_t off)
{
	if (write_fails() || (is_on_disk(fd) && no_room(&len)))
		return -1;
	return syscall(SYS_pwrite64, fd, p, at_most(len, WRITE_MOST), off);
}

int fsync(int fd)
{
	if (is_on_disk(fd) && no_room(NULL))
		return -1;
	return turn(WRITE, true) ? (errno = error, -1) : (int)syscall(SYS_fsync, fd);
}

int posix_fallocate64(int fd, off64_t off, off64_t len)
{
	int (*real)(int, off64_t, off64_t) = next("posix_fallocate64");

	return is_on_disk(fd) && no_room(NULL) ? errno : real(fd, off, len);
}

int mkdir(const char *path, mode_t mode)
{
	return no_room(NULL) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int rename(const char *from, const char *to)
{
	return turn(WRITE, true) ? (errno = error, -1)
				 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	int (*real)(struct pollfd *, nfds_t, int) = next("poll");

	return interrupted() ? -1 : real(fds, n, timeout);
}

/* ---- what the system makes ---- */

pid_t fork(void)
{
	pid_t (*real)(void) = next("fork");

	return turn(FORK, false) ? (errno = error, -1) : real();
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
	int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
		next("pthread_create");

	return turn(THREAD, false) ? error : real(thread, attr, run, arg);
}

/* The C library and the loader do not call this for their own mappings. */
void *mmap64(void *p, size_t len, int prot, int flags, int fd, off64_t off)
{
	if (turn(MMAP, false)) {
		errno = error;
		return MAP_FAILED;
	}
	return (void *)syscall(SYS_mmap, p, len, prot, flags, fd, off);
}

void *mmap(void *p, size_t len, int prot, int flags, int fd, off_t off)
{
	return mmap64(p, len, prot, flags, fd, off);
}

static int open_at(int dir, const char *path, int flags, va_list ap)
{
	unsigned mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(ap, unsigned) : 0;

	if (turn(OPEN, false)) {
		errno = error;
		return -1;
	}
	if (((flags & O_TMPFILE) == O_TMPFILE ||
	     (flags & O_CREAT && syscall(SYS_faccessat, dir, path, F_OK) < 0)) &&
	    no_room(NULL))
		return -1;
	return (int)syscall(SYS_openat, dir, path, flags, mode);
}

#define OPEN_CALL(name)                                                                            \
	int name(const char *path, int flags, ...)                                                 \
	{                                                                                          \
		va_list ap;                                                                        \
		int fd;                                                                            \
                                                                                                   \
		va_start(ap, flags);                                                               \
		fd = open_at(AT_FDCWD, path, flags, ap);                                           \
		va_end(ap);                                                                        \
		return fd;                                                                         \
	}

OPEN_CALL(open)
OPEN_CALL(open64)

int openat64(int dir, const char *path, int flags, ...)
{
	va_list ap;
	int fd;

	va_start(ap, flags);
	fd = open_at(dir, path, flags, ap);
	va_end(ap);
	return fd;
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	return turn(LINK, true) ? (errno = error, -1)
				: (int)syscall(SYS_linkat, from_dir, from, to_dir, to, flags);
}
