/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/pipe_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/thread.h"
#include "file/spool.h"

enum {
	COPY_BYTES = 1 << 18
};

/* Thirty years, longer than anybody waits. */
static const int64_t FOREVER_MS = 1000000000000;

struct pipe_copy {
	int from, to;
	int stop; /* an eventfd that ends the copying */
	struct thread thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Guarded by lock. */
	uint64_t size;
	bool ended;
	int error;
};

static void note_end(struct pipe_copy *pipe_copy, int error)
{
	pthread_mutex_lock(&pipe_copy->lock);
	pipe_copy->ended = true;
	pipe_copy->error = error;
	pthread_cond_broadcast(&pipe_copy->changed);
	pthread_mutex_unlock(&pipe_copy->lock);
}

static void note_copied(struct pipe_copy *pipe_copy, size_t len)
{
	pthread_mutex_lock(&pipe_copy->lock);
	pipe_copy->size += len;
	pthread_cond_broadcast(&pipe_copy->changed);
	pthread_mutex_unlock(&pipe_copy->lock);
}

/* False: the copy is being closed. */
static bool wait_for_input(const struct pipe_copy *pipe_copy)
{
	struct pollfd fds[2] = {
		{ .fd = pipe_copy->from, .events = POLLIN },
		{ .fd = pipe_copy->stop, .events = POLLIN },
	};

	while (poll(fds, 2, -1) < 0 && errno == EINTR)
		;
	return !fds[1].revents;
}

static void *copy(void *arg)
{
	struct pipe_copy *pipe_copy = arg;
	char *p = mem_alloc(COPY_BYTES);
	uint64_t at = 0;
	int error = 0;

	while (!error && wait_for_input(pipe_copy)) {
		ssize_t n = read(pipe_copy->from, p, COPY_BYTES);

		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			error = errno;
		if (n <= 0)
			break;
		if (spool_write_at(pipe_copy->to, at, p, (size_t)n))
			note_copied(pipe_copy, (size_t)n);
		else
			error = errno;
		at += (uint64_t)n;
	}
	free(p);
	note_end(pipe_copy, error);
	return NULL;
}

static void release(struct pipe_copy *pipe_copy)
{
	close(pipe_copy->from);
	spool_close(pipe_copy->to);
	close(pipe_copy->stop);
	pthread_mutex_destroy(&pipe_copy->lock);
	pthread_cond_destroy(&pipe_copy->changed);
	free(pipe_copy);
}

int pipe_copy_open(struct pipe_copy **out, int from, const char *dir, struct err *err)
{
	struct pipe_copy *pipe_copy = mem_zalloc(sizeof(*pipe_copy));

	pthread_mutex_init(&pipe_copy->lock, NULL);
	pthread_cond_init(&pipe_copy->changed, NULL);
	pipe_copy->to = spool_file(dir, err);
	pipe_copy->from = fcntl(from, F_DUPFD_CLOEXEC, 0);
	pipe_copy->stop = eventfd(0, EFD_CLOEXEC);
	if (pipe_copy->to < 0 || pipe_copy->from < 0 || pipe_copy->stop < 0 ||
	    !thread_start(&pipe_copy->thread, "perfnav/copy", copy, pipe_copy)) {
		if (pipe_copy->to >= 0)
			err_set(err, ERR_IO, "cannot copy the recording: %s", strerror(errno));
		release(pipe_copy);
		return ERR_IO;
	}
	*out = pipe_copy;
	return 0;
}

void pipe_copy_close(struct pipe_copy *pipe_copy)
{
	uint64_t one = 1;
	ssize_t n = write(pipe_copy->stop, &one, sizeof(one));

	if (n == sizeof(one))
		thread_join(&pipe_copy->thread);
	release(pipe_copy);
}

int pipe_copy_fd(const struct pipe_copy *pipe_copy)
{
	return pipe_copy->to;
}

uint64_t pipe_copy_size(struct pipe_copy *pipe_copy)
{
	uint64_t size;

	pthread_mutex_lock(&pipe_copy->lock);
	size = pipe_copy->size;
	pthread_mutex_unlock(&pipe_copy->lock);
	return size;
}

bool pipe_copy_ended(struct pipe_copy *pipe_copy, int *error)
{
	bool ended;

	pthread_mutex_lock(&pipe_copy->lock);
	ended = pipe_copy->ended;
	*error = pipe_copy->error;
	pthread_mutex_unlock(&pipe_copy->lock);
	return ended;
}

bool pipe_copy_wait(struct pipe_copy *pipe_copy, uint64_t size, int ms)
{
	struct timespec end = clock_after(ms < 0 ? FOREVER_MS : ms);
	bool there;
	int rc = 0;

	pthread_mutex_lock(&pipe_copy->lock);
	while (!rc && pipe_copy->size < size && !pipe_copy->ended)
		rc = pthread_cond_clockwait(&pipe_copy->changed, &pipe_copy->lock, CLOCK_MONOTONIC,
					    &end);
	there = pipe_copy->size >= size || pipe_copy->ended;
	pthread_mutex_unlock(&pipe_copy->lock);
	return there;
}
