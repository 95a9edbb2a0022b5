/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that comes from a pipe is copied, also from one that does not wait for it. */
#include "file/spool.h"

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
	close(fd);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < BYTES; i++)
		sent[i] = (uint8_t)(i * 7 + i / 251);
	check(0, "a pipe");
	check(O_NONBLOCK, "a pipe that does not wait");
	return done_testing();
}
