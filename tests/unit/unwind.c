/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of this program itself, whose callers the compiler tells, and damaged ones. */
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <ucontext.h>
#include <unistd.h>

#include "unit/unwound.h"

enum {
	DEPTH = 12,
	STACK = 32 << 10
};

/* ---- this program ---- */

static struct {
	uint64_t regs[64];
	uint64_t mask;
	uint8_t stack[STACK];
	size_t len;
	uint64_t callers[DEPTH + 1]; /* return addresses, innermost first */
	unsigned n;
	char paths[64][512], program[512];
	unsigned files;
	int replaced; /* opened in place of the program's file, 0: nothing */
	int maps_asked, files_asked;
} here;

static enum regs_arch own_arch(void)
{
#if defined(__x86_64__)
	return REGS_X86;
#elif defined(__aarch64__)
	return REGS_ARM64;
#else
	return REGS_UNKNOWN;
#endif
}

__attribute__((noinline)) static uint64_t stack_end(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	uint64_t start, end, found = 0;
	char line[1024];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &start, &end) == 2 &&
		    start <= (uintptr_t)line && (uintptr_t)line < end)
			found = end;
	if (f)
		fclose(f);
	return found;
}

/* The frames of others, in which the sanitizer keeps forbidden zones. */
__attribute__((noinline, no_sanitize("address"))) static void copy_stack(const volatile uint8_t *p)
{
	for (size_t i = 0; i < here.len; i++)
		here.stack[i] = p[i];
}

/* What perf would record of a context. */
__attribute__((noinline)) static void record(const ucontext_t *context)
{
	uint64_t sp = 0, end = stack_end();

#if defined(__x86_64__)
	static const int places[24] = {
		REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
		REG_RIP, -1,	  -1,	   -1,	    -1,	     -1,      -1,      -1,
		REG_R8,	 REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
	};
	unsigned n = 0;

	here.mask = 0;
	for (unsigned bit = 0; bit < 24; bit++) {
		if (places[bit] < 0)
			continue;
		here.mask |= 1ull << bit;
		here.regs[n++] = (uint64_t)context->uc_mcontext.gregs[places[bit]];
	}
	sp = (uint64_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	here.mask = (1ull << 33) - 1;
	for (unsigned bit = 0; bit < 31; bit++)
		here.regs[bit] = context->uc_mcontext.regs[bit];
	here.regs[31] = sp = context->uc_mcontext.sp;
	here.regs[32] = context->uc_mcontext.pc;
#else
	(void)context;
#endif
	here.len = end - sp < STACK ? end - sp : STACK;
	copy_stack((const volatile uint8_t *)(uintptr_t)sp);
}

#define CALLER ((uintptr_t)__builtin_extract_return_addr(__builtin_return_address(0)))

static volatile int sink;

__attribute__((noinline)) static void deepest(void)
{
	static ucontext_t context;

	here.callers[here.n++] = CALLER;
	getcontext(&context);
	record(&context);
	sink++;
}

__attribute__((noinline)) static void go_down(int depth)
{
	volatile char room[100];

	room[0] = (char)depth;
	if (depth)
		go_down(depth - 1);
	else
		deepest();
	here.callers[here.n++] = CALLER;
	sink += room[0];
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	(void)number, (void)info, (void)context;
	here.n = 0;
	deepest();
	sink++; /* or it is no call */
}

/* ---- mappings ---- */

static uint32_t path_number(const char *path)
{
	for (uint32_t i = 0; i < here.files; i++)
		if (!strcmp(here.paths[i], path))
			return i;
	snprintf(here.paths[here.files], sizeof(here.paths[0]), "%s", path);
	return here.files++;
}

static void own_maps(void *arg, size_t i, struct unwind_maps *maps)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[1024], path[512], flags[8];
	struct unwind_map map = { 0 };

	(void)arg, (void)i;
	here.maps_asked++;
	while (f && fgets(line, sizeof(line), f)) {
		path[0] = '\0';
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*s %511s",
			   &map.start, &map.end, flags, &map.pgoff, path) < 4 ||
		    !strchr(flags, 'x'))
			continue;
		map.file = path[0] == '/' ? path_number(path) : UNWIND_NO_FILE;
		vec_push(&maps->list, map);
	}
	if (f)
		fclose(f);
}

static int own_open(void *arg, uint32_t file)
{
	(void)arg;
	here.files_asked++;
	if (here.replaced && !strcmp(here.paths[file], here.program))
		return dup(here.replaced);
	return open(here.paths[file], O_RDONLY | O_CLOEXEC);
}

static const struct unwind_source own = { .maps = own_maps, .open = own_open };

static struct unwind_stack own_stack(void)
{
	return (struct unwind_stack){
		.arch = own_arch(),
		.abi = REGS_ABI_64,
		.mask = here.mask,
		.regs = here.regs,
		.stack = here.stack,
		.stack_len = here.len,
		.max = 127,
	};
}

/* ---- tests ---- */

static void check_callers(const struct unwind_frames *frames, size_t skipped, const char *name)
{
	ok(frames->ips.n >= here.n + skipped + 1, "%s: %zu frames, at least %zu", name,
	   frames->ips.n, here.n + skipped + 1);
	for (unsigned i = 0; i < here.n && i + skipped + 1 < frames->ips.n; i++)
		is_hex(frames->ips.v[i + skipped + 1], here.callers[i] - 1, "%s: caller %u", name,
		       i);
}

static void test_own(void)
{
	struct unwind *u = unwind_open(&own);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;
	size_t whole;

	here.n = 0;
	go_down(DEPTH - 2);
	stack = own_stack();
	unwind_stack(u, &stack, &frames);
	check_callers(&frames, 0, "own stack");
	is_uint(frames.why, UNWIND_OUTERMOST, "up to the outermost frame");
	whole = frames.ips.n;
	for (int i = 0; i < 100; i++)
		unwind_stack(u, &stack, &frames);
	is_uint(frames.ips.n, whole, "the same again");
	is_int(here.maps_asked, 1, "mappings are asked for once");
	ok(here.files_asked <= 3, "and files that code on the stack is of");
	stack.space = 1;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.ips.n, whole, "another address space");
	is_int(here.maps_asked, 2, "has mappings of its own");
	stack.max = 4;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.ips.n, 4, "no more frames than are asked for");
	is_uint(frames.why, UNWIND_MAX, "which is said");
	stack.max = 127;
	stack.stack_len = 700;
	unwind_stack(u, &stack, &frames);
	ok(frames.ips.n > 1 && frames.ips.n < whole, "a stack that is cut: %zu frames",
	   frames.ips.n);
	is_uint(frames.why, UNWIND_CUT, "which is said");
	stack = own_stack();
	stack.abi = REGS_ABI_NONE;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.why, UNWIND_ARCH, "no registers");
	stack.abi = REGS_ABI_64;
	stack.mask = 1;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.why, UNWIND_NO_REGS, "not the registers that are needed");
	vec_release(&frames.ips);
	unwind_close(u);
}

/* On Arm the kernel's vdso has the way out of a signal; emulators have none. */
static bool tells_signals(void)
{
#ifdef __aarch64__
	return getauxval(AT_SYSINFO_EHDR) != 0;
#else
	return true;
#endif
}

static void test_signal(void)
{
	struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };
	struct unwind *u = unwind_open(&own);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;
	uint64_t raised;

	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	raised = here.callers[0];
	stack = own_stack();
	unwind_stack(u, &stack, &frames);
	if (tells_signals()) {
		is_uint(frames.why, UNWIND_OUTERMOST, "through a frame of a signal");
		ok(frames.ips.n > 5 && frames.ips.v[1] == raised - 1, "from its handler on");
	} else {
		skip(2, "there is no vdso");
	}
	vec_release(&frames.ips);
	unwind_close(u);
}
/* More address spaces than the process keeps, in one batch. */
static void test_together(void)
{
	struct unwind *u = unwind_open(&own);
	struct unwind_stack stack = own_stack();
	unsigned same = 0;
	size_t whole;

	unwind_reset(u);
	unwind_add(u, &stack);
	unwind_run(u);
	whole = unwind_result(u, 0)->ips.n;
	unwind_reset(u);
	for (unsigned i = 0; i < UNWIND_BATCH; i++) {
		stack = own_stack();
		stack.space = 100 + i % 40;
		stack.max = 1 + i;
		ok(unwind_add(u, &stack), "a stack has room");
	}
	ok(!unwind_add(u, &stack), "up to the size of a batch");
	unwind_run(u);
	for (unsigned i = 0; i < UNWIND_BATCH; i++)
		same += unwind_result(u, i)->ips.n == (i + 1 < whole ? i + 1 : whole);
	is_uint(same, UNWIND_BATCH, "each has the frames that it asked for");
	unwind_close(u);
}

/* ---- damage ---- */

static void test_damaged_stacks(void)
{
	static uint8_t copy[STACK];
	struct unwind *u = unwind_open(&own);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;
	unsigned answers = 0, failed = 0;

	here.n = 0;
	go_down(DEPTH - 2);
	stack = own_stack();
	memcpy(copy, here.stack, here.len);
	for (int i = 0; i < 500; i++) {
		uint64_t regs[64];

		memcpy(here.stack, copy, here.len);
		memcpy(regs, here.regs, sizeof(regs));
		stack.regs = regs;
		for (uint32_t n = any(8); n; n--)
			regs[any(24)] ^= 1ull << any(64);
		for (uint32_t n = any(100); n; n--)
			here.stack[any((uint32_t)here.len)] = (uint8_t)any(256);
		unwind_stack(u, &stack, &frames);
		answers += is_answer(&stack, &frames);
		failed += frames.why == UNWIND_FAILED;
	}
	is_uint(answers, 500, "damaged stacks and registers: an answer for each");
	is_uint(failed, 0, "and none ends the process");
	vec_release(&frames.ips);
	unwind_close(u);
}

/* A copy of this program. */
static int copy_program(void)
{
	static uint8_t piece[1 << 16];
	char name[] = "/tmp/perfnav-unwind-XXXXXX";
	int from = open("/proc/self/exe", O_RDONLY), to = mkstemp(name);
	ssize_t len;

	unlink(name);
	while ((len = read(from, piece, sizeof(piece))) > 0)
		if (write(to, piece, (size_t)len) != len)
			break;
	close(from);
	len = readlink("/proc/self/exe", here.program, sizeof(here.program) - 1);
	return len > 0 ? to : -1;
}

static int find_tables(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME)
			*(off_t *)arg = (off_t)info->dlpi_phdr[i].p_offset;
	return 1; /* the program comes first */
}

/* Bytes of its head and tables are others each time. */
static void test_damaged_program(int cases)
{
	static uint8_t head[4096], tables[1 << 15], damaged[1 << 15];
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;
	unsigned answers = 0, less = 0;
	off_t at = 0;
	int copy = copy_program();
	bool read_all;

	dl_iterate_phdr(find_tables, &at);
	read_all = pread(copy, head, sizeof(head), 0) == sizeof(head) &&
		   pread(copy, tables, sizeof(tables), at) == sizeof(tables);
	ok(read_all, "a copy of this program");
	here.n = 0;
	go_down(DEPTH - 2);
	stack = own_stack();
	here.replaced = copy;
	for (int i = 0; i < cases && read_all; i++) {
		struct unwind *u = unwind_open(&own);
		bool of_head = !any(4);
		uint32_t size = of_head ? 1024 : sizeof(tables);

		memcpy(damaged, of_head ? head : tables, size);
		for (uint32_t n = 1 + any(of_head ? 4 : 2000); n; n--)
			damaged[any(size)] = (uint8_t)any(256);
		if (pwrite(copy, damaged, size, of_head ? 0 : at) != (ssize_t)size)
			break;
		unwind_stack(u, &stack, &frames);
		answers += is_answer(&stack, &frames);
		less += frames.ips.n < here.n;
		unwind_close(u);
		if (pwrite(copy, head, sizeof(head), 0) != sizeof(head) ||
		    pwrite(copy, tables, sizeof(tables), at) != sizeof(tables))
			break;
	}
	here.replaced = 0;
	close(copy);
	is_uint(answers, (uint64_t)cases, "damaged programs: an answer for each");
	ok(less > 0 && less < answers, "some have fewer frames: %u", less);
	vec_release(&frames.ips);
}

int main(void)
{
	if (own_arch() == REGS_UNKNOWN) {
		skip(1, "no stacks of this architecture");
		return done_testing();
	}
	test_own();
	test_signal();
	test_together();
	test_damaged_stacks();
	test_damaged_program(getenv("CASES") ? atoi(getenv("CASES")) : 500);
	return done_testing();
}
