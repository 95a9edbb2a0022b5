/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/statseries.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "field/value.h"
#include "file/sorter.h"
#include "wire/find.h"

enum {
	SORT_BYTES = 4 << 20
};

/* What the counts of an event are. */
struct unit {
	bool joules;
	double scale; /* 0: 1 */
};

struct statseries {
	struct sorter *sorter;
	uint64_t points, end;
	size_t part;	       /* of the last row */
	struct map by_id;      /* numbers of values */
	VEC(uint64_t) values;  /* the last value of each id's counter */
	VEC(uint64_t) counts;  /* of each event in this round */
	VEC(uint32_t) counted; /* events that have a record in this round */
	VEC(bool) is_counted;
	struct map unit_of; /* numbers of units, by part and event */
	VEC(struct unit) units;
	struct buf room;
};

/* The key of the order: number keeps rounds of one time apart. */
struct entry {
	struct statpoint point;
	uint64_t number;
};

static int compare(const struct sorter_item *pa, const struct sorter_item *pb, void *arg)
{
	struct entry a, b;

	(void)arg;
	memcpy(&a, pa->p, sizeof(a));
	memcpy(&b, pb->p, sizeof(b));
	if (a.point.part != b.point.part)
		return a.point.part < b.point.part ? -1 : 1;
	if (a.point.event != b.point.event)
		return a.point.event < b.point.event ? -1 : 1;
	if (a.point.time != b.point.time)
		return a.point.time < b.point.time ? -1 : 1;
	return a.number < b.number ? -1 : a.number > b.number;
}

struct statseries *statseries_open(const char *dir)
{
	struct statseries *s = mem_zalloc(sizeof(*s));

	s->sorter = sorter_open(dir, SORT_BYTES, compare, NULL);
	buf_init(&s->room);
	return s;
}

void statseries_close(struct statseries *s)
{
	if (!s)
		return;
	sorter_close(s->sorter);
	map_release(&s->by_id);
	vec_release(&s->values);
	vec_release(&s->counts);
	vec_release(&s->counted);
	vec_release(&s->is_counted);
	map_release(&s->unit_of);
	vec_release(&s->units);
	buf_release(&s->room);
	free(s);
}

static uint64_t number(struct statseries *s, struct reader *reader, const struct row_info *info,
		       enum field_id field)
{
	struct value value = value_get(reader, info, field, &s->room);

	return value.is == VALUE_NUMBER ? value_bits(&value) : 0;
}

/* Another part has ids and rounds of its own. */
static void enter_part(struct statseries *s, size_t part)
{
	if (part == s->part)
		return;
	s->part = part;
	map_release(&s->by_id);
	s->values.n = 0;
	for (size_t i = 0; i < s->counted.n; i++)
		s->is_counted.v[s->counted.v[i]] = false;
	s->counted.n = 0;
}

static void take_count(struct statseries *s, struct reader *reader, const struct row_info *info)
{
	uint64_t id = number(s, reader, info, F_id);
	uint64_t value = number(s, reader, info, F_stat_value), before;
	int event = events_by_id(&reader_file(reader, info)->events, id);
	uint32_t *at;
	bool fresh;

	if (event == EVENT_NONE)
		return;
	vec_fill(&s->counts, (size_t)event + 1);
	vec_fill(&s->is_counted, (size_t)event + 1);
	at = map_put(&s->by_id, id, &fresh);
	if (fresh) {
		*at = (uint32_t)s->values.n;
		vec_push(&s->values, 0);
	}
	before = s->values.v[*at];
	s->values.v[*at] = value;
	if (!s->is_counted.v[event]) {
		s->is_counted.v[event] = true;
		s->counts.v[event] = 0;
		vec_push(&s->counted, (uint32_t)event);
	}
	/* A counter that was reset begins again. */
	s->counts.v[event] += value >= before ? value - before : value;
}

static int take_round(struct statseries *s, uint64_t time, struct err *err)
{
	int rc = 0;

	if (time > s->end)
		s->end = time;
	for (size_t i = 0; i < s->counted.n && rc == 0; i++) {
		uint32_t event = s->counted.v[i];
		struct entry item = { { s->part, event, time, s->counts.v[event] }, s->points++ };

		s->is_counted.v[event] = false;
		rc = sorter_add(s->sorter, &item, sizeof(item), err);
	}
	s->counted.n = 0;
	return rc;
}

static uint64_t unit_key(uint64_t part, uint64_t event)
{
	return part << 32 | event;
}

static void take_unit(struct statseries *s, struct reader *reader, const struct row_info *info)
{
	static const char joules[] = "Joules";
	int event = events_by_id(&reader_file(reader, info)->events, number(s, reader, info, F_id));
	struct value unit = value_get(reader, info, F_update_unit, &s->room);
	struct layout layout;
	const uint8_t *p;
	uint64_t bits;
	uint32_t *at;
	size_t len;
	bool fresh;

	if (event == EVENT_NONE)
		return;
	at = map_put(&s->unit_of, unit_key(info->part, (uint64_t)event), &fresh);
	if (fresh) {
		*at = (uint32_t)s->units.n;
		vec_push(&s->units, (struct unit){ 0 });
	}
	if (unit.is == VALUE_TEXT)
		s->units.v[*at].joules = unit.len == sizeof(joules) - 1 &&
					 !memcmp(unit.p, joules, unit.len);
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	if (find_number(&layout, p, len, F_update_scale, &bits))
		memcpy(&s->units.v[*at].scale, &bits, sizeof(bits));
}

double statseries_joules(const struct statseries *s, const struct statpoint *point)
{
	const uint32_t *at = map_get(&s->unit_of, unit_key(point->part, point->event));
	const struct unit *unit = at ? &s->units.v[*at] : NULL;

	if (!unit || !unit->joules)
		return 0;
	return unit->scale > 0 ? unit->scale : 1;
}

int statseries_take(struct statseries *s, struct reader *reader, const struct row_info *info,
		    struct err *err)
{
	if (info->type == RECORD_EVENT_UPDATE)
		take_unit(s, reader, info);
	if (info->type != RECORD_STAT && info->type != RECORD_STAT_ROUND)
		return 0;
	enter_part(s, info->part);
	if (info->type == RECORD_STAT_ROUND)
		return take_round(s, number(s, reader, info, F_stat_round_time), err);
	take_count(s, reader, info);
	return 0;
}

uint64_t statseries_points(const struct statseries *s)
{
	return s->points;
}

uint64_t statseries_end(const struct statseries *s)
{
	return s->end;
}

int statseries_finish(struct statseries *s, struct err *err)
{
	return sorter_finish(s->sorter, err);
}

int statseries_next(struct statseries *s, struct statpoint *point, struct err *err)
{
	struct sorter_item item;
	struct entry found;
	int rc = sorter_next(s->sorter, &item, err);

	if (rc <= 0)
		return rc;
	memcpy(&found, item.p, sizeof(found));
	*point = found.point;
	return 1;
}
