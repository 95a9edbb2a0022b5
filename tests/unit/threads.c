/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An index is the same, byte for byte, whether one thread builds it or several do, however these
 * are held up by the processors that they may use and by readers that look at blocks meanwhile.
 */
#include <pthread.h>
#include <sched.h>

#include "corpus.h"
#include "index/format.h"

enum {
	ROUNDS = 3
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

static void build(const struct perf_file *file, const char *path, bool alone, bool looks)
{
	struct index_options options = { .path = path, .spool_dir = "/var/tmp", .alone = alone };
	struct index *index;

	unlink(path);
	index = index_open(file, &options);
	while (looks && is_building(index))
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

static void check(const struct perf_file *file, const char *path, const cpu_set_t *all)
{
	const char *name = corpus_name(file->path);
	struct buf want = BUF_INIT, got = BUF_INIT;
	unsigned other = 0;

	build(file, path, true, false);
	content(path, &want);
	for (unsigned i = 0; i < 2 * ROUNDS; i++) {
		use_processors(all, i % 2);
		build(file, path, false, i >= ROUNDS);
		content(path, &got);
		other += got.len != want.len || memcmp(got.p, want.p, got.len);
	}
	use_processors(all, false);
	ok(want.len > sizeof(struct index_header) && !other,
	   "%s: %u builds by threads are the one by one thread", name, 2 * ROUNDS);
	buf_release(&want);
	buf_release(&got);
}

int main(int argc, char **argv)
{
	struct corpus corpus;
	struct err err = ERR_INIT;
	cpu_set_t all;
	char *path;

	sched_getaffinity(0, sizeof(all), &all);
	corpus_collect(&corpus, argc, argv);
	path = corpus_join(corpus.scratch, "threads.pnx");
	for (size_t i = 0; i < corpus.paths.n; i++) {
		struct perf_file *file;

		if (perf_file_open(&file, corpus.paths.v[i], "/var/tmp", &err)) {
			ok(err.code == ERR_FORMAT, "%s: %s", corpus_name(corpus.paths.v[i]),
			   err.msg);
			continue;
		}
		check(file, path, &all);
		perf_file_close(file);
	}
	free(path);
	corpus_release(&corpus);
	return done_testing();
}
