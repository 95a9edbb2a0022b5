/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_CONTAINER_H
#define INDEX_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"
#include "index/format.h"

/*
 * The file of an index: chunks with checksums, written one after the other, read
 * at any place. A new index is written to NAME.part, which its builder has locked,
 * and takes the name when it is complete. Where that cannot be, it is a file
 * without a name that lives as long as it is open.
 */
struct container {
	int fd;
	uint64_t size;	 /* bytes written, or of the complete file */
	char *part;	 /* name of the unfinished file, NULL: it has none */
	const void *map; /* of a complete file, NULL while it is written */
};

/*
 * Start a new index for the file name path, or one without a name, in spool_dir, where path is
 * NULL or cannot be written (*why then says so, or is NULL). ERR_IO when not even
 * that can be done.
 */
int container_create(struct container *c, const char *path, const char *spool_dir,
		     const struct index_header *header, const char **why, struct err *err);

/* Append a chunk; *offset is that of its header. */
int container_add(struct container *c, enum index_tag tag, const void *p, size_t len,
		  uint64_t *offset, struct err *err);

/* Write the end, sync, and give the file its name. */
int container_finish(struct container *c, const char *path, const struct index_end *end,
		     struct err *err);

/*
 * Open a complete index and map it. ERR_OPEN when there is none; ERR_STALE, with
 * the reason, when it is damaged or of another version. end and header are checked.
 */
int container_open(struct container *c, const char *path, struct index_header *header,
		   struct index_end *end, struct err *err);

/* Read the payload of a chunk of size bytes and check it; to be freed. NULL: it is damaged. */
uint8_t *container_chunk(const struct container *c, uint64_t offset, enum index_tag tag,
			 uint32_t size);

/* Remove what is unfinished and close. */
void container_close(struct container *c);

uint64_t container_hash(const void *p, size_t len);

#endif
