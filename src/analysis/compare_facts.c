/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of a comparison: texts that both sides have, and that need no index. */
#include <stdlib.h>
#include <string.h>

#include "analysis/compare_private.h"
#include "base/text.h"
#include "file/features.h"
#include "file/record_options.h"

enum {
	/*
	 * of a side; each is compared with the names of all lines before it. A recording of all
	 * tracepoints has thousands of events, whose lines nobody reads.
	 */
	COMPARED_EVENTS = 256
};

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
		struct compare_line *line = compare_add_line(c, COMPARE_MADE, facts[i].name);

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
	line = compare_add_line(c, COMPARE_EVENT, shown.p);
	for (int side = 0; side < COMPARE_SIDES; side++)
		line->text[side] = event_text(c->sides[side], name);
	buf_release(&shown);
}

static void compare_events(struct compare *c)
{
	for (int side = 0; side < COMPARE_SIDES; side++) {
		const struct events *events = &recording_file(c->sides[side], 0)->events;

		for (size_t i = 0; i < events->list.n && i < COMPARED_EVENTS; i++)
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
		compare_free_line(line);
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
		line = compare_add_line(c, COMPARE_SAME, name.p);
		for (int side = 0; side < COMPARE_SIDES; side++)
			line->text[side] = mem_strdup(shared->facts.p);
	}
	buf_release(&shared->names);
	buf_release(&shared->facts);
	buf_release(&name);
}

void compare_facts(struct compare *c)
{
	struct shared shared = { 0, BUF_INIT, BUF_INIT };

	compare_made(c);
	share(&c->lines[COMPARE_MADE], &shared);
	compare_publish(c, COMPARE_MADE);
	compare_events(c);
	share(&c->lines[COMPARE_EVENT], &shared);
	compare_publish(c, COMPARE_EVENT);
	add_shared(c, &shared);
	compare_publish(c, COMPARE_SAME);
}
