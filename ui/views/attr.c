/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/attr.h"

#include <string.h>

#include "base/text.h"
#include "out/info_event.h"
#include "records/records.h"
#include "views/text.h"
#include "widgets/quoted.h"
#include "wire/tree_value.h"

#define VALUE_COLUMN 30

void attr_records(struct app *app, size_t part, uint64_t event, const struct action_call *call)
{
	const struct events *events = &recording_file(app->rec, part)->events;
	struct buf condition = BUF_INIT;

	if (event < events->list.n) {
		const char *name = events->list.v[event].name;

		buf_adds(&condition, "event == ");
		quoted_add_string(&condition, name, strlen(name));
	} else {
		buf_adds(&condition, "not event");
	}
	records_filter_from(app, condition.p, call->action);
	buf_release(&condition);
}

/* Append every field of the attr, a line each, in the order of a record's tree. */
static void add_fields(const struct event *event, struct buf *out)
{
	struct tree tree = TREE_INIT;

	tree_decode_rows(&tree, &event->layout, rows_attr, event->raw, event->raw_len);
	for (size_t i = 0; i < tree.nodes.n; i++) {
		const struct tree_node *node = &tree.nodes.v[i];
		const char *label = tree_label(&tree, node);
		size_t col = 2 + 2 * (size_t)node->depth + text_columns_str(label);
		struct buf value = BUF_INIT, raw = BUF_INIT;

		tree_value(&tree, node, &value);
		tree_value_raw(node, &raw);
		buf_fill(out, ' ', 2 + 2 * (size_t)node->depth);
		buf_adds(out, label);
		buf_fill(out, ' ', col < VALUE_COLUMN ? VALUE_COLUMN - col : 1);
		buf_adds(out, value.p);
		if (raw.len && strcmp(raw.p, value.p) != 0)
			buf_addf(out, "%s%s", value.len ? "  " : "", raw.p);
		if (node->note)
			buf_addf(out, "  (%s)", node->note);
		buf_addc(out, '\n');
		buf_release(&value);
		buf_release(&raw);
	}
	tree_release(&tree);
}

/* One number for a part and an event. */
static uint64_t make_key(size_t part, uint64_t event)
{
	return (uint64_t)part << 32 | event;
}

static void act(struct app *app, uint64_t key, const struct action_call *call)
{
	attr_records(app, key >> 32, (uint32_t)key, call);
}

void attr_open(struct app *app, size_t part, uint64_t event)
{
	static const enum action actions[] = { ACTION_OPEN, ACTION_FILTER_AND, ACTION_FILTER_NOT,
					       ACTION_FILTER_ONLY, ACTION_NONE };
	static const enum action hints[] = { ACTION_OPEN,	ACTION_FILTER_ONLY,
					     ACTION_FILTER_AND, ACTION_PAGE_DOWN,
					     ACTION_CLOSE,	ACTION_HELP,
					     ACTION_NONE };
	static const struct view_words words[] = {
		{ ACTION_OPEN, "records", "show the records of the event" },
		{ ACTION_FILTER_AND, "and these",
		  "filter: also require the records of this event" },
		{ ACTION_FILTER_NOT, "and not these", "filter: exclude the records of this event" },
		{ ACTION_FILTER_ONLY, "only these", "filter: show only the records of this event" },
		{ ACTION_NONE, NULL, NULL },
	};
	const struct perf_file *file = recording_file(app->rec, part);
	const struct event *e = &file->events.list.v[event];
	struct buf text = BUF_INIT, title = BUF_INIT;
	struct view *view;
	struct report r;

	report_init(&r, REPORT_TEXT, &text);
	info_event_report(file, event, &r);
	buf_addf(&text, "\nperf_event_attr, %u bytes\n", e->raw_len);
	add_fields(e, &text);
	buf_addf(&title, "event %llu: ", (unsigned long long)event);
	text_escape_str(&title, e->name);
	view = view_text_new("the event", title.p, &text);
	view_text_add(view, &(struct view_text_more){ actions, hints, act, make_key(part, event),
						      words });
	app_push(app, view);
	buf_release(&title);
}
