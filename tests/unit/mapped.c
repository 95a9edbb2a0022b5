/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of a file that are mapped, and what happens when the file becomes shorter. */
#include "file/mapped.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/guard.h"
#include "tap.h"

enum {
	PAGE = 64 << 10, /* at least that of any system */
	STEP = 16 << 20,
	STEPS = 34,
	LEN = 100000,
	OTHER = 7
};

#define SIZE ((uint64_t)STEP * STEPS + 12345)

static char path[512];

/* A file that is empty, but for some bytes at each step. */
static void make_file(void)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	char page[LEN];

	if (fd < 0 || ftruncate(fd, (off_t)SIZE))
		abort();
	for (int i = 0; i < STEPS; i++) {
		memset(page, 'a' + i % 20, sizeof(page));
		if (pwrite(fd, page, sizeof(page), (off_t)i * STEP) != LEN)
			abort();
	}
	close(fd);
}

static const uint8_t *get(struct mapped *m, int step, struct mapped_part **part)
{
	return mapped_get(m, (uint64_t)step * STEP, LEN, part);
}

static void test_parts(struct mapped *m)
{
	struct mapped_part *part[STEPS], *end;
	const uint8_t *p, *again;
	int n = 0;

	p = mapped_get(m, 10, 50, &part[0]);
	again = mapped_get(m, 20, 50, &end);
	ok(p && again == p + 10 && part[0] == end, "one part for neighbours");
	mapped_put(m, end);
	mapped_put(m, part[0]);
	while (n < STEPS && (p = get(m, n, &part[n]))) {
		ok(p[0] == 'a' + n % 20 && p[LEN - 1] == 'a' + n % 20 && !mapped_torn(part[n]),
		   "part %d", n);
		n++;
	}
	ok(n > 1 && n < STEPS, "%d parts at once, not more", n);
	mapped_put(m, part[0]);
	p = get(m, STEPS - 1, &end);
	ok(p && *p == 'a' + (STEPS - 1) % 20, "... until one is given back");
	mapped_put(m, end);
	for (int i = 1; i < n; i++)
		mapped_put(m, part[i]);
	p = get(m, 0, &part[0]);
	ok(p && *p == 'a', "back to the first");
	mapped_put(m, part[0]);
	ok(!mapped_get(m, SIZE - 10, 11, &end), "no bytes after the end");
	ok(!mapped_get(m, UINT64_MAX, 11, &end), "... or far after it");
}

static void test_cut(struct mapped *m)
{
	struct mapped_part *part, *before;
	const uint8_t *p = mapped_get(m, 0, LEN, &part);

	get(m, 1, &before);
	if (truncate(path, PAGE))
		abort();
	ok(p[0] == 'a' && !mapped_torn(part), "a byte that is still there");
	ok(p[PAGE] == 0, "a byte that is not");
	ok(p[LEN - 1] == 0 && p[0] == 'a', "... and one after it; the first is as before");
	ok(mapped_torn(part), "the part tells it");
	ok(!mapped_torn(before), "another part does not");
	ok(!mapped_get(m, 0, 10, &part), "the part is given to nobody");
	ok(!get(m, 1, &part), "what is cut off cannot be mapped");
}

/* How does an access that raises SIGBUS end a process? */
static int access_ends(void (*before)(void))
{
	pid_t pid = fork();
	int status = 0, fd;
	volatile uint8_t *p;

	if (!pid) {
		fd = open(path, O_RDONLY);
		p = mmap(NULL, 4 * PAGE, PROT_READ, MAP_SHARED, fd, 0);
		if (before)
			before();
		close(2); /* a sanitizer's report */
		_exit(p[3 * PAGE]);
	}
	waitpid(pid, &status, 0);
	return status;
}

static void on_other(int sig)
{
	(void)sig;
	_exit(OTHER);
}

static void set_other(void)
{
	struct sigaction act = { .sa_handler = on_other };

	guard_set_other(&act, NULL);
}

static void test_other(void)
{
	int status = access_ends(NULL);

	ok(!WIFEXITED(status) || WEXITSTATUS(status), "memory without a guard: the process ends");
	status = access_ends(set_other);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == OTHER, "... or does what was set");
}

int main(void)
{
	const char *dir = getenv("TMPDIR");
	struct source *source = NULL;
	struct err err = ERR_INIT;
	struct mapped *m;
	struct mapped_part *part;

	snprintf(path, sizeof(path), "%s/mapped.%d", dir ? dir : "/tmp", (int)getpid());
	make_file();
	if (source_open(&source, path, &err))
		abort();
	m = mapped_open(source);
	if (mapped_get(m, 0, 10, &part)) {
		mapped_put(m, part);
		test_parts(m);
		test_cut(m);
	} else {
		skip(1, "this file system has no reads that do not wait");
	}
	test_other();
	mapped_close(m);
	source_close(source);
	source = source_memory("abc", 3);
	ok(!mapped_open(source), "bytes in memory are not mapped");
	source_close(source);
	unlink(path);
	return done_testing();
}
