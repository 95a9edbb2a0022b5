/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/intake.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/io.h"
#include "base/mem.h"
#include "base/thread.h"
#include "file/spool.h"

enum {
	COPY_BYTES = 1 << 18
};

struct intake {
	int from, to;
	int stop; /* an eventfd */
	struct thread thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Guarded by lock. */
	uint64_t size;
	bool ended;
	int error;
};

static void come_to_end(struct intake *intake, int error)
{
	pthread_mutex_lock(&intake->lock);
	intake->ended = true;
	intake->error = error;
	pthread_cond_broadcast(&intake->changed);
	pthread_mutex_unlock(&intake->lock);
}

static void have_more(struct intake *intake, size_t len)
{
	pthread_mutex_lock(&intake->lock);
	intake->size += len;
	pthread_cond_broadcast(&intake->changed);
	pthread_mutex_unlock(&intake->lock);
}

/* False when it is to stop. */
static bool wait_for_input(const struct intake *intake)
{
	struct pollfd fds[2] = {
		{ .fd = intake->from, .events = POLLIN },
		{ .fd = intake->stop, .events = POLLIN },
	};

	while (poll(fds, 2, -1) < 0 && errno == EINTR)
		;
	return !fds[1].revents;
}

static void *copy(void *arg)
{
	struct intake *intake = arg;
	char *p = mem_alloc(COPY_BYTES);
	uint64_t at = 0;
	int error = 0;

	while (!error && wait_for_input(intake)) {
		ssize_t n = read(intake->from, p, COPY_BYTES);

		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			error = errno;
		if (n <= 0)
			break;
		if (spool_write_at(intake->to, at, p, (size_t)n))
			have_more(intake, (size_t)n);
		else
			error = errno;
		at += (uint64_t)n;
	}
	free(p);
	come_to_end(intake, error);
	return NULL;
}

static void release(struct intake *intake)
{
	close(intake->from);
	spool_close(intake->to);
	close(intake->stop);
	pthread_mutex_destroy(&intake->lock);
	pthread_cond_destroy(&intake->changed);
	free(intake);
}

int intake_open(struct intake **out, int from, const char *dir, struct err *err)
{
	struct intake *intake = mem_zalloc(sizeof(*intake));

	pthread_mutex_init(&intake->lock, NULL);
	pthread_cond_init(&intake->changed, NULL);
	intake->to = spool_file(dir, err);
	intake->from = fcntl(from, F_DUPFD_CLOEXEC, 0);
	intake->stop = eventfd(0, EFD_CLOEXEC);
	if (intake->to < 0 || intake->from < 0 || intake->stop < 0 ||
	    !thread_start(&intake->thread, "perfnav/copy", copy, intake)) {
		if (intake->to >= 0)
			err_set(err, ERR_IO, "cannot copy the recording: no more threads or files");
		release(intake);
		return ERR_IO;
	}
	*out = intake;
	return 0;
}

void intake_close(struct intake *intake)
{
	uint64_t one = 1;
	ssize_t n = write(intake->stop, &one, sizeof(one));

	if (n == sizeof(one))
		thread_join(&intake->thread);
	release(intake);
}

int intake_fd(const struct intake *intake)
{
	return intake->to;
}

uint64_t intake_size(struct intake *intake)
{
	uint64_t size;

	pthread_mutex_lock(&intake->lock);
	size = intake->size;
	pthread_mutex_unlock(&intake->lock);
	return size;
}

bool intake_ended(struct intake *intake, int *error)
{
	bool ended;

	pthread_mutex_lock(&intake->lock);
	ended = intake->ended;
	*error = intake->error;
	pthread_mutex_unlock(&intake->lock);
	return ended;
}

bool intake_wait(struct intake *intake, uint64_t size, int ms)
{
	struct timespec end;
	bool there;
	int rc = 0;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += ms < 0 ? 1000000000 : ms / 1000;
	end.tv_nsec += ms < 0 ? 0 : (long)(ms % 1000) * 1000000;
	end.tv_sec += end.tv_nsec / 1000000000;
	end.tv_nsec %= 1000000000;
	pthread_mutex_lock(&intake->lock);
	while (!rc && intake->size < size && !intake->ended)
		rc = pthread_cond_clockwait(&intake->changed, &intake->lock, CLOCK_MONOTONIC, &end);
	there = intake->size >= size || intake->ended;
	pthread_mutex_unlock(&intake->lock);
	return there;
}
