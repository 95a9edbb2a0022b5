/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/reader_text.h"

#include "base/text.h"
#include "recording/reader_private.h"
#include "recording/summary.h"
#include "wire/tracefields.h"

static struct task_moment moment_of(const struct reader *reader, const struct row_info *info)
{
	return (struct task_moment){
		.tid = info->tid,
		.time = info->has_time ? info->time : 0,
		.row = info->row - recording_first_row(reader->recording, info->part),
	};
}

bool reader_comm_bytes(struct reader *reader, const struct row_info *info, struct buf *out)
{
	struct task_moment moment = moment_of(reader, info);

	if (!info->has_tid || (int32_t)info->tid < 0 || (int32_t)info->pid < 0)
		return false;
	return comms_get(&reader->comms, info->part, &moment, out);
}

bool reader_comm_recorded(struct reader *reader, const struct row_info *info, struct buf *out)
{
	struct task_moment moment = moment_of(reader, info);

	return info->has_tid && comms_recorded(&reader->comms, info->part, &moment, out);
}

bool reader_comm_stays(struct reader *reader, const struct row_info *info, struct task_stay *stay)
{
	struct task_moment moment = moment_of(reader, info);

	return info->has_tid && comms_stays(&reader->comms, info->part, &moment, stay);
}

void reader_comm(struct reader *reader, const struct row_info *info, struct buf *out)
{
	struct buf comm = BUF_INIT;

	if (reader_comm_bytes(reader, info, &comm))
		text_escape(out, comm.p, comm.len);
	buf_release(&comm);
}

void reader_event(const struct reader *reader, const struct row_info *info, struct buf *out)
{
	recording_event_name(reader->recording, info->part, info->event, out);
}

bool reader_trace_bytes(struct reader *reader, const struct row_info *info, struct buf *out)
{
	const char *text;
	size_t len;

	text = texts_get(&reader->texts, reader, info, &len);
	if (text)
		buf_add(out, text, len);
	return text;
}

bool reader_trace_raw(struct reader *reader, const struct row_info *info, const uint8_t **raw,
		      size_t *len)
{
	return texts_raw(&reader->texts, reader, info, raw, len);
}

/* The text of a tracepoint is more useful than the place of its sample. */
static bool trace_summary(struct reader *reader, const struct row_info *info, struct buf *out)
{
	struct buf text = BUF_INIT;
	bool has = reader_trace_bytes(reader, info, &text);
	struct layout layout;
	const uint8_t *p;
	size_t len;

	text_escape(out, text.p, text.len);
	buf_release(&text);
	reader_layout(reader, info, &layout);
	if (has || info->type != RECORD_SAMPLE || !layout.format)
		return has;
	p = reader_bytes(reader, info, &len);
	return tracefields_add(&layout, p, len, out);
}

/* A counter value has an id instead of the name of its event. */
static void add_counter(struct reader *reader, const struct row_info *info, struct buf *out)
{
	const struct events *events = &reader_file(reader, info)->events;
	const struct tree *tree = &reader->tree;

	for (size_t i = 0; i < tree->nodes.n; i++) {
		int event = tree->nodes.v[i].field == F_id
				    ? events_by_id(events, tree->nodes.v[i].num)
				    : -1;

		if (event >= 0) {
			text_escape_str(out, events->list.v[event].name);
			buf_adds(out, ": ");
		}
	}
}

void reader_summary(struct reader *reader, const struct row_info *info,
		    const struct summary_names *names, struct buf *out)
{
	const struct record_desc *desc = record_find(info->type);
	const char *damage = info->damage;
	struct payload payload;
	const uint8_t *p;
	size_t len;

	if (damage) {
		buf_addf(out, "%llu bytes: ", (unsigned long long)info->size);
		text_escape_str(out, damage);
		return;
	}
	if (!desc) {
		buf_addf(out, "%llu bytes of a type that is not known",
			 (unsigned long long)info->size);
		return;
	}
	if (trace_summary(reader, info, out))
		return;
	p = reader_bytes(reader, info, &len);
	reader_record_tree(reader, info, p, len, &reader->tree);
	if (info->type == RECORD_STAT)
		add_counter(reader, info, out);
	summary_text(desc, &reader->tree, names, out);
	if (reader_payload(reader, info, &payload))
		payload_summary(&payload, out);
}

void reader_summary_shape(struct reader *reader, const struct row_info *info,
			  const struct buf *strings, struct shape *shape, size_t *raw)
{
	const struct record_desc *desc = record_find(info->type);
	struct layout layout;
	bool known;

	reader_layout(reader, info, &layout);
	*raw = 0;
	if (info->type == RECORD_SAMPLE && layout.format) {
		known = texts_shape(reader, info, strings, shape, raw);
	} else {
		known = desc && info->type != RECORD_DAMAGE && info->type != RECORD_AUXTRACE &&
			info->type != RECORD_STAT;
		if (known)
			summary_shape(desc, &layout, shape);
	}
	if (!known)
		shape_any(shape);
}

bool reader_summary_fits(struct reader *reader, const struct row_info *info, size_t raw,
			 struct buf *strings)
{
	return texts_fit(&reader->texts, reader, info, raw, strings);
}
