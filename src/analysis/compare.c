/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "file/features.h"
#include "file/record_options.h"
#include "query/worker.h"

enum {
	PASSES = 4, /* passes over all rows: seconds, rates, mappings, totals */
	MILLIONTHS = 1000000,
	SECOND = 1000000000 /* ns */
};

struct compare_lines {
	VEC(struct compare_line) list;
};

struct compare {
	struct recording *sides[COMPARE_SIDES];
	char *path; /* of the other recording */
	const struct totals_query *query;
	enum compare_unit unit;
	uint64_t ns[COMPARE_SIDES]; /* from the first to the last sample; 0: no times */
	int128 sums[COMPARE_SIDES]; /* of all groups of the query, also groups without a line */
	struct worker worker;
	_Atomic int state;
	_Atomic int percent;	    /* of the indexes */
	_Atomic uint64_t rows, all; /* rows that were read, and will be read */
	struct compare_lines lines[COMPARE_WHATS];
	_Atomic bool cut;  /* there are groups without a line */
	_Atomic int ready; /* number of complete parts, which do not change any more */
	struct err err;	   /* written before state becomes COMPARE_DONE */
};

static void set_state(struct compare *c, enum compare_state state)
{
	atomic_store(&c->state, (int)state);
	watcher_wake(c->worker.watcher);
}

static struct compare_line *add_line(struct compare *c, enum compare_what what, const char *name)
{
	struct compare_line *line = vec_add(&c->lines[what].list);

	line->what = what;
	line->name = mem_strdup(name);
	return line;
}

static void free_line(struct compare_line *line)
{
	free(line->name);
	free(line->text[COMPARE_A]);
	free(line->text[COMPARE_B]);
	free(line->key);
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
	if (!record_options_make(&options, file, &file->events))
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
	field_id_text(&text, F_attr_sample_type, event->attr.sample_type);
	return buf_take(&text);
}

static void add_event(struct compare *c, const char *name)
{
	struct buf shown = BUF_INIT;
	struct compare_line *line;

	text_escape_str(&shown, name);
	for (size_t i = 0; i < c->lines[COMPARE_EVENT].list.n; i++) {
		if (!strcmp(c->lines[COMPARE_EVENT].list.v[i].name, shown.p)) {
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

/* ---- what is the same ---- */

/* The facts that both sides share. */
struct shared {
	size_t n;
	struct buf names, facts;
};

/* Move the lines that both sides share to `shared`. Drop the lines that neither side has. */
static void share(struct compare_lines *lines, struct shared *shared)
{
	size_t n = 0;

	for (size_t i = 0; i < lines->list.n; i++) {
		struct compare_line *line = &lines->list.v[i];
		const char *a = line->text[COMPARE_A], *b = line->text[COMPARE_B];

		if (!a || !b || strcmp(a, b) != 0) {
			lines->list.v[n++] = *line;
			continue;
		}
		if (*a) {
			buf_addf(&shared->names, "%s%s", shared->n ? ", " : "", line->name);
			buf_addf(&shared->facts, "%s%s %s", shared->n ? "; " : "", line->name, a);
			shared->n++;
		}
		free_line(line);
	}
	lines->list.n = n;
}

static void add_shared(struct compare *c, struct shared *shared)
{
	struct compare_line *line;
	struct buf name = BUF_INIT;

	if (shared->n) {
		text_add_plural(shared->n, "setting", &name);
		buf_addf(&name, " %s the same: %s", shared->n > 1 ? "are" : "is", shared->names.p);
		line = add_line(c, COMPARE_SAME, name.p);
		for (int side = 0; side < COMPARE_SIDES; side++)
			line->text[side] = mem_strdup(shared->facts.p);
	}
	buf_release(&shared->names);
	buf_release(&shared->facts);
	buf_release(&name);
}

/* ---- counts ---- */

/* Get the line of a group. Groups that both recordings have share a line. */
static struct compare_line *line_of(struct compare *c, enum compare_what what,
				    struct grouptable *places, size_t first, const char *key,
				    size_t len, struct quantity quantity)
{
	size_t before = places->n, at = grouptable_find(places, key, len);
	struct compare_line *line;

	if (at < before)
		return &c->lines[what].list.v[first + at];
	line = add_line(c, what, "");
	line->is_number = true;
	line->quantity = quantity;
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

/* The first aggregate, if there is one, replaces the number of records. */
static struct quantity quantity_of(const struct totals_query *query)
{
	if (!query->aggregates_n)
		return (struct quantity){ QUANTITY_COUNT, FIELD_NONE };
	return aggregate_quantity(&query->aggregates[0]);
}

static int128 number_of(const struct totals_query *query, const struct group *group)
{
	int128 rank;

	if (!query->aggregates_n)
		return (int128)group->count;
	rank = aggregate_rank(&query->aggregates[0], &group->stats[0]);
	return rank == AGGREGATE_NONE ? 0 : rank;
}

/* Return the options to group the records of a side. query must outlive their use. */
static struct grouping_options side_options(struct compare *c, const struct totals_query *query)
{
	return (struct grouping_options){
		.by = query->by,
		.n = query->n,
		.aggregates = query->aggregates,
		.aggregates_n = query->aggregates_n,
		.filter = query->filter,
		.stop = &c->worker.stop,
		.worker = &c->worker,
		.done = &c->rows,
	};
}

static int count_side(struct compare *c, int side, enum compare_what what,
		      const struct totals_query *query, struct grouptable *places, size_t first)
{
	struct grouping_options options = side_options(c, query);
	struct grouping *grouping;
	struct group group;
	int rc = grouping_run(&grouping, c->sides[side], &options, &c->err);

	if (rc)
		return rc;
	while ((rc = grouping_next(grouping, &group, &c->err)) > 0) {
		c->sums[side] += number_of(query, &group);
		if (places->n >= TOTALS_MOST && !grouptable_has(places, group.key, group.key_len)) {
			c->cut = true;
			continue;
		}
		line_of(c, what, places, first, group.key, group.key_len, quantity_of(query))
			->number[side] = number_of(query, &group);
	}
	grouping_free(grouping);
	return rc < 0 ? rc : 0;
}

static int compare_counts(struct compare *c, enum compare_what what,
			  const struct totals_query *query)
{
	const struct compare_lines *lines = &c->lines[what];
	size_t first = lines->list.n;
	struct grouptable places;
	int rc;

	c->sums[COMPARE_A] = c->sums[COMPARE_B] = 0;
	grouptable_init(&places, 0);
	rc = count_side(c, COMPARE_A, what, query, &places, first);
	rc = rc ? rc : count_side(c, COMPARE_B, what, query, &places, first);
	for (size_t i = first; i < lines->list.n; i++)
		name_line(&lines->list.v[i], query);
	grouptable_release(&places);
	return rc;
}

static int compare_fields(struct compare *c, enum compare_what what, enum field_id field,
			  const char *where)
{
	struct totals_query query = { .by = { { .id = field } }, .n = 1 };
	const struct compare_lines *lines = &c->lines[what];
	int rc = filter_parse(&query.filter, where, &c->err);

	rc = rc ? rc : compare_counts(c, what, &query);
	/* The fields that were counted are not a filter for the user. */
	for (size_t i = 0; i < lines->list.n; i++) {
		free(lines->list.v[i].key);
		lines->list.v[i].key = NULL;
	}
	filter_free(query.filter);
	return rc;
}

/* Get the first and last time of a group of samples, if it has times. */
static bool times_of(const struct aggregate *aggregates, const struct group *group, int128 *first,
		     int128 *last)
{
	*first = aggregate_rank(&aggregates[0], &group->stats[0]);
	*last = aggregate_rank(&aggregates[1], &group->stats[1]);
	return *first != AGGREGATE_NONE && *last != AGGREGATE_NONE;
}

/*
 * Measure the ns from the first to the last sample; 0: there are no times. The feature SAMPLE_TIME
 * is not used, because in a rotated file it begins with the first sample of all files.
 */
static int measure_side(struct compare *c, int side, const struct totals_query *query)
{
	struct grouping_options options = side_options(c, query);
	struct grouping *grouping;
	struct group group;
	int128 first, last;
	int rc = grouping_run(&grouping, c->sides[side], &options, &c->err);

	if (rc)
		return rc;
	while ((rc = grouping_next(grouping, &group, &c->err)) > 0)
		if (times_of(query->aggregates, &group, &first, &last))
			c->ns[side] = (uint64_t)(last - first);
	grouping_free(grouping);
	return rc;
}

static int measure_time(struct compare *c)
{
	struct totals_query query = { .by = { { .id = F_type } }, .n = 1 };
	int rc = aggregates_parse(query.aggregates, &query.aggregates_n, "min(time),max(time)",
				  &c->err);

	rc = rc ? rc : filter_parse(&query.filter, "type == SAMPLE", &c->err);
	for (int side = 0; !rc && side < COMPARE_SIDES; side++)
		rc = measure_side(c, side, &query);
	totals_query_release(&query);
	return rc;
}

/* Return n per second; n itself if there is no time. */
static int128 a_second(int128 n, uint64_t ns)
{
	return ns ? (n * SECOND * MILLIONTHS + ns / 2) / ns : n * MILLIONTHS;
}

static int compare_rates(struct compare *c)
{
	static const struct quantity rate = { QUANTITY_MEAN, FIELD_NONE };
	struct compare_line *line = add_line(c, COMPARE_RATE, "seconds");
	const struct compare_lines *lines = &c->lines[COMPARE_RATE];
	size_t first = lines->list.n;
	int rc = measure_time(c);

	line->is_number = true;
	line->quantity = rate;
	for (int side = 0; side < COMPARE_SIDES; side++)
		line->number[side] = (int128)c->ns[side] * MILLIONTHS / SECOND;
	rc = rc ? rc : compare_fields(c, COMPARE_RATE, F_event, "type == SAMPLE");
	for (size_t i = first; i < lines->list.n; i++) {
		struct buf name = BUF_INIT;

		line = &lines->list.v[i];
		buf_addf(&name, "%s a second", line->name);
		free(line->name);
		line->name = buf_take(&name);
		line->quantity = rate;
		for (int side = 0; side < COMPARE_SIDES; side++)
			line->number[side] = a_second(line->number[side], c->ns[side]);
	}
	return rc;
}

/* ---- units ---- */

int compare_unit_check(const struct totals_query *query, enum compare_unit unit, struct err *err)
{
	const struct aggregate *aggregate = query->aggregates_n ? &query->aggregates[0] : NULL;

	if (unit == COMPARE_AS_COUNTED || !aggregate || aggregate->kind == AGGREGATE_SUM ||
	    aggregate->kind == AGGREGATE_COUNT)
		return 0;
	return err_set(err, ERR_PARSE, "%s cannot be %s: only counts and sums can", aggregate->name,
		       unit == COMPARE_PERCENT ? "in percent" : "per second");
}

static int128 in_percent(int128 n, int128 sum)
{
	return sum ? (n * 100 * MILLIONTHS + sum / 2) / sum : 0;
}

/* Sums of times become seconds per second; other numbers lose their unit. */
static struct quantity quantity_in_unit(const struct compare *c, const struct quantity *quantity)
{
	bool time = c->unit == COMPARE_PER_SECOND && quantity_is_time(quantity);

	return (struct quantity){ QUANTITY_MEAN, time ? quantity->field : FIELD_NONE };
}

static void use_unit(struct compare *c)
{
	struct compare_lines *lines = &c->lines[COMPARE_TOTAL];

	for (size_t i = 0; c->unit != COMPARE_AS_COUNTED && i < lines->list.n; i++) {
		struct compare_line *line = &lines->list.v[i];

		line->quantity = quantity_in_unit(c, &line->quantity);
		for (int side = 0; side < COMPARE_SIDES; side++)
			line->number[side] = c->unit == COMPARE_PERCENT
						     ? in_percent(line->number[side], c->sums[side])
						     : a_second(line->number[side], c->ns[side]);
	}
}

/* ---- all of it ---- */

static int128 distance(const struct compare_line *line)
{
	int128 d = line->number[COMPARE_B] - line->number[COMPARE_A];

	return d < 0 ? -d : d;
}

static int compare_lines_of(const void *pa, const void *pb)
{
	const struct compare_line *a = pa, *b = pb;

	if (distance(a) != distance(b))
		return distance(a) > distance(b) ? -1 : 1;
	return a->what == COMPARE_RATE ? 0 : strcmp(a->name, b->name);
}

/* Publish a complete part. Numbers are sorted by the difference between the sides. */
static void publish(struct compare *c, enum compare_what what)
{
	struct compare_lines *lines = &c->lines[what];

	if (what >= COMPARE_RATE && lines->list.n)
		qsort(lines->list.v, lines->list.n, sizeof(*lines->list.v), compare_lines_of);
	atomic_store(&c->ready, (int)what + 1);
	watcher_wake(c->worker.watcher);
}

/* Wait. Returns false if the work must stop. */
static bool wait_for_indexes(struct compare *c)
{
	const struct recording *both[] = { c->sides[COMPARE_A], c->sides[COMPARE_B] };

	/* The watcher is not woken, because the state only matters if this takes a while. */
	atomic_store(&c->state, COMPARE_WAITS);
	if (!worker_wait_complete(&c->worker, both, COMPARE_SIDES, &c->percent))
		return false;
	atomic_store(&c->all, PASSES * (recording_rows(both[0]) + recording_rows(both[1])));
	set_state(c, COMPARE_COUNTS);
	return true;
}

static void compare_facts(struct compare *c)
{
	struct shared shared = { 0, BUF_INIT, BUF_INIT };

	compare_made(c);
	share(&c->lines[COMPARE_MADE], &shared);
	publish(c, COMPARE_MADE);
	compare_events(c);
	share(&c->lines[COMPARE_EVENT], &shared);
	publish(c, COMPARE_EVENT);
	add_shared(c, &shared);
	publish(c, COMPARE_SAME);
}

static int compare_numbers(struct compare *c)
{
	int rc = compare_rates(c);

	if (rc)
		return rc;
	publish(c, COMPARE_RATE);
	rc = compare_counts(c, COMPARE_TOTAL, c->query);
	if (rc)
		return rc;
	use_unit(c);
	publish(c, COMPARE_TOTAL);
	rc = compare_fields(c, COMPARE_MAP, F_mmap_file, "mmap.file");
	if (!rc)
		publish(c, COMPARE_MAP);
	return rc;
}

static int compare_all(struct compare *c)
{
	int rc = recording_open_beside(&c->sides[COMPARE_B], c->sides[COMPARE_A], c->path, &c->err);

	if (rc) {
		struct err why = c->err;

		return err_set(&c->err, why.code, "%s: %s", c->path, why.msg);
	}
	compare_facts(c);
	if (!wait_for_indexes(c))
		return err_set(&c->err, ERR_STOPPED, "stopped");
	return compare_numbers(c);
}

static void *run(void *arg)
{
	struct compare *c = arg;

	compare_all(c);
	recording_close(c->sides[COMPARE_B]);
	c->sides[COMPARE_B] = NULL;
	set_state(c, COMPARE_DONE);
	return NULL;
}

struct compare *compare_start(struct recording *recording, const char *path,
			      const struct totals_query *query, enum compare_unit unit,
			      struct watcher *watcher)
{
	struct compare *c = mem_zalloc(sizeof(*c));

	c->sides[COMPARE_A] = recording;
	c->path = mem_strdup(path);
	c->query = query;
	c->unit = unit;
	err_clear(&c->err);
	worker_start(&c->worker, recording, watcher, run, c);
	return c;
}

void compare_cancel(struct compare *c)
{
	worker_cancel(&c->worker);
}

static void free_lines(struct compare_lines *lines)
{
	for (size_t i = 0; i < lines->list.n; i++)
		free_line(&lines->list.v[i]);
	vec_release(&lines->list);
}

void compare_free(struct compare *c)
{
	if (!c)
		return;
	compare_cancel(c);
	for (int what = 0; what < COMPARE_WHATS; what++)
		free_lines(&c->lines[what]);
	free(c->path);
	free(c);
}

enum compare_state compare_state(const struct compare *c, int *percent)
{
	enum compare_state state = (enum compare_state)atomic_load(&c->state);
	uint64_t all = atomic_load(&c->all);

	*percent = 0;
	if (state == COMPARE_WAITS)
		*percent = atomic_load(&c->percent);
	else if (state == COMPARE_COUNTS && all)
		*percent = (int)(100 * (double)atomic_load(&c->rows) / (double)all);
	return state;
}

const struct err *compare_error(const struct compare *c)
{
	return &c->err;
}

bool compare_cut(const struct compare *c)
{
	return atomic_load(&c->cut);
}

size_t compare_count(const struct compare *c)
{
	int ready = atomic_load(&c->ready);
	size_t n = 0;

	for (int what = 0; what < ready; what++)
		n += c->lines[what].list.n;
	return n;
}

const struct compare_line *compare_line(const struct compare *c, size_t i)
{
	const struct compare_lines *lines = c->lines;

	for (; i >= lines->list.n; lines++)
		i -= lines->list.n;
	return &lines->list.v[i];
}

const char *compare_what_name(enum compare_what what)
{
	static const char *const names[] = { "made", "event", "same", "rate", "total", "mapped" };

	return names[what];
}
