/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/perf_file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "wire/bytes.h"

enum {
	ATTRS_MAX = 1 << 20 /* events of one file */
};

__attribute__((format(printf, 2, 3))) static void warn(struct perf_file *file, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	vec_push(&file->warnings, buf_take(&text));
}

/* Ids of all events together cannot be more than the file has bytes for. */
static void read_ids(struct perf_file *file, int event, struct section ids, uint64_t *budget)
{
	uint64_t size = source_size(file->source);
	uint8_t *p;

	if (!ids.size)
		return;
	if (ids.offset > size || ids.size > size - ids.offset || ids.size > *budget) {
		warn(file, "the ids of event %d (offset %llu, %llu bytes) are not inside the file",
		     event, (unsigned long long)ids.offset, (unsigned long long)ids.size);
		return;
	}
	*budget -= ids.size;
	p = mem_alloc(ids.size);
	if (source_read(file->source, ids.offset, p, ids.size) == (int64_t)ids.size)
		for (uint64_t i = 0; i + 8 <= ids.size; i += 8)
			events_add_id(&file->events, event, load_u64(p + i, file->header.big));
	free(p);
}

/* The attr's own size may be smaller than its entry, and a damaged one larger. */
static void read_attr(struct perf_file *file, const uint8_t *entry, uint64_t *budget)
{
	bool big = file->header.big;
	size_t room = file->header.attr_size - 16;
	uint32_t own = load_u32(entry + 4, big);
	size_t len = own ? own : ATTR_SIZE_VER0;
	int event;

	if (len > room || len < 48) {
		warn(file, "the attr of event %zu says %u bytes and has room for %zu",
		     file->events.list.n, own, room);
		len = room;
	}
	event = events_add(&file->events, entry, len);
	read_ids(file, event,
		 (struct section){ load_u64(entry + room, big), load_u64(entry + room + 8, big) },
		 budget);
}

static int read_attrs(struct perf_file *file, struct err *err)
{
	const struct header *h = &file->header;
	uint64_t n = h->attrs.size / h->attr_size;
	uint64_t budget = source_size(file->source);
	uint8_t *entry;

	if (n > ATTRS_MAX)
		return err_set_at(err, ERR_FORMAT, h->attrs.offset,
				  "%llu attrs, more than any recording has",
				  (unsigned long long)n);
	entry = mem_alloc(h->attr_size);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t off = h->attrs.offset + i * h->attr_size;

		if (source_read(file->source, off, entry, h->attr_size) !=
		    (int64_t)h->attr_size) {
			warn(file, "attr %llu at offset %llu cannot be read",
			     (unsigned long long)i, (unsigned long long)off);
			break;
		}
		read_attr(file, entry, &budget);
	}
	free(entry);
	if (!n)
		warn(file, "the file has no attrs: records cannot be decoded");
	return 0;
}

/* Names go by number where the counts agree, else by the ids. */
struct names_arg {
	struct perf_file *file;
	bool by_number;
};

static void name_event(void *arg, size_t i, const struct event_desc *desc)
{
	struct names_arg *a = arg;
	struct events *events = &a->file->events;
	int event = (int)i;

	if (!a->by_number) {
		event = EVENT_NONE;
		for (uint32_t k = 0; k < desc->nr_ids && event == EVENT_NONE; k++)
			event = events_by_id(events, load_u64(desc->ids + 8 * (size_t)k,
							      a->file->header.big));
		if (event == EVENT_NONE)
			return;
	}
	if (desc->name_len)
		events_set_name(events, event, desc->name, desc->name_len);
}

static void count_desc(void *arg, size_t i, const struct event_desc *desc)
{
	(void)arg;
	(void)i;
	(void)desc;
}

/* The event_types section of old files: pairs of config and name. */
static void name_from_types(struct perf_file *file)
{
	struct section types = file->header.event_types;
	uint64_t n = types.size / 72, size = source_size(file->source);

	if (types.offset > size || types.size > size - types.offset)
		return;
	for (uint64_t i = 0; i < n && i < ATTRS_MAX; i++) {
		uint8_t p[72];

		if (source_read(file->source, types.offset + i * 72, p, 72) != 72)
			return;
		for (size_t e = 0; e < file->events.list.n; e++) {
			const struct event *event = &file->events.list.v[e];

			if (!event->name &&
			    event->attr.config == load_u64(p, file->header.big))
				events_set_name(&file->events, (int)e, (const char *)p + 8,
						text_nul(p + 8, 64));
		}
	}
}

static void name_events(struct perf_file *file)
{
	struct names_arg arg = { .file = file };
	size_t n = features_event_desc(&file->features, count_desc, NULL);

	arg.by_number = n == file->events.list.n;
	features_event_desc(&file->features, name_event, &arg);
	name_from_types(file);
	for (size_t e = 0; e < file->events.list.n; e++) {
		struct event *event = &file->events.list.v[e];
		struct buf name = BUF_INIT, pmu = BUF_INIT;
		bool has_pmu = features_pmu(&file->features, event->attr.type, &pmu);

		if (!event->name) {
			attr_name(&name, &event->attr, has_pmu ? pmu.p : NULL);
			events_set_name(&file->events, (int)e, name.p, name.len);
		}
		buf_release(&name);
		buf_release(&pmu);
	}
}

static int read_container(struct perf_file *file, struct err *err)
{
	struct header *h = &file->header;
	struct buf arch = BUF_INIT;
	struct stream *stream;
	int rc = header_read(h, file->source, err);

	if (rc)
		return rc;
	if (h->pipe)
		return err_set_at(err, ERR_FORMAT, 8,
				  "a pipe stream (perf record -o -), which this version does not "
				  "read yet");
	events_init(&file->events, h->big);
	rc = read_attrs(file, err);
	if (rc)
		return rc;
	features_read(&file->features, h, file->source);
	features_text(&file->features, FEATURE_ARCH, &arch);
	name_events(file);
	events_finish(&file->events, regs_arch(arch.p));
	buf_release(&arch);
	stream = vec_add(&file->streams);
	*stream = (struct stream){ file->source, h->data.offset, h->data.offset + h->data.size,
				   h->big };
	if (h->unfinished)
		warn(file, "the recording is unfinished (data size 0 in the header): records are "
			   "read up to the end of the file, there are no features");
	if (h->cut)
		warn(file, "the file is cut: the data section should go on behind its end");
	return 0;
}

int perf_file_open(struct perf_file **out, const char *path, struct err *err)
{
	struct perf_file *file = mem_zalloc(sizeof(*file));
	int rc;

	file->path = mem_strdup(path);
	rc = source_open(&file->source, path, err);
	if (!rc) {
		source_identify(file->source, &file->id);
		rc = read_container(file, err);
	}
	if (rc)
		perf_file_close(file);
	else
		*out = file;
	return rc;
}

void perf_file_close(struct perf_file *file)
{
	events_release(&file->events);
	features_release(&file->features);
	for (size_t i = 0; i < file->warnings.n; i++)
		free(file->warnings.v[i]);
	vec_release(&file->warnings);
	vec_release(&file->streams);
	source_close(file->source);
	free(file->path);
	free(file);
}
