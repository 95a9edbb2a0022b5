/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Time order against a plain sort of all rows: of every recording of the corpus, and of
 * made-up times that are in order, in none, or far off, with so few overlapping blocks allowed that
 * pages are made.
 */
#include "index/walk.h"
#include "unit/corpus.h"

struct truth {
	struct order_entry *in_file; /* by row */
	struct order_entry *in_time; /* by position */
	uint64_t n;
};

/* ---- the right answers ---- */

static int by_entry(const void *pa, const void *pb)
{
	const struct order_entry *a = pa, *b = pb;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

/* By definition, row by row: one without a time goes with the last one before it in its stream. */
static struct truth find_truth(const struct index *index)
{
	struct truth t = { .n = index_rows(index) };
	VEC(uint64_t) last = { 0 };
	uint64_t row = 0;

	t.in_file = mem_alloc((t.n + 1) * sizeof(*t.in_file));
	for (uint64_t k = 0; k < index_blocks(index); k++) {
		struct block block;
		const uint64_t *time;

		if (!index_load(index, k, &block))
			break;
		time = block_column(&block, COL_TIME);
		block_offsets(&block);
		for (uint32_t i = 0; i < block.desc.rows; i++) {
			while (last.n <= block.stream[i])
				vec_push(&last, 0);
			if (time[i] && time[i] + 1)
				last.v[block.stream[i]] = time[i];
			t.in_file[row] = (struct order_entry){ last.v[block.stream[i]], row };
			row++;
		}
		block_close(&block);
	}
	is_uint(row, t.n, "all rows are read");
	t.in_time = mem_dup(t.in_file, t.n * sizeof(*t.in_file));
	if (index_has_times(index))
		qsort(t.in_time, t.n, sizeof(*t.in_time), by_entry);
	vec_release(&last);
	return t;
}

static void truth_release(struct truth *t)
{
	free(t->in_file);
	free(t->in_time);
}

/* ---- the order ---- */

static uint64_t check_walk(struct order *order, const struct truth *t, uint64_t from, int dir)
{
	struct order_walk *walk = walk_open(order, &t->in_time[from], dir, NULL, NULL);
	struct order_entry e;
	uint64_t wrong = 0, n = 0;

	for (uint64_t at = from; walk_next(walk, &e) == WALK_FOUND; at += (uint64_t)(int64_t)dir) {
		wrong += at >= t->n || e.row != t->in_time[at].row;
		n++;
	}
	wrong += n != (dir > 0 ? t->n - from : from + 1);
	walk_close(walk);
	return wrong;
}

/* Every row of some thousands; of more, about as many of them. */
static void check_positions(struct order *order, const struct truth *t, const char *name)
{
	uint64_t step = t->n / 5000 + 1, wrong_at = 0, wrong_before = 0, wrong_of = 0;

	for (uint64_t at = 0; at < t->n; at += step) {
		struct order_entry e = { 0 };
		uint64_t position = 0;

		wrong_at += order_at(order, at, &e, NULL) || e.row != t->in_time[at].row;
		wrong_before += order_before(order, &e, &position, NULL) || position != at;
		wrong_of += order_entry_of(order, at, &e, NULL) || e.row != at ||
			    (!order_is_file(order) && e.key != t->in_file[at].key);
	}
	is_uint(wrong_at, 0, "%s: the row at a position", name);
	is_uint(wrong_before, 0, "%s: the position of a row", name);
	is_uint(wrong_of, 0, "%s: the key of a row", name);
}

/* An existing time, and those before and after it. */
static void check_times(struct order *order, const struct truth *t, const char *name)
{
	uint64_t wrong = 0;

	for (uint64_t i = 0; i < 50 && !order_is_file(order); i++) {
		uint64_t time = t->in_time[t->n * i / 50].key + i % 3 - 1, position = 0, want = 0;
		uint64_t hi = t->n;

		while (want < hi) {
			uint64_t mid = want + (hi - want) / 2;

			if (t->in_time[mid].key < time)
				want = mid + 1;
			else
				hi = mid;
		}
		wrong += order_at_time(order, time, &position, NULL) || position != want;
	}
	is_uint(wrong, 0, "%s: the position of a time", name);
}

static void check_order(const struct index *index, const char *name)
{
	struct order_file file = { index, 0 };
	struct order *order = order_open(&file, 1);
	struct truth t = find_truth(index);

	is_uint(order_rows(order), t.n, "%s: rows", name);
	if (t.n) {
		check_positions(order, &t, name);
		check_times(order, &t, name);
		is_uint(check_walk(order, &t, 0, 1), 0, "%s: forward", name);
		is_uint(check_walk(order, &t, t.n / 3, 1), 0, "%s: forward from a third", name);
		is_uint(check_walk(order, &t, t.n - 1, -1), 0, "%s: back", name);
		is_uint(check_walk(order, &t, t.n / 3, -1), 0, "%s: back from a third", name);
	}
	truth_release(&t);
	order_close(order);
}

/* ---- made-up times ---- */

enum {
	HEADER_BYTES = 104,
	ATTR_BYTES = 64,
	SAMPLE_TYPE_TIME = 1 << 2
};

static void store(uint8_t *p, uint64_t v, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

/* A recording of samples that have nothing but a time; linux/perf_event.h, perf's header.h. */
static void write_times(const char *path, const uint64_t *times, uint64_t n)
{
	uint8_t head[HEADER_BYTES + ATTR_BYTES + 16] = "PERFILE2", sample[16] = { 9 };
	FILE *f = fopen(path, "wb");

	store(head + 8, HEADER_BYTES, 8);
	store(head + 16, ATTR_BYTES + 16, 8);
	store(head + 24, HEADER_BYTES, 8);
	store(head + 32, ATTR_BYTES + 16, 8);
	store(head + 40, sizeof(head), 8);
	store(head + 48, n * sizeof(sample), 8);
	store(head + HEADER_BYTES, 1, 4);
	store(head + HEADER_BYTES + 4, ATTR_BYTES, 4);
	store(head + HEADER_BYTES + 24, SAMPLE_TYPE_TIME, 8);
	store(head + HEADER_BYTES + 40, 1 << ATTR_SAMPLE_ID_ALL, 8);
	fwrite(head, 1, sizeof(head), f);
	store(sample + 6, sizeof(sample), 2);
	for (uint64_t i = 0; i < n; i++) {
		store(sample + 8, times[i], 8);
		fwrite(sample, 1, sizeof(sample), f);
	}
	fclose(f);
}

typedef uint64_t (*make_time)(uint64_t i, uint64_t *state);

static uint64_t rising(uint64_t i, uint64_t *state)
{
	(void)state;
	return 1000 + 3 * i;
}

static uint64_t falling(uint64_t i, uint64_t *state)
{
	(void)state;
	return 1000000 - 2 * i;
}

static uint64_t in_disorder(uint64_t i, uint64_t *state)
{
	(void)i;
	return corpus_random(state);
}

static uint64_t often_equal(uint64_t i, uint64_t *state)
{
	(void)i;
	return corpus_random(state) % 5;
}

static uint64_t none(uint64_t i, uint64_t *state)
{
	(void)state;
	return i & 1 ? UINT64_MAX : 0;
}

/* Sixteen CPUs, a run of each in every round; a few late ones. */
static uint64_t rounds(uint64_t i, uint64_t *state)
{
	uint64_t late = corpus_random(state) % 1000 ? 0 : 90000;

	return 1000000 + i / 8000 * 80000 + i % 500 * 160 + i / 500 % 16 - late;
}

/* In every block a time that is far off. */
static uint64_t far_off(uint64_t i, uint64_t *state)
{
	uint64_t far = corpus_random(state);

	return i % 3000 == 7 ? far : i % 5000 == 9 ? far % 10 : 1 + 1000 * i;
}

static const struct {
	const char *name;
	make_time make;
	uint64_t rows;
	uint32_t overlap; /* 0: as in the program */
	bool pages;
} cases[] = {
	{ "rising", rising, 20000, 1, false },
	{ "falling", falling, 30000, 1, false },
	{ "one row", rising, 1, 0, false },
	{ "equal times", often_equal, 40000, 2, true },
	{ "no times", none, 30000, 1, false },
	{ "rounds", rounds, 60000, 4, false },
	{ "rounds, one block at a time", rounds, 60000, 1, true },
	{ "far off", far_off, 60000, 1, true },
	{ "far off, as it is", far_off, 60000, 0, false },
	{ "disorder, as it is", in_disorder, 40000, 0, false },
	{ "disorder", in_disorder, 40000, 2, true },
	/* More blocks than are merged at once. */
	{ "much disorder", in_disorder, 300000, 1, true },
};

static void check_case(const char *path, const char *pnx, size_t i)
{
	uint64_t state = 12345 + i, *times = mem_alloc(cases[i].rows * sizeof(*times));
	struct index_options options = {
		.path = pnx,
		.overlap = cases[i].overlap,
		.alone = true,
	};
	struct err err = ERR_INIT;
	struct perf_file *file;

	for (uint64_t k = 0; k < cases[i].rows; k++)
		times[k] = cases[i].make(k, &state);
	write_times(path, times, cases[i].rows);
	if (perf_file_open(&file, path, NULL, &err)) {
		ok(false, "%s opens: %s", cases[i].name, err.msg);
		free(times);
		return;
	}
	for (int again = 0; again < 2; again++) {
		struct index *index = index_open(file, &options);
		struct index_progress progress;
		char name[80];

		index_progress(index, &progress);
		snprintf(name, sizeof(name), "%s%s", cases[i].name, again ? ", read" : "");
		is_int(progress.state, INDEX_DONE, "%s: the index is complete", name);
		is_int(progress.reused, again, "%s: it is read from its file", name);
		is_int(index_pages(index) > 0, cases[i].pages, "%s: pages", name);
		check_order(index, name);
		index_close(index);
	}
	perf_file_close(file);
	unlink(pnx);
	free(times);
}

static void check_cases(const struct corpus *corpus)
{
	char *path = corpus_join(corpus->scratch, "times.data");
	char *pnx = corpus_join(corpus->scratch, "times.pnx");

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_case(path, pnx, i);
	free(path);
	free(pnx);
}

int main(int argc, char **argv)
{
	struct corpus corpus;

	corpus_collect(&corpus, argc, argv);
	for (size_t i = 0; i < corpus.paths.n; i++) {
		struct recording *recording = corpus_open(corpus.paths.v[i], NULL);

		if (recording)
			check_order(recording_index(recording, 0), corpus_name(corpus.paths.v[i]));
		recording_close(recording);
	}
	check_cases(&corpus);
	corpus_release(&corpus);
	return done_testing();
}
