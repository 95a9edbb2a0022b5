/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/features.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "file/feature_rows.h"
#include "wire/names.h"

enum {
	KEPT_MAX = 32 << 20 /* bytes of all sections kept in memory */
};

/*
 * Is there memory to keep a section? All sections of a hostile file may have the same large place.
 */
static bool is_kept(struct features *features, uint64_t size)
{
	if (size > KEPT_MAX - features->kept)
		return false;
	features->kept += size;
	return true;
}

static void too_large(struct feature_section *section)
{
	section->problem = "the memory for feature sections is full: this one is not shown";
	section->large = true;
}

static void unread(struct feature_section *section, const char *problem)
{
	section->error = errno;
	section->unread = true;
	section->problem = problem;
}

static void read_one(struct features *features, struct feature_section *section,
		     const struct source *source)
{
	uint64_t size = source_size(source);
	struct section place = section->place;

	if (place.offset > size || place.size > size - place.offset) {
		section->problem = "the section is not inside the file";
		return;
	}
	if (!is_kept(features, place.size)) {
		too_large(section);
		return;
	}
	section->bytes = mem_alloc(place.size);
	if (source_read(source, place.offset, section->bytes, place.size) != (int64_t)place.size) {
		unread(section, "the section cannot be read");
		free(section->bytes);
		section->bytes = NULL;
	}
}

void features_init(struct features *features, bool big)
{
	*features = (struct features){ .big = big };
}

static struct feature_section *add_section(struct features *features, unsigned number)
{
	struct feature_section *section = vec_add(&features->list);

	section->number = number;
	return section;
}

void features_add(struct features *features, unsigned number, struct section place,
		  const uint8_t *bytes)
{
	struct feature_section *section = add_section(features, number);

	section->place = place;
	if (is_kept(features, place.size))
		section->bytes = mem_dup(bytes, place.size);
	else
		too_large(section);
}

void features_add_at(struct features *features, unsigned number, struct section place,
		     const struct source *source)
{
	struct feature_section *section = add_section(features, number);

	section->place = place;
	read_one(features, section, source);
}

/* The table has one entry for each bit that is set, in ascending order of bits. */
void features_read(struct features *features, const struct header *header,
		   const struct source *source)
{
	uint64_t at = header->data.offset + header->data.size;

	if (header->unfinished || header->cut)
		return;
	for (unsigned n = 0; n < FEATURE_BITS; n++) {
		uint8_t entry[16];

		if (!header_has_feature(header, n))
			continue;
		if (source_read(source, at, entry, sizeof(entry)) != sizeof(entry)) {
			struct feature_section *section = add_section(features, n);

			if (at + sizeof(entry) <= source_size(source))
				unread(section, "the feature table cannot be read");
			else
				section->problem = "the feature table is truncated";
			continue;
		}
		at += sizeof(entry);
		features_add_at(features, n,
				(struct section){ load_u64(entry, header->big),
						  load_u64(entry + 8, header->big) },
				source);
	}
}

void features_release(struct features *features)
{
	for (size_t i = 0; i < features->list.n; i++)
		free(features->list.v[i].bytes);
	vec_release(&features->list);
}

const struct feature_section *features_find(const struct features *features, unsigned number)
{
	for (size_t i = 0; i < features->list.n; i++)
		if (features->list.v[i].number == number)
			return &features->list.v[i];
	return NULL;
}

static struct cursor section_cursor(const struct features *features, unsigned number)
{
	const struct feature_section *section = features_find(features, number);

	if (!section || !section->bytes)
		return (struct cursor){ .failed = true };
	return (struct cursor){ section->bytes, section->place.size, features->big, false };
}

uint32_t features_nr_cpus(const struct features *features)
{
	struct cursor c = section_cursor(features, FEATURE_NRCPUS);

	return cursor_u32(&c);
}

uint32_t features_cpus_online(const struct features *features)
{
	struct cursor c = section_cursor(features, FEATURE_NRCPUS);
	uint32_t available = cursor_u32(&c), online = cursor_u32(&c);

	/* Old perf wrote them in the other order. */
	return online < available ? online : available;
}

bool features_text(const struct features *features, unsigned number, struct buf *out)
{
	struct cursor c = section_cursor(features, number);
	size_t len;
	const char *s = feature_string(&c, &len);

	if (!s)
		return false;
	buf_add(out, s, len);
	return true;
}

uint64_t features_number(const struct features *features, unsigned number)
{
	struct cursor c = section_cursor(features, number);

	return cursor_u64(&c);
}

/* Texts in turn: a key, then its value. */
const char *features_meta(const struct features *features, const char *key, size_t *len)
{
	struct cursor c = section_cursor(features, FEATURE_META_INFO);

	while (!c.failed && c.left) {
		size_t key_len = text_nul(c.p, c.left);
		const char *k = (const char *)cursor_take(&c, key_len + 1);
		size_t value_len = c.failed ? 0 : text_nul(c.p, c.left);
		const char *v = (const char *)cursor_take(&c, value_len + 1);

		if (!v)
			break;
		*len = value_len;
		if (!strcmp(k, key))
			return v;
	}
	return NULL;
}

void feature_name(struct buf *out, unsigned number)
{
	const struct name *name = names_find(&names_feature, number);

	if (name)
		buf_adds(out, name->name);
	else
		buf_addf(out, "FEATURE_%u", number);
}

size_t features_event_desc(const struct features *features,
			   void (*each)(void *arg, size_t i, const struct event_desc *desc),
			   void *arg)
{
	struct cursor c = section_cursor(features, FEATURE_EVENT_DESC);
	uint32_t nr = cursor_u32(&c), attr_size = cursor_u32(&c);
	size_t i;

	for (i = 0; i < nr && !c.failed; i++) {
		struct event_desc desc = { .attr_size = attr_size };

		desc.attr = cursor_take(&c, attr_size);
		desc.nr_ids = cursor_u32(&c);
		desc.name = feature_string(&c, &desc.name_len);
		desc.ids = cursor_take(&c, 8 * (size_t)desc.nr_ids);
		if (c.failed)
			break;
		each(arg, i, &desc);
	}
	return i;
}

static void report_section(const struct features *features, const struct feature_section *section,
			   struct report *report)
{
	struct buf name = BUF_INIT;

	feature_name(&name, section->number);
	if (section->problem) {
		report_object(report, name.p);
		report_u64(report, "offset", section->place.offset);
		report_size(report, "size", section->place.size);
		report_str(report, "problem", section->problem);
		report_end_object(report);
	} else {
		feature_rows_report(features, section, name.p, report);
	}
	buf_release(&name);
}

void features_report(const struct features *features, struct report *report)
{
	for (size_t i = 0; i < features->list.n; i++)
		report_section(features, &features->list.v[i], report);
}
