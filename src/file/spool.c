/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io.h"
#include "base/mem.h"

enum {
	COPY_BYTES = 1 << 18,
	SPOOLS_MAX = 256, /* in memory at a time */
	STAT_BLOCK = 512  /* bytes of st_blocks */
};

static const char default_dir[] = "/var/tmp";

/*
 * Spools in memory. A thread that writes to a spool on disk holds the lock shared: so no write is
 * lost while another thread moves that spool.
 */
static struct {
	pthread_rwlock_t lock;
	int fds[SPOOLS_MAX];
	size_t n;
	char notice[300];
	_Atomic bool noticed;
} memory = { .lock = PTHREAD_RWLOCK_INITIALIZER };

/* ---- in memory; the lock is held ---- */

static bool in_memory(int fd)
{
	for (size_t i = 0; i < memory.n; i++)
		if (memory.fds[i] == fd)
			return true;
	return false;
}

static void forget(int fd)
{
	for (size_t i = 0; i < memory.n; i++)
		if (memory.fds[i] == fd)
			memory.fds[i] = memory.fds[--memory.n];
}

static uint64_t bytes_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) ? 0 : (uint64_t)st.st_blocks * STAT_BLOCK;
}

static uint64_t bytes_in_memory(void)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < memory.n; i++)
		bytes += bytes_of(memory.fds[i]);
	return bytes;
}

static void note(const char *dir, int error)
{
	if (atomic_load(&memory.noticed))
		return;
	snprintf(memory.notice, sizeof(memory.notice),
		 "temporary files are kept in memory, as %.120s cannot be written (%s); set TMPDIR "
		 "to a folder with free space",
		 dir, strerror(error));
	atomic_store(&memory.noticed, true);
}

static int new_in_memory(void)
{
	int fd = memory.n < SPOOLS_MAX ? memfd_create("perfnav", MFD_CLOEXEC) : -1;

	if (fd >= 0)
		memory.fds[memory.n++] = fd;
	return fd;
}

static bool write_in_memory(int fd, uint64_t off, const void *p, size_t len)
{
	if (bytes_in_memory() + len > SPOOL_MEMORY) {
		errno = ENOSPC;
		return false;
	}
	return io_write_at(fd, off, p, len);
}

/* Move a spool to memory. Its readers keep the same descriptor. */
static bool move_to_memory(int fd)
{
	struct stat st;
	int to;

	if (fstat(fd, &st) || bytes_of(fd) + bytes_in_memory() > SPOOL_MEMORY ||
	    (to = new_in_memory()) < 0)
		return false;
	if (!io_copy_at(fd, 0, to, (uint64_t)st.st_size, write_in_memory) ||
	    dup3(to, fd, O_CLOEXEC) < 0) {
		forget(to);
		close(to);
		return false;
	}
	forget(to);
	close(to);
	memory.fds[memory.n++] = fd;
	return true;
}

/* ---- on disk or in memory ---- */

int spool_file_on_disk(const char *dir, struct err *err)
{
	struct buf name = BUF_INIT;
	int fd, error;

	buf_addf(&name, "%s/perfnav-XXXXXX", dir ? dir : default_dir);
	fd = mkostemp(name.p, O_CLOEXEC);
	error = errno;
	if (fd >= 0)
		unlink(name.p);
	else
		err_set(err, ERR_IO, "cannot make a temporary file in %s: %s",
			dir ? dir : default_dir, strerror(error));
	buf_release(&name);
	errno = error;
	return fd >= 0 ? fd : ERR_IO;
}

int spool_file(const char *dir, struct err *err)
{
	int fd = spool_file_on_disk(dir, err), error = errno;

	if (fd >= 0)
		return fd;
	pthread_rwlock_wrlock(&memory.lock);
	fd = new_in_memory();
	if (fd >= 0)
		note(dir ? dir : default_dir, error);
	pthread_rwlock_unlock(&memory.lock);
	if (fd >= 0 && err)
		err_clear(err);
	return fd >= 0 ? fd : ERR_IO;
}

void spool_close(int fd)
{
	pthread_rwlock_wrlock(&memory.lock);
	forget(fd);
	pthread_rwlock_unlock(&memory.lock);
	close(fd);
}

/*
 * False: the spool is in memory (*elsewhere), where only one thread writes at a time; otherwise
 * errno has the error.
 */
static bool write_on_disk(int fd, uint64_t off, const void *p, size_t len, bool *elsewhere)
{
	bool ok = false;

	pthread_rwlock_rdlock(&memory.lock);
	*elsewhere = in_memory(fd);
	if (!*elsewhere)
		ok = io_write_at(fd, off, p, len);
	pthread_rwlock_unlock(&memory.lock);
	return ok;
}

bool spool_write_at(int fd, uint64_t off, const void *p, size_t len)
{
	bool elsewhere, ok = write_on_disk(fd, off, p, len, &elsewhere);
	int error = errno;

	if (ok)
		return true;
	pthread_rwlock_wrlock(&memory.lock);
	elsewhere = in_memory(fd);
	if (!elsewhere && move_to_memory(fd)) {
		note("their folder", error);
		elsewhere = true;
	}
	if (elsewhere) {
		ok = write_in_memory(fd, off, p, len);
		error = errno;
	}
	pthread_rwlock_unlock(&memory.lock);
	errno = error;
	return ok;
}

bool spool_is_short(int fd)
{
	bool is_short;

	pthread_rwlock_rdlock(&memory.lock);
	is_short = in_memory(fd) && bytes_in_memory() > SPOOL_MEMORY / 2;
	pthread_rwlock_unlock(&memory.lock);
	return is_short;
}

bool spool_replace(int fd, int spool)
{
	bool ok, kept;

	pthread_rwlock_wrlock(&memory.lock);
	ok = dup3(spool, fd, O_CLOEXEC) >= 0;
	kept = in_memory(spool);
	forget(spool);
	if (ok && kept)
		memory.fds[memory.n++] = fd;
	pthread_rwlock_unlock(&memory.lock);
	close(spool);
	return ok;
}

const char *spool_notice(void)
{
	return atomic_load(&memory.noticed) ? memory.notice : NULL;
}

int spool_failed(struct err *err, const char *what, const char *dir, int error, uint64_t needed)
{
	struct buf room = BUF_INIT;
	int rc;

	if (error != ENOSPC && error != EDQUOT)
		return err_set(err, ERR_IO, "cannot write %s: %s", what, strerror(error));
	buf_addf(&room, needed ? "about %llu MB of" : "more",
		 (unsigned long long)(needed + 999999) / 1000000);
	rc = err_set(err, ERR_IO,
		     "cannot write %s: %s in %.120s, and %d MB of memory are full; set TMPDIR to a "
		     "folder with %s room",
		     what, strerror(error), dir ? dir : default_dir, SPOOL_MEMORY >> 20, room.p);
	buf_release(&room);
	return rc;
}

/* ---- pipes ---- */

/* Wait for input: another process that has the descriptor, too, may have made it nonblocking. */
static void wait_for_input(int from)
{
	struct pollfd input = { .fd = from, .events = POLLIN };

	poll(&input, 1, -1);
}

static int copy(int from, int to, const char *dir, struct err *err)
{
	char *p = mem_alloc(COPY_BYTES);
	uint64_t at = 0;
	int rc = 0;

	while (!rc) {
		ssize_t n = read(from, p, COPY_BYTES);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN) {
			wait_for_input(from);
			continue;
		}
		if (n < 0)
			rc = err_set(err, ERR_IO, "cannot read the recording: %s", strerror(errno));
		if (n <= 0)
			break;
		if (!spool_write_at(to, at, p, (size_t)n))
			rc = spool_failed(err, "the temporary copy", dir, errno, 0);
		at += (uint64_t)n;
	}
	free(p);
	return rc;
}

int spool_copy(int from, const char *dir, struct err *err)
{
	int fd = spool_file(dir, err), rc;

	if (fd < 0)
		return fd;
	rc = copy(from, fd, dir, err);
	if (!rc)
		return fd;
	spool_close(fd);
	return rc;
}
