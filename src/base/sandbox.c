/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/mem.h"

/* Sanitizers report on standard error, so it stays open with them. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

enum {
#ifdef __SANITIZE_ADDRESS__
	NULLED = STDERR_FILENO,
#else
	NULLED = SANDBOX_FD,
#endif
	FDS_MAX = 1 << 16 /* descriptors to close one by one if the kernel has no close_range() */
};

static void close_from(unsigned fd)
{
	struct rlimit files = { .rlim_cur = FDS_MAX };

#ifdef SYS_close_range
	if (!syscall(SYS_close_range, fd, ~0u, 0))
		return;
#endif
	getrlimit(RLIMIT_NOFILE, &files);
	for (; fd < files.rlim_cur && fd < FDS_MAX; fd++)
		close((int)fd);
}

/* End the process if it could not give up a right. */
static void need(bool done)
{
	if (!done)
		_exit(1);
}

/* Close the others first: the process may have as many descriptors open as it is allowed. */
void sandbox_descriptors(int fd)
{
	int null;

	need(dup2(fd, SANDBOX_FD) == SANDBOX_FD);
	close_from(SANDBOX_FD + 1);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int i = 0; i < NULLED; i++)
		if (null < 0)
			close(i);
		else
			dup2(null, i);
	if (null > SANDBOX_FD)
		close(null);
}

/* The terminal sends these signals to all of its processes; only the main process acts on them. */
void sandbox_signals(void)
{
	static const int ignored[] = { SIGINT, SIGQUIT, SIGHUP, SIGPIPE };
	sigset_t none;

	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&none);
	pthread_sigmask(SIG_SETMASK, &none, NULL);
	mem_set_handler(NULL);
}

/* Columns of /proc/self/statm. */
enum {
	STATM_ALL = 0,
	STATM_DATA = 5 /* private and writable */
};

/* Bytes of address space in use: with sanitizers it is large already. */
static uint64_t address_space(unsigned column)
{
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	char text[128] = "", *p = text;
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		close(fd);
	for (; column; column--) {
		p += strcspn(p, " ");
		p += *p == ' ';
	}
	return n > 0 ? strtoull(p, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* Set a limit, but never raise an existing one. */
static void limit(__rlimit_resource_t resource, rlim_t to)
{
	struct rlimit value;

	need(!getrlimit(resource, &value));
	value.rlim_cur = value.rlim_cur < to ? value.rlim_cur : to;
	value.rlim_max = value.rlim_max < to ? value.rlim_max : to;
	need(!setrlimit(resource, &value));
}

/* EINVAL: the kernel, or an emulator, does not know the option. */
static void control(int option, unsigned long how, const void *what)
{
	need(!prctl(option, how, what, 0, 0) || errno == EINVAL);
}

/* For root: keep no more rights than its files give, and let no program that it runs regain any. */
void sandbox_rights(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

	/* A process that may not drop capabilities has none to drop. */
	for (unsigned long cap = 0; cap <= CAP_LAST_CAP; cap++)
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) && errno != EINVAL)
			break;
	need(!syscall(SYS_capset, &head, none));
	control(PR_SET_NO_NEW_PRIVS, 1, NULL);
}

/* ---- system calls ---- */

#if defined(__x86_64__)
#define SANDBOX_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define SANDBOX_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define SANDBOX_ARCH AUDIT_ARCH_RISCV64
#elif defined(__s390x__)
#define SANDBOX_ARCH AUDIT_ARCH_S390X
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define SANDBOX_ARCH AUDIT_ARCH_PPC64LE
#endif

#ifdef SANDBOX_ARCH
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, (what))

static const unsigned calls[] = {
	SYS_read,	   SYS_write,		SYS_brk,	  SYS_mmap,  SYS_munmap,
	SYS_mremap,	   SYS_mprotect,	SYS_madvise,	  SYS_futex, SYS_setitimer,
	SYS_clock_gettime, SYS_restart_syscall, SYS_rt_sigreturn, SYS_exit,  SYS_exit_group,
#ifdef __SANITIZE_ADDRESS__
	SYS_sigaltstack, /* the C library calls it before a function that does not return */
#endif
};

/* For processes that receive files. fstat() is newfstatat() in newer C libraries. */
static const unsigned file_calls[] = {
	SYS_recvmsg, SYS_close, SYS_pread64, SYS_lseek, SYS_fstat, SYS_newfstatat,
};

enum {
	CALLS = sizeof(calls) / sizeof(calls[0]),
	FILE_CALLS = sizeof(file_calls) / sizeof(file_calls[0])
};

static size_t allow(struct sock_filter *rules, const unsigned *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		rules[2 * i] =
			(struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, numbers[i], 0, 1);
		rules[2 * i + 1] = (struct sock_filter)ANSWER(SECCOMP_RET_ALLOW);
	}
	return 2 * n;
}

/* Other calls fail with EPERM, which the C library can handle. */
static void limit_calls(bool files)
{
	struct sock_filter rules[5 + 2 * (CALLS + FILE_CALLS)] = {
		LOAD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SANDBOX_ARCH, 1, 0),
		ANSWER(SECCOMP_RET_KILL),
		LOAD(nr),
	};
	struct sock_fprog program = { .filter = rules };
	size_t n = 4;

	n += allow(rules + n, calls, CALLS);
	if (files)
		n += allow(rules + n, file_calls, FILE_CALLS);
	rules[n++] = (struct sock_filter)ANSWER(SECCOMP_RET_ERRNO | 1 /* EPERM */);
	program.len = (unsigned short)n;
	control(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* EFAULT: the kernel has filters, and refused the missing program. */
bool sandbox_filters(void)
{
	return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) || errno != EINVAL;
}
#else
bool sandbox_filters(void)
{
	return false;
}

static void limit_calls(bool files)
{
	(void)files;
}
#endif

void sandbox_data(size_t more_memory)
{
	uint64_t now = address_space(STATM_DATA);

	if (now)
		limit(RLIMIT_DATA, now + more_memory);
}

void sandbox_limits(size_t more_memory, unsigned files)
{
	uint64_t now = address_space(STATM_ALL);

	if (now)
		limit(RLIMIT_AS, now + more_memory);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, 0);
	limit(RLIMIT_NOFILE, files ? SANDBOX_FD + 1 + files : 0);
	limit(RLIMIT_NPROC, 0);
	control(PR_SET_DUMPABLE, 0, NULL);
	control(PR_SET_NO_NEW_PRIVS, 1, NULL);
	limit_calls(files > 0);
}

void sandbox_time(unsigned milliseconds)
{
	struct itimerval timer = {
		.it_value = { milliseconds / 1000, (suseconds_t)(milliseconds % 1000) * 1000 },
	};

	need(!setitimer(ITIMER_PROF, &timer, NULL));
}
