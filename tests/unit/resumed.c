/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * While the index of a grown recording is resumed, a thread that sees a row also finds all records
 * up to it, so that no record seems to be after the last one.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "corpus.h"
#include "wire/bytes.h"

enum {
	DATA_AT = 40,	   /* in the header: where the data begin */
	BYTES = 128 << 20, /* of the recording, in which checkpoints are 8 MB or 65536 rows apart */
	MORE = 1 << 20,
	TIMES = 40
};

static char *path, *index_path, *old_path;

/* An unfinished recording of so many bytes: complete records, repeated. */
static void make(const char *from, const char *mode, size_t size)
{
	static uint8_t file[1 << 20];
	FILE *in = fopen(from, "rb"), *out = fopen(path, mode);
	size_t n = in ? fread(file, 1, sizeof(file), in) : 0, start, end;

	start = end = (size_t)load_u64(file + DATA_AT, false);
	while (end + 8 <= n && load_u16(file + end + 6, false) >= 8 &&
	       end + load_u16(file + end + 6, false) <= n)
		end += load_u16(file + end + 6, false);
	if (*mode == 'w')
		fwrite(file, 1, start, out);
	for (size_t done = 0; done < size; done += end - start)
		fwrite(file + start, 1, end - start, out);
	fclose(in);
	fclose(out);
}

struct looks {
	struct recording *recording;
	_Atomic bool stop;
	uint64_t wrong, made;
};

static void *look(void *arg)
{
	struct looks *looks = arg;
	const struct index *index = recording_index(looks->recording, 0);

	while (!atomic_load(&looks->stop)) {
		uint64_t rows = index_rows(index);
		struct index_progress progress;

		index_progress(index, &progress);
		looks->wrong += progress.records + progress.damaged < rows;
		looks->made++;
	}
	return NULL;
}

static uint64_t resume(void)
{
	struct recording_options how = { .index_path = index_path, .live = true, .follow = true };
	struct looks looks = { 0 };
	struct err err = ERR_INIT;
	pthread_t thread;

	corpus_run("/bin/cp", old_path, index_path);
	if (recording_open(&looks.recording, path, &how, &err))
		return UINT64_MAX;
	if (pthread_create(&thread, NULL, look, &looks))
		abort();
	while (recording_rows(looks.recording) < BYTES / 110)
		;
	atomic_store(&looks.stop, true);
	pthread_join(thread, NULL);
	recording_close(looks.recording);
	return looks.wrong;
}

int main(void)
{
	char *folder = mem_strdup("/tmp/resumed-XXXXXX");
	char *from = corpus_join(places_data(), "killed.data");
	uint64_t wrong = 0;

	ok(mkdtemp(folder) != NULL, "a folder");
	path = corpus_join(folder, "it.data");
	index_path = corpus_join(folder, "it.data.pnx");
	old_path = corpus_join(folder, "old.pnx");
	make(from, "wb", BYTES);
	recording_close(corpus_open(path, old_path));
	make(from, "ab", MORE);
	for (int i = 0; i < TIMES; i++)
		wrong += resume();
	is_uint(wrong, 0, "no row is behind the last record");
	corpus_remove(folder);
	free(folder);
	free(from);
	free(path);
	free(index_path);
	free(old_path);
	return done_testing();
}
