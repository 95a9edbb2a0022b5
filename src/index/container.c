/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/container.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/buf.h"
#include "base/mem.h"
#include "file/spool.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the structures of the index are written as they are on a little-endian host"
#endif

uint64_t container_hash(const void *p, size_t len)
{
	return XXH3_64bits(p, len);
}

static int write_all(struct container *c, const void *p, size_t len, struct err *err)
{
	size_t done = 0;

	while (done < len) {
		ssize_t n =
			pwrite(c->fd, (const char *)p + done, len - done, (off_t)(c->size + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return err_set(err, ERR_IO, "cannot write the index: %s",
				       n ? strerror(errno) : "no progress");
		done += (size_t)n;
	}
	c->size += len;
	return 0;
}

/*
 * The builder of an unfinished file holds a lock on it. When the lock is taken,
 * another perfnav is at work on the same recording: let it.
 */
static const char *create_part(struct container *c, const char *path)
{
	struct buf part = BUF_INIT;
	struct stat by_fd, by_name;

	if (!stat(path, &by_name) && S_ISDIR(by_name.st_mode))
		return strerror(EISDIR);
	buf_addf(&part, "%s.part", path);
	c->fd = open(part.p, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (c->fd < 0) {
		buf_release(&part);
		return strerror(errno);
	}
	if (flock(c->fd, LOCK_EX | LOCK_NB) < 0 || fstat(c->fd, &by_fd) < 0 ||
	    stat(part.p, &by_name) < 0 || by_fd.st_ino != by_name.st_ino ||
	    fchmod(c->fd, 0600) < 0 || ftruncate(c->fd, 0) < 0) {
		close(c->fd);
		c->fd = -1;
		buf_release(&part);
		return "another perfnav is writing it";
	}
	c->part = buf_take(&part);
	return NULL;
}

int container_create(struct container *c, const char *path, const char *spool_dir,
		     const struct index_header *header, const char **why, struct err *err)
{
	*c = (struct container){ .fd = -1 };
	*why = path ? create_part(c, path) : NULL;
	if (c->fd < 0)
		c->fd = spool_file(spool_dir, err);
	return c->fd < 0 ? ERR_IO : write_all(c, header, sizeof(*header), err);
}

int container_add(struct container *c, enum index_tag tag, const void *p, size_t len,
		  uint64_t *offset, struct err *err)
{
	static const char zeros[8];
	struct chunk_header head = { .tag = tag, .size = len, .hash = container_hash(p, len) };
	int rc;

	*offset = c->size;
	rc = write_all(c, &head, sizeof(head), err);
	if (!rc)
		rc = write_all(c, p, len, err);
	if (!rc && len % 8)
		rc = write_all(c, zeros, 8 - len % 8, err);
	return rc;
}

int container_finish(struct container *c, const char *path, const struct index_end *end,
		     struct err *err)
{
	int rc = write_all(c, end, sizeof(*end), err);

	if (rc || !c->part)
		return rc;
	if (fsync(c->fd) < 0 || rename(c->part, path) < 0)
		return err_set(err, ERR_IO, "cannot finish the index: %s", strerror(errno));
	free(c->part);
	c->part = NULL;
	return 0;
}

static int check_ends(struct container *c, const struct index_header *header,
		      const struct index_end *end, struct err *err)
{
	if (memcmp(header->magic, INDEX_MAGIC, 8))
		return err_set(err, ERR_STALE, "it is not an index of perfnav");
	if (header->version != INDEX_VERSION || header->header_size != sizeof(*header))
		return err_set(err, ERR_STALE, "it is of version %u, this is version %d",
			       header->version, INDEX_VERSION);
	if (header->hash != container_hash(header, offsetof(struct index_header, hash)))
		return err_set(err, ERR_STALE, "its header is damaged");
	if (memcmp(end->magic, INDEX_END_MAGIC, 8) ||
	    end->hash != container_hash(end, offsetof(struct index_end, hash)) ||
	    end->directory > c->size)
		return err_set(err, ERR_STALE, "its end is damaged or missing");
	return 0;
}

static int open_mapped(struct container *c, const char *path, struct err *err)
{
	struct stat st;
	void *map;

	c->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	if (c->fd < 0)
		return err_set(err, ERR_OPEN, "%s", strerror(errno));
	if (fstat(c->fd, &st) < 0 || !S_ISREG(st.st_mode))
		return err_set(err, ERR_OPEN, "it is not a regular file");
	c->size = (uint64_t)st.st_size;
	if (c->size < sizeof(struct index_header) + sizeof(struct index_end))
		return err_set(err, ERR_STALE, "it is cut");
	map = mmap(NULL, c->size, PROT_READ, MAP_SHARED, c->fd, 0);
	if (map == MAP_FAILED)
		return err_set(err, ERR_STALE, "it cannot be mapped: %s", strerror(errno));
	c->map = map;
	return 0;
}

int container_open(struct container *c, const char *path, struct index_header *header,
		   struct index_end *end, struct err *err)
{
	int rc;

	*c = (struct container){ .fd = -1 };
	rc = open_mapped(c, path, err);
	if (!rc) {
		memcpy(header, c->map, sizeof(*header));
		memcpy(end, (const char *)c->map + c->size - sizeof(*end), sizeof(*end));
		rc = check_ends(c, header, end, err);
	}
	if (rc)
		container_close(c);
	return rc;
}

static bool read_all(const struct container *c, uint64_t off, void *to, size_t len)
{
	size_t done = 0;

	while (done < len) {
		ssize_t n = pread(c->fd, (char *)to + done, len - done, (off_t)(off + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

uint8_t *container_chunk(const struct container *c, uint64_t offset, enum index_tag tag,
			 uint32_t size)
{
	struct chunk_header head;
	uint8_t *p;

	if (offset > INT64_MAX - sizeof(head) || !read_all(c, offset, &head, sizeof(head)) ||
	    head.tag != tag || head.size != size)
		return NULL;
	p = mem_alloc(size);
	if (read_all(c, offset + sizeof(head), p, size) && container_hash(p, size) == head.hash)
		return p;
	free(p);
	return NULL;
}

void container_close(struct container *c)
{
	if (c->map)
		munmap((void *)(uintptr_t)c->map, c->size);
	if (c->part)
		unlink(c->part);
	if (c->fd >= 0)
		close(c->fd);
	free(c->part);
	*c = (struct container){ .fd = -1 };
}
