/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_CONTAINER_H
#define INDEX_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "index/format.h"

/*
 * The file of an index: chunks with checksums, written one after the other, read
 * at any place. A new index is written to NAME.part, which its builder has locked,
 * and takes the name when it is complete. Where that cannot be, it is a file
 * without a name that lives as long as it is open. All is read with pread(): an index
 * that somebody cuts while it is open is damaged, and no more.
 */
struct container {
	int fd;
	int rest; /* the second file, after the first had no room; -1: none */
	uint64_t rest_size;
	int tail; /* the file for chunks after container_detach(); -1: none */
	uint64_t tail_size;
	uint64_t size;	       /* bytes written, or of the complete file */
	uint64_t expected;     /* bytes that it will have, for messages; 0: unknown */
	char *part;	       /* name of the unfinished file, NULL: it has none */
	bool unsynced;	       /* container_finish() need not wait for the disk */
	bool worth;	       /* keep the unfinished file at the close, so that a build can
			        * resume */
	const char *spool_dir; /* for files without a name; NULL: the usual one */
	char moved[128]; /* why it was moved to a file without a name, see container_moved() */
	_Atomic bool has_moved;
	uint64_t loadable; /* bytes that container_load() may still read */
	VEC(struct loaded) loaded;
};

/* A table in memory: malloc'd, or a mapping of a file of our own. */
struct loaded {
	void *p;
	size_t len;
	bool mapped;
};

/*
 * Make room for a new index for the file name path, or for one without a name, in spool_dir,
 * where path is NULL or cannot be written (*why then says so, or is NULL). What an unfinished
 * index of this user has left there stays until container_begin(); a file of somebody else, or one
 * that has a second name, is not written to: a new one takes its name. ERR_IO when not even that
 * can be done.
 */
int container_create(struct container *c, const char *path, const char *spool_dir, const char **why,
		     struct err *err);

/* Drop what an unfinished index has left; chunks can be copied here before container_begin(). */
int container_clear(struct container *c, struct err *err);

/* Keep so many bytes of the existing file, or 0, and write the header. */
int container_begin(struct container *c, const struct index_header *header, uint64_t keep,
		    struct err *err);

/*
 * Why the index, when its disk was full or broken, was moved to a file without a name; NULL: it
 * was not. For any thread.
 */
const char *container_moved(const struct container *c);

/*
 * Continue in a file without a name; container_moved() returns the reason from now on. Returns
 * false if it already is one, or if there is no room for such a file.
 */
bool container_leave(struct container *c, const char *why);

/* Append a chunk; *offset is that of its header. */
int container_add(struct container *c, enum index_tag tag, const void *p, size_t len,
		  uint64_t *offset, struct err *err);

/* Write the end, sync, and give the file its name. */
int container_finish(struct container *c, const char *path, const struct index_end *end,
		     struct err *err);

/* Read and check the header of an index, complete or not; ERR_STALE and why it cannot be used. */
int container_header(int fd, struct index_header *header, struct err *err);

/*
 * Read the chunk at *offset, its header and payload (with the zeros after it), into out, and move
 * *offset past it. Returns false if there is no complete chunk.
 */
bool container_next(int fd, uint64_t *offset, struct buf *out);

/* Append the bytes of a chunk with its header. */
int container_append(struct container *c, const void *p, size_t len, struct err *err);

/*
 * From now on chunks are added to a file without a name; their offsets are different
 * from all others.
 */
int container_detach(struct container *c, struct err *err);

/* Is it in memory, with too little left for a much larger index? */
bool container_is_short(const struct container *c);

static inline bool container_detached(const struct container *c)
{
	return c->tail >= 0;
}

/*
 * Open a complete index, which this user, root or the owner of the recording must own. ERR_OPEN
 * when there is none; ERR_STALE, with the reason, when it is damaged, of another version or of
 * another owner. end and header are checked.
 */
int container_open(struct container *c, const char *path, uint32_t owner,
		   struct index_header *header, struct index_end *end, struct err *err);

/*
 * Replace the header of the open, complete index, if only this user can write to it. Otherwise, or
 * if that fails, the index stays unchanged.
 */
void container_adopt(const struct container *c, const char *path, struct index_header *header);

/* Remove the open, complete index, if it still has that name. */
void container_remove(const struct container *c, const char *path);

/*
 * Bytes in memory as long as the index is open, at a multiple of 8. NULL: they are not there, or
 * they are more than loadable says, which who opens it sets: the sizes of tables stand in the
 * file, whose holes cost nobody anything.
 */
const void *container_load(struct container *c, uint64_t offset, uint64_t size);

/* The directory of a complete file, checked, and the number of its entries. NULL: damaged. */
const struct directory_entry *container_directory(struct container *c, const struct index_end *end,
						  uint64_t *n);

/*
 * A table of the directory, checked, and the number of its elements of elem bytes. NULL: it is not
 * there or damaged.
 */
const void *container_table(struct container *c, const struct directory_entry *dir, uint64_t n,
			    enum index_tag tag, size_t elem, uint64_t *count);

/* Read the payload of a chunk of size bytes and check it; to be freed. NULL: it is damaged. */
uint8_t *container_chunk(const struct container *c, uint64_t offset, enum index_tag tag,
			 uint32_t size);

/* Close, and remove an unfinished file unless it is worth resuming. */
void container_close(struct container *c);

uint64_t container_hash(const void *p, size_t len);

#endif
