/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of each kind, while an index is built and when it is read; and numbers that are forged. */
#include "index/kind_rows.h"

#include <endian.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "analysis/event_counts.h"
#include "analysis/grouping.h"
#include "base/hash.h"
#include "filter/fieldlist.h"
#include "filter/types.h"
#include "index/index_private.h"
#include "unit/corpus.h"
#include "unit/made.h"

enum {
	ROWS = 3000000
};

static uint64_t some_time(uint64_t row)
{
	return 1000 + row;
}

static void check_counting(void)
{
	static const uint64_t first[] = { 0, 2, 2, 2, 0, 5 }, second[] = { 7, 5, 0 };
	static const uint64_t want[] = { 3, 0, 3, 0, 0, 2, 0, 1 };
	struct kind_rows a = { .n = 0 }, b = { .n = 0 };

	kind_rows_count(&a, 6, first, 6);
	kind_rows_count(&b, 8, second, 3);
	kind_rows_move(&a, &b);
	is_uint(a.n, 0, "counts that were moved are gone");
	for (unsigned i = 0; i < 8; i++)
		is_uint(b.v[i][0] + b.v[i][1], want[i], "rows of kind %u", i);
	kind_rows_release(&b);
}

static void check_sound(void)
{
	const uint64_t numbers[] = { htole64(3), 0, htole64(4) };
	const uint64_t large[] = { htole64(UINT64_MAX), htole64(8) }; /* their sum is 7 */

	ok(kind_rows_sound(numbers, 3, 3, 7), "numbers of all kinds and rows");
	ok(!kind_rows_sound(numbers, 3, 3, 8), "... of fewer rows");
	ok(!kind_rows_sound(numbers, 3, 3, 6), "... of more rows");
	ok(!kind_rows_sound(numbers, 3, 4, 7), "... of fewer kinds");
	ok(!kind_rows_sound(numbers, 3, 2, 7), "... of more kinds");
	ok(!kind_rows_sound(large, 2, 2, 7), "numbers that are larger than all rows");
	ok(kind_rows_sound(NULL, 0, 0, 0), "no rows");
}

static void check_index(const struct index *index)
{
	ok(index_is_counted(index), "its rows are counted");
	is_uint(index_kinds(index), 2, "... as two kinds");
	is_uint(index_kind_rows(index, 0), ROWS - ROWS / 1000000, "... samples of users");
	is_uint(index_kind_rows(index, 1), ROWS / 1000000, "... and of the kernel");
	is_uint(index_kind_rows(index, 2), 0, "... and none of another kind");
}

/* Change the numbers, and the hashes that guard them: the numbers then have another sum. */
static bool forge(const char *path)
{
	int fd = open(path, O_RDWR);
	off_t size = lseek(fd, 0, SEEK_END);
	uint8_t *p = malloc((size_t)size);
	struct index_end *end = (void *)(p + size - sizeof(*end));
	struct directory_entry *entry;
	struct chunk_header *head;
	bool done = false;

	if (pread(fd, p, (size_t)size, 0) != size)
		abort();
	head = (void *)(p + end->directory);
	entry = (void *)(head + 1);
	for (uint64_t i = 0; i < head->size / sizeof(*entry); i++) {
		if (entry[i].tag != TAG_KIND_ROWS)
			continue;
		p[entry[i].offset]++;
		entry[i].hash = hash_stable(p + entry[i].offset, entry[i].size);
		done = true;
	}
	head->hash = hash_stable(entry, head->size);
	done = done && pwrite(fd, p, (size_t)size, 0) == size;
	free(p);
	close(fd);
	return done;
}

/* Count rows by a field. Returns their number, or an error code. */
static int64_t count_by(struct recording *recording, const char *name)
{
	struct field by;
	size_t n = 0;
	struct err err = ERR_INIT;
	struct grouping_options options = { .by = &by };
	struct grouping *grouping;
	struct group group;
	int64_t rows = 0;
	int rc;

	fieldlist_parse(name, &by, 1, &n, &err);
	options.n = n;
	rc = grouping_run(&grouping, recording, &options, &err);
	if (rc)
		return rc;
	while (grouping_next(grouping, &group, &err) > 0)
		rows += (int64_t)group.count;
	grouping_free(grouping);
	field_release(&by);
	return rows;
}

/* Records of all types, and of all events or none, as the views and info count them. */
static void check_counts(struct recording *recording)
{
	size_t events = recording_file(recording, 0)->events.list.n;
	struct watcher watcher = { 0 };
	struct event_counts *counts = event_counts_start(recording, 0, &watcher);
	struct event_count none = event_counts_event(counts, EVENT_NONE);
	uint64_t samples = 0, others = none.others, of_types = 0;
	struct type_counts types;

	for (size_t i = 0; i < events; i++)
		samples += event_counts_event(counts, (int)i).samples;
	is_uint(samples, 3089, "samples of all events");
	is_uint(samples + others, 3215, "... and records without an event");
	event_counts_free(counts);
	types_count(recording_index(recording, 0), NULL, &types);
	for (size_t i = 0; i < types.list.n; i++)
		of_types += types.list.v[i].count;
	is_uint(of_types, 3215, "records of all types");
	types_release(&types);
}

/* Groups by kind need no block: there is none any more. */
static void check_blocks(const char *index_path)
{
	char *path = corpus_join(places_data(), "demo.data");
	struct recording *recording;

	recording_close(corpus_open(path, index_path));
	recording = corpus_open(path, index_path);
	ok(recording && !truncate(index_path, 0), "an index without blocks");
	is_int(count_by(recording, "cpu"), ERR_STALE, "no groups that depend on rows");
	is_int(count_by(recording, "type"), 3215, "groups by type");
	is_int(count_by(recording, "event"), 3215, "groups by event");
	check_counts(recording);
	recording_close(recording);
	free(path);
}

int main(void)
{
	char path[] = "/tmp/kind_rows-XXXXXX";
	struct perf_file *file;
	struct index *index;
	int fd = mkstemp(path);

	check_counting();
	check_sound();
	file = make(ROWS, some_time);
	if (!ok(fd >= 0 && file != NULL, "a recording of %d records", ROWS))
		return done_testing();
	close(fd);
	index = open_index(file, path);
	check_index(index);
	index_close(index);
	index = open_index(file, path);
	ok(index->reused, "it is read from its file");
	check_index(index);
	index_close(index);
	ok(forge(path), "a number in it is forged");
	index = open_index(file, path);
	ok(!index->reused, "the index is rebuilt");
	is_str(strstr(index_notice(index), "its tables are damaged") ? "" : index_notice(index), "",
	       "... for that reason");
	check_index(index);
	index_close(index);
	index = open_index(file, NULL);
	check_index(index);
	index_close(index);
	perf_file_close(file);
	unlink(path);
	check_blocks(path);
	unlink(path);
	return done_testing();
}
