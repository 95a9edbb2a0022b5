/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/container.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "file/spool.h"

enum {
	LOAD_BYTES = 4 << 20, /* of one table, in memory; larger tables are mapped */
	CHUNK_MAX = 32 << 20, /* bytes of a chunk, except a table, which can be larger */
	COPIED = 128 << 10,   /* bytes of a chunk that add_small() copies */
	SENT = 4 << 20,	      /* bytes that are sent to the disk at once */
	UNASKED = 1 << 20     /* bytes that are allocated without a look at the size of the file */
};

/* Flags in offsets of chunks: the file that has the chunk, if it is not the first one. */
#define TAIL (1ull << 63) /* after container_detach() */
#define REST (1ull << 62)

/* Returns 0 or the errno. */
static int write_at(int fd, uint64_t off, const void *p, size_t len)
{
	return io_write_at(fd, off, p, len) ? 0 : errno;
}

/*
 * Continue in a file without a name, for example if the disk is full or somebody has removed the
 * file. The descriptor stays the same, because other threads read the existing chunks.
 */
static bool move_away(struct container *c, const char *why)
{
	int fd = c->part ? spool_file(c->spool_dir, NULL) : -1;

	if (fd < 0)
		return false;
	if (!io_copy_at(c->fd, 0, fd, c->size, spool_write_at)) {
		spool_close(fd);
		return false;
	}
	if (!spool_replace(c->fd, fd))
		return false;
	unlink(c->part);
	free(c->part);
	c->part = NULL;
	snprintf(c->moved, sizeof(c->moved), "%s", why);
	atomic_store(&c->has_moved, true);
	return true;
}

bool container_leave(struct container *c, const char *why)
{
	return move_away(c, why);
}

const char *container_moved(const struct container *c)
{
	return atomic_load(&c->has_moved) ? c->moved : NULL;
}

static int put_bytes(struct container *c, uint64_t offset, const void *p, size_t len,
		     struct err *err)
{
	int why = c->part ? write_at(c->fd, offset, p, len) : 0;

	if (why && (c->size > SPOOL_MEMORY / 2 || !move_away(c, strerror(why))))
		return spool_failed(err, "the index", c->spool_dir, why, c->expected);
	if (!c->part && !spool_write_at(c->fd, offset, p, len))
		return spool_failed(err, "the index", c->spool_dir, errno, c->expected);
	return 0;
}

/*
 * Start a second file, because neither the disk nor memory has room for the whole index. The
 * existing chunks stay where they are.
 */
static bool open_rest(struct container *c)
{
	int error = errno;

	if (c->rest >= 0 || container_detached(c))
		return false;
	c->rest = spool_file(c->spool_dir, NULL);
	if (c->rest < 0)
		return false;
	if (!c->part)
		return true;
	unlink(c->part);
	free(c->part);
	c->part = NULL;
	snprintf(c->moved, sizeof(c->moved), "%s", strerror(error));
	atomic_store(&c->has_moved, true);
	return true;
}

bool container_is_short(const struct container *c)
{
	return c->rest >= 0 || (!c->part && spool_is_short(c->fd));
}

/* Append to a file without a name. expected: its final size in bytes; 0: unknown. */
static int append_to(const struct container *c, int fd, uint64_t *size, const char *what,
		     uint64_t expected, struct err *err, const void *p, size_t len)
{
	if (!spool_write_at(fd, *size, p, len))
		return spool_failed(err, what, c->spool_dir, errno, expected);
	*size += len;
	return 0;
}

int container_detach(struct container *c, struct err *err)
{
	c->tail = spool_file(c->spool_dir, err);
	return c->tail < 0 ? ERR_IO : 0;
}

/*
 * Let the disk write what was added, so that container_finish() has less to wait for. from: the
 * size before. Errors are those of the later fsync().
 */
static void send_to_disk(const struct container *c, uint64_t from)
{
	uint64_t start = from / SENT * SENT, end = c->size / SENT * SENT;

	if (start < end && c->part && !c->unsynced)
		sync_file_range(c->fd, (off_t)start, (off_t)(end - start), SYNC_FILE_RANGE_WRITE);
}

int container_append(struct container *c, const void *p, size_t len, struct err *err)
{
	uint64_t from = c->size;
	int rc;

	if (container_detached(c))
		return append_to(c, c->tail, &c->tail_size, "the records that are followed", 0, err,
				 p, len);
	if (c->rest >= 0)
		return append_to(c, c->rest, &c->rest_size, "the index", c->expected, err, p, len);
	rc = put_bytes(c, from, p, len, err);
	if (rc)
		return rc;
	c->size = from + len;
	send_to_disk(c, from);
	return 0;
}

/*
 * Lock the unfinished file for its builder. If another process holds the lock, another perfnav is
 * building the index of the same recording and is not disturbed.
 */
static bool lock_part(int fd, const char *part)
{
	struct stat by_fd, by_name;

	return !flock(fd, LOCK_EX | LOCK_NB) && !fstat(fd, &by_fd) && !lstat(part, &by_name) &&
	       by_fd.st_ino == by_name.st_ino && by_fd.st_dev == by_name.st_dev &&
	       S_ISREG(by_fd.st_mode);
}

/*
 * Return false for an existing file of another user or with another name: perfnav does not write to
 * it.
 */
static bool is_ours(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_nlink == 1 && st.st_uid == geteuid();
}

static int open_part(const char *part, int flags)
{
	return open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0600);
}

/*
 * Open the unfinished file, or create it, and lock it unless it is busy. -1: errno has the reason.
 */
static int take_part(const char *part, bool *busy)
{
	int fd = open_part(part, 0);

	*busy = fd >= 0 && !lock_part(fd, part);
	if (fd < 0 || *busy || is_ours(fd))
		return fd;
	close(fd);
	fd = unlink(part) ? -1 : open_part(part, O_EXCL);
	*busy = fd >= 0 && !lock_part(fd, part);
	return fd;
}

static const char *create_part(struct container *c, const char *path)
{
	struct buf part = BUF_INIT;
	struct stat st;
	bool busy;

	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return strerror(EISDIR);
	buf_addf(&part, "%s.part", path);
	c->fd = take_part(part.p, &busy);
	if (c->fd < 0) {
		buf_release(&part);
		return strerror(errno);
	}
	if (busy || fchmod(c->fd, 0600) < 0) {
		close(c->fd);
		c->fd = -1;
		buf_release(&part);
		return "another perfnav is writing it";
	}
	c->part = buf_take(&part);
	return NULL;
}

int container_create(struct container *c, const char *path, const char *spool_dir, const char **why,
		     struct err *err)
{
	*c = (struct container){ .fd = -1, .rest = -1, .tail = -1, .spool_dir = spool_dir };
	*why = path ? create_part(c, path) : NULL;
	if (c->fd < 0)
		c->fd = spool_file(spool_dir, err);
	return c->fd < 0 ? ERR_IO : 0;
}

int container_clear(struct container *c, struct err *err)
{
	c->size = sizeof(struct index_header);
	if (ftruncate(c->fd, 0) < 0 || ftruncate(c->fd, (off_t)c->size) < 0)
		return err_set(err, ERR_IO, "cannot write the index: %s", strerror(errno));
	return 0;
}

int container_begin(struct container *c, const struct index_header *header, uint64_t keep,
		    struct err *err)
{
	c->size = keep ? keep : sizeof(*header);
	if (ftruncate(c->fd, (off_t)keep) < 0 || ftruncate(c->fd, (off_t)c->size) < 0)
		return err_set(err, ERR_IO, "cannot write the index: %s", strerror(errno));
	c->worth = keep;
	return put_bytes(c, 0, header, sizeof(*header), err);
}

static uint64_t end_of(const struct container *c)
{
	if (container_detached(c))
		return c->tail_size | TAIL;
	return c->rest >= 0 ? c->rest_size | REST : c->size;
}

/* A small chunk is copied, so that it is written at once: a call costs more than the copy. */
static int add_small(struct container *c, const struct chunk_header *head, const void *p,
		     struct err *err)
{
	size_t len = (size_t)head->size, all = sizeof(*head) + len + -len % 8;
	uint8_t *chunk = mem_alloc(all);
	int rc;

	memset(chunk + all - 8, 0, 8);
	memcpy(chunk, head, sizeof(*head));
	memcpy(chunk + sizeof(*head), p, len);
	rc = container_append(c, chunk, all, err);
	free(chunk);
	return rc;
}

static int add_chunk(struct container *c, const struct chunk_header *head, const void *p,
		     struct err *err)
{
	static const char zeros[8];
	size_t len = (size_t)head->size;
	int rc;

	if (len && len <= COPIED)
		return add_small(c, head, p, err);
	rc = container_append(c, head, sizeof(*head), err);
	if (!rc)
		rc = container_append(c, p, len, err);
	if (!rc && len % 8)
		rc = container_append(c, zeros, 8 - len % 8, err);
	return rc;
}

int container_add(struct container *c, enum index_tag tag, const void *p, size_t len,
		  uint64_t *offset, struct err *err)
{
	struct chunk_header head = { .tag = tag, .size = len, .hash = hash_stable(p, len) };
	int rc;

	*offset = end_of(c);
	rc = add_chunk(c, &head, p, err);
	if (!rc || !open_rest(c))
		return rc;
	err_clear(err);
	*offset = end_of(c);
	return add_chunk(c, &head, p, err);
}

int container_finish(struct container *c, const char *path, const struct index_end *end,
		     struct err *err)
{
	int rc = container_append(c, end, sizeof(*end), err), why;

	if (rc || !c->part)
		return rc;
	if ((!c->unsynced && fsync(c->fd) < 0) || rename(c->part, path) < 0) {
		why = errno;
		return move_away(c, strerror(why))
			       ? 0
			       : err_set(err, ERR_IO, "cannot finish the index: %s", strerror(why));
	}
	free(c->part);
	c->part = NULL;
	return 0;
}

static int check_header(const struct index_header *header, struct err *err)
{
	if (memcmp(header->magic, INDEX_MAGIC, 8))
		return err_set(err, ERR_STALE, "it is not an index of perfnav");
	if (header->version != INDEX_VERSION || header->header_size != sizeof(*header))
		return err_set(err, ERR_STALE,
			       "it has version %u, and this perfnav reads version %d",
			       header->version, INDEX_VERSION);
	if (header->hash != hash_stable(header, offsetof(struct index_header, hash)))
		return err_set(err, ERR_STALE, "its header is damaged");
	return 0;
}

int container_header(int fd, struct index_header *header, struct err *err)
{
	if (io_read_at(fd, 0, header, sizeof(*header)) < sizeof(*header))
		return err_set(err, ERR_STALE, "it is truncated");
	return check_header(header, err);
}

/*
 * Sizes in a file are untrusted, so check them before memory is allocated. Small sizes need no
 * check, because reading fails if the bytes do not exist.
 */
static bool can_be_there(int fd, uint64_t offset, uint64_t size)
{
	struct stat st;

	return size <= UNASKED || (!fstat(fd, &st) && offset <= (uint64_t)st.st_size &&
				   size <= (uint64_t)st.st_size - offset);
}

/* Read the header of a chunk, and check that the file can contain the chunk. */
static bool read_head(int fd, uint64_t offset, struct chunk_header *head)
{
	return io_read_at(fd, offset, head, sizeof(*head)) == sizeof(*head) &&
	       can_be_there(fd, offset + sizeof(*head), head->size);
}

bool container_next(int fd, uint64_t *offset, struct buf *out)
{
	struct chunk_header head;
	size_t padded;

	buf_reset(out);
	if (!read_head(fd, *offset, &head) || head.size > CHUNK_MAX)
		return false;
	padded = (sizeof(head) + (size_t)head.size + 7) & ~(size_t)7;
	if (io_read_at(fd, *offset, buf_room(out, padded), padded) < padded ||
	    hash_stable(out->p + sizeof(head), (size_t)head.size) != head.hash)
		return false;
	buf_added(out, padded);
	*offset += padded;
	return true;
}

static int open_file(struct container *c, const char *path, uint32_t owner, struct err *err)
{
	struct stat st;

	c->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	if (c->fd < 0)
		return err_set(err, ERR_OPEN, "%s", strerror(errno));
	if (fstat(c->fd, &st) < 0)
		return err_set(err, ERR_OPEN, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_STALE, "it is not a regular file");
	if (st.st_uid != geteuid() && st.st_uid != 0 && st.st_uid != owner)
		return err_set(
			err, ERR_STALE,
			"it belongs to user %u; perfnav reads only indexes that belong to you, "
			"to root or to the owner of the recording",
			(unsigned)st.st_uid);
	c->size = (uint64_t)st.st_size;
	if (c->size < sizeof(struct index_header) + sizeof(struct index_end))
		return err_set(err, ERR_STALE, "it is truncated");
	return 0;
}

static int read_end(struct container *c, struct index_end *end, struct err *err)
{
	if (io_read_at(c->fd, c->size - sizeof(*end), end, sizeof(*end)) < sizeof(*end) ||
	    memcmp(end->magic, INDEX_END_MAGIC, 8) ||
	    end->hash != hash_stable(end, offsetof(struct index_end, hash)) ||
	    end->directory > c->size)
		return err_set(err, ERR_STALE, "its end is damaged or missing");
	return 0;
}

int container_open(struct container *c, const char *path, uint32_t owner,
		   struct index_header *header, struct index_end *end, struct err *err)
{
	int rc;

	*c = (struct container){ .fd = -1, .rest = -1, .tail = -1 };
	rc = open_file(c, path, owner, err);
	if (!rc)
		rc = container_header(c->fd, header, err);
	if (!rc)
		rc = read_end(c, end, err);
	if (rc)
		container_close(c);
	return rc;
}

static bool same_file(int fd, int other)
{
	struct stat a, b;

	return !fstat(fd, &a) && !fstat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void container_adopt(const struct container *c, const char *path, struct index_header *header)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	header->hash = hash_stable(header, offsetof(struct index_header, hash));
	if (fd >= 0 && is_ours(fd) && same_file(fd, c->fd))
		write_at(fd, 0, header, sizeof(*header));
	if (fd >= 0)
		close(fd);
}

void container_remove(const struct container *c, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd >= 0 && same_file(fd, c->fd))
		unlink(path);
	if (fd >= 0)
		close(fd);
}

/*
 * Copy the table to a file of our own and map it: nobody can truncate the copy, and it needs no
 * memory until it is read.
 */
static void *load_mapped(struct container *c, uint64_t offset, size_t size)
{
	int fd = spool_file_on_disk(c->spool_dir, NULL);
	void *map = MAP_FAILED;

	if (fd >= 0 && io_copy_at(c->fd, offset, fd, size, io_write_at))
		map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fd >= 0)
		close(fd);
	return map == MAP_FAILED ? NULL : map;
}

/* Does the file have these bytes, and may they be loaded, too? */
static bool take_loadable(struct container *c, uint64_t offset, uint64_t size)
{
	if (offset > c->size || size > c->size - offset || size > c->loadable)
		return false;
	c->loadable -= size;
	return true;
}

const void *container_load(struct container *c, uint64_t offset, uint64_t size)
{
	struct loaded loaded = { .len = (size_t)size };

	if (!take_loadable(c, offset, size))
		return NULL;
	if (size > LOAD_BYTES)
		loaded.p = load_mapped(c, offset, (size_t)size);
	loaded.mapped = loaded.p;
	if (!loaded.p) {
		loaded.p = mem_alloc((size_t)size);
		if (io_read_at(c->fd, offset, loaded.p, (size_t)size) < size) {
			free(loaded.p);
			return NULL;
		}
	}
	vec_push(&c->loaded, loaded);
	return loaded.p;
}

const struct directory_entry *container_directory(struct container *c, const struct index_end *end,
						  uint64_t *n)
{
	const struct chunk_header *head = container_load(c, end->directory, sizeof(*head));
	const void *p;

	if (!head || end->directory % 8 || head->tag != TAG_DIRECTORY)
		return NULL;
	p = container_load(c, end->directory + sizeof(*head), head->size);
	if (!p || hash_stable(p, head->size) != head->hash)
		return NULL;
	*n = head->size / sizeof(struct directory_entry);
	return p;
}

static const struct directory_entry *find_table(const struct directory_entry *dir, uint64_t n,
						enum index_tag tag, size_t elem)
{
	for (uint64_t i = 0; i < n; i++)
		if (dir[i].tag == tag)
			return dir[i].size % elem || dir[i].offset % 8 ? NULL : &dir[i];
	return NULL;
}

const void *container_table(struct container *c, const struct directory_entry *dir, uint64_t n,
			    enum index_tag tag, size_t elem, uint64_t *count)
{
	const struct directory_entry *e = find_table(dir, n, tag, elem);
	const void *p = e ? container_load(c, e->offset, e->size) : NULL;

	if (!p || hash_stable(p, e->size) != e->hash)
		return NULL;
	*count = e->size / elem;
	return p;
}

bool container_place(struct container *c, const struct directory_entry *dir, uint64_t n,
		     enum index_tag tag, size_t elem, uint64_t *offset, uint64_t *count)
{
	const struct directory_entry *e = find_table(dir, n, tag, elem);

	if (!e || !take_loadable(c, e->offset, e->size))
		return false;
	*offset = e->offset;
	*count = e->size / elem;
	return true;
}

uint8_t *container_chunk(const struct container *c, uint64_t offset, enum index_tag tag,
			 uint32_t size)
{
	struct chunk_header head;
	int fd = offset & TAIL ? c->tail : offset & REST ? c->rest : c->fd;
	uint8_t *p;

	offset &= ~(TAIL | REST);
	if (size > CHUNK_MAX || !read_head(fd, offset, &head) || head.tag != tag ||
	    head.size != size)
		return NULL;
	p = mem_alloc(size);
	if (io_read_at(fd, offset + sizeof(head), p, size) == size &&
	    hash_stable(p, size) == head.hash)
		return p;
	free(p);
	return NULL;
}

bool container_chunk_whole(const struct container *c, uint64_t offset, enum index_tag tag,
			   uint32_t size)
{
	uint8_t *p = container_chunk(c, offset, tag, size);

	free(p);
	return p != NULL;
}

void container_close(struct container *c)
{
	for (size_t i = 0; i < c->loaded.n; i++) {
		if (c->loaded.v[i].mapped)
			munmap(c->loaded.v[i].p, c->loaded.v[i].len);
		else
			free(c->loaded.v[i].p);
	}
	vec_release(&c->loaded);
	if (c->part && !c->worth)
		unlink(c->part);
	if (c->fd >= 0)
		spool_close(c->fd);
	if (c->rest >= 0)
		spool_close(c->rest);
	if (c->tail >= 0)
		spool_close(c->tail);
	free(c->part);
	*c = (struct container){ .fd = -1, .rest = -1, .tail = -1 };
}
