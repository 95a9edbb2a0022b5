/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An index is the same, byte for byte, whether one thread builds it or several do, into however
 * small pieces these cut the recording, and however they are held up by the processors that they
 * may use and by readers that look at blocks meanwhile. So for the recordings of the corpus, and
 * for large ones made of them: sound, damaged, of large records.
 */
#include <pthread.h>
#include <sched.h>

#include "corpus.h"
#include "index/format.h"
#include "wire/bytes.h"
#include "wire/schema.h"

enum {
	DATA_AT = 40, /* in the header: where the data begin, and how many bytes they have */
	SIZE_AT = 48,
	FEATURES_AT = 72,
	LARGE = 12 << 20,  /* bytes of the large recordings */
	COPIED = 3 << 20,  /* bytes of a recording that can be repeated */
	HOLES = 40,	   /* damaged places of a large recording */
	MANY = 16,	   /* threads */
	COUNTED = 16 << 20 /* bytes of MANY threads that may count as memory in use */
};

struct way {
	unsigned threads;
	uint32_t piece;
	bool looks, one; /* a reader looks at blocks; all threads share one processor */
};

static const struct way ways[] = {
	{ 1, 0 },
	{ 2, 0 },
	{ 3, 0, true },
	{ 8, 0 },
	{ 2, 1000 },
	{ 3, 4096, false, true },
	{ 8, 5000, true, true },
	{ 8, 70000, true },
};

/* The index's file without the time that building took, and the hash over that. */
static void content(const char *path, struct buf *out)
{
	FILE *f = fopen(path, "rb");
	size_t n;

	buf_reset(out);
	if (!f)
		return;
	do {
		n = fread(buf_room(out, 1 << 16), 1, 1 << 16, f);
		buf_added(out, n);
	} while (n);
	fclose(f);
	if (out->len > sizeof(struct index_end))
		buf_truncate(out, out->len - sizeof(struct index_end) +
					  offsetof(struct index_end, nanoseconds));
}

static void read_blocks(const struct index *index)
{
	uint64_t n = index_blocks(index);
	struct block block;

	if (!n || !index_load(index, n - 1, &block))
		return;
	block_offsets(&block);
	block_close(&block);
}

static bool is_building(const struct index *index)
{
	struct index_progress progress;

	index_progress(index, &progress);
	return progress.state == INDEX_BUILDING;
}

static void build(const struct perf_file *file, const char *path, const struct way *way)
{
	struct index_options options = {
		.path = path,
		.spool_dir = "/var/tmp",
		.alone = !way->threads,
		.threads = way->threads,
		.piece = way->piece,
	};
	struct index *index;

	unlink(path);
	index = index_open(file, &options);
	while (way->looks && is_building(index))
		read_blocks(index);
	index_wait(index);
	index_close(index);
}

static void use_processors(const cpu_set_t *all, bool one)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&set); i++)
		if (CPU_ISSET(i, all))
			CPU_SET(i, &set);
	sched_setaffinity(0, sizeof(set), one ? &set : all);
}

static void check(const struct perf_file *file, const char *path, const cpu_set_t *all,
		  const char *name)
{
	struct buf want = BUF_INIT, got = BUF_INIT;
	unsigned other = 0;

	build(file, path, &(struct way){ 0 });
	content(path, &want);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		bool same;

		use_processors(all, ways[i].one);
		build(file, path, &ways[i]);
		content(path, &got);
		same = got.len == want.len && !memcmp(got.p, want.p, got.len);
		if (!same)
			printf("# %u threads, pieces of %u bytes: another index\n", ways[i].threads,
			       ways[i].piece);
		other += !same;
	}
	use_processors(all, false);
	ok(want.len > sizeof(struct index_header) && !other,
	   "%s: the index of 1, 2, 3 and 8 threads is that of one", name);
	buf_release(&want);
	buf_release(&got);
}

static void check_file(const char *name, const char *path, const char *index, const cpu_set_t *all)
{
	struct perf_file *file;
	struct err err = ERR_INIT;

	if (perf_file_open(&file, path, "/var/tmp", &err)) {
		ok(err.code == ERR_FORMAT, "%s: %s", name, err.msg);
		return;
	}
	check(file, index, all, name);
	perf_file_close(file);
}

/* ---- large recordings ---- */

/* The bytes up to the end of the data, which are repeated. 0: the file is not such a recording. */
static size_t read_data(const char *from, uint8_t *p, size_t *start)
{
	FILE *in = fopen(from, "rb");
	size_t n = in ? fread(p, 1, COPIED, in) : 0, end;

	if (in)
		fclose(in);
	if (n < SIZE_AT + 8)
		return 0;
	*start = (size_t)load_u64(p + DATA_AT, false);
	end = *start + (size_t)load_u64(p + SIZE_AT, false);
	return end > n ? 0 : end;
}

/*
 * Damage some places: zeros, the bytes of other records, single bits. The numbers are random, but
 * the same each time.
 */
static void damage(uint8_t *p, size_t len)
{
	uint64_t x = 88172645463325252u;

	for (unsigned i = 0; i < HOLES; i++) {
		size_t at, n;

		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		at = x % (len - 70000);
		n = x >> 32 & (i % 8 ? 0xff : 0xffff);
		if (i % 3 == 0)
			memset(p + at, 0, n);
		else if (i % 3 == 1)
			memmove(p + at, p + at + n + 1000, n);
		else
			p[at] ^= (uint8_t)(1 << i % 8);
	}
}

/* Write a file with so many bytes of data, and without features: they would be elsewhere. */
static void write_file(const char *to, uint8_t *all, size_t start, size_t len)
{
	FILE *out = fopen(to, "wb");

	for (unsigned i = 0; i < 8; i++)
		all[SIZE_AT + i] = (uint8_t)((len - start) >> 8 * i);
	memset(all + FEATURES_AT, 0, 32);
	fwrite(all, 1, len, out);
	fclose(out);
}

static bool make_large(const char *from, const char *to, bool damaged)
{
	uint8_t *all = malloc(LARGE + 2 * COPIED), *p = all + LARGE + COPIED;
	size_t start, end = read_data(from, p, &start), len = start;

	if (end > start) {
		memcpy(all, p, start);
		for (; len < LARGE; len += end - start)
			memcpy(all + len, p + start, end - start);
		if (damaged)
			damage(all + start, len - start);
		write_file(to, all, start, len);
	}
	free(all);
	return end > start;
}

static void note_memory(void *arg)
{
	size_t *most = arg, now = mem_used();

	*most = now > *most ? now : *most;
}

/* The browser closes views when memory is short, so the buffers of a build must not count. */
static void check_memory(const char *path, const char *to)
{
	size_t before, most = 0;
	struct index_options options = {
		.path = to,
		.spool_dir = "/var/tmp",
		.threads = MANY,
		.wake = note_memory,
		.wake_arg = &most,
	};
	struct perf_file *file;
	struct index *index;
	struct err err = ERR_INIT;

	if (!ok(!perf_file_open(&file, path, "/var/tmp", &err), "%s is opened", path))
		return;
	unlink(to);
	before = mem_used();
	index = index_open(file, &options);
	index_wait(index);
	index_close(index);
	perf_file_close(file);
	if (!ok(most < before + COUNTED, "the buffers of %d threads do not count as memory in use",
		MANY))
		printf("# %zu bytes before, %zu meanwhile\n", before, most);
}

/* The first COMM record again and again, each time of another process. */
static bool make_tasks(const char *from, const char *to)
{
	uint8_t *all = malloc(LARGE + 2 * COPIED), *p = all + LARGE + COPIED;
	size_t start, end = read_data(from, p, &start), len = start, at = start, size;
	bool found;

	while (at + 8 < end && load_u32(p + at, false) != RECORD_COMM)
		at += load_u16(p + at + 6, false);
	found = at + 8 < end;
	size = found ? load_u16(p + at + 6, false) : 0;
	memcpy(all, p, found ? start : 0);
	for (uint32_t pid = 1; found && len < LARGE; len += size, pid++) {
		memcpy(all + len, p + at, size);
		memcpy(all + len + 8, &pid, sizeof(pid));
		memcpy(all + len + 12, &pid, sizeof(pid));
	}
	if (found)
		write_file(to, all, start, len);
	free(all);
	return found;
}

static void check_large(const struct corpus *corpus, const char *index, const cpu_set_t *all)
{
	static const char *const names[] = { "tracepoints.data", "system.data", "dwarf.data" };
	char *path = corpus_join(corpus->scratch, "large.data");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *from = corpus_join("data", names[i]);

		for (int damaged = 0; damaged < 2; damaged++) {
			struct buf name = BUF_INIT;

			buf_addf(&name, "%s, repeated%s", names[i], damaged ? ", damaged" : "");
			if (make_large(from, path, damaged))
				check_file(name.p, path, index, all);
			else
				ok(false, "%s can be repeated", names[i]);
			if (!i && !damaged)
				check_memory(path, index);
			buf_release(&name);
		}
		free(from);
	}
	/* Each row has a new thread, also the first one of a block. */
	if (ok(make_tasks("data/system.data", path), "a recording of many processes"))
		check_file("a process for each record", path, index, all);
	free(path);
}

int main(int argc, char **argv)
{
	struct corpus corpus;
	cpu_set_t all;
	char *path;

	sched_getaffinity(0, sizeof(all), &all);
	corpus_collect(&corpus, argc, argv);
	path = corpus_join(corpus.scratch, "threads.pnx");
	for (size_t i = 0; i < corpus.paths.n; i++)
		check_file(corpus_name(corpus.paths.v[i]), corpus.paths.v[i], path, &all);
	check_large(&corpus, path, &all);
	free(path);
	corpus_release(&corpus);
	return done_testing();
}
