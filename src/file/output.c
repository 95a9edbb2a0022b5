/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/folder.h"
#include "base/io.h"
#include "base/mem.h"
#include "file/spool.h"

enum {
	BUFFER_BYTES = 1 << 20
};

struct output {
	int fd;
	char *path; /* NULL: the output is a spool or a pipe */
	char *part; /* its name until it is complete, NULL: none */
	bool force;
	bool pipe;     /* another process reads the output meanwhile */
	uint64_t size; /* bytes in the file, without the buffer */
	uint8_t *buf;
	size_t len;
	struct err err;
};

static int open_error(struct err *err, const char *path, const char *why)
{
	return err_set(err, ERR_IO, "cannot write %s: %s", path, why);
}

/* Refuse to replace a file, unless force is set, and anything that is no regular file. */
static int check_path(const char *path, bool force, struct err *err)
{
	struct stat st;

	if (lstat(path, &st) < 0)
		return errno == ENOENT ? 0 : open_error(err, path, strerror(errno));
	if (!force)
		return err_set(err, ERR_OPEN, "%s exists already: --force replaces it", path);
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_OPEN, "%s is not a regular file and is not replaced", path);
	return 0;
}

/* An unnamed file gets its name through /proc, so /proc must exist. */
static int open_unnamed(const char *path)
{
	char *dir = folder_of(path);
	int fd = access("/proc/self/fd", X_OK) < 0
			 ? -1
			 : open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	free(dir);
	return fd;
}

static char *part_name(const char *path)
{
	struct buf part = BUF_INIT;

	buf_addf(&part, "%s.XXXXXX", path);
	return buf_take(&part);
}

static struct output *output_of(int fd)
{
	struct output *output = mem_zalloc(sizeof(*output));

	output->fd = fd;
	output->buf = mem_alloc(BUFFER_BYTES);
	output->err = (struct err)ERR_INIT;
	return output;
}

static bool same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool output_hits(const char *out, const char *file)
{
	char *dir = folder_of(out);
	bool same = same_file(out, file) || same_file(dir, file);

	free(dir);
	return same;
}

int output_open(struct output **out, const char *path, bool force, struct err *err)
{
	int rc = check_path(path, force, err), fd;
	char *part = NULL;

	if (rc)
		return rc;
	fd = open_unnamed(path);
	if (fd < 0) {
		part = part_name(path);
		fd = mkostemp(part, O_CLOEXEC);
	}
	if (fd < 0) {
		free(part);
		return open_error(err, path, strerror(errno));
	}
	*out = output_of(fd);
	(*out)->path = mem_strdup(path);
	(*out)->part = part;
	(*out)->force = force;
	return 0;
}

int output_open_spool(struct output **out, const char *spool_dir, struct err *err)
{
	int fd = spool_file(spool_dir, err);

	if (fd < 0)
		return fd;
	*out = output_of(fd);
	return 0;
}

struct output *output_open_pipe(int fd)
{
	struct output *output = output_of(fd);

	output->pipe = true;
	return output;
}

static bool failed(struct output *o, const char *what, const char *why)
{
	if (!o->err.code)
		err_set(&o->err, ERR_IO, "%s%s%s: %s", what, o->path ? " " : "",
			o->path ? o->path : "", why);
	return false;
}

static bool write_at(struct output *o, uint64_t off, const uint8_t *p, size_t len)
{
	bool (*write)(int fd, uint64_t off, const void *p, size_t len) = o->path ? io_write_at
										 : spool_write_at;

	if (o->pipe ? io_write(o->fd, p, len) : write(o->fd, off, p, len))
		return true;
	if (o->pipe && errno == EPIPE) {
		err_set(&o->err, ERR_STOPPED, "stopped");
		return false;
	}
	return failed(o, "cannot write", strerror(errno));
}

static bool flush(struct output *o)
{
	if (o->err.code)
		return false;
	if (!write_at(o, o->size, o->buf, o->len))
		return false;
	o->size += o->len;
	o->len = 0;
	return true;
}

bool output_add(struct output *o, const void *p, size_t len)
{
	const uint8_t *from = p;

	while (len) {
		size_t room = BUFFER_BYTES - o->len, n = len < room ? len : room;

		if (!room) {
			if (!flush(o))
				return false;
			continue;
		}
		memcpy(o->buf + o->len, from, n);
		o->len += n;
		from += n;
		len -= n;
	}
	return o->pipe ? flush(o) : !o->err.code;
}

bool output_copy(struct output *o, const struct source *source, uint64_t off, uint64_t len)
{
	while (len) {
		size_t room = BUFFER_BYTES - o->len, want = len < room ? (size_t)len : room;

		if (!room) {
			if (!flush(o))
				return false;
			continue;
		}
		if (source_read(source, off, o->buf + o->len, want) != (int64_t)want) {
			if (!o->err.code)
				err_set_at(&o->err, ERR_IO, off,
					   "the recording cannot be read at this offset: %s",
					   io_why_few(errno));
			return false;
		}
		o->len += want;
		off += want;
		len -= want;
	}
	return !o->err.code;
}

bool output_align(struct output *o)
{
	static const char zeros[8];

	return output_add(o, zeros, -output_size(o) & 7);
}

uint64_t output_size(const struct output *o)
{
	return o->size + o->len;
}

bool output_put(struct output *o, uint64_t off, const void *p, size_t len)
{
	return flush(o) && write_at(o, off, p, len);
}

int output_error(const struct output *o, struct err *err)
{
	if (o->err.code)
		*err = o->err;
	return o->err.code;
}

/* Give a new, unused name to a file that has none. */
static bool name_part(struct output *o)
{
	char proc[64];

	snprintf(proc, sizeof(proc), "/proc/self/fd/%d", o->fd);
	for (unsigned i = 0; i < 1000; i++) {
		struct buf part = BUF_INIT;

		buf_addf(&part, "%s.%d-%u", o->path, (int)getpid(), i);
		if (!linkat(AT_FDCWD, proc, AT_FDCWD, part.p, AT_SYMLINK_FOLLOW)) {
			o->part = buf_take(&part);
			return true;
		}
		buf_release(&part);
		if (errno != EEXIST)
			break;
	}
	return failed(o, "cannot write", strerror(errno));
}

/* Rename without replacing a file. A file system may lack any of these ways to do so. */
static int rename_new(const char *from, const char *to)
{
	int rc = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);

	if (!rc || (errno != EINVAL && errno != ENOSYS))
		return rc;
	rc = link(from, to);
	if (!rc)
		unlink(from);
	return rc;
}

/*
 * Give the file its name. Without force a file that somebody else made under this name meanwhile
 * stays.
 */
static bool name_file(struct output *o)
{
	if (!o->part && !name_part(o))
		return false;
	if (o->force ? rename(o->part, o->path) : rename_new(o->part, o->path))
		return failed(o, "cannot write", strerror(errno));
	free(o->part);
	o->part = NULL;
	return true;
}

int output_finish(struct output *o, struct err *err)
{
	if (flush(o) && o->path) {
		/* This is the last moment at which the file system reports a write error. */
		if (fsync(o->fd) < 0)
			failed(o, "cannot write", strerror(errno));
		else
			name_file(o);
	}
	return output_error(o, err);
}

int output_fd(const struct output *o)
{
	return o->fd;
}

void output_close(struct output *o)
{
	if (!o)
		return;
	if (o->part)
		unlink(o->part);
	spool_close(o->fd);
	free(o->part);
	free(o->path);
	free(o->buf);
	free(o);
}
