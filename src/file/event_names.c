/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/event_names.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "file/pipe_header.h"
#include "file/pmu_names.h"
#include "wire/bytes.h"

/* If the counts agree, the n-th name is that of the n-th event; otherwise the ids decide. */
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

/* The event_types section of old files has pairs of config and name. */
static void name_from_types(struct perf_file *file)
{
	struct section types = file->header.event_types;
	uint64_t n = types.size / EVENT_TYPE_BYTES, size = source_size(file->sources.v[0]);

	if (types.offset > size || types.size > size - types.offset)
		return;
	for (uint64_t i = 0; i < n && i < EVENTS_MAX; i++) {
		uint8_t p[EVENT_TYPE_BYTES];

		if (source_read(file->sources.v[0], types.offset + i * sizeof(p), p, sizeof(p)) !=
		    (int64_t)sizeof(p))
			return;
		events_name_config(&file->events, load_u64(p, file->header.big),
				   (const char *)p + 8, text_nul(p + 8, EVENT_TYPE_NAME));
	}
}

/* simpleperf has a line "name,type,config" for each event. */
static void name_from_meta(struct perf_file *file)
{
	size_t len;
	const char *line = features_meta(&file->features, "event_type_info", &len);
	const char *end = line ? line + len : NULL, *eol;

	for (; line && line < end; line = eol + 1) {
		char numbers[64];
		const char *comma;
		unsigned long long config;
		unsigned type;
		size_t n;

		eol = memchr(line, '\n', (size_t)(end - line));
		eol = eol ? eol : end;
		comma = memchr(line, ',', (size_t)(eol - line));
		if (!comma)
			continue;
		/*
		 * sscanf() searches the end of its text first: give it one line, not all of them.
		 */
		n = (size_t)(eol - comma);
		n = n < sizeof(numbers) ? n : sizeof(numbers) - 1;
		memcpy(numbers, comma, n);
		numbers[n] = '\0';
		if (sscanf(numbers, ",%u,%llu", &type, &config) == 2)
			events_name_type(&file->events, type, config, line, (size_t)(comma - line));
	}
}

static bool tracepoint_name(const struct perf_file *file, const struct attr *attr, struct buf *name)
{
	const struct tracefmt *format = attr->type == ATTR_TYPE_TRACEPOINT
						? tracefmts_find(&file->formats, attr->config)
						: NULL;

	if (format)
		buf_addf(name, "%s:%s", format->system, format->name);
	return format;
}

void event_names_set(struct perf_file *file)
{
	struct names_arg arg = { .file = file };
	struct pmu_names pmus;
	size_t n = features_event_desc(&file->features, count_desc, NULL);

	arg.by_number = n == file->events.list.n;
	features_event_desc(&file->features, name_event, &arg);
	name_from_types(file);
	pipe_header_updates(file);
	name_from_meta(file);
	pmu_names_init(&pmus, &file->features);
	for (size_t e = 0; e < file->events.list.n; e++) {
		struct event *event = &file->events.list.v[e];
		struct buf name = BUF_INIT;

		if (event->name)
			continue;
		if (!tracepoint_name(file, &event->attr, &name))
			attr_name(&name, &event->attr, pmu_names_find(&pmus, event->attr.type));
		events_set_name(&file->events, (int)e, name.p, name.len);
		buf_release(&name);
	}
	pmu_names_release(&pmus);
}
