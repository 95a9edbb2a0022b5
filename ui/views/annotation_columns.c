/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/annotation_columns.h"

#include "base/text.h"

/* clang-format off */
const struct table_column annotation_columns_all[ANNOTATION_COLUMNS] = {
	[COL_SHARE] = { "%", true, 0, .bar = 100,
			.number = { "%", "%", "share of the line in the samples of the event in the function",
				    NUMBER_EVENT } },
	[COL_SAMPLES] = { "samples", true, 0, .screen = 60, .digits = true,
			  .number = { NULL, "samples", "samples of the event whose ip is in the line's instructions",
				      NUMBER_EVENT } },
	[COL_OTHER] = { "other %", true, 0,
			.number = { NULL, "%", "share of the line in the samples in the function, in the recording of :compare",
				    NUMBER_EVENT } },
	[COL_OFFSET] = { "offset", true, 0,
			 .number = { NULL, "bytes", "from the beginning of the function", NUMBER_FILE } },
	[COL_QUANTITIES + LINE_TAKEN] = { "taken", true, 0, .screen = 60, .digits = true,
			.number = { NULL, "branches",
				    "branches taken there, also in percent of the executions of the "
				    "instruction; from branch stacks",
				    NUMBER_EVENT } },
	[COL_QUANTITIES + LINE_MISPREDICTED] = { "mispred", true, 0, .screen = 80,
			.number = { NULL, "%", "mispredicted, of the branches that were taken there", NUMBER_EVENT } },
	[COL_QUANTITIES + LINE_CYCLES] = { "cycles", true, 0, .screen = 80, .digits = true,
			.number = { NULL, "cycles", "mean of the blocks that end there", NUMBER_EVENT } },
	[COL_QUANTITIES + LINE_IPC] = { "IPC", true, 0, .screen = 60,
			.number = { NULL, "-", "instructions of these blocks per cycle", NUMBER_EVENT } },
	[COL_QUANTITIES + LINE_WEIGHT] = { "weight", true, 0, .screen = 60, .digits = true,
			.number = { NULL, "cycles", "mean weight of the samples", NUMBER_EVENT } },
	[COL_QUANTITIES + LINE_LEVEL] = { "level", true, 0, .screen = 80,
			.number = { NULL, "%", "share of the most frequent level in the samples with a data source",
				    NUMBER_EVENT } },
	[COL_CODE] = { "source and instructions", false, 0 },
};
/* clang-format on */

void annotation_columns_init(struct annotation_columns *columns)
{
	for (size_t i = 0; i < ANNOTATION_COLUMNS_EVENTS; i++)
		buf_init(&columns->event_titles[i]);
}

void annotation_columns_release(struct annotation_columns *columns)
{
	for (size_t i = 0; i < ANNOTATION_COLUMNS_EVENTS; i++)
		buf_release(&columns->event_titles[i]);
}

/* ---- choice ---- */

static bool has_quantity(const struct annotation *a, enum line_quantity quantity)
{
	for (size_t i = 0; a && i < a->functions.n; i++)
		if (line_quantity_has(&a->functions.v[i], quantity))
			return true;
	return false;
}

static bool has_column(const struct annotation *a, size_t kind, bool compared)
{
	if (kind == COL_OTHER)
		return compared;
	return kind < COL_QUANTITIES || kind >= COL_CODE ||
	       has_quantity(a, (enum line_quantity)(kind - COL_QUANTITIES));
}

static void add_column(struct annotation_columns *columns, const struct table_column *column,
		       size_t kind)
{
	columns->list[columns->n] = *column;
	columns->kinds[columns->n++] = kind;
}

/* Add a column for each event if several are counted. */
static void add_events(struct annotation_columns *columns, const struct annotation *a)
{
	for (size_t i = 0; a && a->events.n > 1 && i < a->events.n && i < ANNOTATION_COLUMNS_EVENTS;
	     i++) {
		struct table_column column = { "", true, 0, .screen = 60 };

		column.number = (struct number){
			NULL, "%", "share of the line in the samples of this event in the function",
			NUMBER_EVENT
		};
		buf_reset(&columns->event_titles[i]);
		text_escape_str(&columns->event_titles[i], a->events.v[i]);
		column.title = columns->event_titles[i].p;
		add_column(columns, &column, COL_EVENTS + i);
	}
}

void annotation_columns_choose(struct annotation_columns *columns, const struct annotation *a,
			       bool compared)
{
	columns->n = 0;
	for (size_t i = 0; i < ANNOTATION_COLUMNS; i++) {
		if (i == COL_OFFSET)
			add_events(columns, a);
		if (has_column(a, i, compared))
			add_column(columns, &annotation_columns_all[i], i);
	}
}

/* ---- cells ---- */

/* Add the event's share of the samples in the function. */
static void add_event_share(const struct annotation_line *line, size_t event, struct buf *out)
{
	const struct annotated_function *f = line->function;
	uint64_t samples = 0, all = f->counts ? f->counts[event].samples : 0;

	for (size_t i = 0; i < line->n; i++)
		samples += f->lines.v[line->first + i].counts[event].samples;
	if (samples && all)
		buf_addf(out, "%.2f", 100.0 * (double)samples / (double)all);
}

void annotation_columns_add_cell(const struct annotation_columns *columns, size_t column,
				 const struct annotation *a, const struct annotation_line *line,
				 struct buf *out)
{
	size_t kind = columns->kinds[column];

	switch (kind) {
	case COL_SHARE:
		if (line->samples)
			buf_addf(out, "%.2f", annotation_lines_share(a, line) * 100);
		break;
	case COL_SAMPLES:
		if (line->samples)
			buf_add_u64(out, line->samples);
		break;
	case COL_OTHER:
		if (line->other > 0)
			buf_addf(out, "%.2f", line->other);
		break;
	case COL_OFFSET:
		if (line->kind == LINE_CODE) {
			buf_addc(out, '+');
			buf_add0x(out, line->function->lines.v[line->first].code.off);
		}
		break;
	default:
		if (kind >= COL_EVENTS)
			add_event_share(line, kind - COL_EVENTS, out);
		else if (line->kind == LINE_CODE)
			line_quantity_add(a, &line->function->lines.v[line->first],
					  (enum line_quantity)(kind - COL_QUANTITIES), out);
		break;
	}
}
