/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/identity.h"

#include <endian.h>
#include <string.h>

#include "base/hash.h"
#include "index/container.h"

enum {
	SAMPLE_PIECES = 16,
	SAMPLE_BYTES = 4096
};

/* Hash the first and the last bytes of the data, and pieces between them. */
static uint64_t sample_hash(const struct stream *stream, uint64_t size)
{
	uint64_t hash[SAMPLE_PIECES] = { 0 };
	uint8_t piece[SAMPLE_BYTES];

	for (unsigned i = 0; i < SAMPLE_PIECES; i++) {
		uint64_t last = size > SAMPLE_BYTES ? size - SAMPLE_BYTES : 0;
		uint64_t off = stream->start + last / (SAMPLE_PIECES - 1) * i;
		int64_t n;

		if (i == SAMPLE_PIECES - 1)
			off = stream->start + last;
		n = source_read(stream->source, off, piece,
				size < SAMPLE_BYTES ? (size_t)size : SAMPLE_BYTES);
		if (n > 0)
			hash[i] = htole64(hash_stable(piece, (size_t)n));
	}
	return hash_stable(hash, sizeof(hash));
}

static uint64_t ids_hash(const struct event *event)
{
	VEC(uint64_t) ids = { 0 };
	uint64_t hash;

	for (size_t i = 0; i < event->ids.n; i++)
		vec_push(&ids, htole64(event->ids.v[i]));
	hash = hash_stable(ids.v, ids.n * sizeof(*ids.v));
	vec_release(&ids);
	return hash;
}

/* Hash everything that determines the layout of records: the bytes of the attrs, and their ids. */
static uint64_t events_hash(const struct events *events)
{
	VEC(uint64_t) hashes = { 0 };
	uint64_t hash;

	for (size_t i = 0; i < events->list.n; i++) {
		const struct event *event = &events->list.v[i];

		vec_push(&hashes, htole64(hash_stable(event->raw, event->raw_len)));
		vec_push(&hashes, htole64(ids_hash(event)));
	}
	hash = hash_stable(hashes.v, hashes.n * sizeof(*hashes.v));
	vec_release(&hashes);
	return hash;
}

/* Hash pieces of the first bytes of the only stream, or pieces of all bytes of several streams. */
static uint64_t streams_hash(const struct perf_file *file, uint64_t bytes)
{
	VEC(uint64_t) hashes = { 0 };
	uint64_t hash;

	for (size_t i = 0; i < file->streams.n; i++) {
		const struct stream *stream = &file->streams.v[i];
		uint64_t size = stream->end - stream->start;

		vec_push(&hashes,
			 htole64(sample_hash(stream, file->streams.n == 1 ? bytes : size)));
	}
	hash = hash_stable(hashes.v, hashes.n * sizeof(*hashes.v));
	vec_release(&hashes);
	return hash;
}

void identity_of_file(const struct perf_file *file, struct index_identity *identity)
{
	*identity = (struct index_identity){
		.dev = file->id.dev,
		.ino = file->id.ino,
		.size = file->size,
		.mtime_ns = file->id.mtime_ns,
		.streams = file->streams.n,
		.events = events_hash(&file->events),
	};
	for (size_t i = 0; i < file->streams.n; i++)
		identity->data_bytes += file->streams.v[i].end - file->streams.v[i].start;
	identity->sample_hash = streams_hash(file, identity->data_bytes);
}

void identity_header(const struct perf_file *file, struct index_header *header)
{
	*header = (struct index_header){
		.version = INDEX_VERSION,
		.header_size = sizeof(*header),
	};
	memcpy(header->magic, INDEX_MAGIC, sizeof(header->magic));
	identity_of_file(file, &header->identity);
	header->ctime_ns = file->ctime_ns;
	header->hash = hash_stable(header, offsetof(struct index_header, hash));
}

enum identity_relation identity_compare(const struct perf_file *file,
					const struct index_identity *indexed)
{
	struct index_identity now;

	identity_of_file(file, &now);
	if (!memcmp(&now, indexed, sizeof(now)))
		return IDENTITY_SAME;
	if (now.dev == indexed->dev && now.ino == indexed->ino && now.size > indexed->size &&
	    now.streams == 1 && indexed->streams == 1 && now.events == indexed->events &&
	    now.data_bytes >= indexed->data_bytes &&
	    streams_hash(file, indexed->data_bytes) == indexed->sample_hash)
		return IDENTITY_LONGER;
	return IDENTITY_OTHER;
}
