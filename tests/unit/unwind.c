/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks of this program itself, whose callers the compiler tells, and stacks and files that are
 * made by hand or broken.
 */
#include "sym/unwind.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/buf.h"
#include "tap.h"

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
	int replaced; /* what is opened instead of the program's file, 0: nothing */
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

/* ---- what is mapped ---- */

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
	struct unwind_map map;

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

/* One alone. */
static void unwind_stack(struct unwind *u, const struct unwind_stack *stack,
			 struct unwind_frames *frames)
{
	const struct unwind_frames *found;

	unwind_reset(u);
	ok(unwind_add(u, stack), "a stack is taken");
	unwind_run(u);
	found = unwind_result(u, 0);
	frames->ips.n = 0;
	for (size_t i = 0; i < found->ips.n; i++)
		vec_push(&frames->ips, found->ips.v[i]);
	frames->why = found->why;
	frames->at = found->at;
	frames->file = found->file;
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
	is_uint(frames.why, UNWIND_OUTERMOST, "through a frame of a signal");
	ok(frames.ips.n > 5 && frames.ips.v[1] == raised - 1, "from its handler on");
	vec_release(&frames.ips);
	unwind_close(u);
}

/* ---- programs by hand ---- */

/*
 * Three functions of 256 bytes at 0x1000: one that has done nothing yet, one with a frame of its
 * own, one without a caller. rule1 and so on are instructions of call frame tables.
 */
struct made {
	enum regs_arch arch;
	uint64_t abi;
	uint16_t machine;
	uint8_t word, return_reg;
	const char *at_entry, *in_frame, *outermost;
	size_t at_entry_len, in_frame_len, outermost_len;
};

#define RULES(name, text) .name = (text), .name##_len = sizeof(text) - 1

static const struct made made_arm64 = {
	REGS_ARM64,
	REGS_ABI_64,
	EM_AARCH64,
	8,
	30,
	RULES(at_entry, "\x0c\x1f\x00"),	     /* CFA is sp; the caller is in x30 */
	RULES(in_frame, "\x0e\x20\x9e\x03\x9d\x04"), /* CFA is sp + 32: x30 and x29 are saved */
	RULES(outermost, "\x07\x1e"),		     /* x30 is nothing */
};

static const struct made made_i386 = {
	REGS_X86,
	REGS_ABI_32,
	EM_386,
	4,
	8,
	RULES(at_entry, "\x0c\x04\x04\x88\x01"), /* CFA is esp + 4, above eip */
	RULES(in_frame, "\x0c\x05\x08\x85\x02"), /* CFA is ebp + 8; ebp is saved */
	RULES(outermost, "\x07\x08"),
};

static const struct made made_arm = {
	REGS_ARM64,
	REGS_ABI_32,
	EM_ARM,
	4,
	14,
	RULES(at_entry, "\x0c\x0d\x00"),
	RULES(in_frame, "\x0e\x10\x8e\x01"), /* CFA is sp + 16: lr is saved below */
	RULES(outermost, "\x07\x0e"),
};

static void put(struct buf *out, uint64_t v, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		buf_addc(out, (char)(v >> 8 * i));
}

/* A length, an id or the way back to the CIE, the contents. */
static void put_entry(struct buf *out, size_t tables, const struct buf *contents, bool cie)
{
	size_t len = (4 + contents->len + 7) / 8 * 8 + 4;

	put(out, len, 4);
	put(out, cie ? 0 : out->len - tables, 4);
	buf_add(out, contents->p, contents->len);
	buf_fill(out, '\0', len - 4 - contents->len);
}

static void put_function(struct buf *out, const struct made *m, size_t tables, uint64_t start,
			 const char *rules, size_t len)
{
	struct buf fde = BUF_INIT;

	put(&fde, start, m->word);
	put(&fde, 256, m->word);
	buf_addc(&fde, 0);
	buf_add(&fde, rules, len);
	put_entry(out, tables, &fde, false);
	buf_release(&fde);
}

static void put_segment(struct buf *out, const struct made *m, uint32_t type, uint64_t at,
			uint64_t len)
{
	bool wide = m->word == 8;

	put(out, type, 4);
	if (wide)
		put(out, PF_R | PF_X, 4);
	put(out, at, m->word);
	put(out, at, m->word);
	put(out, at, m->word);
	put(out, len, m->word);
	put(out, len, m->word);
	if (!wide)
		put(out, PF_R | PF_X, 4);
	put(out, 0x1000, m->word);
}

static void make_elf(struct buf *out, const struct made *m)
{
	bool wide = m->word == 8;
	unsigned head = wide ? 64 : 52, segment = wide ? 56 : 32;
	struct buf cie = BUF_INIT;
	size_t table = head + 2 * segment, tables = table + 8;

	buf_add(out, "\177ELF", 4);
	put(out, wide ? ELFCLASS64 : ELFCLASS32, 1);
	put(out, ELFDATA2LSB, 1);
	put(out, EV_CURRENT, 1);
	buf_fill(out, '\0', EI_NIDENT - EI_OSABI);
	put(out, ET_DYN, 2);
	put(out, m->machine, 2);
	put(out, EV_CURRENT, 4);
	put(out, 0, m->word);
	put(out, head, m->word);
	put(out, 0, m->word);
	put(out, 0, 4);
	put(out, head, 2);
	put(out, segment, 2);
	put(out, 2, 2);
	put(out, 0, 6);
	put_segment(out, m, PT_LOAD, 0, 0x2000);
	put_segment(out, m, PT_GNU_EH_FRAME, table, 8);
	/* .eh_frame_hdr: version 1, a place relative to this one, no table. */
	put(out, 0xffff1b01, 4);
	put(out, 4, 4);
	buf_add(&cie, "\1zR\0\1", 5);
	buf_addc(&cie, m->word == 8 ? 0x78 : 0x7c); /* -8, -4 */
	buf_addc(&cie, (char)m->return_reg);
	buf_add(&cie, "\1\0", 2);
	buf_add(&cie, m->at_entry, m->at_entry_len);
	put_entry(out, tables, &cie, true);
	put_function(out, m, tables, 0x1000, "", 0);
	put_function(out, m, tables, 0x1100, m->in_frame, m->in_frame_len);
	put_function(out, m, tables, 0x1200, m->outermost, m->outermost_len);
	put(out, 0, 4);
	buf_fill(out, '\0', 0x2000 - out->len);
	buf_release(&cie);
}

static struct {
	struct buf elf;
	uint64_t base;
	uint32_t file;
} made;

static void made_maps(void *arg, size_t i, struct unwind_maps *maps)
{
	(void)arg, (void)i;
	vec_push(&maps->list, ((struct unwind_map){ made.base, made.base + 0x2000, 0, made.file }));
	vec_push(&maps->list, ((struct unwind_map){ made.base + 0x8000, made.base + 0x9000, 0,
						    UNWIND_NO_FILE }));
}

static int made_open(void *arg, uint32_t file)
{
	char name[] = "/tmp/perfnav-unwind-XXXXXX";
	int fd = mkstemp(name);

	(void)arg, (void)file;
	unlink(name);
	if (write(fd, made.elf.p, made.elf.len) == (ssize_t)made.elf.len)
		return fd;
	close(fd);
	return -1;
}

static const struct unwind_source by_hand = { .maps = made_maps, .open = made_open };

/*
 * The first function, called by the second at 0x150 of it, which the third called at 0x250. The
 * stack begins at 0x7000.
 */
struct situation {
	uint64_t regs[64];
	uint8_t stack[64];
	uint64_t signature; /* in the bits of a return address that are none of the address */
};

static void set_up(const struct made *m, struct situation *s, struct unwind_stack *stack)
{
	uint64_t second = made.base + 0x1150, third = (made.base + 0x1250) | s->signature;

	memset(s->regs, 0, sizeof(s->regs));
	memset(s->stack, 0, sizeof(s->stack));
	if (m->machine == EM_AARCH64) {
		s->regs[30] = second | s->signature;
		s->regs[31] = 0x7000;
		s->regs[32] = made.base + 0x1010;
		memcpy(s->stack + 8, &third, 8);
	} else if (m->machine == EM_ARM) {
		s->regs[13] = 0x7000;
		s->regs[14] = second;
		s->regs[15] = made.base + 0x1010;
		memcpy(s->stack + 12, &third, 4);
	} else {
		s->regs[6] = 0x7020;
		s->regs[7] = 0x7000;
		s->regs[8] = made.base + 0x1010;
		memcpy(s->stack, &second, 4);
		memcpy(s->stack + 0x24, &third, 4);
	}
	*stack = (struct unwind_stack){
		.arch = m->arch,
		.abi = m->abi,
		.mask = (1ull << 33) - 1,
		.regs = s->regs,
		.stack = s->stack,
		.stack_len = sizeof(s->stack),
		.max = 10,
	};
}

static void check_made(const struct made *m, uint64_t base, uint64_t signature, const char *name)
{
	struct situation situation = { .signature = signature };
	struct unwind *u = unwind_open(&by_hand);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;

	made.base = base;
	buf_reset(&made.elf);
	make_elf(&made.elf, m);
	set_up(m, &situation, &stack);
	unwind_stack(u, &stack, &frames);
	if (is_uint(frames.ips.n, 3, "%s: three frames", name)) {
		is_hex(frames.ips.v[0], base + 0x1010, "%s: as recorded", name);
		is_hex(frames.ips.v[1], base + 0x114f, "%s: in the call of it", name);
		is_hex(frames.ips.v[2], base + 0x124f, "%s: in the call of that", name);
	}
	is_uint(frames.why, UNWIND_OUTERMOST, "%s: outermost", name);
	vec_release(&frames.ips);
	unwind_close(u);
}

static void test_by_hand(void)
{
	check_made(&made_arm64, 0xaaaa00000000, 0, "arm64");
	check_made(&made_arm64, 0xaaaa00000000, 0x0035ull << 48, "arm64, signed addresses");
	check_made(&made_i386, 0x56550000, 0, "i386");
	check_made(&made_arm, 0x10000, 0, "arm");
}

/* Where unwinding ends, by what the instruction pointer is. */
static void test_ends(void)
{
	struct situation situation = { 0 };
	struct unwind *u;
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;

	made.base = 0x10000;
	buf_reset(&made.elf);
	make_elf(&made.elf, &made_arm64);
	u = unwind_open(&by_hand);
	set_up(&made_arm64, &situation, &stack);
	situation.regs[30] = 0;
	situation.regs[32] = 0x5000;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.why, UNWIND_UNMAPPED, "nothing is mapped at the instruction pointer");
	is_hex(frames.at, 0x5000, "which is said");
	is_uint(frames.ips.n, 1, "it is a frame");
	situation.regs[32] = made.base + 0x8010;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.why, UNWIND_NO_MODULE, "code without a file");
	is_uint(frames.file, UNWIND_NO_FILE, "which is said");
	situation.regs[30] = 0x123456;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.ips.n, 1, "a caller that is guessed lies in code");
	is_uint(frames.why, UNWIND_NO_MODULE, "or the end is where there were no tables");
	situation.regs[30] = made.base + 0x1250;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.ips.n, 2, "as this one does");
	situation.regs[30] = 0;
	situation.regs[32] = made.base + 0x1910;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.why, UNWIND_NO_TABLES, "code without tables");
	is_uint(frames.file, made.file, "and of which file");
	unwind_close(u);
	u = unwind_open(&by_hand);
	made.elf.p[18] = EM_X86_64;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.why, UNWIND_BROKEN, "a file for another machine");
	vec_release(&frames.ips);
	unwind_close(u);
}

/* ---- damage ---- */

static uint32_t seed = 12345;

static uint32_t any(uint32_t below)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 8) % below;
}

/* Whatever there is, there is an answer. */
static void test_damaged_files(void)
{
	static const struct made *const all[] = { &made_arm64, &made_i386, &made_arm };
	struct unwind *u = unwind_open(&by_hand);
	struct unwind_frames frames = { 0 };
	unsigned answers = 0, whole = 0, failed = 0;

	for (uint32_t i = 0; i < 600; i++) {
		const struct made *m = all[i % 3];
		struct situation situation = { 0 };
		struct unwind_stack stack;

		made.base = 0x10000;
		made.file = i;
		buf_reset(&made.elf);
		make_elf(&made.elf, m);
		for (uint32_t n = 1 + any(6); n; n--)
			made.elf.p[any(400)] = (char)any(256);
		if (!any(4))
			buf_truncate(&made.elf, any(400));
		set_up(m, &situation, &stack);
		stack.space = i;
		unwind_stack(u, &stack, &frames);
		answers += frames.ips.n <= stack.max && unwind_why_text(frames.why);
		whole += frames.ips.n == 3;
		failed += frames.why == UNWIND_FAILED;
	}
	is_uint(answers, 600, "damaged files: an answer for each");
	ok(whole > 50 && whole < 590, "some unwind all the same, some do not: %u", whole);
	ok(failed < 60, "few of them end the process: %u", failed);
	made.file = 1000;
	vec_release(&frames.ips);
	unwind_close(u);
	check_made(&made_arm64, 0x10000, 0, "after damage");
}

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
		answers += frames.ips.n <= stack.max && unwind_why_text(frames.why);
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
		answers += frames.ips.n <= stack.max && unwind_why_text(frames.why);
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

/* A file that is cut while it is in use ends the process; after some times it is left alone. */
static int cut_file = -1;

static int open_cut(void *arg, uint32_t file)
{
	cut_file = made_open(arg, file);
	return dup(cut_file);
}

static void test_cut_file(void)
{
	static const struct unwind_source cut = { .maps = made_maps, .open = open_cut };
	struct situation situation = { 0 };
	struct unwind *u = unwind_open(&cut);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;
	int tries = 0;

	made.base = 0x10000;
	made.file = 0;
	buf_reset(&made.elf);
	make_elf(&made.elf, &made_arm64);
	set_up(&made_arm64, &situation, &stack);
	unwind_stack(u, &stack, &frames);
	is_uint(frames.ips.n, 3, "a file that will be cut");
	do {
		if (ftruncate(cut_file, 0))
			break;
		stack.space++;
		unwind_stack(u, &stack, &frames);
	} while (frames.why != UNWIND_BROKEN && tries++ < 20);
	is_uint(frames.why, UNWIND_BROKEN, "is known as broken in the end");
	vec_release(&frames.ips);
	unwind_close(u);
}

/* What kills the process of a batch takes no other stacks with it. */
static void test_cut_together(void)
{
	static const struct unwind_source cut = { .maps = made_maps, .open = open_cut };
	struct situation situation = { 0 };
	struct unwind *u = unwind_open(&cut);
	struct unwind_stack stack, other;
	unsigned right = 0;

	buf_reset(&made.elf);
	make_elf(&made.elf, &made_arm64);
	set_up(&made_arm64, &situation, &stack);
	unwind_reset(u);
	unwind_add(u, &stack);
	unwind_run(u);
	ok(!ftruncate(cut_file, 0), "a file is cut");
	other = stack;
	other.mask = 1;
	stack.space++;
	unwind_reset(u);
	for (int i = 0; i < 9; i++)
		unwind_add(u, i == 4 ? &stack : &other);
	unwind_run(u);
	for (size_t i = 0; i < 9; i++)
		right += unwind_result(u, i)->why == UNWIND_NO_REGS;
	is_uint(right, 8, "the other stacks of the batch have their answers");
	is_uint(unwind_result(u, 4)->ips.n, 3, "that one is tried again, alone, with a whole file");
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

int main(void)
{
	buf_init(&made.elf);
	test_by_hand();
	test_ends();
	test_damaged_files();
	test_cut_file();
	test_cut_together();
	if (own_arch() == REGS_UNKNOWN) {
		skip(1, "no stacks of this architecture");
		return done_testing();
	}
	test_own();
	test_signal();
	test_together();
	test_damaged_stacks();
	test_damaged_program(getenv("CASES") ? atoi(getenv("CASES")) : 500);
	buf_release(&made.elf);
	return done_testing();
}
