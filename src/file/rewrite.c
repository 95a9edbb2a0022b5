/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/rewrite.h"

#include <string.h>

#include "base/bitset.h"
#include "wire/bytes.h"

enum {
	ATTR_SIZE_AT = 4, /* offset in an attr */
	/* bytes of an event_types section; no perf has written more */
	TYPES_MAX = EVENT_TYPE_BYTES << 16
};

static bool add_u64(struct rewrite *w, uint64_t v)
{
	uint8_t p[8];

	store_u64(p, v, w->file->header.big);
	return output_add(w->output, p, sizeof(p));
}

static void add_ids(struct rewrite *w)
{
	const struct events *events = &w->file->events;

	for (size_t i = 0; i < events->list.n; i++)
		for (size_t k = 0; k < events->list.v[i].ids.n; k++)
			add_u64(w, events->list.v[i].ids.v[k]);
}

uint32_t rewrite_attr_used(const struct event *event)
{
	uint32_t n = event->raw_len;

	while (n > ATTR_SIZE_VER0 && !event->raw[n - 1])
		n--;
	return n;
}

/*
 * From a pipe perf reads attrs that are larger than its own, but from a file it refuses them, even
 * if the rest is 0. So attrs of a pipe get the smallest of the sizes that attrs have had
 * (linux/perf_event.h, PERF_ATTR_SIZE_VER*) that holds them.
 */
static uint64_t attr_bytes(const struct perf_file *file)
{
	static const uint8_t sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144, 176 };
	uint32_t size = ATTR_SIZE_VER0;

	for (size_t i = 0; i < file->events.list.n; i++) {
		const struct event *event = &file->events.list.v[i];
		uint32_t n = file->header.pipe ? rewrite_attr_used(event) : event->raw_len;

		if (n > size)
			size = n;
	}
	for (size_t i = 0; file->header.pipe && i < sizeof(sizes); i++)
		if (sizes[i] >= size)
			return sizes[i];
	return file->header.pipe ? (size + 7ull) & ~7ull : size;
}

static void add_attr(struct rewrite *w, const struct event *event, struct section ids)
{
	size_t room = (size_t)w->attr_size - 16;
	uint8_t *p = mem_zalloc(room);

	memcpy(p, event->raw, event->raw_len < room ? event->raw_len : room);
	if (room != ATTR_SIZE_VER0 || load_u32(p + ATTR_SIZE_AT, w->file->header.big))
		store_u32(p + ATTR_SIZE_AT, (uint32_t)room, w->file->header.big);
	output_add(w->output, p, room);
	free(p);
	add_u64(w, ids.offset);
	add_u64(w, ids.size);
}

static void add_attrs(struct rewrite *w, uint64_t ids)
{
	const struct events *events = &w->file->events;

	w->attr_size = attr_bytes(w->file) + 16;
	w->attrs.offset = output_size(w->output);
	for (size_t i = 0; i < events->list.n; i++) {
		struct section own = { ids, 8 * events->list.v[i].ids.n };

		add_attr(w, &events->list.v[i], own);
		ids += own.size;
	}
	w->attrs.size = output_size(w->output) - w->attrs.offset;
}

/* The names of events in the form of old files. */
static void add_types(struct rewrite *w, const struct buf *types)
{
	const struct source *source = w->file->sources.v[0];
	struct section old = w->file->header.event_types;

	w->types.offset = output_size(w->output);
	if (types->len)
		output_add(w->output, types->p, types->len);
	else if (old.size <= TYPES_MAX && old.offset <= source_size(source) &&
		 old.size <= source_size(source) - old.offset)
		output_copy(w->output, source, old.offset, old.size);
	w->types.size = output_size(w->output) - w->types.offset;
}

bool rewrite_begin(struct rewrite *w, struct output *output, const struct perf_file *file,
		   const struct buf *types)
{
	static const uint8_t header[HEADER_SIZE];
	uint64_t ids;

	*w = (struct rewrite){ .output = output, .file = file };
	output_add(output, header, sizeof(header));
	ids = output_size(output);
	add_ids(w);
	add_attrs(w, ids);
	add_types(w, types);
	if (!output_align(output))
		return false;
	w->data.offset = output_size(output);
	return true;
}

static void put_section(uint8_t *p, struct section section, bool big)
{
	store_u64(p, section.offset, big);
	store_u64(p + 8, section.size, big);
}

/* The table of sections is written twice: the first time only to make room. */
static void add_sections(struct rewrite *w, const struct rewrite_feature *features, size_t n)
{
	uint64_t table = output_size(w->output);
	struct buf places = BUF_INIT;

	buf_fill(&places, 0, 16 * n);
	output_add(w->output, places.p, places.len);
	for (size_t i = 0; i < n; i++) {
		const struct rewrite_feature *f = &features[i];

		put_section((uint8_t *)places.p + 16 * i,
			    (struct section){ output_size(w->output), f->size },
			    w->file->header.big);
		if (f->bytes)
			output_add(w->output, f->bytes, f->size);
		else if (f->source)
			output_copy(w->output, f->source, f->offset, f->size);
	}
	output_put(w->output, table, places.p, places.len);
	buf_release(&places);
}

bool rewrite_features(struct rewrite *w, const struct rewrite_feature *features, size_t n)
{
	bool big = w->file->header.big;
	uint8_t p[HEADER_SIZE];
	uint64_t bits[BITSET_WORDS(FEATURE_BITS)] = { 0 };

	w->data.size = output_size(w->output) - w->data.offset;
	add_sections(w, features, n);
	for (size_t i = 0; i < n; i++)
		bitset_add(bits, features[i].number);
	memcpy(p, big ? "2ELIFREP" : "PERFILE2", 8);
	store_u64(p + 8, HEADER_SIZE, big);
	store_u64(p + 16, w->attr_size, big);
	put_section(p + 24, w->attrs, big);
	put_section(p + 40, w->data, big);
	put_section(p + 56, w->types, big);
	for (size_t i = 0; i < FEATURE_BITS / 64; i++)
		store_u64(p + 72 + 8 * i, bits[i], big);
	return output_put(w->output, 0, p, sizeof(p));
}
