/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/grouping.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/groupspill.h"
#include "analysis/groupworker.h"
#include "base/bell.h"
#include "base/clock.h"
#include "query/block_pool.h"
#include "query/examined.h"

enum {
	GROUPS_BYTES = 16 << 20, /* of all groups */
	MS = 1000000		 /* ns */
};

struct grouping {
	struct recording *recording;
	const struct grouping_options *options;
	struct groupplan plan;
	struct block_pool pool;
	pthread_mutex_t lock; /* guards the members below */
	struct grouptable table;
	uint64_t rows; /* rows whose groups are in the table */
	uint64_t matches, first_match, first_ordinal;
	_Atomic unsigned wanted; /* how often all members were asked to hand over their groups */
	struct grouporder order_by;
	uint32_t *order; /* numbers of groups in the order of output */
	size_t next;
	struct groupspill *spill; /* NULL: all groups are in the table */
};

struct grouping_member {
	struct grouping *grouping;
	struct groupworker *counter;
	bool reports;
	uint64_t rows;		/* since the last time it handed over its groups */
	unsigned given;		/* value of wanted at that time */
	int64_t handed;		/* ns, that time, if it was between blocks */
	int64_t reported;	/* ns, the time of the next report */
	uint64_t reported_rows; /* rows in the last report */
};

/* ---- members ---- */

static int spill(struct grouping *g, struct err *err)
{
	const struct grouping_options *o = g->options;

	if (!g->spill)
		g->spill = groupspill_open(o->spool_dir, &g->order_by, o->aggregates_n);
	return groupspill_add(g->spill, &g->table, err);
}

/* Move the groups of a member into the common table. Returns false if there is no room. */
static bool hand_over(void *arg)
{
	struct grouping_member *m = arg;
	struct grouping *g = m->grouping;
	struct err err = ERR_INIT;
	bool full;
	int rc = 0;

	pthread_mutex_lock(&g->lock);
	groupworker_move(m->counter, &g->table);
	g->rows += m->rows;
	m->rows = 0;
	full = grouptable_bytes(&g->table) > GROUPS_BYTES;
	if (full && g->options->spool_dir)
		rc = spill(g, &err);
	pthread_mutex_unlock(&g->lock);
	if (rc)
		block_pool_fail(&g->pool, err.code, err.msg);
	else if (full && !g->options->spool_dir)
		block_pool_fail(
			&g->pool, ERR_IO,
			"there are too many groups for the memory limit: group by fewer fields, "
			"or select fewer records with a filter");
	return !rc && (!full || g->options->spool_dir);
}

/* Report this member's groups and those that other members have handed over. */
static void report(struct grouping_member *m)
{
	struct grouping *g = m->grouping;

	hand_over(m);
	pthread_mutex_lock(&g->lock);
	m->reported_rows = g->rows;
	if (!g->spill)
		g->options->report(g->options->report_arg,
				   &(struct grouping_report){ &g->table, &g->order_by, g->rows });
	pthread_mutex_unlock(&g->lock);
	g->wanted++;
}

/*
 * Report if it is time, so that reports take at most a tenth of the time. Returns the ms until the
 * next report; 0: reported now.
 */
static unsigned report_sometimes(struct grouping_member *m)
{
	enum {
		FIRST = 40 * MS,    /* time until the first report, */
		BETWEEN = 100 * MS, /* between reports */
		SHARE = 10
	};
	int64_t start = clock_ns();

	if (!m->reported)
		m->reported = start + FIRST;
	if (start < m->reported)
		return (unsigned)((m->reported - start) / MS) + 1;
	report(m);
	m->reported = clock_ns();
	m->reported += BETWEEN + SHARE * (m->reported - start);
	return 0;
}

/* The member that reports may wait for this. */
static void hand_over_and_ring(struct grouping_member *m)
{
	hand_over(m);
	bell_ring(BELL_ROWS);
}

static void after_block(struct grouping_member *m)
{
	struct grouping *g = m->grouping;

	if (m->given != g->wanted)
		hand_over_and_ring(m);
	m->given = g->wanted;
	if (m->reports)
		report_sometimes(m);
}

/*
 * Hand over the groups if they are wanted, or if it is time. Returns the ms until then; 0: there is
 * nothing to hand over.
 */
static unsigned hand_over_sometimes(struct grouping_member *m)
{
	enum {
		BETWEEN = 20 * MS
	};
	int64_t now = clock_ns();

	if (!m->rows)
		return 0;
	if (m->given == m->grouping->wanted && now < m->handed + BETWEEN)
		return (unsigned)((m->handed + BETWEEN - now) / MS) + 1;
	hand_over_and_ring(m);
	m->handed = now;
	return 0;
}

/*
 * Report groups that other members have counted in the meantime. Returns the ms after which to call
 * again; 0: only when there are more rows.
 */
static unsigned between_blocks(struct grouping_member *m)
{
	struct grouping *g = m->grouping;
	unsigned later = hand_over_sometimes(m), ms = 0;
	uint64_t rows;

	pthread_mutex_lock(&g->lock);
	rows = g->rows;
	pthread_mutex_unlock(&g->lock);
	if (m->reports && rows != m->reported_rows)
		ms = report_sometimes(m);
	m->given = g->wanted;
	return later && (!ms || later < ms) ? later : ms;
}

static bool is_looked_at(const struct grouping *g, uint64_t block)
{
	return !g->options->every || block % g->options->every == 0;
}

static bool is_whole(const struct recording *recording)
{
	struct index_progress progress;

	recording_progress(recording, &progress);
	return progress.whole;
}

/*
 * perf writes the buffers of CPUs one after the other, so the name of a thread may follow the rows
 * that have it. Wait a moment for the next blocks: then this one need not be counted again.
 */
static void wait_for_names(struct grouping_member *m, uint64_t number)
{
	enum {
		BLOCKS = 32,
		MOST_MS = 50
	};
	struct block_pool *pool = &m->grouping->pool;
	int64_t end = clock_ns() + (int64_t)MOST_MS * MS;
	uint32_t heard = 0;

	while (block_pool_arrival(pool, number + BLOCKS) == BLOCK_LATER &&
	       !is_whole(m->grouping->recording) && clock_ns() < end) {
		unsigned ms = between_blocks(m);

		block_pool_wait(pool, &heard, ms && ms < MOST_MS ? ms : MOST_MS);
	}
}

/* Wait for a block that does not exist yet. Returns false if the index will not have it. */
static bool wait_for_block(struct grouping_member *m, uint64_t number)
{
	enum block_arrival there;
	uint32_t heard = 0;

	if (!m->grouping->options->growing)
		return true;
	while ((there = block_pool_arrival(&m->grouping->pool, number)) == BLOCK_LATER)
		block_pool_wait(&m->grouping->pool, &heard, between_blocks(m));
	return there == BLOCK_THERE;
}

static void add_rows(struct grouping_member *m, uint64_t rows)
{
	m->rows += rows;
	if (m->grouping->options->done)
		*m->grouping->options->done += rows;
}

static bool next_block(struct grouping_member *m, uint64_t *number)
{
	struct grouping *g = m->grouping;
	bool by_names = g->options->examined && filter_when(g->options->filter) != VALUE_AT_ONCE &&
			!is_whole(g->recording);
	uint64_t passed;
	bool found = block_pool_next_match(&g->pool, groupworker_eval(m->counter), number, &passed);

	add_rows(m, passed);
	if (passed && by_names)
		examined_pass(g->options->examined);
	found = found && wait_for_block(m, *number);
	if (found && g->options->examined) {
		wait_for_names(m, *number);
		examined_add(g->options->examined, g->recording, *number);
	}
	return found;
}

/* In the member's own thread, whose memory then is not in cache lines that other threads write. */
static void open_counter(struct grouping_member *m)
{
	struct grouping *g = m->grouping;

	if (!m->counter)
		m->counter = groupworker_open(g->recording, &g->plan, hand_over, m);
}

static void *run(void *arg)
{
	struct grouping_member *m = arg;
	struct grouping *g = m->grouping;
	uint64_t number;

	open_counter(m);
	while (next_block(m, &number)) {
		if (is_looked_at(g, number) && groupworker_block(m->counter, number) < 0)
			block_pool_damaged(&g->pool);
		add_rows(m, recording_block(g->recording, number).rows);
		after_block(m);
	}
	hand_over(m);
	return NULL;
}

/*
 * Count all rows without reading blocks. Returns false if that is not possible. If the recording is
 * followed, more rows may come.
 */
static bool count_all(struct grouping_member *m)
{
	const struct grouping *g = m->grouping;
	uint64_t rows;

	if (g->options->every || g->pool.state == INDEX_FOLLOWING ||
	    !groupworker_count_all(m->counter, &rows))
		return false;
	add_rows(m, rows);
	hand_over(m);
	return true;
}

static void add_matches(struct grouping *g, const struct groupworker *counter)
{
	uint64_t row, ordinal, n = groupworker_matches(counter, &row, &ordinal);

	if (n && (!g->matches || row < g->first_match)) {
		g->first_match = row;
		g->first_ordinal = ordinal;
	}
	g->matches += n;
}

static void run_members(struct grouping *g)
{
	struct grouping_member members[BLOCK_POOL_MAX] = { 0 };
	void *all[BLOCK_POOL_MAX];
	unsigned n = block_pool_size(&g->pool);

	for (unsigned i = 0; i < n; i++) {
		members[i].grouping = g;
		all[i] = &members[i];
	}
	open_counter(&members[0]);
	members[0].reports = g->options->report;
	if (!count_all(&members[0]))
		block_pool_run(&g->pool, run, all, n);
	if (members[0].reports)
		report(&members[0]);
	for (unsigned i = 0; i < n; i++) {
		if (!members[i].counter)
			continue;
		add_matches(g, members[i].counter);
		groupworker_close(members[i].counter);
	}
}

/* ---- all of it ---- */

int grouping_check(const struct grouping_options *options, struct err *err)
{
	const char *first = NULL;
	enum field_id list = FIELD_NONE;

	for (size_t i = 0; i < options->n; i++) {
		const char *name = field_id_name(options->by[i].id);
		enum field_id own = row_values_list_of(&options->by[i]);
		enum field_type type = field_info(options->by[i].id)->type;

		if ((type == FT_LIST || type == FT_OBJECT) && options->by[i].id != F_tp)
			return err_set(err, ERR_PARSE, "%s has members: name one of them", name);
		if (own && list && own != list)
			return err_set(err, ERR_PARSE, "%s and %s belong to different lists", first,
				       name);
		if (own && !list) {
			list = own;
			first = name;
		}
	}
	return 0;
}

enum field_id grouping_list(const struct field *by, size_t n)
{
	enum field_id list = FIELD_NONE;

	for (size_t i = 0; i < n; i++)
		list = row_values_list_of(&by[i]) ? row_values_list_of(&by[i]) : list;
	return list;
}

int grouping_run(struct grouping **out, struct recording *recording,
		 const struct grouping_options *options, struct err *err)
{
	struct grouping *g = mem_zalloc(sizeof(*g));
	int rc;

	g->recording = recording;
	g->options = options;
	g->order_by = options->order;
	g->order_by.by = options->n;
	g->order_by.aggregates = options->aggregates;
	g->first_ordinal = ROW_NO_ORDINAL;
	pthread_mutex_init(&g->lock, NULL);
	grouptable_init(&g->table, options->aggregates_n);
	groupplan_init(&g->plan, options);
	block_pool_init(&g->pool, recording, options->stop);
	g->pool.worker = options->worker;
	if (options->growing)
		block_pool_grow(&g->pool);
	run_members(g);
	rc = g->pool.err.code ? err_set(err, g->pool.err.code, "%s", g->pool.err.msg) : 0;
	if (!rc && g->spill) {
		rc = spill(g, err);
		grouptable_release(&g->table);
		grouptable_init(&g->table, options->aggregates_n);
		rc = rc ? rc : groupspill_join(g->spill, err);
	} else if (!rc) {
		g->order = grouporder_sort(&g->order_by, &g->table);
	}
	if (rc)
		grouping_free(g);
	else
		*out = g;
	return rc;
}

void grouping_free(struct grouping *g)
{
	if (!g)
		return;
	groupspill_close(g->spill);
	grouptable_release(&g->table);
	block_pool_release(&g->pool);
	pthread_mutex_destroy(&g->lock);
	free(g->order);
	free(g);
}

bool grouping_spilled(const struct grouping *g)
{
	return g->spill;
}

size_t grouping_groups(const struct grouping *g)
{
	return g->spill ? groupspill_groups(g->spill) : g->table.n;
}

static void set_group(const struct grouping *g, const struct group_state *state,
		      struct group *group)
{
	const char *key = group->key;

	group->count = state->count;
	group->rows = g->plan.list ? state->rows : state->count;
	group->stats = state->stats;
	for (size_t i = 0; i < g->options->n; i++)
		key = groupkey_take(key, &group->values[i]);
}

int grouping_next(struct grouping *g, struct group *group, struct err *err)
{
	const struct group_state *state;
	int rc = 1;

	if (g->spill) {
		rc = groupspill_next(g->spill, &group->key, &group->key_len, &state, err);
	} else if (g->next < g->table.n) {
		group->key = grouptable_key(&g->table, g->order[g->next], &group->key_len);
		state = grouptable_state(&g->table, g->order[g->next++]);
	} else {
		rc = 0;
	}
	if (rc > 0)
		set_group(g, state, group);
	return rc;
}

uint64_t grouping_matches(const struct grouping *g, uint64_t *ordinal)
{
	*ordinal = g->first_ordinal;
	return g->matches;
}
