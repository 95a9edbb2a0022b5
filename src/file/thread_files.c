/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/thread_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "file/feature_cmdline.h"
#include "wire/bytes.h"

enum {
	EARLY_BYTES = 1 << 20, /* how far to search ID_INDEX, which perf writes first */
	NAMES_SHOWN = 8
};

static bool is_threads(void *arg, const char *argument, size_t len)
{
	static const char *const options[] = { "--threads", "--threads=cpu" };
	bool *found = arg;

	for (size_t o = 0; o < sizeof(options) / sizeof(options[0]); o++)
		*found |= len == strlen(options[o]) && !memcmp(argument, options[o], len);
	return !*found;
}

/*
 * perf record --threads (or =cpu) writes a file for each CPU. For other values the number of files
 * depends on the machine.
 */
static bool one_for_each_cpu(const struct features *features)
{
	bool found = false;

	feature_cmdline_each(features, is_threads, &found);
	return found;
}

/* ID_INDEX: u64 nr, then for each event id, idx, cpu and tid of 64 bits each. */
static void add_cpus(struct map *cpus, const struct record *rec, bool big)
{
	for (size_t at = 16; at + 32 <= rec->size; at += 32) {
		uint64_t cpu = load_u64(rec->bytes + at + 16, big);
		bool fresh;

		if (cpu <= INT32_MAX)
			map_put(cpus, cpu, &fresh);
	}
}

/* The number of CPUs with events. */
static uint64_t count_cpus(const struct perf_file *file)
{
	const struct stream *stream = &file->streams.v[0];
	struct map cpus = { 0 };
	struct records records;
	struct record rec;
	uint64_t n;

	records_init(&records, stream, stream->start);
	while (records.pos - stream->start < EARLY_BYTES && records_next(&records, &rec))
		if (!rec.damage && rec.type == RECORD_ID_INDEX)
			add_cpus(&cpus, &rec, file->header.big);
	records_release(&records);
	n = map_count(&cpus);
	map_release(&cpus);
	return n;
}

/* The N of a path that ends with data.N. */
static uint64_t number_of(const char *path)
{
	return strtoull(strrchr(path, '.') + 1, NULL, 10);
}

static void add_missing(struct buf *names, uint64_t from, uint64_t to, uint64_t *missing)
{
	for (uint64_t n = from; n < to && *missing + (n - from) < NAMES_SHOWN; n++)
		buf_addf(names, "%sdata.%llu", names->len ? ", " : "", (unsigned long long)n);
	*missing += to - from;
}

static void warn(struct perf_file *file, const struct buf *names, uint64_t n)
{
	if (n > NAMES_SHOWN)
		perf_file_warn(file,
			       "%s and %llu more files are missing from the folder: their records "
			       "are not shown",
			       names->p, (unsigned long long)(n - NAMES_SHOWN));
	else if (n)
		perf_file_warn(file, "%s %s missing from the folder: %s records are not shown",
			       names->p, n == 1 ? "is" : "are", n == 1 ? "its" : "their");
}

void thread_files_check(struct perf_file *file, const struct dir_names *names)
{
	bool streams = features_number(&file->features, FEATURE_DIR_FORMAT) == DIR_FORMAT_STREAMS;
	uint64_t next = 0, missing = 0, expected;
	struct buf text = BUF_INIT;

	if (!streams)
		return;
	for (size_t i = 0; i < names->v.n; i++) {
		uint64_t number = number_of(names->v.v[i]);

		if (number > next)
			add_missing(&text, next, number, &missing);
		next = number + 1;
	}
	expected = one_for_each_cpu(&file->features) ? count_cpus(file) : 1;
	if (expected > next)
		add_missing(&text, next, expected, &missing);
	warn(file, &text, missing);
	buf_release(&text);
}
