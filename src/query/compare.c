/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "file/features.h"
#include "file/record_options.h"
#include "query/worker.h"
#include "recording/span.h"

struct compare {
	struct recording *sides[COMPARE_SIDES];
	char *path; /* of the other one */
	const struct totals_query *query;
	struct worker worker;
	_Atomic bool done;
	VEC(struct compare_line) lines; /* published by lines_n: read only after done */
	struct err err;
};

static struct compare_line *add_line(struct compare *c, enum compare_what what, const char *name)
{
	struct compare_line *line = vec_add(&c->lines);

	line->what = what;
	line->name = mem_strdup(name);
	return line;
}

/* ---- how they were made ---- */

static void add_feature(const struct perf_file *file, unsigned feature, struct buf *out)
{
	struct buf text = BUF_INIT;

	if (features_text(&file->features, feature, &text))
		text_escape_str(out, text.p);
	buf_release(&text);
}

static void add_options(const struct perf_file *file, unsigned unused, struct buf *out)
{
	struct record_options options;

	(void)unused;
	if (!record_options_make(&options, &file->events, &file->features, file->header.pipe))
		return;
	text_escape_str(out, options.line.p);
	record_options_release(&options);
}

static void add_cpus(const struct perf_file *file, unsigned unused, struct buf *out)
{
	(void)unused;
	buf_add_u64(out, features_nr_cpus(&file->features));
}

static void compare_made(struct compare *c)
{
	static const struct {
		const char *name;
		void (*add)(const struct perf_file *file, unsigned feature, struct buf *out);
		unsigned feature;
	} facts[] = {
		{ "host", add_feature, FEATURE_HOSTNAME },
		{ "kernel", add_feature, FEATURE_OSRELEASE },
		{ "architecture", add_feature, FEATURE_ARCH },
		{ "perf", add_feature, FEATURE_VERSION },
		{ "CPUs", add_cpus, 0 },
		{ "perf record", add_options, 0 },
	};

	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		struct compare_line *line = add_line(c, COMPARE_MADE, facts[i].name);

		for (int side = 0; side < COMPARE_SIDES; side++) {
			struct buf text = BUF_INIT;

			facts[i].add(recording_file(c->sides[side], 0), facts[i].feature, &text);
			line->text[side] = buf_take(&text);
		}
	}
}

/* ---- events ---- */

static const struct event *event_of(const struct recording *recording, const char *name)
{
	const struct events *events = &recording_file(recording, 0)->events;

	for (size_t i = 0; i < events->list.n; i++)
		if (!strcmp(events->list.v[i].name, name))
			return &events->list.v[i];
	return NULL;
}

/* "freq 1800: IP|TID|TIME" */
static char *event_text(const struct recording *recording, const char *name)
{
	const struct event *event = event_of(recording, name);
	struct buf text = BUF_INIT;

	if (!event)
		return NULL;
	buf_addf(&text, "%s %llu, ", event->attr.flags >> ATTR_FREQ & 1 ? "freq" : "period",
		 (unsigned long long)event->attr.sample_period);
	word_text(&text, W_attr_sample_type, event->attr.sample_type);
	return buf_take(&text);
}

static void add_event(struct compare *c, const char *name)
{
	struct buf shown = BUF_INIT;
	struct compare_line *line;

	text_escape_str(&shown, name);
	for (size_t i = 0; i < c->lines.n; i++) {
		line = &c->lines.v[i];
		if (line->what == COMPARE_EVENT && !strcmp(line->name, shown.p)) {
			buf_release(&shown);
			return;
		}
	}
	line = add_line(c, COMPARE_EVENT, shown.p);
	for (int side = 0; side < COMPARE_SIDES; side++)
		line->text[side] = event_text(c->sides[side], name);
	buf_release(&shown);
}

static void compare_events(struct compare *c)
{
	for (int side = 0; side < COMPARE_SIDES; side++) {
		const struct events *events = &recording_file(c->sides[side], 0)->events;

		for (size_t i = 0; i < events->list.n && i < RECORD_EVENTS_MAX / 16; i++)
			add_event(c, events->list.v[i].name);
	}
}

/* ---- counts ---- */

/* Numbers of groups that both have stand in one line. */
static struct compare_line *line_of(struct compare *c, enum compare_what what,
				    struct grouptable *places, size_t first, const char *key,
				    size_t len)
{
	size_t before = places->n, at = grouptable_find(places, key, len);
	struct compare_line *line;

	if (at < before)
		return &c->lines.v[first + at];
	line = add_line(c, what, "");
	line->is_number = true;
	line->key = mem_alloc(len + 1);
	memcpy(line->key, key, len);
	return line;
}

static void name_line(struct compare_line *line, const struct totals_query *query)
{
	struct buf name = BUF_INIT;
	const char *p = line->key;

	for (size_t i = 0; i < query->n; i++) {
		struct group_value value;

		p = groupkey_take(p, &value);
		buf_adds(&name, i ? ", " : "");
		if (value.has)
			groupkey_text(&value, &name);
		else
			buf_addc(&name, '-');
	}
	free(line->name);
	line->name = buf_take(&name);
}

/* A first aggregate counts in place of the records. */
static double number_of(const struct totals_query *query, const struct group *group)
{
	int128 rank;

	if (!query->aggregates_n)
		return (double)group->count;
	rank = aggregate_rank(&query->aggregates[0], &group->tallies[0]);
	if (rank == AGGREGATE_NONE)
		return 0;
	return (double)rank / (query->aggregates[0].kind == AGGREGATE_AVG ? 1e6 : 1);
}

static int count_side(struct compare *c, int side, enum compare_what what,
		      const struct totals_query *query, struct grouptable *places, size_t first)
{
	struct grouping_options options = {
		.by = query->by,
		.n = query->n,
		.aggregates = query->aggregates,
		.aggregates_n = query->aggregates_n,
		.filter = query->filter,
		.stop = &c->worker.stop,
	};
	struct grouping *grouping;
	struct group group;
	int rc = grouping_run(&grouping, c->sides[side], &options, &c->err);

	if (rc)
		return rc;
	while ((rc = grouping_next(grouping, &group, &c->err)) > 0 && places->n < TOTALS_MOST)
		line_of(c, what, places, first, group.key, group.key_len)->number[side] =
			number_of(query, &group);
	grouping_free(grouping);
	return rc < 0 ? rc : 0;
}

static int compare_counts(struct compare *c, enum compare_what what,
			  const struct totals_query *query)
{
	size_t first = c->lines.n;
	struct grouptable places;
	int rc;

	grouptable_init(&places, 0);
	rc = count_side(c, COMPARE_A, what, query, &places, first);
	rc = rc ? rc : count_side(c, COMPARE_B, what, query, &places, first);
	for (size_t i = first; i < c->lines.n; i++)
		name_line(&c->lines.v[i], query);
	grouptable_release(&places);
	return rc;
}

static int compare_words(struct compare *c, enum compare_what what, enum word word,
			 const char *where)
{
	struct totals_query query = { .by = { { .word = word } }, .n = 1 };
	size_t first = c->lines.n;
	int rc = filter_parse(&query.filter, where, &c->err);

	rc = rc ? rc : compare_counts(c, what, &query);
	/* What they were counted by is nobody's filter. */
	for (size_t i = first; i < c->lines.n; i++) {
		free(c->lines.v[i].key);
		c->lines.v[i].key = NULL;
	}
	filter_free(query.filter);
	return rc;
}

/* Seconds from the first sample to the last. */
static double seconds(const struct recording *recording)
{
	struct span span;

	span_of(recording, &span);
	return span.has ? (double)(span.sample_last - span.sample_first) / 1e9 : 0;
}

static int compare_rates(struct compare *c)
{
	struct compare_line *line = add_line(c, COMPARE_RATE, "seconds");
	size_t first = c->lines.n;
	double span[COMPARE_SIDES];
	int rc;

	line->is_number = true;
	for (int side = 0; side < COMPARE_SIDES; side++)
		span[side] = line->number[side] = seconds(c->sides[side]);
	rc = compare_words(c, COMPARE_RATE, W_event, "type == SAMPLE");
	for (size_t i = first; i < c->lines.n; i++) {
		struct buf name = BUF_INIT;

		buf_addf(&name, "%s a second", c->lines.v[i].name);
		free(c->lines.v[i].name);
		c->lines.v[i].name = buf_take(&name);
		for (int side = 0; side < COMPARE_SIDES; side++)
			c->lines.v[i].number[side] /= span[side] > 0 ? span[side] : 1;
	}
	return rc;
}

/* ---- all of it ---- */

static double distance(const struct compare_line *line)
{
	double d = line->number[COMPARE_B] - line->number[COMPARE_A];

	return d < 0 ? -d : d;
}

static int compare_lines_of(const void *pa, const void *pb)
{
	const struct compare_line *a = pa, *b = pb;

	if (a->what != b->what)
		return a->what < b->what ? -1 : 1;
	if (distance(a) != distance(b))
		return distance(a) > distance(b) ? -1 : 1;
	return a->what < COMPARE_MAP ? 0 : strcmp(a->name, b->name);
}

static int compare_all(struct compare *c)
{
	int rc = recording_open_beside(&c->sides[COMPARE_B], c->sides[COMPARE_A], c->path, &c->err);

	if (rc)
		return rc;
	if (!worker_wait_complete(&c->worker, c->sides[COMPARE_A]) ||
	    !worker_wait_complete(&c->worker, c->sides[COMPARE_B]))
		return err_set(&c->err, ERR_STOPPED, "stopped");
	compare_made(c);
	compare_events(c);
	rc = compare_rates(c);
	rc = rc ? rc : compare_words(c, COMPARE_MAP, W_mmap_file, "mmap.file");
	return rc ? rc : compare_counts(c, COMPARE_TOTAL, c->query);
}

static void *run(void *arg)
{
	struct compare *c = arg;

	compare_all(c);
	/* Facts stand as they came: only numbers have an order of their own. */
	for (size_t i = 0; i < c->lines.n; i++)
		if (!c->lines.v[i].is_number)
			c->lines.v[i].number[COMPARE_A] = (double)(c->lines.n - i);
	if (c->lines.n)
		qsort(c->lines.v, c->lines.n, sizeof(*c->lines.v), compare_lines_of);
	recording_close(c->sides[COMPARE_B]);
	c->sides[COMPARE_B] = NULL;
	c->done = true;
	c->worker.wake(c->worker.arg);
	return NULL;
}

struct compare *compare_start(struct recording *recording, const char *path,
			      const struct totals_query *query, void (*wake)(void *arg), void *arg)
{
	struct compare *c = mem_zalloc(sizeof(*c));

	c->sides[COMPARE_A] = recording;
	c->path = mem_strdup(path);
	c->query = query;
	err_clear(&c->err);
	worker_start(&c->worker, recording, wake, arg, run, c);
	return c;
}

void compare_cancel(struct compare *c)
{
	worker_cancel(&c->worker);
}

void compare_free(struct compare *c)
{
	if (!c)
		return;
	compare_cancel(c);
	for (size_t i = 0; i < c->lines.n; i++) {
		free(c->lines.v[i].name);
		free(c->lines.v[i].text[COMPARE_A]);
		free(c->lines.v[i].text[COMPARE_B]);
		free(c->lines.v[i].key);
	}
	vec_release(&c->lines);
	free(c->path);
	free(c);
}

bool compare_done(const struct compare *c)
{
	return c->done;
}

const struct err *compare_error(const struct compare *c)
{
	return &c->err;
}

const struct compare_line *compare_lines(const struct compare *c, size_t *n)
{
	*n = c->done ? c->lines.n : 0;
	return c->lines.v;
}

const char *compare_what_name(enum compare_what what)
{
	static const char *const names[] = { "made", "event", "rate", "mapped", "total" };

	return names[what];
}
