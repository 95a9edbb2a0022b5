/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/size_report_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct extent {
	uint64_t start, size;
	char *name; /* NULL: a stream */
};

struct extents {
	VEC(struct extent) list;
};

static void add_extent(struct extents *e, uint64_t start, uint64_t size, const char *name)
{
	struct extent *extent = vec_add(&e->list);

	extent->start = start;
	extent->size = size;
	extent->name = name ? mem_strdup(name) : NULL;
}

/* Is a section inside the stream? Tracing data of simpleperf are in records. */
static bool is_in_stream(const struct perf_file *file, const struct feature_section *f)
{
	const struct stream *stream = &file->streams.v[0];

	return f->place.offset >= stream->start && f->place.offset < stream->end;
}

static void add_features(struct extents *e, const struct perf_file *file)
{
	const struct section *data = &file->header.data;
	struct buf name = BUF_INIT;
	size_t n = 0;

	if (file->header.pipe)
		return;
	for (size_t i = 0; i < file->features.list.n; i++) {
		const struct feature_section *f = &file->features.list.v[i];

		if (is_in_stream(file, f))
			continue;
		buf_reset(&name);
		feature_name(&name, f->number);
		n++;
		add_extent(e, f->place.offset, f->place.size, name.p);
	}
	/* The table has an entry for each section, and is after the data (perf's util/header.c). */
	add_extent(e, data->offset + data->size, n * sizeof(struct section), "table of features");
	buf_release(&name);
}

static void add_sections(struct extents *e, const struct perf_file *file)
{
	const struct header *h = &file->header;

	add_extent(e, 0, h->pipe ? HEADER_SIZE_PIPE : h->size, "header");
	if (h->pipe)
		return;
	add_extent(e, h->attrs.offset, h->attrs.size, "attrs");
	add_extent(e, h->event_types.offset, h->event_types.size, "event types");
	/* perf writes the ids of events after the header. */
	if (h->attrs.offset > h->size)
		add_extent(e, h->size, h->attrs.offset - h->size, "ids of events");
	add_features(e, file);
}

static int compare(const void *pa, const void *pb)
{
	const struct extent *a = pa, *b = pb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return !a->name - !b->name;
}

/* Go over one source from its first to its last byte. */
static uint64_t sweep(struct extents *e, uint64_t size,
		      void (*tell)(void *arg, const char *name, uint64_t bytes), void *arg)
{
	uint64_t at = 0, streams = 0;

	if (e->list.n)
		qsort(e->list.v, e->list.n, sizeof(*e->list.v), compare);
	for (size_t i = 0; i < e->list.n; i++) {
		const struct extent *x = &e->list.v[i];
		uint64_t start = x->start > at ? x->start : at, end;

		if (x->start >= size)
			break;
		end = x->size > size - x->start ? size : x->start + x->size;
		if (x->start > at)
			tell(arg, "between sections", x->start - at);
		if (end > start && x->name)
			tell(arg, x->name, end - start);
		else if (end > start)
			streams += end - start;
		at = end > start ? end : start;
	}
	if (size > at)
		tell(arg, "between sections", size - at);
	return streams;
}

uint64_t size_report_file_parts(const struct perf_file *file,
				void (*tell)(void *arg, const char *name, uint64_t bytes),
				void *arg)
{
	uint64_t streams = 0;

	for (size_t i = 0; i < file->sources.n; i++) {
		struct extents e = { { NULL, 0, 0 } };

		for (size_t k = 0; k < file->streams.n; k++)
			if (file->streams.v[k].source == file->sources.v[i])
				add_extent(&e, file->streams.v[k].start,
					   file->streams.v[k].end - file->streams.v[k].start, NULL);
		if (!i)
			add_sections(&e, file);
		streams += sweep(&e, source_size(file->sources.v[i]), tell, arg);
		for (size_t k = 0; k < e.list.n; k++)
			free(e.list.v[k].name);
		vec_release(&e.list);
	}
	return streams;
}
