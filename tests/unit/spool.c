/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that comes from a pipe is copied, also from one that does not wait for it. */
#include "file/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "tap.h"

enum {
	BYTES = 300000, /* more than a pipe has room for */
	PIECE = 50000,
	PAUSE_US = 2000 /* before each piece */
};

static uint8_t sent[BYTES], got[BYTES + 1];

static void *write_pieces(void *arg)
{
	int fd = *(int *)arg;

	for (size_t at = 0; at < BYTES; at += PIECE) {
		usleep(PAUSE_US);
		if (!io_write(fd, sent + at, PIECE))
			break;
	}
	close(fd);
	return NULL;
}

static void check(int flags, const char *what)
{
	struct err err = ERR_INIT;
	pthread_t thread;
	int fds[2], fd;

	if (pipe(fds) || fcntl(fds[0], F_SETFL, flags) < 0 ||
	    pthread_create(&thread, NULL, write_pieces, &fds[1]))
		abort();
	memset(got, 0, sizeof(got));
	fd = spool_copy(fds[0], NULL, &err);
	close(fds[0]);
	pthread_join(thread, NULL);
	ok(fd >= 0, "%s: %s", what, err.msg);
	is_uint(io_read_at(fd, 0, got, sizeof(got)), BYTES, "... as many bytes as were sent");
	is_mem(got, BYTES, sent, BYTES, "... which are those");
	spool_close(fd);
}

/* A full disk: data written to it move to memory, under the same descriptor. */
static void check_full_disk(void)
{
	static const char text[] = "all of it";
	int fd = open("/dev/full", O_RDWR | O_CLOEXEC);
	char back[sizeof(text)] = "";

	ok(!spool_notice(), "nothing was in memory so far");
	ok(spool_write_at(fd, 0, text, sizeof(text)), "a full disk takes it all the same");
	ok(io_read_at(fd, 0, back, sizeof(back)) == sizeof(back) && !strcmp(back, text),
	   "... and gives it back");
	ok(spool_notice() && strstr(spool_notice(), "TMPDIR"), "... and it is said what helps");
	spool_close(fd);
}

/* Memory has an end, which all spools share, and closing one makes room again. */
static void check_memory(void)
{
	static char piece[1 << 20];
	struct err err = ERR_INIT;
	int fd = spool_file("/proc/nowhere", &err), other = spool_file("/proc/nowhere", &err);
	uint64_t n = 0;

	ok(fd >= 0 && other >= 0 && !err.code, "a folder that is missing: spools are in memory");
	memset(piece, 1, sizeof(piece));
	while (n <= SPOOL_MEMORY && spool_write_at(fd, n, piece, sizeof(piece)))
		n += sizeof(piece);
	is_uint(n, SPOOL_MEMORY, "so much of memory, and no more");
	ok(!spool_write_at(other, 0, piece, 1) && errno == ENOSPC, "... for all of them together");
	spool_failed(&err, "it", "/proc/nowhere", errno, 5000001);
	ok(strstr(err.msg, "TMPDIR") && strstr(err.msg, "6 MB"), "a message says what helps: %s",
	   err.msg);
	spool_close(fd);
	ok(spool_write_at(other, 0, piece, sizeof(piece)), "a spool that is closed makes room");
	spool_close(other);
}

/* Another descriptor refers to a spool, which still counts. */
static void check_replace(void)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC), spool = spool_file("/proc/nowhere", NULL);
	char back[3] = "";

	ok(spool_write_at(spool, 0, "one", 3) && spool_replace(fd, spool), "a spool takes a place");
	ok(spool_write_at(fd, 0, "two", 3) && io_read_at(fd, 0, back, 3) == 3 &&
		   !memcmp(back, "two", 3),
	   "... and is written to there");
	spool_close(fd);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < BYTES; i++)
		sent[i] = (uint8_t)(i * 7 + i / 251);
	check(0, "a pipe");
	check(O_NONBLOCK, "a pipe that does not wait");
	check_full_disk();
	check_memory();
	check_replace();
	return done_testing();
}
