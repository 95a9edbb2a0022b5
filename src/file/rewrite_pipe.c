/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/rewrite_pipe.h"

#include <string.h>

#include "file/feature_build_id.h"
#include "wire/bytes.h"

enum {
	HEADER_BYTES = 16,		   /* of the header of a pipe stream */
	RECORD_MAX = RECORD_SIZE_MAX & ~7, /* sizes are multiples of 8 */
	FEATURE_HEAD = RECORD_HEADER_SIZE + 8,
	TRACING_HEAD = RECORD_HEADER_SIZE + 4,
	BUILD_ID_PID = RECORD_HEADER_SIZE, /* offset in a BUILD_ID record */
	BUILD_ID_NAME = 36,
	TYPES_MAX = EVENT_TYPE_BYTES << 16,
	ATTR_SIZE_AT = 4, /* offset in an attr */
	ATTR_SAMPLE_TYPE_AT = 24,
	ATTR_SIZE_VER7 = 128
};

static bool add_head(struct rewrite_pipe *w, uint32_t type, size_t size)
{
	uint8_t p[RECORD_HEADER_SIZE] = { 0 };

	store_u32(p, type, w->file->header.big);
	store_u16(p + 6, (uint16_t)size, w->file->header.big);
	return output_add(w->output, p, sizeof(p));
}

static size_t aligned(size_t n)
{
	return (n + 7) & ~(size_t)7;
}

static bool add_zeros(struct rewrite_pipe *w, size_t n)
{
	static const uint8_t zeros[8];

	return output_add(w->output, zeros, n);
}

static bool add_header(struct rewrite_pipe *w)
{
	bool big = w->file->header.big;
	uint8_t p[HEADER_BYTES];

	memcpy(p, big ? "2ELIFREP" : "PERFILE2", 8);
	store_u64(p + 8, HEADER_BYTES, big);
	return output_add(w->output, p, sizeof(p));
}

/* ---- attrs ---- */

/*
 * The size of an attr in the stream. perf before 6.5 expects every attr to have the size of its own
 * (128 bytes from 5.13 to 6.2), with the ids after it. Newer versions use the size that the attr
 * states.
 */
static size_t attr_size(const struct event *event)
{
	uint32_t used = rewrite_attr_used(event);

	return used <= ATTR_SIZE_VER7 ? ATTR_SIZE_VER7 : aligned(used);
}

/*
 * Does the event have only counts of perf stat record? perf script refuses the stream unless its
 * sample_type is 0, as perf stat record -o - writes it.
 */
static bool is_counted(const struct perf_file *file, const struct event *event)
{
	return event->attr.sample_type == SAMPLE_IDENTIFIER && !event->attr.sample_period &&
	       features_find(&file->features, FEATURE_STAT);
}

static void add_attr(struct rewrite_pipe *w, const struct event *event)
{
	bool big = w->file->header.big;
	size_t len = attr_size(event), ids = event->ids.n;
	size_t room = (RECORD_MAX - RECORD_HEADER_SIZE - len) / 8;
	uint8_t *p = mem_zalloc(len);

	if (ids > room) {
		w->ids_lost += ids - room;
		ids = room;
	}
	memcpy(p, event->raw, event->raw_len < len ? event->raw_len : len);
	store_u32(p + ATTR_SIZE_AT, (uint32_t)len, big);
	if (is_counted(w->file, event))
		store_u64(p + ATTR_SAMPLE_TYPE_AT, 0, big);
	add_head(w, RECORD_HEADER_ATTR, RECORD_HEADER_SIZE + len + 8 * ids);
	output_add(w->output, p, len);
	for (size_t i = 0; i < ids; i++) {
		uint8_t id[8];

		store_u64(id, event->ids.v[i], big);
		output_add(w->output, id, sizeof(id));
	}
	free(p);
}

/* The names of events in the form of old files. */
static void add_types(struct rewrite_pipe *w, const struct buf *types)
{
	const struct source *source = w->file->sources.v[0];
	struct section old = w->file->header.event_types;

	for (size_t at = 0; at + EVENT_TYPE_BYTES <= types->len; at += EVENT_TYPE_BYTES) {
		add_head(w, RECORD_EVENT_TYPE, RECORD_HEADER_SIZE + EVENT_TYPE_BYTES);
		output_add(w->output, types->p + at, EVENT_TYPE_BYTES);
	}
	if (types->len || old.size > TYPES_MAX || old.offset > source_size(source) ||
	    old.size > source_size(source) - old.offset)
		return;
	for (uint64_t at = 0; at + EVENT_TYPE_BYTES <= old.size; at += EVENT_TYPE_BYTES) {
		add_head(w, RECORD_EVENT_TYPE, RECORD_HEADER_SIZE + EVENT_TYPE_BYTES);
		output_copy(w->output, source, old.offset + at, EVENT_TYPE_BYTES);
	}
}

/* ---- sections ---- */

static bool add_bytes(struct rewrite_pipe *w, const struct rewrite_feature *f)
{
	if (f->bytes)
		return output_add(w->output, f->bytes, f->size);
	return !f->source || output_copy(w->output, f->source, f->offset, f->size);
}

static void add_feature(struct rewrite_pipe *w, const struct rewrite_feature *f)
{
	size_t size = aligned(FEATURE_HEAD + (size_t)f->size);
	uint8_t number[8];

	store_u64(number, f->number, w->file->header.big);
	add_head(w, RECORD_HEADER_FEATURE, size);
	output_add(w->output, number, sizeof(number));
	if (f->number == FEATURE_SAMPLE_TIME)
		w->times = output_size(w->output);
	add_bytes(w, f);
	add_zeros(w, size - FEATURE_HEAD - (size_t)f->size);
}

/* The tracing data follow their record. */
static void add_tracing(struct rewrite_pipe *w, const struct rewrite_feature *f)
{
	size_t size = aligned((size_t)f->size);
	uint8_t p[4];

	store_u32(p, (uint32_t)size, w->file->header.big);
	add_head(w, RECORD_TRACING_DATA, TRACING_HEAD);
	output_add(w->output, p, sizeof(p));
	add_bytes(w, f);
	add_zeros(w, size - (size_t)f->size);
}

/* Entries of old kernels have no pid before the build id (feature_build_id.c). */
static void add_build_id(void *arg, const uint8_t *entry, size_t size, size_t name)
{
	struct rewrite_pipe *w = arg;
	size_t at = name < BUILD_ID_NAME ? RECORD_HEADER_SIZE : BUILD_ID_PID + 4;
	size_t used = BUILD_ID_PID + 4 + size - at, all = aligned(used);
	uint8_t p[RECORD_HEADER_SIZE + 4];
	bool big = w->file->header.big;

	if (all > RECORD_MAX)
		return;
	memcpy(p, entry, RECORD_HEADER_SIZE);
	store_u32(p, RECORD_BUILD_ID, big);
	store_u16(p + 6, (uint16_t)all, big);
	if (name < BUILD_ID_NAME)
		store_u32(p + BUILD_ID_PID, UINT32_MAX, big);
	else
		memcpy(p + BUILD_ID_PID, entry + BUILD_ID_PID, 4);
	output_add(w->output, p, sizeof(p));
	output_add(w->output, entry + at, size - at);
	add_zeros(w, all - used);
}

static bool is_of_container(unsigned number)
{
	return number == FEATURE_AUXTRACE || number == FEATURE_DIR_FORMAT ||
	       number == FEATURE_COMPRESSED || number == FEATURE_BRANCH_STACK ||
	       number == FEATURE_STAT;
}

bool rewrite_pipe_fits(const struct rewrite_feature *f)
{
	switch (f->number) {
	case FEATURE_TRACING_DATA:
		return f->size <= UINT32_MAX - 8;
	case FEATURE_BUILD_ID:
		return f->bytes || !f->size;
	default:
		return is_of_container(f->number) || f->size <= RECORD_MAX - FEATURE_HEAD;
	}
}

static void add_section(struct rewrite_pipe *w, const struct rewrite_feature *f)
{
	if (is_of_container(f->number) || !f->size || !rewrite_pipe_fits(f))
		return;
	switch (f->number) {
	case FEATURE_TRACING_DATA:
		add_tracing(w, f);
		break;
	case FEATURE_BUILD_ID:
		feature_build_id_each(&w->file->features, f->bytes, (size_t)f->size, add_build_id,
				      w);
		break;
	default:
		add_feature(w, f);
		break;
	}
}

bool rewrite_pipe_begin(struct rewrite_pipe *w, struct output *output, const struct perf_file *file,
			const struct buf *types, const struct rewrite_feature *features, size_t n)
{
	*w = (struct rewrite_pipe){ .output = output, .file = file };
	add_header(w);
	for (size_t i = 0; i < file->events.list.n; i++)
		add_attr(w, &file->events.list.v[i]);
	add_types(w, types);
	for (size_t i = 0; i < n; i++)
		add_section(w, &features[i]);
	return !output_error(output, NULL);
}

bool rewrite_pipe_times(struct rewrite_pipe *w, uint64_t first, uint64_t last)
{
	uint8_t p[16];

	if (!w->times)
		return true;
	store_u64(p, first, w->file->header.big);
	store_u64(p + 8, last, w->file->header.big);
	return output_put(w->output, w->times, p, sizeof(p));
}
