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
 * The file of an index: chunks with checksums, written one after the other and read at any place. A
 * new index is written to NAME.part, which its builder has locked, and gets its final name when it
 * is complete. If such a file cannot be created, the index is in a file without a name, which
 * exists as long as it is open. Everything is read with pread(), so if somebody truncates an open
 * index, chunks are reported as damaged and nothing else happens.
 */
struct container {
	int fd;
	int rest; /* the second file, used after the first ran out of room; -1: none */
	uint64_t rest_size;
	int tail; /* the file for chunks after container_detach(); -1: none */
	uint64_t tail_size;
	uint64_t size;	       /* bytes written, or of the complete file */
	uint64_t expected;     /* expected final size in bytes, for messages; 0: unknown */
	char *part;	       /* name of the unfinished file, NULL: it has none */
	bool unsynced;	       /* container_finish() need not wait for the disk */
	bool worth;	       /* keep the unfinished file on close, so that a build can resume */
	const char *spool_dir; /* folder for files without a name; NULL: the default */
	char moved[128];       /* the reason that container_moved() returns */
	_Atomic bool has_moved;
	uint64_t loadable; /* bytes that container_load() may still read */
	VEC(struct loaded) loaded;
};

/* A table in memory: malloc'd, or a mapping of a private file. */
struct loaded {
	void *p;
	size_t len;
	bool mapped;
};

/*
 * Prepare a new index for the file name path. If path is NULL or cannot be written, the index gets
 * a file without a name in spool_dir; *why is then the reason, else NULL. The content of an
 * unfinished index of this user stays until container_begin(). A file of another user, or one with
 * a second name, is replaced by a new file and not written to. Returns ERR_IO if no file can be
 * created.
 */
int container_create(struct container *c, const char *path, const char *spool_dir, const char **why,
		     struct err *err);

/* Remove the content of an unfinished index. Chunks can be copied here before container_begin(). */
int container_clear(struct container *c, struct err *err);

/* Keep this many bytes of the existing file, or 0, and write the header. */
int container_begin(struct container *c, const struct index_header *header, uint64_t keep,
		    struct err *err);

/*
 * Return why the index was moved to a file without a name (the disk was full or failed); NULL: it
 * was not moved. For any thread.
 */
const char *container_moved(const struct container *c);

/*
 * Continue in a file without a name; container_moved() returns the reason from now on. Returns
 * false if the index already is in such a file, or if there is no room for one.
 */
bool container_leave(struct container *c, const char *why);

/* Append a chunk; *offset is that of its header. */
int container_add(struct container *c, enum index_tag tag, const void *p, size_t len,
		  uint64_t *offset, struct err *err);

/* Write the end, sync, and rename the file to its final name. */
int container_finish(struct container *c, const char *path, const struct index_end *end,
		     struct err *err);

/*
 * Read and check the header of an index, complete or not. ERR_STALE, with the reason, if it cannot
 * be used.
 */
int container_header(int fd, struct index_header *header, struct err *err);

/*
 * Read the chunk at *offset, its header and payload (with the zeros after it), into `out`, and move
 * *offset past it. Returns false if there is no complete chunk.
 */
bool container_next(int fd, uint64_t *offset, struct buf *out);

/* Append the bytes of a chunk with its header. */
int container_append(struct container *c, const void *p, size_t len, struct err *err);

/* From now on, add chunks to a file without a name. Their offsets differ from all other offsets. */
int container_detach(struct container *c, struct err *err);

/* Is the index in memory, and is this memory too small for a much larger index? */
bool container_is_short(const struct container *c);

static inline bool container_detached(const struct container *c)
{
	return c->tail >= 0;
}

/*
 * Open a complete index, which must belong to this user, root or the owner of the recording.
 * Returns ERR_OPEN if it does not exist, and ERR_STALE, with the reason, if it is damaged, of
 * another version or of another owner. end and header are checked.
 */
int container_open(struct container *c, const char *path, uint32_t owner,
		   struct index_header *header, struct index_end *end, struct err *err);

/*
 * Replace the header of the open, complete index, if only this user can write to the file. If not,
 * or if that fails, the index stays unchanged.
 */
void container_adopt(const struct container *c, const char *path, struct index_header *header);

/* Remove the open, complete index, if path is still its name. */
void container_remove(const struct container *c, const char *path);

/*
 * Load bytes into memory, aligned to 8; they stay valid as long as the index is open. NULL: the
 * file lacks these bytes, or they exceed the rest of loadable. The opener sets loadable, because
 * the sizes in the file are untrusted and a sparse file can have any size.
 */
const void *container_load(struct container *c, uint64_t offset, uint64_t size);

/*
 * Return the checked directory of a complete file, and the number of its entries. NULL: it is
 * damaged.
 */
const struct directory_entry *container_directory(struct container *c, const struct index_end *end,
						  uint64_t *n);

/*
 * Return a checked table of the directory, and the number of its elements of elem bytes. NULL: it
 * is missing or damaged.
 */
const void *container_table(struct container *c, const struct directory_entry *dir, uint64_t n,
			    enum index_tag tag, size_t elem, uint64_t *count);

/*
 * Find a table of the directory without reading it. Its bytes count as loaded. False: it is missing
 * or damaged.
 */
bool container_place(struct container *c, const struct directory_entry *dir, uint64_t n,
		     enum index_tag tag, size_t elem, uint64_t *offset, uint64_t *count);

/*
 * Read and check the payload of a chunk, of size bytes. The caller frees it. NULL: it is damaged.
 */
uint8_t *container_chunk(const struct container *c, uint64_t offset, enum index_tag tag,
			 uint32_t size);

/* Check the payload of a chunk without returning it. */
bool container_chunk_whole(const struct container *c, uint64_t offset, enum index_tag tag,
			   uint32_t size);

/* Close the file. Remove an unfinished one unless it is worth resuming. */
void container_close(struct container *c);

#endif
