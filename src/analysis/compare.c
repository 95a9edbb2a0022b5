/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/compare_private.h"

enum {
	PASSES = 4 /* over all rows, by compare_numbers(): seconds, rates, mappings, totals */
};

static void set_state(struct compare *c, enum compare_state state)
{
	atomic_store(&c->state, (int)state);
	watcher_wake(c->worker.watcher);
}

struct compare_line *compare_add_line(struct compare *c, enum compare_what what, const char *name)
{
	struct compare_line *line = vec_add(&c->lines[what].list);

	line->what = what;
	line->name = mem_strdup(name);
	return line;
}

void compare_free_line(struct compare_line *line)
{
	free(line->name);
	free(line->text[COMPARE_A]);
	free(line->text[COMPARE_B]);
	free(line->key);
}

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

void compare_publish(struct compare *c, enum compare_what what)
{
	struct compare_lines *lines = &c->lines[what];

	if (what >= COMPARE_RATE && lines->list.n)
		qsort(lines->list.v, lines->list.n, sizeof(*lines->list.v), compare_lines_of);
	atomic_store(&c->ready, (int)what + 1);
	watcher_wake(c->worker.watcher);
}

/* Returns false if the work must stop. */
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
		compare_free_line(&lines->list.v[i]);
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
