/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All of len bytes are read or written, even if calls do a part, or a signal interrupts them. */
#include "base/io.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "tap.h"

enum {
	BYTES = 1 << 20, /* more than a pipe has room for */
	PIECE = 4000,	 /* of one end, which is slower than the other */
	LIMIT = 10000,	 /* bytes that a file may have in the tests of writing too much */
	EVERY_US = 500,	 /* between two signals */
	PAUSE_US = 200,	 /* of the slower end */
	SIGNALS_MIN = 3	 /* that must have come while something was waited for */
};

static uint8_t sent[BYTES], got[BYTES];
static volatile sig_atomic_t signals;

static void count(int number)
{
	(void)number;
	signals++;
}

/* Send signals only to this thread: the other end has them blocked. */
static void interrupt_every(unsigned us)
{
	struct itimerval timer = { { 0, us }, { 0, us } };
	struct sigaction action = { .sa_handler = count };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

/* The other end: pieces, with pauses. */
struct end {
	int fd;
	bool writes;
	size_t done;
};

static void *run_end(void *arg)
{
	struct end *end = arg;
	ssize_t n = 1;

	while (end->done < BYTES && n > 0) {
		size_t len = BYTES - end->done < PIECE ? BYTES - end->done : PIECE;

		n = end->writes ? write(end->fd, sent + end->done, len)
				: read(end->fd, got + end->done, len);
		end->done += n > 0 ? (size_t)n : 0;
		usleep(PAUSE_US);
	}
	return NULL;
}

static pthread_t start_end(struct end *end)
{
	pthread_t thread;
	sigset_t alarm;

	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &alarm, NULL);
	if (pthread_create(&thread, NULL, run_end, end))
		abort();
	pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
	return thread;
}

static void test_pipe(bool reads)
{
	const char *name = reads ? "reading" : "writing";
	int fds[2];
	struct end end = { .writes = reads };
	pthread_t thread;

	if (pipe(fds))
		abort();
	memset(got, 0, sizeof(got));
	end.fd = fds[reads];
	signals = 0;
	thread = start_end(&end);
	interrupt_every(EVERY_US);
	if (reads)
		is_uint(io_read(fds[0], got, BYTES), BYTES, "reading: all bytes");
	else
		ok(io_write(fds[1], sent, BYTES), "writing: all bytes");
	interrupt_every(0);
	close(fds[!reads]); /* which ends the other end, whatever is left */
	pthread_join(thread, NULL);
	close(fds[reads]);
	ok(signals >= SIGNALS_MIN, "%s: though signals came", name);
	ok(!memcmp(got, sent, BYTES), "%s: which are the bytes", name);
}

static void test_end(FILE *file)
{
	int fd = fileno(file);

	ok(io_write_at(fd, 0, sent, 1000) && io_write_at(fd, 1000, sent + 1000, 500),
	   "a file of two pieces");
	is_int(lseek(fd, 0, SEEK_CUR), 0, "its place is what it was");
	is_uint(io_read_at(fd, 300, got, 1200), 1200, "what is there");
	is_mem(got, 1200, sent + 300, 1200, "the bytes of there");
	errno = EINVAL;
	is_uint(io_read_at(fd, 1400, got, 1200), 100, "less behind the end");
	is_int(errno, 0, "with no error");
	is_str(io_why_few(errno), "it is truncated", "but a reason");
	is_uint(io_read_at(fd, 9999, got, 1), 0, "nothing there");
	is_uint(io_read(fd, got, 2000), 1500, "all there is, from the beginning");
	is_mem(got, 1500, sent, 1500, "the bytes of that");
	is_uint(io_read(fd, got, 1), 0, "nothing is left");
}

static void test_errors(void)
{
	int fds[2];

	if (pipe(fds))
		abort();
	is_uint(io_read(-1, got, 1), 0, "no file");
	is_int(errno, EBADF, "which is said");
	is_str(io_why_few(errno), strerror(EBADF), "also as a reason");
	is_uint(io_read_at(fds[0], 0, got, 1), 0, "a pipe has no places to read from");
	is_int(errno, ESPIPE, "which is said");
	ok(!io_write_at(fds[1], 0, sent, 1) && errno == ESPIPE, "or to write to");
	ok(!io_write(fds[0], sent, 1) && errno == EBADF, "the end for reading takes nothing");
	ok(io_write(fds[0], sent, 0), "but no bytes can be written");
	close(fds[0]);
	close(fds[1]);
}

/* The call before the failed one has written a part. */
static void test_full(FILE *file)
{
	struct rlimit before, limit;
	int fd = fileno(file);

	signal(SIGXFSZ, SIG_IGN);
	if (getrlimit(RLIMIT_FSIZE, &before))
		abort();
	limit = (struct rlimit){ LIMIT, before.rlim_max };
	if (setrlimit(RLIMIT_FSIZE, &limit))
		abort();
	ok(!io_write_at(fd, 0, sent, 2 * LIMIT) && errno == EFBIG, "more than a file may have");
	setrlimit(RLIMIT_FSIZE, &before);
	is_uint(io_read_at(fd, 0, got, 2 * LIMIT), LIMIT, "what fits is there");
	is_mem(got, LIMIT, sent, LIMIT, "as it was sent");
}

int main(void)
{
	FILE *file = tmpfile();

	if (!file)
		abort();
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < BYTES; i++)
		sent[i] = (uint8_t)(i * 7 + i / 251);
	test_pipe(true);
	test_pipe(false);
	test_end(file);
	test_errors();
	test_full(file);
	fclose(file);
	return done_testing();
}
