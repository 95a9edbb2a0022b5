/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/profile_markers.h"

#include "base/text.h"
#include "recording/reader_text.h"
#include "spans/spans.h"

void profile_markers_init(struct profile_markers *m, const char *dir)
{
	*m = (struct profile_markers){ .name = BUF_INIT };
	stacktree_init(&m->names, false, dir);
}

void profile_markers_release(struct profile_markers *m)
{
	stacktree_release(&m->names);
	buf_release(&m->name);
}

/* ---- finding ---- */

static bool is_switch(const struct row_info *info)
{
	return record_is_switch(info->type);
}

static bool is_tracepoint(struct reader *reader, const struct row_info *info)
{
	return info->type == RECORD_SAMPLE && info->event != EVENT_NONE &&
	       reader_file(reader, info)->events.list.v[info->event].attr.type ==
		       ATTR_TYPE_TRACEPOINT;
}

/* The name of a marker: its span, its event, or the direction of a switch. Returns its frame. */
static uint32_t find_name(struct profile_markers *m, struct reader *reader,
			  const struct row_info *info, const struct spans_one *span)
{
	struct buf *name = &m->name;

	buf_reset(name);
	if (span) {
		buf_adds(name, span->kind->name);
		if (span->len)
			buf_addc(name, ' ');
		text_escape(name, span->name, span->len);
	} else if (is_switch(info)) {
		buf_adds(name, info->misc & MISC_SWITCH_OUT ? "switch out" : "switch in");
	} else {
		reader_event(reader, info, name);
	}
	return stacktree_frame(&m->names, name->p, name->len, NULL);
}

bool profile_markers_find(struct profile_markers *m, struct reader *reader,
			  const struct row_info *info, struct profile_marker *marker)
{
	struct spans_view *spans = spans_view(reader, reader_stop(reader));
	struct spans_one one;
	bool begins = spans && spans_begun(spans, info->row, &one);

	if (!begins && !is_switch(info) && !is_tracepoint(reader, info))
		return false;
	*marker = (struct profile_marker){
		.name = find_name(m, reader, info, begins ? &one : NULL),
		.lasts = begins && one.has_dur,
		.ordinal = info->ordinal,
	};
	if (marker->lasts)
		marker->dur = one.dur;
	return true;
}

const char *profile_markers_name(const struct profile_markers *m, uint32_t name)
{
	return stacktree_name(&m->names, name);
}

/* ---- writing ---- */

/* Times are in ms. */
static void add_ms(struct jsonw *json, uint64_t ns)
{
	jsonw_scaled(json, ns, 6);
}

void profile_markers_add(const struct profile_marker *marker,
			 const struct profile_marker_place *place, struct jsonw *json)
{
	jsonw_begin(json, '[');
	jsonw_u64(json, place->name);
	add_ms(json, place->time);
	if (marker->lasts)
		add_ms(json, place->time + marker->dur);
	else
		jsonw_null(json);
	jsonw_u64(json, marker->lasts);
	jsonw_u64(json, place->category);
	jsonw_begin(json, '{');
	jsonw_key_str(json, "type", "perf");
	jsonw_key(json, "text");
	jsonw_bytes(json, place->text, place->len);
	jsonw_key_u64(json, "record", marker->ordinal);
	jsonw_end(json, '}');
	jsonw_end(json, ']');
}

static void add_field(struct jsonw *json, const char *key, const char *label, const char *format)
{
	jsonw_begin(json, '{');
	jsonw_key_str(json, "key", key);
	jsonw_key_str(json, "label", label);
	jsonw_key_str(json, "format", format);
	jsonw_key(json, "searchable");
	jsonw_bool(json, true);
	jsonw_end(json, '}');
}

void profile_markers_schema(struct jsonw *json)
{
	static const char *const places[] = { "marker-chart", "marker-table", "timeline-overview" };

	jsonw_key_begin(json, "markerSchema", '[');
	jsonw_begin(json, '{');
	jsonw_key_str(json, "name", "perf");
	jsonw_key_str(json, "tableLabel", "{marker.data.text}");
	jsonw_key_begin(json, "display", '[');
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		jsonw_str(json, places[i]);
	jsonw_end(json, ']');
	jsonw_key_begin(json, "data", '[');
	add_field(json, "text", "Record", "string");
	add_field(json, "record", "Number", "integer");
	jsonw_end(json, ']');
	jsonw_end(json, '}');
	jsonw_end(json, ']');
}
