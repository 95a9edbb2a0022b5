/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/io.h"
#include "base/mem.h"
#include "file/pipe_copy.h"
#include "file/spool.h"

struct source {
	int fd;		   /* -1: the source is no file */
	const uint8_t *p;  /* bytes in memory */
	source_fill *fill; /* NULL: the source is memory */
	void *arg;
	uint64_t size;
	struct pipe_copy *pipe_copy; /* NULL: the source is no pipe, or its copy is complete */
};

static struct source *source_of(int fd, uint64_t size)
{
	struct source *source = mem_zalloc(sizeof(*source));

	source->fd = fd;
	source->size = size;
	return source;
}

/* O_NONBLOCK refuses a FIFO or a device at once, where open() would wait. */
int source_open(struct source **source, const char *path, struct err *err)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return err_set(err, ERR_OPEN, "cannot open: %s", strerror(errno));
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return err_set(err, ERR_OPEN, "cannot open: %s",
			       S_ISDIR(st.st_mode) ? "is a directory" : "not a regular file");
	}
	*source = source_of(fd, (uint64_t)st.st_size);
	return 0;
}

static int open_spooled(struct source **source, int from, const char *spool_dir, struct err *err)
{
	struct stat st;
	int fd = spool_copy(from, spool_dir, err);

	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0) {
		spool_close(fd);
		return err_set(err, ERR_IO, "cannot read the temporary copy: %s", strerror(errno));
	}
	*source = source_of(fd, (uint64_t)st.st_size);
	return 0;
}

static int open_pipe_copy(struct source **source, int from, const char *spool_dir, struct err *err)
{
	struct pipe_copy *pipe_copy;
	int rc = pipe_copy_open(&pipe_copy, from, spool_dir, err);

	if (rc)
		return rc;
	*source = source_of(pipe_copy_fd(pipe_copy), 0);
	(*source)->pipe_copy = pipe_copy;
	return 0;
}

typedef int (*pipe_opener)(struct source **source, int from, const char *spool_dir,
			   struct err *err);

static int open_fifo(struct source **source, const char *path, const char *spool_dir,
		     pipe_opener opener, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), rc;

	if (fd < 0)
		return err_set(err, ERR_OPEN, "cannot open: %s", strerror(errno));
	rc = opener(source, fd, spool_dir, err);
	close(fd);
	return rc;
}

static int open_by(struct source **source, const char *path, const char *spool_dir, bool *spooled,
		   pipe_opener opener, struct err *err)
{
	struct stat st;

	*spooled = true;
	if (!strcmp(path, "-"))
		return opener(source, STDIN_FILENO, spool_dir, err);
	if (!stat(path, &st) && S_ISFIFO(st.st_mode))
		return open_fifo(source, path, spool_dir, opener, err);
	*spooled = false;
	return source_open(source, path, err);
}

int source_open_any(struct source **source, const char *path, const char *spool_dir, bool *spooled,
		    struct err *err)
{
	return open_by(source, path, spool_dir, spooled, open_spooled, err);
}

int source_open_live(struct source **source, const char *path, const char *spool_dir, bool *spooled,
		     struct err *err)
{
	return open_by(source, path, spool_dir, spooled, open_pipe_copy, err);
}

struct source *source_memory(const void *p, size_t len)
{
	struct source *source = mem_zalloc(sizeof(*source));

	source->fd = -1;
	source->p = p;
	source->size = len;
	return source;
}

struct source *source_made(uint64_t size, source_fill *fill, void *arg)
{
	struct source *source = source_memory(NULL, 0);

	source->fill = fill;
	source->arg = arg;
	source->size = size;
	return source;
}

void source_close(struct source *source)
{
	if (!source)
		return;
	if (source->pipe_copy)
		pipe_copy_close(source->pipe_copy);
	else if (source->fd >= 0)
		spool_close(source->fd);
	free(source);
}

uint64_t source_size(const struct source *source)
{
	return source->pipe_copy ? pipe_copy_size(source->pipe_copy) : source->size;
}

uint64_t source_size_now(const struct source *source)
{
	struct stat st;

	if (source->pipe_copy || source->fd < 0 || fstat(source->fd, &st) < 0)
		return source_size(source);
	return (uint64_t)st.st_size;
}

bool source_ended(const struct source *source, int *error)
{
	*error = 0;
	return !source->pipe_copy || pipe_copy_ended(source->pipe_copy, error);
}

bool source_wait(const struct source *source, uint64_t size, int ms)
{
	return !source->pipe_copy || pipe_copy_wait(source->pipe_copy, size, ms);
}

int source_reopen(const struct source *source, int flags)
{
	char path[64];

	if (!source_is_file(source))
		return -1;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", source->fd);
	return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags);
}

int source_identify(const struct source *source, struct source_id *id)
{
	struct stat st;

	if (source->fd < 0 || fstat(source->fd, &st) < 0)
		return -1;
	*id = (struct source_id){
		.dev = st.st_dev,
		.ino = st.st_ino,
		.size = (uint64_t)st.st_size,
		.mtime_ns = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec,
		.ctime_ns = (int64_t)st.st_ctim.tv_sec * 1000000000 + st.st_ctim.tv_nsec,
		.uid = st.st_uid,
	};
	return 0;
}

static int64_t read_memory(const struct source *source, uint64_t off, void *to, size_t len)
{
	errno = 0;
	if (off >= source->size)
		return 0;
	if (len > source->size - off)
		len = (size_t)(source->size - off);
	if (source->fill)
		source->fill(source->arg, off, to, len);
	else
		memcpy(to, source->p + off, len);
	return (int64_t)len;
}

int64_t source_read(const struct source *source, uint64_t off, void *to, size_t len)
{
	size_t done;

	if (source->fd < 0)
		return read_memory(source, off, to, len);
	if (off > INT64_MAX) {
		errno = 0;
		return 0;
	}
	done = io_read_at(source->fd, off, to, len);
	return done < len && errno ? -1 : (int64_t)done;
}

bool source_read_cached(const struct source *source, uint64_t off, void *to, size_t len)
{
	struct iovec part = { to, len };

	return source->fd >= 0 && off <= INT64_MAX &&
	       preadv2(source->fd, &part, 1, (off_t)off, RWF_NOWAIT) == (ssize_t)len;
}

bool source_is_file(const struct source *source)
{
	return source->fd >= 0 && !source->pipe_copy;
}

void *source_map(const struct source *source, uint64_t off, size_t *len)
{
	void *p;

	*len += -*len % (size_t)sysconf(_SC_PAGESIZE);
	p = mmap(NULL, *len, PROT_READ, MAP_SHARED, source->fd, (off_t)off);
	return p == MAP_FAILED ? NULL : p;
}
