/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/resume.h"

#include <string.h>

#include "index/checkpoint.h"
#include "index/identity.h"

/* Return the bytes of all streams before a checkpoint. */
static uint64_t bytes_before(const struct perf_file *file, const struct checkpoint *checkpoint)
{
	uint64_t bytes = checkpoint->position - file->streams.v[checkpoint->stream].start;

	for (uint32_t i = 0; i < checkpoint->stream; i++)
		bytes += file->streams.v[i].end - file->streams.v[i].start;
	return bytes;
}

static void publish(struct index *index, const struct checkpoint *checkpoint)
{
	uint64_t bytes = bytes_before(index->file, checkpoint);

	atomic_store(&index->bytes_kept, bytes);
	atomic_store(&index->bytes_done, bytes);
	if (index->options.wake)
		index->options.wake(index->options.wake_arg);
}

static struct chunk_header chunk_at(const struct buf *chunk)
{
	struct chunk_header head;

	memcpy(&head, chunk->p, sizeof(head));
	return head;
}

/*
 * Return false for a checkpoint that depends on the former end of a stream, if the recording has
 * grown.
 */
static bool usable(const struct buf *chunk, bool grown)
{
	struct checkpoint checkpoint;

	if (chunk->len < sizeof(struct chunk_header) + sizeof(checkpoint))
		return false;
	memcpy(&checkpoint, chunk->p + sizeof(struct chunk_header), sizeof(checkpoint));
	return !grown || !(checkpoint.flags & CHECKPOINT_END);
}

/*
 * Read the chunks of an index from its beginning, and apply checkpoints. Returns the end of the
 * last usable checkpoint; 0: there is none. copy: the chunks are in another file and are copied.
 */
static uint64_t take_chunks(struct index *index, int from, bool copy, bool grown,
			    struct checkpoint *checkpoint)
{
	uint64_t offset = sizeof(struct index_header), at = offset, end = 0;
	struct buf chunk = BUF_INIT;

	for (; container_next(from, &offset, &chunk); at = offset) {
		struct chunk_header head = chunk_at(&chunk);

		if (atomic_load(&index->stop) ||
		    (head.tag != TAG_BLOCK && head.tag != TAG_FRAME && head.tag != TAG_CHECKPOINT))
			break;
		if (copy && container_append(&index->container, chunk.p, chunk.len, NULL))
			break;
		if (head.tag != TAG_CHECKPOINT)
			continue;
		if (!usable(&chunk, grown) ||
		    !checkpoint_apply(index, (const uint8_t *)chunk.p + sizeof(head),
				      (size_t)head.size, at, checkpoint))
			break;
		publish(index, checkpoint);
		end = offset;
	}
	buf_release(&chunk);
	return end;
}

static uint64_t take_index(struct index *index, int from, bool copy, struct checkpoint *checkpoint)
{
	struct index_header header;
	enum identity_relation relation;

	if (from < 0 || container_header(from, &header, NULL))
		return 0;
	relation = identity_compare(index->file, &header.identity);
	/*
	 * Do not resume if the records may have been rewritten in place, which is not checked here.
	 */
	if (relation == IDENTITY_OTHER ||
	    (relation == IDENTITY_SAME && header.ctime_ns != index->file->ctime_ns))
		return 0;
	return take_chunks(index, from, copy, relation == IDENTITY_LONGER, checkpoint);
}

int resume_begin(struct index *index, struct checkpoint *checkpoint, struct err *err)
{
	struct container *c = &index->container;
	struct index_header header;
	uint64_t keep = 0;

	*checkpoint = (struct checkpoint){ 0 };
	if (c->part && !index->options.force)
		keep = take_index(index, c->fd, false, checkpoint);
	if (atomic_load(&index->stop)) {
		/* The unfinished index is still worth keeping. */
		c->worth = true;
		return 0;
	}
	if (!keep && container_clear(c, err))
		return ERR_IO;
	if (!keep)
		keep = take_index(index, index->old, true, checkpoint);
	identity_header(index->file, &header);
	return container_begin(c, &header, keep, err);
}
