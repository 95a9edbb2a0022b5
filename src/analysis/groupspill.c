/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/groupspill.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/groupkey.h"
#include "file/sorter.h"

enum {
	SORT_BYTES = 6 << 20 /* of memory, for each of two sorters */
};

struct groupspill {
	const char *dir;
	const struct grouporder *order;
	size_t n_stats;		   /* of one group */
	struct sorter *parts;	   /* by key */
	struct sorter *whole;	   /* in the order of groups; NULL: not joined yet */
	size_t groups;		   /* number of groups in whole */
	struct group_state *state; /* of the current group */
	struct buf item;
};

/* A group in stored form: its rank, counts, key and stats. */
struct stored {
	struct grouprank rank;
	uint64_t count, rows;
	const char *key;
	uint32_t len;
	const char *stats;
};

static void put_group(struct buf *out, struct grouprank rank, const char *key, size_t len,
		      const struct group_state *state, size_t n_stats)
{
	uint32_t len32 = (uint32_t)len;

	buf_reset(out);
	buf_add(out, &rank, sizeof(rank));
	buf_add(out, &state->count, sizeof(state->count));
	buf_add(out, &state->rows, sizeof(state->rows));
	buf_add(out, &len32, sizeof(len32));
	buf_add(out, key, len);
	for (size_t i = 0; i < n_stats; i++)
		numeric_stats_put(&state->stats[i], out);
}

static const char *take_bytes(void *to, size_t size, const char *p)
{
	memcpy(to, p, size);
	return p + size;
}

static struct stored stored_of(const struct sorter_item *item)
{
	struct stored s;
	const char *p = take_bytes(&s.rank, sizeof(s.rank), item->p);

	p = take_bytes(&s.count, sizeof(s.count), p);
	p = take_bytes(&s.rows, sizeof(s.rows), p);
	s.key = take_bytes(&s.len, sizeof(s.len), p);
	s.stats = s.key + s.len;
	return s;
}

static int compare_keys(const struct sorter_item *pa, const struct sorter_item *pb, void *arg)
{
	struct stored a = stored_of(pa), b = stored_of(pb);
	int order = memcmp(a.key, b.key, a.len < b.len ? a.len : b.len);

	(void)arg;
	return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int compare_stored(const struct sorter_item *pa, const struct sorter_item *pb, void *arg)
{
	const struct groupspill *s = arg;
	struct stored a = stored_of(pa), b = stored_of(pb);

	return grouporder_compare(s->order, &a.rank, a.key, &b.rank, b.key);
}

struct groupspill *groupspill_open(const char *dir, const struct grouporder *order, size_t n_stats)
{
	struct groupspill *s = mem_zalloc(sizeof(*s));

	s->dir = dir;
	s->order = order;
	s->n_stats = n_stats;
	buf_init(&s->item);
	s->parts = sorter_open(dir, SORT_BYTES, compare_keys, NULL);
	s->state = mem_zalloc(sizeof(*s->state) + n_stats * sizeof(struct numeric_stats));
	return s;
}

int groupspill_add(struct groupspill *s, struct grouptable *table, struct err *err)
{
	int rc = 0;

	for (size_t i = 0; i < table->n && !rc; i++) {
		const struct group_state *state = grouptable_state(table, i);
		size_t len;
		const char *key = grouptable_key(table, i, &len);

		put_group(&s->item, (struct grouprank){ 0, 0 }, key, len, state, s->n_stats);
		rc = sorter_add(s->parts, s->item.p, s->item.len, err);
	}
	grouptable_clear(table);
	return rc;
}

static void clear_state(struct groupspill *s)
{
	for (size_t i = 0; i < s->n_stats; i++)
		numeric_stats_release(&s->state->stats[i]);
	s->state->count = s->state->rows = 0;
}

static void add_part(struct groupspill *s, const struct stored *part)
{
	const char *p = part->stats;

	s->state->count += part->count;
	s->state->rows += part->rows;
	for (size_t i = 0; i < s->n_stats; i++) {
		struct numeric_stats stats;

		p = numeric_stats_take(&stats, p);
		numeric_stats_merge(&s->state->stats[i], &stats);
		numeric_stats_release(&stats);
	}
}

/* Write a group whose parts have all been added. */
static int add_whole(struct groupspill *s, const struct buf *key, struct err *err)
{
	if (!s->state->count)
		return 0;
	put_group(&s->item, grouporder_rank(s->order, s->state), key->p, key->len, s->state,
		  s->n_stats);
	clear_state(s);
	s->groups++;
	return sorter_add(s->whole, s->item.p, s->item.len, err);
}

/* Join the parts of each group, which are neighbours because they are sorted by key. */
static int join(struct groupspill *s, struct buf *key, struct err *err)
{
	struct sorter_item item;
	int rc = sorter_finish(s->parts, err), more = 0;

	while (!rc && (more = sorter_next(s->parts, &item, err)) > 0) {
		struct stored part = stored_of(&item);

		if (part.len != key->len || memcmp(part.key, key->p, key->len) != 0) {
			rc = add_whole(s, key, err);
			buf_reset(key);
			buf_add(key, part.key, part.len);
		}
		add_part(s, &part);
	}
	rc = rc ? rc : more;
	return rc ? rc : add_whole(s, key, err);
}

int groupspill_join(struct groupspill *s, struct err *err)
{
	struct buf key = BUF_INIT;
	int rc;

	s->whole = sorter_open(s->dir, SORT_BYTES, compare_stored, s);
	rc = join(s, &key, err);
	buf_release(&key);
	sorter_close(s->parts);
	s->parts = NULL;
	return rc ? rc : sorter_finish(s->whole, err);
}

size_t groupspill_groups(const struct groupspill *s)
{
	return s->groups;
}

int groupspill_next(struct groupspill *s, const char **key, size_t *len,
		    const struct group_state **state, struct err *err)
{
	struct sorter_item item;
	struct stored stored;
	int rc = sorter_next(s->whole, &item, err);

	if (rc <= 0)
		return rc;
	stored = stored_of(&item);
	clear_state(s);
	add_part(s, &stored);
	*key = stored.key;
	*len = stored.len;
	*state = s->state;
	return 1;
}

void groupspill_close(struct groupspill *s)
{
	if (!s)
		return;
	clear_state(s);
	free(s->state);
	sorter_close(s->parts);
	sorter_close(s->whole);
	buf_release(&s->item);
	free(s);
}
