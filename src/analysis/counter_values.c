/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/counter_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "wire/decode.h"

enum {
	COUNTERS_MAX = 1 << 20,
	SCALE = 2 /* enum perf_event__stat config tags of perf's lib/perf/include/perf/event.h */
};

#define COUNTS_EXACT 9007199254740992.0 /* 2^53: larger factors have no fraction */

/* The last record of a counter. */
struct counter {
	uint64_t event; /* index in events + 1; 0: the slot is free */
	uint64_t cpu, thread;
	uint64_t value, enabled, running;
};

/* The contents of a record while it is walked. */
struct value_sink {
	struct sink sink;
	uint64_t id, tag, scale;
	double factor;
	bool has_scale;
	const char *unit;
	size_t unit_len;
	struct counter counter;
};

struct counter_values {
	struct job job;
	struct hash counters; /* for the job's thread */
	bool unscaled;	      /* of the current part: perf stat --no-scale */
	size_t part;	      /* of the last record */
	/* Guarded by the lock of the job. */
	struct map of_event;		  /* index in events, by part and event */
	VEC(struct counter_value) events; /* also those that only have a unit */
	bool any;
};

/* ---- counters ---- */

static bool counter_used(const void *slot)
{
	return ((const struct counter *)slot)->event;
}

static uint64_t counter_key(const struct counter *c)
{
	return hash_pair(c->event, c->cpu << 32 ^ c->thread);
}

static uint64_t counter_hash(const void *slot, const void *arg)
{
	(void)arg;
	return counter_key(slot);
}

static bool counter_same(const void *slot, const void *key)
{
	const struct counter *a = slot, *b = key;

	return a->event == b->event && a->cpu == b->cpu && a->thread == b->thread;
}

static const struct hash_kind kind = { .size = sizeof(struct counter),
				       .used = counter_used,
				       .hash = counter_hash };

/* As perf_counts_values__scale of perf's lib/perf/evsel.c. */
static uint64_t scaled(const struct counter_values *v, const struct counter *c)
{
	if (v->unscaled || c->running >= c->enabled)
		return c->value;
	if (!c->running)
		return 0;
	return (uint64_t)((double)c->value * (double)c->enabled / (double)c->running);
}

/* ---- records ---- */

static bool take_item(struct sink *sink, const struct item *item)
{
	struct value_sink *t = (struct value_sink *)sink;

	switch (item->field) {
	case F_id:
		t->id = item->num;
		break;
	case F_stat_cpu:
		t->counter.cpu = item->num;
		break;
	case F_stat_thread:
		t->counter.thread = item->num;
		break;
	case F_stat_value:
		t->counter.value = item->num;
		break;
	case F_stat_enabled:
		t->counter.enabled = item->num;
		break;
	case F_stat_running:
		t->counter.running = item->num;
		break;
	case F_stat_config_tag:
		t->tag = item->num;
		break;
	case F_stat_config_value:
		if (t->tag == SCALE)
			t->scale = item->num;
		break;
	case F_update_unit:
		t->unit = (const char *)item->bytes;
		t->unit_len = item->text_len;
		break;
	case F_update_scale:
		memcpy(&t->factor, &item->num, sizeof(t->factor));
		t->has_scale = true;
		break;
	default:
		break;
	}
	return true;
}

static uint64_t event_key(size_t part, int event)
{
	return (uint64_t)part << 32 | (uint32_t)event;
}

/* The index of an event of the current part; the lock is held. */
static uint32_t index_of(struct counter_values *v, int event)
{
	bool fresh;
	uint32_t *at = map_put(&v->of_event, event_key(v->part, event), &fresh);

	if (fresh) {
		*at = (uint32_t)v->events.n;
		vec_add(&v->events);
	}
	return *at;
}

/* A record has the total of its counter, which replaces the previous one. */
static void take_value(struct counter_values *v, uint32_t index, struct counter *now)
{
	struct counter_value *event = &v->events.v[index];
	struct counter *slot;

	v->any = event->counted = true;
	now->event = index + 1ull;
	slot = hash_find(&v->counters, &kind, counter_key(now), counter_same, now);
	if (!slot && v->counters.n == COUNTERS_MAX) {
		event->cut = true;
		return;
	}
	if (!slot)
		slot = hash_put(&v->counters, &kind, NULL, counter_key(now), counter_same, now);
	event->value += scaled(v, now) - scaled(v, slot);
	event->enabled += now->enabled - slot->enabled;
	event->running += now->running - slot->running;
	*slot = *now;
}

static void take_unit(struct counter_value *event, const struct value_sink *t)
{
	if (t->has_scale)
		event->scale = t->factor;
	if (t->unit) {
		size_t len = t->unit_len < COUNTER_UNIT - 1 ? t->unit_len : COUNTER_UNIT - 1;

		memcpy(event->unit, t->unit, len);
		event->unit[len] = 0;
	}
}

static void take_record(void *ctx, struct reader *reader, const struct row_info *info)
{
	struct counter_values *v = ctx;
	struct value_sink t = { .sink = { .value = take_item }, .scale = 1 };
	struct layout layout;
	const uint8_t *p;
	size_t len;
	uint32_t index;
	int event;

	if (info->part != v->part)
		v->unscaled = false;
	v->part = info->part;
	reader_layout(reader, info, &layout);
	p = reader_bytes(reader, info, &len);
	decode_record(&layout, p, len, &t.sink);
	if (info->type == RECORD_STAT_CONFIG) {
		v->unscaled = !t.scale;
		return;
	}
	event = events_by_id(&reader_file(reader, info)->events, t.id);
	if (event == EVENT_NONE)
		return;
	pthread_mutex_lock(&v->job.lock);
	index = index_of(v, event);
	if (info->type == RECORD_STAT)
		take_value(v, index, &t.counter);
	else
		take_unit(&v->events.v[index], &t);
	pthread_mutex_unlock(&v->job.lock);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	return job_each_row(at, take_record, ctx);
}

static const struct job_ops job_ops = { .examine = examine_block };

/* ---- the values ---- */

struct counter_values *counter_values_start(struct recording *recording, struct watcher *watcher)
{
	struct counter_values *v = mem_zalloc(sizeof(*v));

	v->job.recording = recording;
	filter_parse(&v->job.filter, "type in {STAT, STAT_CONFIG, EVENT_UPDATE}", NULL);
	job_start(&v->job, &job_ops, v, watcher);
	return v;
}

void counter_values_free(struct counter_values *v)
{
	if (!v)
		return;
	job_end(&v->job);
	hash_release(&v->counters);
	map_release(&v->of_event);
	vec_release(&v->events);
	free(v);
}

struct job *counter_values_job(struct counter_values *v)
{
	return &v->job;
}

bool counter_values_any(struct counter_values *v)
{
	bool any;

	pthread_mutex_lock(&v->job.lock);
	any = v->any;
	pthread_mutex_unlock(&v->job.lock);
	return any;
}

bool counter_values_get(struct counter_values *v, size_t part, int event,
			struct counter_value *value)
{
	const uint32_t *at;

	*value = (struct counter_value){ 0 };
	pthread_mutex_lock(&v->job.lock);
	at = map_get(&v->of_event, event_key(part, event));
	if (at)
		*value = v->events.v[*at];
	pthread_mutex_unlock(&v->job.lock);
	return value->counted;
}

static bool has_fraction(double x)
{
	return x < COUNTS_EXACT && x != (double)(uint64_t)x;
}

/* perf prints two decimals if the factor is no whole number (print_counter_aggrdata). */
void counter_value_text(const struct counter_value *value, struct buf *out)
{
	double factor = value->scale > 0 ? value->scale : 1;

	if (value->cut)
		buf_adds(out, "<too many counters>");
	else if (!value->running)
		buf_adds(out, "<not counted>");
	else if (factor == 1)
		buf_add_u64(out, value->value);
	else
		buf_addf(out, "%.*f", has_fraction(factor) ? 2 : 0, (double)value->value * factor);
	if (value->running && !value->cut && *value->unit) {
		buf_addc(out, ' ');
		text_escape_str(out, value->unit);
	}
}
