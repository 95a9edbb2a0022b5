/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "image.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILE_HEADER = 104,
	SHORT_HEADER = 72, /* of perf before the feature bitmap */
	PIPE_HEADER = 16,
	MAX_FEATURES = 256,
	FSTR_ROUND = 64,
};

static uint64_t forced_or(struct forced f, uint64_t otherwise)
{
	return f.set ? f.value : otherwise;
}

static void put64(const struct image *m, struct bytes *out, uint64_t value)
{
	bytes_int(out, value, 8, m->big);
}

static void put32(const struct image *m, struct bytes *out, uint64_t value)
{
	bytes_int(out, value, 4, m->big);
}

void image_release(struct image *m)
{
	for (size_t i = 0; i < m->nr_attrs; i++)
		attr_release(&m->attrs[i]);
	for (size_t i = 0; i < m->nr_features; i++)
		bytes_release(&m->features[i].body);
	free(m->attrs);
	free(m->features);
	bytes_release(&m->data);
	*m = (struct image){ 0 };
}

struct attr *image_add_attr(struct image *m)
{
	m->attrs = xrealloc(m->attrs, (m->nr_attrs + 1) * sizeof(*m->attrs));
	attr_init(&m->attrs[m->nr_attrs], m->big);
	return &m->attrs[m->nr_attrs++];
}

struct feature *image_add_feature(struct image *m, uint64_t bit)
{
	size_t at = m->nr_features;

	if (bit >= MAX_FEATURES)
		return NULL;
	while (at && m->features[at - 1].bit > bit)
		at--;
	if (at && m->features[at - 1].bit == bit)
		return NULL;
	m->features = xrealloc(m->features, (m->nr_features + 1) * sizeof(*m->features));
	memmove(&m->features[at + 1], &m->features[at],
		(m->nr_features - at) * sizeof(*m->features));
	m->nr_features++;
	m->features[at] = (struct feature){ .bit = (unsigned)bit };
	return &m->features[at];
}

/* The length of one entry of the attrs section without the ids section after it. */
static uint64_t image_attr_room(const struct image *m)
{
	uint64_t room = 0;

	if (m->attr_size.set)
		return m->attr_size.value > 16 ? m->attr_size.value - 16 : 0;
	for (size_t i = 0; i < m->nr_attrs; i++)
		if (m->attrs[i].stored > room)
			room = m->attrs[i].stored;
	return room;
}

static uint64_t image_header_len(const struct image *m)
{
	if (m->pipe)
		return PIPE_HEADER;
	return forced_or(m->header_size, FILE_HEADER) < FILE_HEADER ? SHORT_HEADER : FILE_HEADER;
}

static uint64_t image_attrs_offset(const struct image *m)
{
	uint64_t at = image_header_len(m);

	for (size_t i = 0; i < m->nr_attrs; i++)
		at += 8 * m->attrs[i].nr_ids;
	return at;
}

static uint64_t image_attrs_end(const struct image *m)
{
	return image_attrs_offset(m) + m->nr_attrs * (image_attr_room(m) + 16);
}

uint64_t image_data_offset(const struct image *m)
{
	uint64_t end = (image_attrs_end(m) + 7) & ~UINT64_C(7);

	if (m->pipe)
		return PIPE_HEADER;
	return m->data_offset.set && m->data_offset.value > end ? m->data_offset.value : end;
}

void image_put_fstr(const struct image *m, struct bytes *out, const char *text, size_t len)
{
	size_t start;

	put32(m, out, (len + 1 + FSTR_ROUND - 1) / FSTR_ROUND * FSTR_ROUND);
	start = out->len;
	bytes_add(out, text, len);
	bytes_fill(out, 1, 0);
	bytes_align(out, start, FSTR_ROUND);
}

void image_put_event_desc(const struct image *m, struct bytes *out)
{
	const uint64_t room = image_attr_room(m);

	put32(m, out, m->nr_attrs);
	put32(m, out, room);
	for (size_t i = 0; i < m->nr_attrs; i++) {
		const struct attr *a = &m->attrs[i];
		const char *name = a->name ? a->name : "";

		attr_put(a, out, room);
		put32(m, out, a->nr_ids);
		image_put_fstr(m, out, name, strlen(name));
		for (size_t k = 0; k < a->nr_ids; k++)
			put64(m, out, a->ids[k]);
	}
}

static void put_bitmap(const struct image *m, struct bytes *out)
{
	uint64_t words[MAX_FEATURES / 64] = { 0 };

	for (size_t i = 0; i < m->nr_features; i++)
		words[m->features[i].bit / 64] |= UINT64_C(1) << m->features[i].bit % 64;
	for (size_t i = 0; i < MAX_FEATURES / 64; i++)
		put64(m, out, words[i]);
}

/* Forced numbers only make the header lie; they do not move anything. */
static void put_header(const struct image *m, struct bytes *out)
{
	const uint64_t room = image_attr_room(m);

	put64(m, out, forced_or(m->magic, UINT64_C(0x32454c4946524550)));
	put64(m, out, forced_or(m->header_size, m->pipe ? PIPE_HEADER : FILE_HEADER));
	if (m->pipe)
		return;
	put64(m, out, forced_or(m->attr_size, room + 16));
	put64(m, out, image_attrs_offset(m));
	put64(m, out, m->nr_attrs * (room + 16));
	put64(m, out, forced_or(m->data_offset, image_data_offset(m)));
	put64(m, out, forced_or(m->data_size, m->data.len));
	put64(m, out, 0); /* the legacy event_types section is empty */
	put64(m, out, 0);
	if (image_header_len(m) == FILE_HEADER)
		put_bitmap(m, out);
}

static void put_attrs(const struct image *m, struct bytes *out)
{
	uint64_t ids = image_header_len(m);

	for (size_t i = 0; i < m->nr_attrs; i++)
		for (size_t k = 0; k < m->attrs[i].nr_ids; k++)
			put64(m, out, m->attrs[i].ids[k]);
	for (size_t i = 0; i < m->nr_attrs; i++) {
		attr_put(&m->attrs[i], out, image_attr_room(m));
		put64(m, out, m->attrs[i].nr_ids ? ids : 0);
		put64(m, out, 8 * m->attrs[i].nr_ids);
		ids += 8 * m->attrs[i].nr_ids;
	}
}

/* Put the table at the end of the data, and its sections after it. */
static void put_features(const struct image *m, struct bytes *out)
{
	uint64_t at = out->len + 16 * m->nr_features;

	for (size_t i = 0; i < m->nr_features; i++) {
		put64(m, out, at);
		put64(m, out, m->features[i].body.len);
		at += m->features[i].body.len;
	}
	for (size_t i = 0; i < m->nr_features; i++)
		bytes_add(out, m->features[i].body.data, m->features[i].body.len);
}

void image_build(const struct image *m, struct bytes *out)
{
	put_header(m, out);
	if (!m->pipe) {
		put_attrs(m, out);
		bytes_fill(out, image_data_offset(m) - out->len, 0);
	}
	bytes_add(out, m->data.data, m->data.len);
	if (!m->pipe && forced_or(m->table, 1))
		put_features(m, out);
	if (m->cut.set)
		out->len -= m->cut.value < out->len ? m->cut.value : out->len;
}
