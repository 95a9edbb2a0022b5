/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Filters and views that begin at a random moment of the index's build end like those of the
 * finished index: what later records change about names, times and mappings is counted again. The
 * same holds if the recording grows further.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "analysis/size_report.h"
#include "analysis/stacks.h"
#include "analysis/totals_job.h"
#include "base/mem.h"
#include "filter/fieldlist.h"
#include "index/block.h"
#include "index/format.h"
#include "query/selection.h"
#include "tap.h"

enum {
	RECORDINGS = 6,
	ROUNDS = 60, /* EARLY_ROUNDS: as many as that says */
	SAMPLES = 20000,
	MANY_SAMPLES = 800000, /* so that rows come while the index is held */
	THREADS = 6,
	PERIOD = 2000, /* samples between two other records */
	RECORDS = 248, /* offset of the first record */
	GROUP_ROWS = GROUP_BLOCKS * BLOCK_ROWS,
	IN_TIME = 11 /* in place of a number of late records: none changes an earlier sample */
};

/* ---- the build is held ---- */

static dev_t held_dev;
static ino_t held_ino;
static _Atomic int64_t hold_at = INT64_MAX; /* bytes from here on cannot be read yet */
static _Atomic bool holds;
static _Atomic size_t hold_most; /* bytes: shorter reads, as of the file's identity, are not held */

/* In place of the C library's: the thread that builds the index reads the file with it. */
ssize_t pread64(int fd, void *p, size_t n, off_t at)
{
	struct stat st;

	if (n > hold_most && at + (off_t)n > hold_at && gettid() != getpid() && !fstat(fd, &st) &&
	    st.st_ino == held_ino && st.st_dev == held_dev) {
		while (at >= hold_at) {
			holds = true;
			usleep(200);
		}
		if (at + (off_t)n > hold_at)
			n = (size_t)(hold_at - at);
	}
	return syscall(SYS_pread64, fd, p, n, at);
}

static _Atomic bool hold_save, saves;

/* In place of the C library's: the thread that builds the index ends with it. */
int fsync(int fd)
{
	while (hold_save) {
		saves = true;
		usleep(200);
	}
	return (int)syscall(SYS_fsync, fd);
}

/* ---- recordings ---- */

static uint64_t seed = 1;

static uint32_t roll(uint32_t n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 33) % n;
}

static void put(FILE *f, const void *p, size_t n)
{
	if (fwrite(p, 1, n, f) != n)
		abort();
}

struct head {
	uint32_t type;
	uint16_t misc, size;
} __attribute__((packed));

static void put_comm(FILE *f, uint32_t tid, uint64_t time)
{
	struct {
		struct head head;
		uint32_t pid, tid;
		char comm[8];
		uint32_t id_pid, id_tid;
		uint64_t time;
	} __attribute__((packed)) r = { { 3, 0, sizeof(r) }, 90, tid, "", 90, tid, time };

	snprintf(r.comm, sizeof(r.comm), "%s",
		 (const char *[]){ "sh", "make", "cc1", "ld" }[roll(4)]);
	put(f, &r, sizeof(r));
}

static void put_fork(FILE *f, uint32_t tid, uint64_t time)
{
	struct {
		struct head head;
		uint32_t pid, ppid, tid, ptid;
		uint64_t at;
		uint32_t id_pid, id_tid;
		uint64_t time;
	} __attribute__((packed))
	r = { { 7, 0, sizeof(r) }, 90, 90, tid, 90 + roll(THREADS), time, 90, tid, time };

	put(f, &r, sizeof(r));
}

static void put_map(FILE *f, uint64_t time)
{
	struct {
		struct head head;
		uint32_t pid, tid;
		uint64_t start, len, off;
		char name[8];
		uint32_t id_pid, id_tid;
		uint64_t time;
	} __attribute__((packed))
	r = { { 1, 2, sizeof(r) }, 90, 90, 0x400000, 0x1000, 0, "", 90, 90, time };

	snprintf(r.name, sizeof(r.name), "l%u.so", roll(3));
	put(f, &r, sizeof(r));
}

static void put_sample(FILE *f, uint32_t tid, uint64_t time)
{
	struct {
		struct head head;
		uint64_t ip;
		uint32_t pid, tid;
		uint64_t time, period;
	} __attribute__((packed))
	r = { { 9, 2, sizeof(r) }, 0x400000 + roll(5), 90, tid, time, 1 + roll(7) };

	put(f, &r, sizeof(r));
}

/* late: of 10 informative records so many are put after all others; or IN_TIME. */
static void put_records(FILE *f, unsigned late, uint64_t samples)
{
	unsigned left = 0;

	for (uint64_t i = 0; i < samples; i++) {
		uint64_t time = 1000000000 + i * 1000 + roll(5000);

		put_sample(f, 90 + roll(THREADS), time);
		if (i % PERIOD)
			continue;
		if (late == IN_TIME) {
			put_comm(f, 90 + roll(THREADS), time + 5000);
			continue;
		}
		if (roll(10) < late) {
			left++;
			continue;
		}
		put_comm(f, 90 + roll(THREADS), time - roll(1000000));
		put_fork(f, 90 + roll(THREADS), time - roll(1000000));
	}
	for (unsigned i = 0; late != IN_TIME && i < left + THREADS; i++) {
		uint64_t time = 1000000000 + roll((uint32_t)samples) * 1000ull;

		put_comm(f, 90 + i % THREADS, time - roll(2000000));
		put_fork(f, 90 + roll(THREADS), time);
		put_map(f, time);
	}
}

static void put_head(FILE *f, uint64_t records)
{
	put(f,
	    (uint64_t[]){ 0x32454c4946524550, 104, 144, 104, 144, RECORDS, records, 0, 0, 0, 0, 0,
			  0 },
	    13 * sizeof(uint64_t));
}

static FILE *begin_file(const char *path)
{
	struct {
		uint32_t type, size;
		uint64_t config, period, sample_type, read_format, flags;
		uint8_t rest[96];
	} attr = {
		.type = 1,
		.size = 128,
		.period = 1000,
		.sample_type = 1 | 2 | 4 | 256, /* IP, TID, TIME, PERIOD */
		.flags = 1 << 9 | 1 << 18,	/* comm, sample_id_all */
	};
	FILE *f = fopen(path, "w");

	if (!f)
		abort();
	put_head(f, 0);
	put(f, &attr, sizeof(attr));
	return f;
}

/* Returns the size of the file. */
static uint64_t end_file(FILE *f)
{
	uint64_t end = (uint64_t)ftell(f);

	rewind(f);
	put_head(f, end - RECORDS);
	fclose(f);
	return end;
}

static uint64_t make(const char *path, unsigned late, uint64_t samples)
{
	FILE *f = begin_file(path);

	put_records(f, late, samples);
	return end_file(f);
}

/* A group of blocks, before a record that names the thread of its samples, and more samples. */
static uint64_t make_named_late(const char *path, int64_t *named)
{
	FILE *f = begin_file(path);

	for (uint64_t i = 0; i < GROUP_ROWS + 2 * BLOCK_ROWS; i++)
		put_sample(f, 91, 1000000000 + i * 1000);
	*named = ftell(f);
	put_comm(f, 91, 1000000000);
	for (uint64_t i = 0; i < SAMPLES; i++)
		put_sample(f, 91, 4000000000 + i * 1000);
	return end_file(f);
}

/* ---- questions ---- */

static const char *const filters[] = {
	"comm == \"sh\"",
	"comm == \"make\" and tid != 91",
	"not (comm == \"sh\")",
	"comm contains \"c\"",
	"comm in {\"ld\", \"sh\"} or period == 3",
	"rel > 10ms",
	"time in {10% .. 60%}",
	"gap > 2us",
	"gap.tid > 20us and comm == \"ld\"",
	"dso contains \"l1\"",
	"line contains \"make\"",
	"comm == \"cc1\" or rel < 3ms",
	"tid != 91",
};

static const char *const groups[] = { "comm", "comm,tid", "dso", "comm,dso", "tid" };

enum {
	FILTERS = sizeof(filters) / sizeof(filters[0]),
	GROUPS = sizeof(groups) / sizeof(groups[0])
};

static struct filter *parse(const char *text)
{
	struct filter *filter;
	struct err err = ERR_INIT;

	if (filter_parse(&filter, text, &err) < 0)
		abort();
	return filter;
}

/* All that can be asked of a recording, with one of the filters. */
struct asked {
	struct recording *recording;
	struct selection *selection;
	struct totals_query query;
	struct totals_job *job;
	struct stacks *stacks;
	struct size_report *size_report;
};

static void begin(struct asked *a, struct recording *recording, size_t filter)
{
	struct grouporder order = { .by = 0 };
	uint64_t rows = recording_rows(recording);
	struct stacks_options how = { .filter = parse(filters[filter]), .so_far = true };

	*a = (struct asked){ .recording = recording };
	a->selection = selection_start(recording, parse(filters[filter]), NULL,
				       rows ? roll((uint32_t)rows) : 0);
	if (fieldlist_parse(groups[filter % GROUPS], a->query.by, GROUP_FIELDS_MAX, &a->query.n,
			    NULL))
		abort();
	a->query.filter = parse(filters[filter]);
	order.by = a->query.n;
	a->job = totals_job_start(recording, &a->query, &order, NULL);
	a->stacks = stacks_start(recording, &how);
	a->size_report = size_report_start(recording, parse(filters[filter]), NULL);
}

static void end(struct asked *a)
{
	selection_free(a->selection);
	totals_job_free(a->job);
	totals_query_release(&a->query);
	stacks_free(a->stacks);
	size_report_free(a->size_report);
}

static void moved(void *arg, const struct stacktree *now, const struct stacktree *before)
{
	(void)arg;
	(void)now;
	(void)before;
}

/* Replace totals by newer ones if there are any. */
static struct totals *take_newer(struct totals_job *job, struct totals *totals)
{
	struct totals *newer = totals_job_take(job);

	if (!newer)
		return totals;
	totals_free(totals);
	return newer;
}

static bool is_done(struct asked *a, struct totals **totals)
{
	struct selection_progress selection;
	struct worker_progress size_report;

	*totals = take_newer(a->job, *totals);
	stacks_renew(a->stacks, moved, NULL);
	selection_progress(a->selection, &selection);
	job_progress(size_report_job(a->size_report), &size_report);
	return selection.done && size_report.done && totals_job_state(a->job) >= COUNTING_DONE &&
	       stacks_state(a->stacks) >= COUNTING_DONE;
}

static void tell_rows(struct asked *a, struct buf *out)
{
	struct reader *reader = reader_open(a->recording);
	struct selection_progress progress;
	uint64_t row = 0, found, sum = 0, n = 0;

	while (selection_next(a->selection, reader, row, 1, &found) == SELECTION_FOUND) {
		n++;
		sum = sum * 31 + found;
		row = found + 1;
	}
	selection_progress(a->selection, &progress);
	buf_addf(out, "%llu matches, %llu rows, sum %llx\n", (unsigned long long)progress.matches,
		 (unsigned long long)n, (unsigned long long)sum);
	reader_close(reader);
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void tell_totals(const struct totals *totals, struct buf *out)
{
	size_t n = totals ? totals_lines(totals) : 0;
	char **lines = mem_zalloc((n + 1) * sizeof(*lines));

	for (size_t i = 0; i < n; i++) {
		struct totals_line line;
		struct buf text = BUF_INIT;

		totals_line(totals, i, &line);
		buf_add_hexbytes(&text, (const uint8_t *)line.key, line.key_len);
		buf_addf(&text, " %llu\n", (unsigned long long)line.count);
		lines[i] = buf_take(&text);
	}
	qsort(lines, n, sizeof(*lines), compare_lines);
	for (size_t i = 0; i < n; i++) {
		buf_adds(out, lines[i]);
		free(lines[i]);
	}
	free(lines);
}

static void tell_stacks(struct asked *a, struct buf *out)
{
	const struct stacktree *tree = stacks_lock(a->stacks);
	const struct stack_node *root = stacktree_node(tree, STACK_ROOT);

	buf_addf(out, "%llu samples", (unsigned long long)root->total.samples);
	for (const char *const *name = (const char *const[]){ "sh", "make", "cc1", "ld", NULL };
	     *name; name++) {
		uint64_t samples = 0;

		for (uint32_t node = root->first; node; node = stacktree_node(tree, node)->next)
			if (!strcmp(stacktree_name(tree, stacktree_node(tree, node)->frame), *name))
				samples += stacktree_node(tree, node)->total.samples;
		buf_addf(out, " %s:%llu", *name, (unsigned long long)samples);
	}
	buf_addc(out, '\n');
	stacks_unlock(a->stacks);
}

static void tell_budget(struct asked *a, struct buf *out)
{
	size_t n;
	const struct size_report_line *lines = size_report_lines(a->size_report, &n);

	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%d %s %llu %llu\n", (int)lines[i].what, lines[i].name,
			 (unsigned long long)lines[i].bytes, (unsigned long long)lines[i].records);
}

/* Wait for the complete answer, and return it. */
static char *tell(struct asked *a)
{
	struct totals *totals = NULL;
	struct buf out = BUF_INIT;

	while (!is_done(a, &totals))
		usleep(500);
	tell_rows(a, &out);
	tell_totals(totals, &out);
	tell_stacks(a, &out);
	tell_budget(a, &out);
	totals_free(totals);
	return buf_take(&out);
}

/* ---- the test ---- */

static const struct recording_options how = {
	.no_index = true,
	.symbols = { .symfs = "none", .kallsyms = "none" },
};

static char *paths[RECORDINGS];
static uint64_t sizes[RECORDINGS];
static char *wanted[RECORDINGS][FILTERS];

static struct recording *open_held(size_t i, int64_t at)
{
	struct recording *recording;
	struct stat st;

	if (stat(paths[i], &st))
		abort();
	held_dev = st.st_dev;
	held_ino = st.st_ino;
	holds = false;
	hold_at = at;
	if (recording_open(&recording, paths[i], &how, NULL))
		abort();
	return recording;
}

/* The answer of the finished index. */
static const char *want(size_t i, size_t filter)
{
	char **text = &wanted[i][filter];
	struct recording *recording;
	struct asked a;

	if (!*text) {
		recording = open_held(i, INT64_MAX);
		recording_wait(recording);
		begin(&a, recording, filter);
		*text = tell(&a);
		end(&a);
		recording_close(recording);
	}
	return *text;
}

static bool is_same(size_t i, size_t filter)
{
	int64_t at = 4096 + roll((uint32_t)sizes[i] - 4096);
	const char *expected = want(i, filter);
	struct recording *recording = open_held(i, at);
	struct asked a;
	char *got;
	bool same;

	while (!holds)
		usleep(100);
	begin(&a, recording, filter);
	usleep(roll(4000));
	hold_at = INT64_MAX;
	got = tell(&a);
	same = !strcmp(got, expected);
	if (!same)
		diag("recording %zu, held at %lld: %s by %s\n%s---- but the finished index:\n%s", i,
		     (long long)at, filters[filter], groups[filter % GROUPS], got, expected);
	free(got);
	end(&a);
	recording_close(recording);
	return same;
}

static bool is_building(const struct recording *recording)
{
	struct index_progress progress;

	recording_progress(recording, &progress);
	return progress.state == INDEX_BUILDING;
}

/* Wait until all rows are counted, or for ten seconds. */
static struct totals *wait_for_rows(struct totals_job *job, uint64_t rows)
{
	struct totals *totals = NULL;

	for (int i = 0; i < 1000 && (!totals || totals_rows(totals) < rows); i++) {
		totals = take_newer(job, totals);
		usleep(10000);
	}
	return totals;
}

/* Names of mappings are counted while the complete index is saved. */
static void test_saving(size_t i)
{
	struct recording_options in_file = { .force_index = true, .symbols = how.symbols };
	struct totals_query query = { .filter = parse("tid != 91") };
	struct grouporder order = { .by = 1 };
	struct buf early = BUF_INIT, late = BUF_INIT, index = BUF_INIT;
	struct recording *recording;
	struct totals_job *job;
	struct totals *totals;

	if (fieldlist_parse("dso", query.by, GROUP_FIELDS_MAX, &query.n, NULL))
		abort();
	hold_save = true;
	if (recording_open(&recording, paths[i], &in_file, NULL))
		abort();
	while (!saves)
		usleep(100);
	job = totals_job_start(recording, &query, &order, NULL);
	totals = wait_for_rows(job, recording_rows(recording));
	ok(is_building(recording) && totals && totals_rows(totals) == recording_rows(recording),
	   "all rows are counted by mapping before the index is saved");
	tell_totals(totals, &early);
	totals_free(totals);
	totals_job_free(job);
	hold_save = false;
	recording_wait(recording);
	job = totals_job_start(recording, &query, &order, NULL);
	totals = wait_for_rows(job, recording_rows(recording));
	tell_totals(totals, &late);
	is_str(early.p, late.p, "... as in the complete index");
	totals_free(totals);
	totals_job_free(job);
	totals_query_release(&query);
	buf_addf(&index, "%s", recording_index_path(recording, 0));
	recording_close(recording);
	unlink(index.p);
	buf_release(&index);
	buf_release(&early);
	buf_release(&late);
}

/*
 * Count by name once there are so many rows; those from an offset on come only after some were
 * counted. INT64_MAX: with the whole index.
 */
static char *count_names(size_t i, int64_t at, uint64_t rows, const char *filter, bool *again)
{
	bool whole = at == INT64_MAX;
	struct recording *recording = open_held(i, at);
	struct totals_query query = { .filter = filter ? parse(filter) : NULL };
	struct grouporder order = { .by = 1 };
	struct totals_job *job;
	struct totals *totals = NULL;
	struct buf out = BUF_INIT;

	if (fieldlist_parse("comm", query.by, GROUP_FIELDS_MAX, &query.n, NULL))
		abort();
	if (whole)
		recording_wait(recording);
	for (int n = 0; !whole && n < 1000 && recording_rows(recording) < rows; n++)
		usleep(10000);
	job = totals_job_start(recording, &query, &order, NULL);
	for (int n = 0; !whole && n < 1000 && !counting_rows(totals_job_counting(job)); n++)
		usleep(10000);
	*again = !whole && !counting_rows(totals_job_counting(job));
	hold_at = INT64_MAX;
	recording_wait(recording);
	do
		totals = take_newer(job, totals);
	while (totals_job_state(job) < COUNTING_DONE && !usleep(1000));
	*again |= totals_job_counting(job)->again;
	tell_totals(totals, &out);
	totals_free(totals);
	totals_job_free(job);
	totals_query_release(&query);
	recording_close(recording);
	return buf_take(&out);
}

/* Rows are counted twice only if the names of some may have changed meanwhile. */
static void test_once(void)
{
	bool again;
	char *early, *whole;

	hold_most = 4096;
	sizes[0] = make(paths[0], IN_TIME, MANY_SAMPLES);
	early = count_names(0, (int64_t)sizes[0] * 7 / 8, 0, NULL, &again);
	ok(!again, "rows are counted once if their names came in time");
	whole = count_names(0, INT64_MAX, 0, NULL, &again);
	is_str(early, whole, "... as in the complete index");
	free(early);
	free(whole);
	sizes[0] = make(paths[0], 5, MANY_SAMPLES);
	early = count_names(0, (int64_t)sizes[0] * 7 / 8, 0, NULL, &again);
	ok(again, "... and twice if some came late");
	whole = count_names(0, INT64_MAX, 0, NULL, &again);
	is_str(early, whole, "... as in the complete index");
	free(early);
	free(whole);
}

/* The filter passes a group of blocks, because no task has such a name yet. */
static void test_passed(void)
{
	static const char filter[] = "comm contains \"sh\" or comm contains \"ma\" or "
				     "comm contains \"cc\" or comm contains \"ld\"";
	int64_t named;
	bool again;
	char *early, *whole;

	sizes[0] = make_named_late(paths[0], &named);
	early = count_names(0, named, GROUP_ROWS, filter, &again);
	whole = count_names(0, INT64_MAX, 0, filter, &again);
	is_str(early, whole, "a name that comes after blocks were passed without a look");
	free(early);
	free(whole);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	const char *more = getenv("EARLY_ROUNDS");
	unsigned rounds = more ? (unsigned)atoi(more) : ROUNDS, same = 0;

	for (size_t i = 0; i < RECORDINGS; i++) {
		struct buf path = BUF_INIT;

		buf_addf(&path, "%s/early.%d.%zu", tmp ? tmp : "/tmp", (int)getpid(), i);
		paths[i] = buf_take(&path);
		sizes[i] = make(paths[i], (unsigned)(2 * i), SAMPLES);
	}
	for (size_t n = 0; n < rounds; n++)
		same += is_same(roll(RECORDINGS), roll(FILTERS));
	ok(same == rounds, "%u of %u filters and views at random moments of the build end right",
	   same, rounds);
	test_saving(2);
	test_once();
	test_passed();
	for (size_t i = 0; i < RECORDINGS; i++) {
		unlink(paths[i]);
		free(paths[i]);
		for (size_t k = 0; k < FILTERS; k++)
			free(wanted[i][k]);
	}
	return done_testing();
}
