/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slice by an index whose blocks name threads that do not exist, with right checksums. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "index/block.h"
#include "index/container.h"
#include "recording/recording.h"
#include "slice/slice.h"
#include "tap.h"
#include "wire/bytes.h"

enum {
	HEADER = 104,
	ATTR = 128,
	ENTRY = ATTR + 16,
	SAMPLE = 32,
	SAMPLES = 3,
	SAMPLE_TYPE = 7, /* ip, tid, time */
	DEFER_CALLCHAIN = 38
};

/* Samples of a thread each, which may all be followed by a CALLCHAIN_DEFERRED. */
static size_t make_recording(uint8_t *p)
{
	size_t at = HEADER + ENTRY;

	memcpy(p, "PERFILE2", 8);
	store_u64(p + 8, HEADER, false);
	store_u64(p + 16, ENTRY, false);
	store_u64(p + 24, HEADER, false);
	store_u64(p + 32, ENTRY, false);
	store_u64(p + 40, at, false);
	store_u64(p + 48, (uint64_t)SAMPLES * SAMPLE, false);
	store_u32(p + HEADER, 1, false);
	store_u32(p + HEADER + 4, ATTR, false);
	store_u64(p + HEADER + 24, SAMPLE_TYPE, false);
	store_u64(p + HEADER + 40, 1ull << DEFER_CALLCHAIN, false);
	for (uint32_t i = 0; i < SAMPLES; i++, at += SAMPLE) {
		store_u32(p + at, 9, false);
		store_u16(p + at + 4, 2, false);
		store_u16(p + at + 6, SAMPLE, false);
		store_u64(p + at + 8, 0x401000, false);
		store_u32(p + at + 16, i + 1, false);
		store_u32(p + at + 20, i + 1, false);
		store_u64(p + at + 24, 1000 + i, false);
	}
	return at;
}

static bool put(const char *path, const void *p, size_t len)
{
	FILE *f = fopen(path, "w");
	bool ok = f && fwrite(p, len, 1, f) == 1;

	return f && !fclose(f) && ok;
}

static struct recording *open_indexed(const char *path, const char *index)
{
	const struct recording_options how = { .index_path = index };
	struct recording *recording = NULL;
	struct err err = ERR_INIT;

	if (!recording_open(&recording, path, &how, &err))
		recording_wait(recording);
	return recording;
}

/* The runs 1, 2, 3 of the column become one run of a number, in as many bytes. */
static bool lie(const char *path)
{
	static const uint8_t was[] = { 2, 1, 1, 1, 2, 1, 3 };
	static const uint8_t is[] = { 2, SAMPLES, 0x80, 0x80, 0x80, 0x80, 0x7f };
	uint8_t bytes[65536];
	FILE *f = fopen(path, "r+");
	size_t n = f ? fread(bytes, 1, sizeof(bytes), f) : 0;
	uint8_t *chunk = bytes + sizeof(struct index_header), *payload, *column;
	struct chunk_header head;
	struct block_header block;
	bool ok = n > sizeof(struct index_header) + sizeof(head) + sizeof(block);

	memcpy(&head, chunk, sizeof(head));
	payload = chunk + sizeof(head);
	memcpy(&block, payload, sizeof(block));
	ok = ok && head.tag == TAG_BLOCK && head.size < n;
	column = payload + sizeof(block) + block.jumps * sizeof(struct block_jump);
	for (int c = 0; ok && c < COL_THREAD; c++)
		column += block.column_size[c];
	ok = ok && block.column_size[COL_THREAD] == sizeof(was) &&
	     !memcmp(column, was, sizeof(was));
	if (ok)
		memcpy(column, is, sizeof(is));
	head.hash = ok ? hash_stable(payload, (size_t)head.size) : 0;
	memcpy(chunk, &head, sizeof(head));
	ok = ok && !fseek(f, 0, SEEK_SET) && fwrite(bytes, n, 1, f) == 1;
	return f && !fclose(f) && ok;
}

static void slice_it(const char *path, const char *index)
{
	const struct slice_options how = { .spool_dir = NULL };
	struct recording *recording = open_indexed(path, index);
	struct output *output = NULL;
	struct slice_counts counts;
	struct err err = ERR_INIT;

	ok(recording, "it is opened with that");
	ok(!output_open_spool(&output, NULL, &err), "an output");
	ok(slice_write(recording, NULL, output, &how, &counts, &err) == ERR_STALE,
	   "a slice of it is refused: the records are not those of the rows");
	slice_counts_release(&counts);
	output_close(output);
	recording_close(recording);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	uint8_t bytes[4096] = { 0 };
	char path[4096], index[4096 + 8];
	struct recording *recording;

	snprintf(path, sizeof(path), "%s/slicehurt.%d", tmp ? tmp : "/tmp", (int)getpid());
	snprintf(index, sizeof(index), "%s.pnx", path);
	ok(put(path, bytes, make_recording(bytes)), "a recording");
	recording = open_indexed(path, index);
	ok(recording, "it is indexed");
	recording_close(recording);
	ok(lie(index), "the index says that its threads have another number");
	slice_it(path, index);
	unlink(path);
	unlink(index);
	return done_testing();
}
