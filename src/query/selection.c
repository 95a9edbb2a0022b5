/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/selection.h"

#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "filter/marks.h"
#include "query/doubt.h"
#include "query/worker.h"

#define UNKNOWN UINT32_MAX

enum {
	RECENT_BLOCKS = 64,
	SEARCHERS = THREAD_ALL_MAX,
	BLOCKS_EACH = 8 /* the least number of blocks for which a thread is started */
};

struct selection {
	struct worker worker;
	struct recording *recording;
	struct filter *filter;
	uint64_t from_row;
	_Atomic uint64_t id;
	_Atomic uint64_t matches;

	/* Guarded by lock: matches of each block; UNKNOWN if the job has not examined it. */
	pthread_mutex_t lock;
	VEC(uint32_t) counts;

	/* The matching rows. If they cannot be stored, they are searched again. */
	struct marks marks;
	_Atomic bool marked;

	/*
	 * For the thread that shows rows: the blocks that it used last, by the low bits of their
	 * numbers.
	 */
	struct eval *eval;
	struct reader *eval_reader;
	uint64_t eval_id; /* the selection's id when it was opened */
	struct recent_block {
		struct rows rows;
		uint64_t block; /* UINT64_MAX: none */
		uint64_t id;	/* the selection's id at that time */
	} recent[RECENT_BLOCKS];
};

static uint64_t new_id(void)
{
	static _Atomic uint64_t ids;

	return atomic_fetch_add(&ids, 1);
}

static void set_count(struct selection *s, uint64_t block, uint32_t count)
{
	pthread_mutex_lock(&s->lock);
	while (s->counts.n <= block)
		vec_push(&s->counts, UNKNOWN);
	s->counts.v[block] = count;
	pthread_mutex_unlock(&s->lock);
}

static uint32_t get_count(struct selection *s, uint64_t block)
{
	uint32_t count = UNKNOWN;

	pthread_mutex_lock(&s->lock);
	if (block < s->counts.n)
		count = s->counts.v[block];
	pthread_mutex_unlock(&s->lock);
	return count;
}

/* A thread that examines blocks. */
struct searcher {
	struct selection_search *search;
	struct reader *reader; /* NULL: it has not started yet */
	struct eval *eval;
};

/* The state of the job. */
struct selection_search {
	struct selection *selection;
	struct searcher searchers[SEARCHERS];
	pthread_mutex_t lock; /* guards up, down and back: */
	uint64_t up, down;    /* the next block upward from the start, and the last one taken
			       * downward */
	uint64_t end;	      /* number of existing blocks */
	bool back;	      /* the next block is one downward */
	struct doubt doubt;
};

/* Did an earlier result for the block have other rows? */
static bool is_changed(struct selection *s, uint64_t block, uint32_t before, uint32_t n,
		       const struct rows *rows)
{
	struct rows earlier;

	if (before == UNKNOWN || (before == n && !n))
		return false;
	return before != n || !s->marked || marks_get(&s->marks, block, &earlier, NULL) ||
	       memcmp(&earlier, rows, sizeof(earlier)) != 0;
}

static void examine_block(struct searcher *searcher, uint64_t block)
{
	struct selection *s = searcher->search->selection;
	struct rows rows;
	uint32_t before = get_count(s, block), n;
	int64_t found;
	bool changed;

	reader_walk(searcher->reader, block);
	found = eval_block(searcher->eval, block, &rows);
	n = found > 0 ? (uint32_t)found : 0;
	if (found == EVAL_STOPPED)
		return;
	changed = is_changed(s, block, before, n, &rows);
	if (n && s->marked && marks_put(&s->marks, block, &rows, NULL))
		s->marked = false;
	set_count(s, block, n);
	atomic_fetch_add(&s->matches, (uint64_t)n - (before == UNKNOWN ? 0 : before));
	if (changed)
		atomic_store(&s->id, new_id());
	worker_block_done(&s->worker, block, found >= 0);
}

static void open_searcher(struct searcher *searcher)
{
	struct selection *s = searcher->search->selection;

	searcher->reader = reader_open(s->recording);
	searcher->eval = eval_open(searcher->reader, s->filter);
	eval_stop_at(searcher->eval, &s->worker.stop);
}

static void close_searchers(struct selection_search *search)
{
	for (unsigned i = 0; i < SEARCHERS; i++) {
		struct searcher *searcher = &search->searchers[i];

		if (!searcher->reader)
			continue;
		eval_close(searcher->eval);
		reader_close(searcher->reader);
		*searcher = (struct searcher){ .search = search };
	}
}

/* Begin at the block on the screen. */
static void begin(struct selection_search *search)
{
	struct selection *s = search->selection;

	search->doubt = (struct doubt){ .when = filter_when(s->filter) };
	doubt_add(&search->doubt, recording_state(s->recording));
	open_searcher(&search->searchers[0]);
	search->up = recording_blocks(s->recording) ? recording_block_of(s->recording, s->from_row)
						    : 0;
	search->down = search->up;
}

/* Take the next block, alternately upward and downward. Returns false if all are taken. */
static bool take_block(struct selection_search *search, uint64_t *block)
{
	bool found = true;

	pthread_mutex_lock(&search->lock);
	if (search->down && (search->back || search->up >= search->end))
		*block = --search->down;
	else if (search->up < search->end)
		*block = search->up++;
	else
		found = false;
	search->back = !search->back;
	pthread_mutex_unlock(&search->lock);
	return found;
}

static void *examine_blocks(void *arg)
{
	struct searcher *searcher = arg;
	struct selection_search *search = searcher->search;
	uint64_t block;

	if (!searcher->reader)
		open_searcher(searcher);
	while (!atomic_load(&search->selection->worker.stop) && take_block(search, &block))
		examine_block(searcher, block);
	return NULL;
}

/* One thread for each CPU, if there is enough work. */
static unsigned searchers_for(uint64_t blocks)
{
	unsigned n = thread_processors(SEARCHERS);

	return blocks / BLOCKS_EACH + 1 < n ? (unsigned)(blocks / BLOCKS_EACH + 1) : n;
}

/* Examine all existing blocks. Returns false if all of them had already been examined. */
static bool examine_new_blocks(struct selection_search *search, enum index_state state)
{
	void *searchers[SEARCHERS];
	uint64_t blocks;

	search->end = recording_blocks(search->selection->recording);
	blocks = search->down + (search->end > search->up ? search->end - search->up : 0);
	if (!blocks)
		return false;
	for (unsigned i = 0; i < SEARCHERS; i++)
		searchers[i] = &search->searchers[i];
	thread_run_all("perfnav/block", examine_blocks, searchers, searchers_for(blocks));
	doubt_add(&search->doubt, state);
	return true;
}

static void search_all(struct selection_search *search)
{
	struct selection *s = search->selection;

	pthread_mutex_init(&search->lock, NULL);
	for (unsigned i = 0; i < SEARCHERS; i++)
		search->searchers[i].search = search;
	begin(search);
	while (!atomic_load(&s->worker.stop)) {
		enum index_state state = recording_state(s->recording);

		if (examine_new_blocks(search, state))
			continue;
		if (doubt_is_due(&search->doubt, state)) {
			worker_again(&s->worker);
			close_searchers(search);
			begin(search);
		} else if (!worker_wait(&s->worker, state)) {
			break;
		}
	}
	close_searchers(search);
	pthread_mutex_destroy(&search->lock);
}

static void *job(void *arg)
{
	struct selection *s = arg;
	struct selection_search search = { .selection = s };

	if (filter_when(s->filter) != VALUE_AT_END ||
	    worker_wait_complete(&s->worker, (const struct recording *[]){ s->recording }, 1, NULL))
		search_all(&search);
	worker_end(&s->worker);
	return NULL;
}

struct selection *selection_start(struct recording *recording, struct filter *filter,
				  struct watcher *watcher, uint64_t from_row)
{
	struct selection *s = mem_zalloc(sizeof(*s));

	s->recording = recording;
	s->filter = filter;
	s->from_row = from_row;
	s->id = new_id();
	s->marked = !marks_open(&s->marks, recording_spool_dir(recording), NULL);
	for (size_t i = 0; i < RECENT_BLOCKS; i++)
		s->recent[i].block = UINT64_MAX;
	pthread_mutex_init(&s->lock, NULL);
	worker_start(&s->worker, recording, watcher, job, s);
	return s;
}

void selection_rest(struct selection *s, bool rest)
{
	worker_rest(&s->worker, rest);
}

void selection_cancel(struct selection *s)
{
	worker_cancel(&s->worker);
}

void selection_free(struct selection *s)
{
	if (!s)
		return;
	selection_cancel(s);
	eval_close(s->eval);
	vec_release(&s->counts);
	marks_close(&s->marks);
	pthread_mutex_destroy(&s->lock);
	filter_free(s->filter);
	free(s);
}

const struct filter *selection_filter(const struct selection *s)
{
	return s->filter;
}

void selection_progress(const struct selection *s, struct selection_progress *p)
{
	struct worker_progress job;

	worker_progress(&s->worker, &job);
	*p = (struct selection_progress){
		.matches = atomic_load(&s->matches),
		.rows_done = job.rows_done,
		.rows_total = job.rows_total,
		.done = job.done,
		.failed = job.failed,
	};
}

/* The matching rows of a block that has some. */
static const struct rows *rows_of(struct selection *s, struct reader *reader, uint64_t block)
{
	struct recent_block *recent = &s->recent[block % RECENT_BLOCKS];
	uint64_t id = selection_id(s);

	if (recent->block == block && recent->id == id)
		return &recent->rows;
	recent->block = block;
	recent->id = id;
	if (s->marked && !marks_get(&s->marks, block, &recent->rows, NULL))
		return &recent->rows;
	if (s->eval_reader != reader || s->eval_id != id) {
		eval_close(s->eval);
		s->eval = eval_open(reader, s->filter);
		s->eval_reader = reader;
		s->eval_id = id;
	}
	eval_block(s->eval, block, &recent->rows);
	return &recent->rows;
}

uint32_t selection_count(struct selection *s, uint64_t block)
{
	return get_count(s, block);
}

uint64_t selection_id(const struct selection *s)
{
	return atomic_load(&s->id);
}

enum selection_rows selection_block(struct selection *s, struct reader *reader, uint64_t block,
				    const uint64_t **bits)
{
	uint32_t count = get_count(s, block);

	if (count == UNKNOWN)
		return SELECTION_UNKNOWN_ROWS;
	if (!count)
		return SELECTION_NO_ROWS;
	if (count == recording_block(s->recording, block).rows)
		return SELECTION_ALL_ROWS;
	*bits = rows_of(s, reader, block)->bits;
	return SELECTION_SOME_ROWS;
}

/* The next row within a block, from i on in the direction dir. */
static bool next_in(const struct rows *rows, uint32_t n, int64_t i, int dir, uint64_t *at)
{
	for (; i >= 0 && i < (int64_t)n; i += dir) {
		if (rows_has(rows, (uint32_t)i)) {
			*at = (uint64_t)i;
			return true;
		}
	}
	return false;
}

enum selection_found selection_next(struct selection *s, struct reader *reader, uint64_t row,
				    int dir, uint64_t *found)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t total = recording_rows(recording), block;

	if (row >= total && dir > 0)
		return s && !atomic_load(&s->worker.done) ? SELECTION_PENDING : SELECTION_NONE;
	if (!total)
		return SELECTION_NONE;
	if (row >= total)
		row = total - 1;
	*found = row;
	if (!s)
		return SELECTION_FOUND;
	for (block = recording_block_of(recording, row);; block += (uint64_t)(int64_t)dir) {
		struct block_desc desc = recording_block(recording, block);
		uint32_t count = get_count(s, block);
		int64_t i = (int64_t)(row - desc.first_row);
		uint64_t at;

		if (count == UNKNOWN)
			return SELECTION_PENDING;
		if (row < desc.first_row)
			i = 0;
		else if (row - desc.first_row >= desc.rows)
			i = dir > 0 ? desc.rows : desc.rows - 1;
		if (count && next_in(rows_of(s, reader, block), desc.rows, i, dir, &at)) {
			*found = desc.first_row + at;
			return SELECTION_FOUND;
		}
		if (dir < 0 && !block)
			return SELECTION_NONE;
		if (dir > 0 && block + 1 >= recording_blocks(recording))
			return atomic_load(&s->worker.done) ? SELECTION_NONE : SELECTION_PENDING;
	}
}

uint64_t selection_before(struct selection *s, struct reader *reader, uint64_t row, bool *exact)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t blocks = recording_blocks(recording), sum = 0;
	uint64_t block = blocks ? recording_block_of(recording, row) : 0;
	const struct rows *rows;

	*exact = true;
	if (!s || !blocks)
		return row;
	for (uint64_t k = 0; k < block; k++) {
		uint32_t count = get_count(s, k);

		if (count == UNKNOWN)
			*exact = false;
		else
			sum += count;
	}
	if (get_count(s, block) == UNKNOWN) {
		*exact = false;
		return sum;
	}
	rows = rows_of(s, reader, block);
	for (uint32_t i = 0; i < row - recording_block(recording, block).first_row; i++)
		sum += rows_has(rows, i);
	return sum;
}
