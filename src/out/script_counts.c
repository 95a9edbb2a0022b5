/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_counts.h"

#include "wire/decode.h"

enum {
	CHANGES_MAX = 1 << 20 /* changes in a batch of rows; further ones are not printed */
};

struct counts_sink {
	struct sink sink;
	struct script_counts *counts;
	const struct events *events;
	uint64_t row, value;
};

void script_counts_release(struct script_counts *counts)
{
	map_release(&counts->places);
	vec_release(&counts->values);
	vec_release(&counts->changes);
}

void script_counts_begin(struct script_counts *counts)
{
	counts->changes.n = counts->next = 0;
}

static void change(const struct counts_sink *t, uint64_t id)
{
	struct script_counts *c = t->counts;
	int event = events_by_id(t->events, id);
	uint64_t before;
	uint32_t *place;
	bool fresh;

	if (event == EVENT_NONE)
		return;
	place = map_put(&c->places, id, &fresh);
	if (fresh) {
		*place = (uint32_t)c->values.n;
		vec_push(&c->values, 0);
	}
	before = c->values.v[*place];
	c->values.v[*place] = t->value;
	if (t->value != before && c->changes.n < CHANGES_MAX)
		vec_push(&c->changes, ((struct script_change){ t->row, event, t->value - before }));
}

static bool take_item(struct sink *sink, const struct item *item)
{
	struct counts_sink *t = (struct counts_sink *)sink;

	if (item->field == F_read_value)
		t->value = item->num;
	else if (item->field == F_read_id)
		change(t, item->num);
	return true;
}

void script_counts_see(struct script_counts *counts, struct reader *reader,
		       const struct row_info *info)
{
	struct counts_sink t = { .sink = { .value = take_item },
				 .counts = counts,
				 .row = info->row };
	struct layout layout;
	const uint8_t *p;
	size_t len;

	if (info->type != RECORD_SAMPLE)
		return;
	reader_layout(reader, info, &layout);
	if (!(layout.sample_type & SAMPLE_READ))
		return;
	if (counts->part != info->part) {
		counts->part = info->part;
		counts->values.n = 0;
		map_release(&counts->places);
	}
	vec_push(&counts->changes, ((struct script_change){ info->row, EVENT_NONE, 0 }));
	t.events = &reader_file(reader, info)->events;
	p = reader_bytes(reader, info, &len);
	decode_record(&layout, p, len, &t.sink);
}

void script_counts_go(struct script_counts *counts, uint64_t row)
{
	while (counts->next < counts->changes.n && counts->changes.v[counts->next].row != row)
		counts->next++;
	if (counts->next < counts->changes.n)
		counts->next++; /* skip the element before the changes */
}

const struct script_change *script_counts_next(struct script_counts *counts)
{
	if (counts->next >= counts->changes.n ||
	    counts->changes.v[counts->next].event == EVENT_NONE)
		return NULL;
	return &counts->changes.v[counts->next++];
}
