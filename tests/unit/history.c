/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/history.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "file/spool.h"
#include "index/build_pool.h"
#include "index/history_recent.h"
#include "tap.h"

enum {
	ROOM = 8000 /* bytes: for some pieces, but not for all of 1500 entries */
};

struct entry {
	struct moment at;
	uint64_t what;
};

static uint64_t state = 88172645463325252u;

static uint64_t rnd(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

static int compare(const void *pa, const void *pb)
{
	const struct entry *a = pa, *b = pb;

	if (a->at.id != b->at.id)
		return a->at.id < b->at.id ? -1 : 1;
	if (a->at.time != b->at.time)
		return a->at.time < b->at.time ? -1 : 1;
	return a->at.row < b->at.row ? -1 : a->at.row > b->at.row;
}

static struct entry *make(size_t n, unsigned ids)
{
	struct entry *all = mem_zalloc((n + 1) * sizeof(*all));

	for (size_t i = 0; i < n; i++)
		all[i] = (struct entry){ { rnd(n), i, (uint32_t)rnd(ids), 0 }, rnd(UINT64_MAX) };
	return all;
}

/* The last of sorted entries at or before the key, or the first one after it. */
static const struct entry *by_hand(const struct entry *all, size_t n, const struct entry *key,
				   bool after)
{
	const struct entry *found = NULL;

	for (size_t i = 0; i < n; i++) {
		if (all[i].at.id != key->at.id)
			continue;
		if (compare(&all[i], key) <= 0 && !after)
			found = &all[i];
		if (compare(&all[i], key) > 0 && after)
			return &all[i];
	}
	return found;
}

/* Is an entry that was found the right one? */
static bool is_right(bool there, const struct entry *got, const struct entry *want)
{
	return there == (want != NULL) && (!want || !memcmp(want, got, sizeof(*got)));
}

static void ask(struct history *h, const struct entry *all, size_t n, unsigned ids,
		const char *what)
{
	size_t wrong = 0, found = 0;

	for (size_t i = 0; i < 400; i++) {
		struct entry key = { { rnd(n + 2), rnd(n + 2), (uint32_t)rnd(ids + 1), 0 }, 0 },
			     got, after;
		unsigned there;

		if (n && rnd(2))
			key = all[rnd(n)];
		there = history_before(h, key.at.id, key.at.time, key.at.row, &got);
		wrong += !is_right(there, &got, by_hand(all, n, &key, false));
		found += there;
		key.at.row = UINT64_MAX;
		there = history_around(h, key.at.id, key.at.time, &got, &after);
		wrong += !is_right(there & HISTORY_BEFORE, &got, by_hand(all, n, &key, false));
		wrong += !is_right(there & HISTORY_AFTER, &after, by_hand(all, n, &key, true));
	}
	is_uint(wrong, 0, "%s, %zu entries: each look-up is right", what, n);
	ok(n < 1000 || found > 200, "... and most find something (%zu)", found);
}

struct row_value {
	struct entry *v;
	size_t n;
};

static void row_values(void *arg, const void *entry)
{
	struct row_value *g = arg;

	g->v[g->n++] = *(const struct entry *)entry;
}

/* All of each id, and nothing of an id that there is not. */
static void ask_each(struct history *h, const struct entry *all, size_t n, unsigned ids)
{
	struct row_value g = { mem_alloc((n + 1) * sizeof(*g.v)), 0 };
	size_t before = 0, wrong = 0;

	for (uint32_t id = 0; id < ids + 2; id++) {
		history_each(h, id, row_values, &g);
		qsort(g.v + before, g.n - before, sizeof(*g.v), compare);
		before = g.n;
	}
	for (size_t i = 0; i < n && i < g.n; i++)
		wrong += memcmp(&g.v[i], &all[i], sizeof(*all)) != 0;
	ok(g.n == n && !wrong, "all entries of each id (%zu, %zu wrong)", g.n, wrong);
	free(g.v);
}

/* Write all of it as pieces of an index, with so many threads. */
static bool write_pieces(struct history *from, unsigned threads, struct container *container,
			 struct buf *fences)
{
	struct index_header header = { .version = INDEX_VERSION };
	const char *why = NULL;
	struct build_pool pool;
	struct err err = ERR_INIT;
	bool done;

	build_pool_open(&pool, threads);
	done = !container_create(container, NULL, "/tmp", &why, &err) &&
	       !container_begin(container, &header, 0, &err) &&
	       !history_write(from, container, fences, &pool, &err);
	build_pool_close(&pool);
	return done;
}

static void read_all(const struct container *container, struct buf *out)
{
	ssize_t n = pread(container->fd, buf_room(out, container->size), container->size, 0);

	buf_added(out, n > 0 ? (size_t)n : 0);
}

/* The file and the fences are the same for any number of threads. */
static void check_threads(struct history *from, size_t n)
{
	static const unsigned threads[] = { 1, 2, 3, 8 };
	struct buf first = BUF_INIT;
	unsigned other = 0;

	for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
		struct container container = { .fd = -1 };
		struct buf all = BUF_INIT;

		if (write_pieces(from, threads[i], &container, &all))
			read_all(&container, &all);
		container_close(&container);
		if (!i)
			buf_add(&first, all.p, all.len);
		other += all.len != first.len || memcmp(all.p, first.p, all.len);
		buf_release(&all);
	}
	ok(first.len && !other, "%zu entries: 1, 2, 3 and 8 threads write the same", n);
	buf_release(&first);
}

/* A file that cannot become larger: it has room for the first pieces, and then for none. */
static void check_full(struct history *from, size_t n)
{
	for (unsigned threads = 1; threads <= 3; threads += 2) {
		struct container container = { .fd = -1, .rest = -1 };
		struct buf fences = BUF_INIT;
		struct build_pool pool;
		struct err err = ERR_INIT;

		container.tail = spool_file("/tmp", &err);
		container.tail_size = INT64_MAX - ROOM;
		build_pool_open(&pool, threads);
		is_int(history_write(from, &container, &fences, &pool, &err), ERR_IO,
		       "%zu entries, threads: %u, no room for all", n, threads);
		ok(strstr(err.msg, "cannot write"), "... %s", err.msg);
		build_pool_close(&pool);
		buf_release(&fences);
		spool_close(container.tail);
	}
}

/* All of it as pieces of an index, which are looked up then; the last byte of one is damaged. */
static void check_table(struct history *from, const struct entry *all, size_t n, unsigned ids)
{
	struct container container = { .fd = -1 };
	const struct history_fence *fence;
	struct buf fences = BUF_INIT;
	struct history h;
	struct err err = ERR_INIT;
	struct entry got, late = { { n + 5, n + 5, 0, 0 }, 99 };
	uint64_t pieces;
	uint8_t bad = 0;

	if (!ok(write_pieces(from, 2, &container, &fences), "%zu entries become pieces", n))
		return;
	fence = (const void *)fences.p;
	pieces = fences.len / sizeof(*fence);
	is_uint(pieces, (n + HISTORY_PIECE - 1) / HISTORY_PIECE, "... as many as it takes");
	ok(history_fences_sound(fence, pieces), "... in order");
	history_init(&h, sizeof(struct entry), NULL);
	history_use(&h, &container, fence, pieces);
	is_uint(history_count(&h), n, "... all are there");
	ok(history_whole(&h), "... undamaged");
	ask(&h, all, n, ids, "pieces");
	ask_each(&h, all, n, ids);
	history_add(&h, &late);
	ok(history_before(&h, 0, UINT64_MAX, UINT64_MAX, &got) && got.what == 99,
	   "what is added to them is found");
	history_release(&h);
	if (n) {
		uint64_t at = fence[pieces - 1].chunk + sizeof(struct chunk_header);

		history_init(&h, sizeof(struct entry), NULL);
		history_use(&h, &container, fence, pieces);
		ok(pread(container.fd, &bad, 1, (off_t)at + 6) == 1, "a byte");
		bad ^= 4;
		ok(pwrite(container.fd, &bad, 1, (off_t)at + 6) == 1, "... is another one");
		ok(!history_before(&h, all[n - 1].at.id, UINT64_MAX, UINT64_MAX, &got),
		   "... nothing is found in that piece");
		is_int(history_error(&h, &err), ERR_STALE, "... and it is said");
		ok(!history_whole(&h), "... and seen by who looks");
		history_release(&h);
	}
	container_close(&container);
	buf_release(&fences);
}

static void check(size_t n, unsigned ids)
{
	struct entry *all = make(n, ids);
	struct history h;
	struct err err = ERR_INIT;
	size_t changed = 0, kept = 0;

	history_init(&h, sizeof(struct entry), NULL);
	for (size_t i = 0; i < n; i++) {
		uint32_t id = all[i].at.id, before = history_version_of(&h, id);
		uint32_t other = history_version_of(&h, id + 1);

		history_add(&h, &all[i]);
		changed += history_version_of(&h, id) != before;
		kept += history_version_of(&h, id + 1) == other;
	}
	is_uint(history_count(&h), n, "%zu entries were added", n);
	is_uint(changed, n, "... the version of their ids has changed");
	is_uint(kept, n, "... but not that of another id");
	qsort(all, n, sizeof(*all), compare);
	ask(&h, all, n, ids, "runs");
	ask_each(&h, all, n, ids);
	is_int(history_error(&h, &err), 0, "... and nothing was lost");
	check_table(&h, all, n, ids);
	check_threads(&h, n);
	if (n > HISTORY_PIECE)
		check_full(&h, n);
	history_release(&h);
	free(all);
}

int main(void)
{
	check(0, 1);
	check(1, 1);
	check(1500, 3);
	check(HISTORY_RUN - 1, 10);
	check(HISTORY_RUN, 10);
	check(3 * HISTORY_RUN + 700, 40);
	return done_testing();
}
