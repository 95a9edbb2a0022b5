/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process that is given files, and what it may and may not do with them. */
#include "base/child.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/sandbox.h"
#include "tap.h"

enum {
	WAIT_MS = 20000,
	MEMORY = 64 << 20,
	LIMIT_MB = 4096
};

/* Emulators of other processors know no filters of system calls, and let open() through. */
static bool has_filters;

/* The number of the call that reads this is in it: not where an emulator makes another of it. */
static bool tells_calls(void)
{
	FILE *f = fopen("/proc/self/syscall", "re");
	long call = -1;
	bool is = f && fscanf(f, "%ld", &call) == 1 && call == SYS_read;

	if (f)
		fclose(f);
	return is;
}

static const char text[] = "what stands in the file";

/* The reply: the request's n, the bytes of the file that came, and what else can be opened. */
static void run(void *files)
{
	struct buf request = BUF_INIT, reply = BUF_INIT;
	uint32_t n;
	int file = -1;

	sandbox_limits(MEMORY, files ? 2 : 0);
	while (files ? child_get_file(&n, &request, &file) : child_get(&n, &request)) {
		ssize_t len = pread(file, buf_room(&reply, 100), 100, 0);

		if (len > 0)
			buf_added(&reply, (size_t)len);
		if (file < 0)
			buf_adds(&reply, "no file");
		else
			close(file);
		if (has_filters && (open("/dev/null", O_RDONLY) >= 0 || dup(SANDBOX_FD) >= 0))
			buf_adds(&reply, "!");
		buf_add(&reply, request.p, request.len);
		if (!child_put(n, &reply))
			return;
		buf_reset(&reply);
	}
}

static int make_file(void)
{
	char name[] = "/tmp/perfnav-child-XXXXXX";
	int fd = mkstemp(name);

	unlink(name);
	if (write(fd, text, sizeof(text) - 1) != sizeof(text) - 1)
		return -1;
	return fd;
}

static void exchange(const struct child *child, uint32_t n, int file, const char *want,
		     const char *name)
{
	struct buf request = BUF_INIT, reply = BUF_INIT;
	uint32_t got = 0;

	buf_adds(&request, " and more");
	ok(child_send_file(child, n, &request, file, clock_ms() + WAIT_MS) &&
		   child_receive(child, &got, &reply, clock_ms() + WAIT_MS),
	   "%s: an answer", name);
	is_uint(got, n, "%s: to this request", name);
	is_str(reply.p, want, "%s: what the process saw", name);
	buf_release(&request);
	buf_release(&reply);
}

/* Work for so much CPU time, not wall-clock time, however slow the machine is. */
static void works(void *arg)
{
	struct buf none = BUF_INIT;

	(void)arg;
	while (clock() < CLOCKS_PER_SEC)
		;
	child_put(9, &none);
}

static void sleeps(void *arg)
{
	(void)arg;
	for (;;)
		pause();
}

/* As who was forked while another thread had the lock. */
static void waits(void *arg)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	(void)arg;
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock);
}

static void test_stuck(void)
{
	struct child child = { 0 };
	struct buf reply = BUF_INIT;
	uint32_t n = 0;
	int64_t deadline = clock_ms() + 10 * WAIT_MS;

	if (!tells_calls()) {
		skip(2, "which call a process is in is not told here");
		return;
	}
	ok(child_start(&child, waits, NULL), "one that waits for a lock");
	ok(!child_receive(&child, &n, &reply, deadline) && clock_ms() < deadline,
	   "is given up before its time");
	child_stop(&child);
	buf_release(&reply);
}

static void test_late(void)
{
	struct child child = { 0 };
	struct buf reply = BUF_INIT;
	uint32_t n = 0;

	is_int(child_cpu(&child), 0, "what does not run uses no time");
	ok(child_start(&child, works, NULL), "one that works for longer than it may");
	ok(child_receive(&child, &n, &reply, clock_ms() + 10) && n == 9, "has its answer");
	ok(child_cpu(&child) >= 900, "... and has used that time");
	child_stop(&child);
	ok(child_start(&child, sleeps, NULL), "one that does nothing");
	ok(!child_receive(&child, &n, &reply, clock_ms() + 10), "is given up");
	child_stop(&child);
	buf_release(&reply);
}

struct ask {
	uint32_t a, b;
};

static void adds(void *arg)
{
	struct buf none = BUF_INIT;
	struct ask ask;
	int file;

	(void)arg;
	while (child_get_struct(&ask, sizeof(ask), &file) && file >= 0 && !close(file))
		child_put(ask.a + ask.b, &none);
}

static void test_ask(int fd)
{
	struct ask ask = { 40, 2 };
	struct child child = { 0 };
	struct buf reply = BUF_INIT;
	uint32_t n = 0;
	int64_t deadline = clock_ms() + WAIT_MS;

	ok(child_start(&child, adds, NULL), "one that takes structs");
	for (uint32_t i = 0; i < 2; i++, ask.b++) {
		ok(child_send_struct(&child, &ask, sizeof(ask), fd, deadline) &&
			   child_receive(&child, &n, &reply, deadline),
		   "answers");
		is_uint(n, 42 + i, "it got what was sent");
	}
	ok(child_send_struct(&child, &ask, sizeof(ask) - 1, fd, deadline), "one of another size");
	ok(!child_receive(&child, &n, &reply, deadline), "is not taken");
	child_stop(&child);
	buf_release(&reply);
}

/* A process that has as many files open as it may. */
static void test_full(int fd)
{
	struct child child = { 0 };
	struct rlimit before, few;
	int last, n = 0, all[64];

	ok(!getrlimit(RLIMIT_NOFILE, &before), "how many files may be open");
	last = dup(fd);
	few = (struct rlimit){ (rlim_t)last + 8, before.rlim_max };
	ok(last > 0 && !setrlimit(RLIMIT_NOFILE, &few), "few");
	while (n < 64 && (all[n] = dup(fd)) >= 0)
		n++;
	ok(n > 2 && n < 64, "as many as there may be");
	for (int i = 0; i < 2; i++)
		close(all[--n]);
	ok(child_start(&child, run, NULL), "a process where none can be opened any more");
	exchange(&child, 3, -1, "no file and more", "its end of the socket");
	child_stop(&child);
	while (n)
		close(all[--n]);
	close(last);
	setrlimit(RLIMIT_NOFILE, &before);
}

/* One call fails from now on: no rights, as in some containers. */
static bool refuse(unsigned call)
{
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1 /* EPERM */),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(rules) / sizeof(rules[0]), rules };

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void refused(void *call)
{
	struct buf none = BUF_INIT;

	if (refuse(*(const unsigned *)call))
		sandbox_limits(MEMORY, 0);
	child_put(1, &none);
}

/* Says which limit of memory it is left with, in MB. */
static void limited(void *arg)
{
	struct rlimit data = { (rlim_t)LIMIT_MB << 20, (rlim_t)LIMIT_MB << 21 };
	struct buf none = BUF_INIT;

	(void)arg;
	setrlimit(RLIMIT_DATA, &data);
	sandbox_data((size_t)LIMIT_MB << 24);
	getrlimit(RLIMIT_DATA, &data);
	child_put((uint32_t)(data.rlim_cur >> 20), &none);
}

/* Says how many capabilities it has, or can have of programs that it runs. */
static void has_rights(void *arg)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct has[_LINUX_CAPABILITY_U32S_3];
	struct buf none = BUF_INIT;
	uint32_t n = 0;

	(void)arg;
	syscall(SYS_capget, &head, has);
	for (size_t i = 0; i < sizeof(has) / sizeof(has[0]); i++)
		n += (uint32_t)__builtin_popcount(has[i].effective | has[i].permitted |
						  has[i].inheritable);
	for (unsigned long cap = 0; cap <= CAP_LAST_CAP; cap++)
		n += prctl(PR_CAPBSET_READ, cap) == 1 && geteuid() == 0;
	child_put(n + !prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), &none);
}

static void test_rights(void)
{
	struct child child = { 0 };
	struct buf reply = BUF_INIT;
	uint32_t n = 99;

	ok(child_start(&child, has_rights, NULL), "one that looks at its rights");
	ok(child_receive(&child, &n, &reply, clock_ms() + WAIT_MS), "... answers");
	is_uint(n, 0, "... and has none, and gets none, root's either");
	child_stop(&child);
	buf_release(&reply);
}

static void test_limits(void)
{
	static unsigned calls[] = { SYS_prlimit64, SYS_prctl };
	struct child child = { 0 };
	struct buf reply = BUF_INIT;
	uint32_t n = 0;

	if (!has_filters) {
		skip(6, "no filters of system calls here");
		return;
	}
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		ok(child_start(&child, refused, &calls[i]), "one that cannot limit itself");
		ok(!child_receive(&child, &n, &reply, clock_ms() + WAIT_MS), "does not go on");
		child_stop(&child);
	}
	ok(child_start(&child, limited, NULL), "one that has less memory than it may have");
	ok(child_receive(&child, &n, &reply, clock_ms() + WAIT_MS) && n == LIMIT_MB,
	   "gets no more");
	child_stop(&child);
	buf_release(&reply);
}

static void dies(void *arg)
{
	(void)arg;
	abort();
}

int main(void)
{
	static char files;
	struct child child = { 0 };
	struct buf reply = BUF_INIT;
	uint32_t n;
	int fd = make_file();

	has_filters = prctl(PR_GET_SECCOMP) >= 0;
	if (!has_filters)
		skip(1,
		     "no filters of system calls here: what the process may not open is not tried");
	ok(child_start(&child, run, &files), "a process that may have files");
	for (uint32_t i = 0; i < 20; i++)
		exchange(&child, i, fd, "what stands in the file and more", "a file");
	exchange(&child, 7, -1, "no file and more", "none");
	child_stop(&child);
	ok(child_start(&child, run, NULL), "one that may have none");
	exchange(&child, 8, -1, "no file and more", "no call for them");
	child_stop(&child);
	ok(child_start(&child, dies, NULL), "one that dies");
	ok(!child_receive(&child, &n, &reply, clock_ms() + WAIT_MS), "has no answer");
	child_stop(&child);
	test_ask(fd);
	test_full(fd);
	test_rights();
	test_limits();
	test_late();
	test_stuck();
	close(fd);
	return done_testing();
}
