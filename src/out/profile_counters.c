/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/profile_counters.h"

static const double PWH_OF_JOULE = 1e12 / 3600;

/* The count of a point; energy in pWh. */
static uint64_t count_of(const struct statseries *series, const struct statpoint *point)
{
	double joules = statseries_joules(series, point);
	double pwh = (double)point->count * joules * PWH_OF_JOULE;

	if (joules <= 0)
		return point->count;
	return pwh < (double)UINT64_MAX ? (uint64_t)(pwh + 0.5) : UINT64_MAX;
}

static void add_point(struct gecko *g, uint64_t time, uint64_t count)
{
	jsonw_begin(&g->json, '[');
	gecko_ms(g, time);
	jsonw_u64(&g->json, count);
	jsonw_u64(&g->json, 0);
	jsonw_end(&g->json, ']');
}

static void begin_counter(struct gecko *g, const struct statseries *series,
			  struct recording *recording, const struct statpoint *point)
{
	static const char *const schema[] = { "time", "count", "number", NULL };
	struct buf name = BUF_INIT;

	recording_event_name(recording, point->part, (int)point->event, &name);
	jsonw_begin(&g->json, '{');
	jsonw_key_str(&g->json, "name", name.p);
	jsonw_key(&g->json, "category");
	/* The profiler shows energy as power. */
	jsonw_str(&g->json, statseries_joules(series, point) > 0 ? "power" : "perf stat");
	jsonw_key_str(&g->json, "description",
		      "counted in each interval, on all CPUs and in all threads");
	jsonw_key_begin(&g->json, "sample_groups", '[');
	jsonw_begin(&g->json, '{');
	jsonw_key_u64(&g->json, "id", 0);
	gecko_begin_table(g, "samples", schema);
	buf_release(&name);
	/* For the profiler the first point is where counting begins. */
	add_point(g, 0, 0);
}

static void end_counter(struct gecko *g)
{
	gecko_end_table(g);
	jsonw_end(&g->json, '}');
	jsonw_end(&g->json, ']');
	jsonw_end(&g->json, '}');
}

int profile_counters_write(struct statseries *series, struct recording *recording, struct gecko *g,
			   struct err *err)
{
	struct statpoint point, last = { .event = UINT64_MAX };
	int rc = statseries_finish(series, err);

	jsonw_key_begin(&g->json, "counters", '[');
	while (rc == 0 && (rc = statseries_next(series, &point, err)) == 1) {
		if (last.event != UINT64_MAX &&
		    (point.part != last.part || point.event != last.event))
			end_counter(g);
		if (point.part != last.part || point.event != last.event)
			begin_counter(g, series, recording, &point);
		last = point;
		add_point(g, point.time, count_of(series, &point));
		gecko_flush(g);
		rc = 0;
	}
	if (last.event != UINT64_MAX)
		end_counter(g);
	jsonw_end(&g->json, ']');
	return rc;
}
