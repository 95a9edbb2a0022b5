/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "base/sandbox.h"

enum {
	SMALL_REPLY = 4096,	 /* bytes of a reply that one call writes */
	LOOK_MS = 1000,		 /* ms between two looks at a process */
	IDLE_LOOKS = 5,		 /* looks in a row at an overdue process without progress; */
	STUCK_LOOKS = 3,	 /* or while it waits for a lock: then it is given up */
	OVERDUE_MAX_MS = 600000, /* ms that any process may be overdue */
	BEGIN_CPU_MS = 30000	 /* CPU time of a process that has not set a limit itself yet */
};

/* ---- in the process ---- */

static bool read_all(int fd, void *to, size_t len)
{
	return io_read(fd, to, len) == len;
}

static bool get_request(const struct child_head *head, uint32_t *n, struct buf *request)
{
	buf_reset(request);
	if (head->bytes > CHILD_REQUEST_MAX ||
	    !read_all(SANDBOX_FD, buf_room(request, head->bytes), head->bytes))
		return false;
	buf_added(request, head->bytes);
	*n = head->n;
	return true;
}

bool child_get(uint32_t *n, struct buf *request)
{
	struct child_head head;

	return read_all(SANDBOX_FD, &head, sizeof(head)) && get_request(&head, n, request);
}

/* Room for one descriptor in addition to a message; the union aligns it. */
union ancillary {
	struct cmsghdr head;
	char room[CMSG_SPACE(sizeof(int))];
};

/* The descriptor comes with the first bytes of a message. */
bool child_get_file(uint32_t *n, struct buf *request, int *file)
{
	struct child_head head;
	union ancillary ancillary;
	struct iovec bytes = { &head, sizeof(head) };
	struct msghdr msg = {
		.msg_iov = &bytes,
		.msg_iovlen = 1,
		.msg_control = &ancillary,
		.msg_controllen = sizeof(ancillary),
	};
	ssize_t len = recvmsg(SANDBOX_FD, &msg, 0);
	const struct cmsghdr *c;

	*file = -1;
	if (len <= 0)
		return false;
	c = CMSG_FIRSTHDR(&msg);
	if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS &&
	    c->cmsg_len == CMSG_LEN(sizeof(*file)))
		memcpy(file, CMSG_DATA(c), sizeof(*file));
	return read_all(SANDBOX_FD, (char *)&head + len, sizeof(head) - (size_t)len) &&
	       get_request(&head, n, request);
}

bool child_get_struct(void *ask, size_t size, int *file)
{
	struct buf request = BUF_INIT;
	uint32_t n;
	bool ok = child_get_file(&n, &request, file) && request.len == size;

	if (ok)
		memcpy(ask, request.p, size);
	buf_release(&request);
	return ok;
}

bool child_put(uint32_t n, const struct buf *reply)
{
	struct child_head head = { n, (uint32_t)reply->len };
	char small[SMALL_REPLY];

	/* For a small reply copying costs less than a second call. */
	if (reply->len <= sizeof(small) - sizeof(head)) {
		memcpy(small, &head, sizeof(head));
		memcpy(small + sizeof(head), reply->p, reply->len);
		return io_write(SANDBOX_FD, small, sizeof(head) + reply->len);
	}
	return io_write(SANDBOX_FD, &head, sizeof(head)) &&
	       io_write(SANDBOX_FD, reply->p, reply->len);
}

/* ---- this side ---- */

/* CPU time that the process has used, in ns. -1: it is unknown. */
static int64_t cpu_time(const struct child *child)
{
	struct timespec t;
	clockid_t clock;

	if (!child->pid || clock_getcpuclockid(child->pid, &clock) || clock_gettime(clock, &t))
		return -1;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t child_cpu(const struct child *child)
{
	int64_t ns = cpu_time(child);

	return ns > 0 ? ns / 1000000 : 0;
}

/* 1: the socket is ready for `what`, 0: the deadline has passed, -1: it never will be. */
static int poll_until(const struct child *child, short what, int64_t deadline)
{
	for (;;) {
		struct pollfd p = { .fd = child->fd, .events = what };
		int64_t left = deadline - clock_ms();
		int n = left > 0 ? poll(&p, 1, (int)left) : 0;

		if (n >= 0 || errno != EINTR)
			return n;
	}
}

/*
 * Does the process wait for a lock? It has one thread, so nobody will release it. A lock that
 * another thread held at the fork is never released, and some libraries do not release theirs in
 * the child.
 */
static bool waits_for_lock(const struct child *child)
{
	char path[64], text[32] = "";
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/syscall", (int)child->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, text, sizeof(text) - 1);
		close(fd);
	}
	return n > 0 && text[0] >= '0' && text[0] <= '9' && strtol(text, NULL, 10) == SYS_futex;
}

/*
 * Wait longer for a process that is overdue but works: it gets too little CPU time, or its file is
 * read slowly. The machine's speed must not decide the answer. The process has a limit of CPU time
 * itself.
 */
static bool wait_while_it_works(const struct child *child, short what, int64_t deadline)
{
	int64_t used = cpu_time(child);
	int idle = 0, stuck = 0;

	while (idle < IDLE_LOOKS && stuck < STUCK_LOOKS) {
		int64_t now, clock = clock_ms();
		bool overdue = clock >= deadline, works;
		int ready;

		if (clock > deadline + OVERDUE_MAX_MS)
			return false;
		ready = poll_until(child, what,
				   overdue || deadline - clock > LOOK_MS ? clock + LOOK_MS
									 : deadline);
		if (ready)
			return ready > 0;
		now = cpu_time(child);
		works = now != used;
		idle = overdue && !works ? idle + 1 : 0;
		stuck = !works && waits_for_lock(child) ? stuck + 1 : 0;
		used = now;
	}
	return false;
}

static bool receive(const struct child *child, void *to, size_t len, int64_t deadline)
{
	for (size_t done = 0; done < len;) {
		ssize_t n;

		n = recv(child->fd, (char *)to + done, len - done, MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			return false;
		done += n > 0 ? (size_t)n : 0;
		if (n < 0 && !wait_while_it_works(child, POLLIN, deadline))
			return false;
	}
	return true;
}

/* Send the bytes of two parts that the socket takes, and the file unless it is -1. */
static ssize_t send_some(const struct child *child, struct iovec parts[2], int file)
{
	union ancillary ancillary;
	struct msghdr msg = { .msg_iov = parts, .msg_iovlen = 2 };

	if (file >= 0) {
		memset(&ancillary, 0, sizeof(ancillary));
		ancillary.head = (struct cmsghdr){
			.cmsg_len = CMSG_LEN(sizeof(file)),
			.cmsg_level = SOL_SOCKET,
			.cmsg_type = SCM_RIGHTS,
		};
		memcpy(CMSG_DATA(&ancillary.head), &file, sizeof(file));
		msg.msg_control = &ancillary;
		msg.msg_controllen = sizeof(ancillary);
	}
	return sendmsg(child->fd, &msg, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void skip(struct iovec *part, size_t *len)
{
	size_t n = *len < part->iov_len ? *len : part->iov_len;

	part->iov_base = (char *)part->iov_base + n;
	part->iov_len -= n;
	*len -= n;
}

bool child_send_file(const struct child *child, uint32_t n, const struct buf *request, int file,
		     int64_t deadline)
{
	struct child_head head = { n, (uint32_t)request->len };
	struct iovec parts[2] = { { &head, sizeof(head) }, { request->p, request->len } };

	if (request->len > CHILD_REQUEST_MAX)
		return false;
	while (parts[0].iov_len || parts[1].iov_len) {
		ssize_t sent = send_some(child, parts, file);
		size_t len = sent > 0 ? (size_t)sent : 0;

		if (sent < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		if (sent < 0 && !wait_while_it_works(child, POLLOUT, deadline))
			return false;
		if (sent > 0)
			file = -1;
		skip(&parts[0], &len);
		skip(&parts[1], &len);
	}
	return true;
}

bool child_send(const struct child *child, uint32_t n, const struct buf *request, int64_t deadline)
{
	return child_send_file(child, n, request, -1, deadline);
}

bool child_send_struct(const struct child *child, const void *ask, size_t size, int file,
		       int64_t deadline)
{
	struct buf request = BUF_INIT;
	bool ok;

	buf_add(&request, ask, size);
	ok = child_send_file(child, 1, &request, file, deadline);
	buf_release(&request);
	return ok;
}

/* Receive as many bytes as the head states. Memory grows only with bytes that have come. */
bool child_receive(const struct child *child, uint32_t *n, struct buf *reply, int64_t deadline)
{
	enum {
		PIECE = 1 << 16
	};
	struct child_head head;

	buf_reset(reply);
	if (!receive(child, &head, sizeof(head), deadline) || head.bytes > CHILD_REPLY_MAX)
		return false;
	while (reply->len < head.bytes) {
		size_t len = head.bytes - reply->len < PIECE ? head.bytes - reply->len : PIECE;

		if (!receive(child, buf_room(reply, len), len, deadline))
			return false;
		buf_added(reply, len);
	}
	*n = head.n;
	return true;
}

void child_stop(struct child *child)
{
	if (!child->pid)
		return;
	close(child->fd);
	kill(child->pid, SIGKILL);
	while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
		;
	child->pid = 0;
}

/* Signals stay blocked until the new process has no handlers any more. */
bool child_start(struct child *child, void (*run)(void *arg), void *arg)
{
	sigset_t all, before;
	int fds[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
		return false;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pid = fork();
	if (!pid) {
		sandbox_signals();
		sandbox_descriptors(fds[1]);
		sandbox_rights();
		/* The process may spin for a lock that another thread held at the fork. */
		sandbox_time(BEGIN_CPU_MS);
		run(arg);
		_exit(0);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	close(fds[1]);
	if (pid < 0) {
		close(fds[0]);
		return false;
	}
	*child = (struct child){ pid, fds[0] };
	return true;
}
