/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/sorter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io.h"
#include "base/vec.h"
#include "file/spool.h"

enum {
	RUNS_MAX = 256,		/* runs that are merged at once */
	WINDOW_BYTES = 16 << 10 /* of each run that is merged */
};

/* The length in front of each item, in memory and in the file. */
typedef uint32_t item_len;

/* Sorted items in the file that are being read. */
struct sorted_run {
	uint64_t at, end; /* of what is not read yet */
	struct buf window;
	size_t used; /* bytes of the window that are done */
	struct sorter_item item;
};

struct sorter {
	const char *dir;
	size_t memory;
	sorter_compare compare;
	void *arg;
	struct buf items; /* items that are not in the file */
	VEC(size_t) places;
	size_t next; /* the item to return next, if there is no file */
	int fd;	     /* -1: there is no file */
	uint64_t end;
	VEC(struct sorted_run) runs;
	struct sorted_run
		*heap[RUNS_MAX]; /* runs with items left; the one with the first item on top */
	size_t heap_n;
	bool moved; /* the top's item was returned: step over it first */
};

struct sorter *sorter_open(const char *dir, size_t memory, sorter_compare compare, void *arg)
{
	struct sorter *s = mem_zalloc(sizeof(*s));

	*s = (struct sorter){
		.dir = dir,
		.memory = memory,
		.compare = compare,
		.arg = arg,
		.items = BUF_INIT,
		.fd = -1,
	};
	return s;
}

void sorter_close(struct sorter *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->runs.n; i++)
		buf_release(&s->runs.v[i].window);
	vec_release(&s->runs);
	vec_release(&s->places);
	buf_release(&s->items);
	if (s->fd >= 0)
		spool_close(s->fd);
	free(s);
}

static struct sorter_item item_at(const char *p)
{
	item_len len;

	memcpy(&len, p, sizeof(len));
	return (struct sorter_item){ p + sizeof(len), len };
}

/* ---- in memory ---- */

static int compare_places(const void *pa, const void *pb, void *arg)
{
	const struct sorter *s = arg;
	struct sorter_item a = item_at(s->items.p + *(const size_t *)pa);
	struct sorter_item b = item_at(s->items.p + *(const size_t *)pb);

	return s->compare(&a, &b, s->arg);
}

static void sort_items(struct sorter *s)
{
	if (s->places.n)
		qsort_r(s->places.v, s->places.n, sizeof(*s->places.v), compare_places, s);
}

/* ---- to the file ---- */

static int write_out(struct sorter *s, struct buf *out, struct err *err)
{
	if (!spool_write_at(s->fd, s->end, out->p, out->len))
		return spool_failed(err, "a temporary file", s->dir, errno, 0);
	s->end += out->len;
	buf_reset(out);
	return 0;
}

static int put_item(struct sorter *s, struct buf *out, const struct sorter_item *item,
		    struct err *err)
{
	item_len len = item->len;

	buf_add(out, &len, sizeof(len));
	buf_add(out, item->p, item->len);
	return out->len < WINDOW_BYTES ? 0 : write_out(s, out, err);
}

/* ---- from the file ---- */

/* Have at least want bytes after the last item in the window. */
static int read_window(struct sorter *s, struct sorted_run *run, size_t want, struct err *err)
{
	struct buf *w = &run->window;
	size_t left = w->len - run->used, size;

	if (left >= want)
		return 0;
	memmove(w->p, w->p + run->used, left);
	buf_truncate(w, left);
	run->used = 0;
	want = want > WINDOW_BYTES ? want : WINDOW_BYTES;
	size = run->end - run->at < want - left ? (size_t)(run->end - run->at) : want - left;
	if (io_read_at(s->fd, run->at, buf_room(w, size), size) < size)
		return err_set(err, ERR_IO, "cannot read a temporary file: %s", io_why_few(errno));
	buf_added(w, size);
	run->at += size;
	return 0;
}

/* Step to the next item. 1, or 0 at the end of the run. */
static int next_item(struct sorter *s, struct sorted_run *run, struct err *err)
{
	int rc = read_window(s, run, sizeof(item_len), err);

	if (rc || run->window.len == run->used)
		return rc;
	run->item = item_at(run->window.p + run->used);
	rc = read_window(s, run, sizeof(item_len) + run->item.len, err);
	if (rc)
		return rc;
	run->item = item_at(run->window.p + run->used);
	run->used += sizeof(item_len) + run->item.len;
	return 1;
}

static bool before(const struct sorter *s, const struct sorted_run *a, const struct sorted_run *b)
{
	return s->compare(&a->item, &b->item, s->arg) < 0;
}

static void sink_top(struct sorter *s)
{
	size_t i = 0;

	for (;;) {
		size_t child = 2 * i + 1;
		struct sorted_run *run = s->heap[i];

		if (child >= s->heap_n)
			break;
		if (child + 1 < s->heap_n && before(s, s->heap[child + 1], s->heap[child]))
			child++;
		if (!before(s, s->heap[child], run))
			break;
		s->heap[i] = s->heap[child];
		s->heap[child] = run;
		i = child;
	}
}

static void heap_add(struct sorter *s, struct sorted_run *run)
{
	size_t i = s->heap_n++;

	while (i && before(s, run, s->heap[(i - 1) / 2])) {
		s->heap[i] = s->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	s->heap[i] = run;
}

static int start_merge(struct sorter *s, struct err *err)
{
	s->heap_n = 0;
	s->moved = false;
	for (size_t i = 0; i < s->runs.n; i++) {
		int rc = next_item(s, &s->runs.v[i], err);

		if (rc < 0)
			return rc;
		if (rc)
			heap_add(s, &s->runs.v[i]);
	}
	return 0;
}

static int next_merged(struct sorter *s, struct sorter_item *item, struct err *err)
{
	if (s->moved) {
		int rc = next_item(s, s->heap[0], err);

		if (rc < 0)
			return rc;
		if (!rc)
			s->heap[0] = s->heap[--s->heap_n];
		sink_top(s);
	}
	s->moved = s->heap_n > 0;
	if (!s->heap_n)
		return 0;
	*item = s->heap[0]->item;
	return 1;
}

/* Merge all runs to one, to make room for more. */
static int merge_runs(struct sorter *s, struct err *err)
{
	struct buf out = BUF_INIT;
	struct sorter_item item;
	struct sorted_run merged = { .at = s->end, .window = BUF_INIT };
	int rc = start_merge(s, err);

	while (!rc && (rc = next_merged(s, &item, err)) > 0)
		rc = put_item(s, &out, &item, err);
	if (!rc)
		rc = write_out(s, &out, err);
	merged.end = s->end;
	for (size_t i = 0; i < s->runs.n; i++)
		buf_release(&s->runs.v[i].window);
	s->runs.n = 0;
	vec_push(&s->runs, merged);
	buf_release(&out);
	return rc;
}

/* ---- all of it ---- */

static int write_run(struct sorter *s, struct err *err)
{
	struct buf out = BUF_INIT;
	struct sorted_run run = { .window = BUF_INIT };
	int rc = 0;

	if (s->fd < 0)
		s->fd = spool_file(s->dir, err);
	if (s->fd < 0)
		return s->fd;
	if (s->runs.n == RUNS_MAX)
		rc = merge_runs(s, err);
	run.at = s->end;
	sort_items(s);
	for (size_t i = 0; i < s->places.n && !rc; i++) {
		struct sorter_item item = item_at(s->items.p + s->places.v[i]);

		rc = put_item(s, &out, &item, err);
	}
	if (!rc)
		rc = write_out(s, &out, err);
	run.end = s->end;
	vec_push(&s->runs, run);
	s->places.n = 0;
	buf_reset(&s->items);
	buf_release(&out);
	return rc;
}

int sorter_add(struct sorter *s, const void *p, size_t len, struct err *err)
{
	item_len own = (item_len)len;
	int rc = 0;

	if (s->places.n &&
	    s->items.len + len + (s->places.n + 1) * sizeof(*s->places.v) > s->memory)
		rc = write_run(s, err);
	vec_push(&s->places, s->items.len);
	buf_add(&s->items, &own, sizeof(own));
	buf_add(&s->items, p, len);
	return rc;
}

int sorter_finish(struct sorter *s, struct err *err)
{
	int rc;

	if (!s->runs.n) {
		sort_items(s);
		return 0;
	}
	rc = s->places.n ? write_run(s, err) : 0;
	return rc ? rc : start_merge(s, err);
}

int sorter_next(struct sorter *s, struct sorter_item *item, struct err *err)
{
	if (s->runs.n)
		return next_merged(s, item, err);
	if (s->next == s->places.n)
		return 0;
	*item = item_at(s->items.p + s->places.v[s->next++]);
	return 1;
}
