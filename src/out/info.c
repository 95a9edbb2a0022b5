/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/info.h"

#include <string.h>

#include "base/text.h"
#include "query/types.h"
#include "recording/reader.h"
#include "wire/names.h"

enum {
	DAMAGE_SHOWN = 1000 /* stretches that are listed one by one */
};

/* Walks an attr into the report: fields as members, flags that are set by name. */
struct attr_sink {
	struct sink sink;
	struct report *r;
	struct buf text;
	struct buf flags; /* names of flags that are set, each with a NUL */
};

static bool attr_value(struct sink *sink, const struct item *item)
{
	struct attr_sink *s = (struct attr_sink *)sink;
	const struct word_info *info = word_info(item->word);

	if (item->bits && info->type == WT_BOOL) {
		if (item->num) {
			buf_adds(&s->flags, info->key);
			buf_addc(&s->flags, '\0');
		}
		return true;
	}
	if (item->flags & ROW_STRUCTURAL ||
	    (!item->num && s->r->form == REPORT_TEXT && item->word != W_attr_type &&
	     item->word != W_attr_config))
		return true;
	buf_reset(&s->text);
	if (info->form == WF_ENUM || info->form == WF_MASK) {
		word_text(&s->text, item->word, item->num);
		report_bytes(s->r, info->key, s->text.p, s->text.len);
	} else if (info->form == WF_HEX) {
		report_hex(s->r, info->key, item->num);
	} else if (info->type == WT_SINT) {
		report_s64(s->r, info->key, (int64_t)item->num);
	} else {
		report_u64(s->r, info->key, item->num);
	}
	return true;
}

static void report_event(struct report *r, const struct event *event)
{
	struct attr_sink s = {
		.sink = { .value = attr_value },
		.r = r,
		.text = BUF_INIT,
		.flags = BUF_INIT,
	};

	report_object(r, NULL);
	report_str(r, "name", event->name);
	decode_rows(&event->layout, rows_attr, event->raw, event->raw_len, &s.sink);
	report_values(r, "flags");
	for (size_t at = 0; at < s.flags.len; at += strlen(s.flags.p + at) + 1)
		report_str(r, NULL, s.flags.p + at);
	report_end_values(r);
	report_values(r, "ids");
	for (size_t i = 0; i < event->ids.n; i++)
		report_u64(r, NULL, event->ids.v[i]);
	report_end_values(r);
	report_end_object(r);
	buf_release(&s.text);
	buf_release(&s.flags);
}

static void report_types(struct recording *recording, struct report *r)
{
	struct type_counts types;
	struct buf name = BUF_INIT;

	types_count(recording, &types);
	report_object(r, "types");
	for (size_t i = 0; i < types.list.n; i++) {
		buf_reset(&name);
		record_name(&name, types.list.v[i].type);
		report_u64(r, name.p, types.list.v[i].count);
	}
	report_end_object(r);
	types_release(&types);
	buf_release(&name);
}

static void report_damage(const struct index *index, struct report *r)
{
	uint64_t n = index_damages(index);

	report_list(r, "damage");
	for (uint64_t i = 0; i < n && i < DAMAGE_SHOWN; i++) {
		const char *reason;
		const struct damage_entry *d = index_damage_at(index, i, &reason);

		report_object(r, NULL);
		report_u64(r, "offset", d->offset);
		report_size(r, "size", d->size);
		report_str(r, "reason", reason);
		report_end_object(r);
	}
	report_end_list(r);
}

/* Warnings are escaped when they are made. */
static void report_warnings(const struct perf_file *file, const struct index_progress *progress,
			    struct report *r)
{
	struct buf more = BUF_INIT;

	if (progress->damaged > DAMAGE_SHOWN)
		buf_addf(&more, "%llu damaged stretches, the first %d are listed",
			 (unsigned long long)progress->damaged, DAMAGE_SHOWN);
	if (r->form == REPORT_JSON || file->warnings.n || more.len) {
		report_list(r, "warnings");
		for (size_t i = 0; i < file->warnings.n; i++)
			report_str(r, NULL, file->warnings.v[i]);
		if (more.len)
			report_str(r, NULL, more.p);
		report_end_list(r);
	}
	buf_release(&more);
}

void info_report(struct recording *recording, enum report_form form, struct buf *out)
{
	const struct perf_file *file = recording_file(recording);
	struct index *index = recording_index(recording);
	struct index_progress progress;
	struct report r;

	index_progress(index, &progress);
	report_init(&r, form, out);
	report_object(&r, NULL);
	report_str(&r, "path", file->path);
	report_size(&r, "size", file->size);
	report_str(&r, "mode", file->directory ? "directory" : file->header.pipe ? "pipe" : "file");
	report_str(&r, "endian", file->header.big ? "big" : "little");
	report_u64(&r, "records", progress.records);
	report_types(recording, &r);
	report_list(&r, "events");
	for (size_t i = 0; i < file->events.list.n; i++)
		report_event(&r, &file->events.list.v[i]);
	report_end_list(&r);
	report_object(&r, "features");
	features_report(&file->features, &r);
	report_end_object(&r);
	report_warnings(file, &progress, &r);
	if (form == REPORT_JSON || progress.damaged)
		report_damage(index, &r);
	report_end_object(&r);
	if (form == REPORT_JSON)
		buf_addc(out, '\n');
}
