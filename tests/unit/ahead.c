/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window whose file is read ahead, against the file; and what that leaves in memory. */
#include "file/ahead.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/window.h"
#include "tap.h"

enum {
	WORDS = 4 << 20,
	CAP = 1 << 20,
	PAGE = 4096
};

#define SIZE ((uint64_t)WORDS * 8 + 1234)

static char path[512];

static uint64_t word_at(uint64_t i)
{
	return (i + 1) * 0x9e3779b97f4a7c15u;
}

static uint8_t byte_at(uint64_t off)
{
	return (uint8_t)(word_at(off / 8) >> off % 8 * 8);
}

static void add_bytes(uint64_t from, uint64_t to)
{
	uint8_t *p = malloc(to - from);
	int fd = open(path, O_WRONLY | O_CREAT, 0600);

	if (fd < 0 || !p)
		abort();
	for (uint64_t off = from; off < to; off++)
		p[off - from] = byte_at(off);
	if (pwrite(fd, p, to - from, (off_t)from) != (ssize_t)(to - from) || fsync(fd))
		abort();
	close(fd);
	free(p);
}

static void drop(void)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0 || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED))
		abort();
	close(fd);
}

/* How many pages of the file are in memory. */
static uint64_t resident(void)
{
	static unsigned char there[SIZE / PAGE + 1];
	int fd = open(path, O_RDONLY);
	/* mincore() of qemu wants it readable. */
	void *p = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0);
	uint64_t n = 0;

	if (p == MAP_FAILED || mincore(p, SIZE, there))
		abort();
	for (uint64_t i = 0; i < sizeof(there); i++)
		n += there[i] & 1;
	munmap(p, SIZE);
	close(fd);
	return n;
}

/* Are these the bytes at off? At least as many as possible must be there. */
static bool good(struct window *w, uint64_t off, size_t len)
{
	size_t avail, step;
	const uint8_t *p = window_get(w, off, len, &avail);

	if (avail < len || off + avail > SIZE)
		return false;
	step = avail > 100000 ? 4093 : 1;
	for (size_t i = 0; i < avail; i += step)
		if (p[i] != byte_at(off + i))
			return false;
	return true;
}

static uint64_t dice(uint64_t most)
{
	static uint64_t v = 1;

	v = v * 6364136223846793005u + 1442695040888963407u;
	return (v >> 33) % most;
}

/*
 * Read pieces of at most so many bytes up to the end; of 100 steps some go back or further ahead.
 */
static bool walk(struct window *w, uint64_t from, size_t most, unsigned odd)
{
	for (uint64_t off = from, len; off < SIZE; off += len) {
		len = 1 + dice(most);
		if (len > SIZE - off)
			len = SIZE - off;
		if (!good(w, off, len))
			return false;
		if (dice(100) >= odd)
			continue;
		if (!good(w, off - dice(off + 1) % CAP, 1) || !good(w, off + len, 0) ||
		    !good(w, off, SIZE - off < 330000 ? SIZE - off : 330000))
			return false;
	}
	return true;
}

static void test_walks(struct source *source, const char *what)
{
	static const struct {
		uint64_t from;
		size_t most;
		unsigned odd;
		const char *name;
	} ways[] = {
		{ 0, 65535, 0, "from the beginning" },
		{ 12345, 3000, 0, "from a place in the middle of a page" },
		{ 5000000, 65535, 20, "with looks back and far ahead" },
		{ 77, CAP, 0, "in steps that are larger than what is kept" },
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct window w;

		window_init(&w, source, CAP);
		window_read_ahead(&w, ways[i].from, SIZE);
		ok(walk(&w, ways[i].from, ways[i].most, ways[i].odd), "%s, %s", what, ways[i].name);
		window_release(&w);
	}
}

static void test_jumps(struct source *source)
{
	struct window w;
	bool all = true;

	window_init(&w, source, CAP);
	window_read_ahead(&w, 0, SIZE);
	for (unsigned i = 0; i < 30 && all; i++) {
		uint64_t off = dice(SIZE - CAP), to = off + dice(3 * CAP) * (i % 3);

		for (; off < to && off < SIZE - 5000 && all; off += 5000)
			all = good(&w, off, 5000);
		all = all && good(&w, off < SIZE - 5000 ? off : 0, 5000);
	}
	ok(all, "jumps to anywhere, with walks between them");
	window_release(&w);
}

static void test_memory(struct source *source)
{
	uint64_t pages = SIZE / PAGE, left;
	int direct = source_reopen(source, O_DIRECT);
	struct window w;

	drop();
	left = resident();
	window_init(&w, source, CAP);
	window_read_ahead(&w, 0, SIZE);
	ok(walk(&w, 0, 65535, 0), "a walk over a file that is not in memory");
	if (direct < 0 || left > pages / 100)
		skip(1, "this file system does not read past its cache");
	else
		ok(!w.own, "is all read by the thread");
	window_release(&w);
	if (direct < 0 || left > pages / 100)
		skip(1, "this file system does not read past its cache");
	else
		ok(resident() < pages / 20, "which leaves it there: %" PRIu64 " pages", resident());
	if (direct >= 0)
		close(direct);
	drop();
	ok(good(&w, 0, 1), "the window is good without it");
	window_release(&w);
	add_bytes(0, SIZE);
	window_init(&w, source, CAP);
	window_read_ahead(&w, 0, SIZE);
	ok(walk(&w, 0, 65535, 0) && resident() > pages - pages / 20,
	   "what is in memory stays there");
	ok(w.own, "and is not read by the thread");
	window_release(&w);
}

/*
 * The file is truncated and extended while a window moves over it, as can happen to a recording.
 */
static void test_changes(struct source *source)
{
	struct window w;
	size_t avail;

	if (truncate(path, SIZE / 2))
		abort();
	window_init(&w, source, CAP);
	window_read_ahead(&w, 0, SIZE);
	for (uint64_t off = 0; off + CAP < SIZE / 2; off += 1000)
		window_get(&w, off, 1000, &avail);
	window_get(&w, SIZE / 2 - 10, 20, &avail);
	is_int((long long)avail, 10, "a file that has become shorter has what is left");
	ok(good(&w, SIZE / 2 - 20, 20), "which is as it was");
	window_get(&w, SIZE / 2 + 10, 20, &avail);
	is_int((long long)avail, 0, "and nothing behind");
	add_bytes(SIZE / 2, SIZE);
	ok(good(&w, SIZE / 2 - 10, 20) && walk(&w, SIZE / 2 + 10, 9999, 0),
	   "until it has become longer");
	is_int(w.io_error, 0, "that is no error");
	window_release(&w);
}

int main(void)
{
	struct source *source, *memory = source_memory(path, sizeof(path));
	const char *tmp = getenv("TMPDIR");
	struct err err = ERR_INIT;
	int fd;

	snprintf(path, sizeof(path), "%s/ahead.XXXXXX", tmp ? tmp : "/tmp");
	fd = mkstemp(path);
	if (fd < 0)
		abort();
	close(fd);
	add_bytes(0, SIZE);
	if (source_open(&source, path, &err))
		abort();
	test_walks(source, "in memory");
	drop();
	test_walks(source, "not in memory");
	test_jumps(source);
	test_memory(source);
	test_changes(source);
	ok(!ahead_open(source, 0, 100000), "a little is not read ahead");
	ok(!ahead_open(source, 100, 0), "nor what ends before it begins");
	ok(!ahead_open(memory, 0, SIZE), "nor what is in memory");
	source_close(memory);
	source_close(source);
	unlink(path);
	return done_testing();
}
