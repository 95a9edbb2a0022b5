/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For libFuzzer: changes in the index of a recording, whose checksums are right nevertheless. The
 * recording is FUZZ_DATA. The first byte says whether the index is finished; each change is the
 * number of a chunk, an offset in it (two bytes each), a length and as many bytes.
 */
#include <fcntl.h>

#include "base/hash.h"
#include "fuzz/rows.h"
#include "index/container.h"

enum {
	CHANGE_HEAD = 5,
	CHUNKS_MAX = 64,
	OPTION_UNFINISHED = 1,
	ROWS = 16 /* rows that are decoded; few, because this fuzzer tests reading the index */
};

struct chunk {
	size_t at, size; /* of the payload */
};

static struct {
	char path[64], part[64], recording[64];
	uint8_t *bytes;
	size_t size;
	struct chunk chunks[CHUNKS_MAX];
	size_t n;
} good;

static struct recording *open_with(const char *index)
{
	const struct recording_options how = { .index_path = index, .spool_dir = fuzz_folder() };
	struct recording *recording;
	struct err err = ERR_INIT;

	if (recording_open(&recording, good.recording, &how, &err))
		give_up(err.msg);
	recording_wait(recording);
	return recording;
}

static uint8_t *contents(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	off_t end = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
	uint8_t *p;

	if (end <= 0)
		give_up("FUZZ_DATA has to name a recording");
	*size = (size_t)end;
	p = mem_alloc(*size);
	if (pread(fd, p, *size, 0) != end)
		give_up(path);
	close(fd);
	return p;
}

static void put_file(const char *path, const uint8_t *p, size_t size)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (fd < 0)
		give_up(path);
	fuzz_write(fd, p, size);
	close(fd);
}

static void find_chunks(void)
{
	size_t at = sizeof(struct index_header);

	while (good.n < CHUNKS_MAX && at < good.size - sizeof(struct index_end)) {
		struct chunk_header head;

		memcpy(&head, good.bytes + at, sizeof(head));
		at += sizeof(head);
		good.chunks[good.n++] = (struct chunk){ at, (size_t)head.size };
		at += ((size_t)head.size + 7) & ~(size_t)7;
	}
}

static void remove_files(void)
{
	unlink(good.path);
	unlink(good.part);
	unlink(good.recording);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *from = getenv("FUZZ_DATA");
	uint8_t *p;
	size_t size;

	(void)argc;
	(void)argv;
	snprintf(good.recording, sizeof(good.recording), "%s/fuzz-index.%d", fuzz_folder(),
		 (int)getpid());
	snprintf(good.path, sizeof(good.path), "%s.pnx", good.recording);
	snprintf(good.part, sizeof(good.part), "%s.part", good.path);
	p = contents(from ? from : "", &size);
	put_file(good.recording, p, size);
	free(p);
	atexit(remove_files);
	recording_close(open_with(good.path));
	good.bytes = contents(good.path, &good.size);
	find_chunks();
	return 0;
}

static void change(uint8_t *index, const uint8_t *p, size_t left)
{
	while (left > CHANGE_HEAD) {
		const struct chunk *chunk = &good.chunks[(p[0] | p[1] << 8) % good.n];
		size_t at = p[2] | (size_t)p[3] << 8, len = p[4];

		p += CHANGE_HEAD;
		left -= CHANGE_HEAD;
		if (len > left)
			len = left;
		if (at < chunk->size && len <= chunk->size - at)
			memcpy(index + chunk->at + at, p, len);
		p += len;
		left -= len;
	}
}

/* A table's checksum is in the directory, too, which is the last chunk. */
static void sum_up(uint8_t *index)
{
	const struct chunk *directory = &good.chunks[good.n - 1];

	for (size_t i = 0; i < good.n; i++) {
		const struct chunk *chunk = &good.chunks[i];
		struct chunk_header head;
		struct directory_entry entry;

		memcpy(&head, index + chunk->at - sizeof(head), sizeof(head));
		head.hash = hash_stable(index + chunk->at, chunk->size);
		memcpy(index + chunk->at - sizeof(head), &head, sizeof(head));
		for (size_t at = 0; at + sizeof(entry) <= directory->size; at += sizeof(entry)) {
			memcpy(&entry, index + directory->at + at, sizeof(entry));
			if (entry.offset == chunk->at && entry.size <= chunk->size)
				entry.hash = hash_stable(index + chunk->at, (size_t)entry.size);
			memcpy(index + directory->at + at, &entry, sizeof(entry));
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct recording *recording;
	uint8_t *index;
	bool unfinished;

	if (!size)
		return 0;
	unfinished = data[0] & OPTION_UNFINISHED;
	index = mem_dup(good.bytes, good.size);
	change(index, data + 1, size - 1);
	sum_up(index);
	unlink(unfinished ? good.path : good.part);
	put_file(unfinished ? good.part : good.path, index, good.size);
	free(index);
	recording = open_with(good.path);
	look_at_rows(recording, ROWS);
	recording_close(recording);
	return 0;
}
