/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/sections.h"

#include <stdlib.h>
#include <string.h>

#include "wire/bytes.h"

enum {
	AUXTRACE_RECORD = 48, /* its size in perf's index of these records */
	SAMPLE_TIME_BYTES = 16
};

void sections_note_omitted(struct sections *s, unsigned number, const char *why)
{
	struct buf text = BUF_INIT;

	buf_adds(&text, "the feature section ");
	feature_name(&text, number);
	buf_addf(&text, " is left out: %s", why);
	vec_push(&s->notes, buf_take(&text));
}

static uint8_t *make_bytes(struct sections *s, size_t len)
{
	uint8_t *p = mem_zalloc(len ? len : 1);

	vec_push(&s->made, p);
	return p;
}

static bool has_section(const struct sections *s, unsigned number)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (s->list.v[i].number == number)
			return true;
	return false;
}

static void add_bytes(struct sections *s, unsigned number, const uint8_t *bytes, uint64_t size)
{
	vec_push(&s->list,
		 ((struct rewrite_feature){ .number = number, .size = size, .bytes = bytes }));
}

/* ---- sections that depend on the slice's records or form ---- */

static void add_sample_time(struct sections *s, const struct sections_facts *facts)
{
	uint8_t *p = make_bytes(s, SAMPLE_TIME_BYTES);

	store_u64(p, facts->first, s->file->header.big);
	store_u64(p + 8, facts->last, s->file->header.big);
	add_bytes(s, FEATURE_SAMPLE_TIME, p, SAMPLE_TIME_BYTES);
}

/* perf's util/auxtrace.c: number of entries, then offset and size of each record. */
static void add_auxtrace(struct sections *s, const struct sections_facts *facts)
{
	size_t len = 8 + 16 * facts->n_auxtrace;
	bool big = s->file->header.big;
	uint8_t *p;

	if (facts->auxtrace_cut) {
		sections_note_omitted(s, FEATURE_AUXTRACE, "it would list too many records");
		return;
	}
	p = make_bytes(s, len);
	store_u64(p, facts->n_auxtrace, big);
	for (size_t i = 0; i < facts->n_auxtrace; i++) {
		store_u64(p + 8 + 16 * i, facts->auxtrace[i], big);
		store_u64(p + 16 + 16 * i, AUXTRACE_RECORD, big);
	}
	add_bytes(s, FEATURE_AUXTRACE, p, len);
}

/* Sections that are not copied. Without a function: a slice is a single file, not compressed. */
static const struct {
	unsigned number;
	void (*add)(struct sections *s, const struct sections_facts *facts);
} not_copied[] = {
	{ FEATURE_AUXTRACE, add_auxtrace },
	{ FEATURE_SAMPLE_TIME, add_sample_time },
	{ FEATURE_DIR_FORMAT, NULL },
	{ FEATURE_COMPRESSED, NULL },
};

/* ---- sections that are copied ---- */

static void add_scrubbed(struct sections *s, unsigned number, const uint8_t *bytes, size_t size)
{
	struct buf clean = BUF_INIT;
	uint8_t *p;

	if (!bytes || !scrub_section(s->scrub, &s->file->features, number, bytes, size, &clean)) {
		sections_note_omitted(s, number, "it may have names that --scrub must hide");
	} else {
		p = make_bytes(s, clean.len);
		memcpy(p, clean.p, clean.len);
		add_bytes(s, number, p, clean.len);
	}
	buf_release(&clean);
}

/*
 * Copy a section. In a damaged table many sections can overlap, so together they must not be larger
 * than the file.
 */
static void add_copy(struct sections *s, const struct feature_section *section, uint64_t *budget)
{
	const struct source *source = s->file->sources.v[0];
	struct section place = section->place;

	if (!section->bytes && !section->large) {
		sections_note_omitted(s, section->number, section->problem);
		return;
	}
	if (place.size > *budget) {
		sections_note_omitted(s, section->number, "the sections are larger than the file");
		return;
	}
	*budget -= place.size;
	if (s->scrub) {
		add_scrubbed(s, section->number, section->bytes, place.size);
		return;
	}
	vec_push(&s->list, ((struct rewrite_feature){
				   .number = section->number,
				   .size = place.size,
				   .bytes = section->bytes,
				   .source = source,
				   .offset = place.offset,
			   }));
}

static void take_section(struct sections *s, const struct feature_section *section,
			 const struct sections_facts *facts, uint64_t *budget)
{
	if (section->number >= FEATURE_BITS || has_section(s, section->number))
		return;
	for (size_t i = 0; i < sizeof(not_copied) / sizeof(not_copied[0]); i++) {
		if (not_copied[i].number == section->number) {
			if (not_copied[i].add)
				not_copied[i].add(s, facts);
			return;
		}
	}
	add_copy(s, section, budget);
}

/* ---- sections that records need, of a pipe stream or an unfinished file ---- */

static bool samples_branches(const struct events *events)
{
	for (size_t i = 0; i < events->list.n; i++)
		if (events->list.v[i].attr.sample_type & SAMPLE_BRANCH_STACK)
			return true;
	return false;
}

/* Note missing tracing data: without them, perf does not open a recording of tracepoints. */
static void note_tracing(struct sections *s)
{
	const struct events *events = &s->file->events;

	for (size_t i = 0; i < events->list.n && !has_section(s, FEATURE_TRACING_DATA); i++) {
		if (events->list.v[i].attr.type != ATTR_TYPE_TRACEPOINT)
			continue;
		vec_push(&s->notes, mem_strdup("perf does not read it: the recording lacks "
					       "the formats of its tracepoints"));
		break;
	}
}

static void add_build_ids(struct sections *s, const struct buf *build_ids)
{
	const uint8_t *p = (const uint8_t *)build_ids->p;

	if (!build_ids->len || has_section(s, FEATURE_BUILD_ID))
		return;
	if (s->scrub)
		add_scrubbed(s, FEATURE_BUILD_ID, p, build_ids->len);
	else
		add_bytes(s, FEATURE_BUILD_ID, p, build_ids->len);
}

static void add_missing(struct sections *s, const struct sections_facts *facts)
{
	add_build_ids(s, facts->build_ids);
	if (samples_branches(&s->file->events) && !has_section(s, FEATURE_BRANCH_STACK))
		add_bytes(s, FEATURE_BRANCH_STACK, NULL, 0);
	if (facts->n_auxtrace && !has_section(s, FEATURE_AUXTRACE))
		add_auxtrace(s, facts);
	if (facts->stat && !has_section(s, FEATURE_STAT))
		add_bytes(s, FEATURE_STAT, NULL, 0);
}

static int by_number(const void *a, const void *b)
{
	const struct rewrite_feature *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

void sections_init(struct sections *s, const struct perf_file *file, const struct scrub *scrub,
		   const struct sections_facts *facts)
{
	uint64_t budget = file->size;

	*s = (struct sections){ .file = file, .scrub = scrub };
	for (size_t i = 0; i < file->features.list.n; i++)
		take_section(s, &file->features.list.v[i], facts, &budget);
	if (file->header.pipe || !file->features.list.n)
		add_missing(s, facts);
	note_tracing(s);
	if (s->list.n)
		qsort(s->list.v, s->list.n, sizeof(*s->list.v), by_number);
}

void sections_release(struct sections *s)
{
	for (size_t i = 0; i < s->made.n; i++)
		free(s->made.v[i]);
	for (size_t i = 0; i < s->notes.n; i++)
		free(s->notes.v[i]);
	vec_release(&s->made);
	vec_release(&s->notes);
	vec_release(&s->list);
}
