/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that are made by hand, with stacks and tables whose callers are known, and damaged. */
#include <elf.h>
#include <unistd.h>

#include "base/buf.h"
#include "unit/unwound.h"

/* ---- programs ---- */

/*
 * Three functions of 256 bytes at 0x1000: one that has done nothing yet, one with a frame of its
 * own, one without a caller. The texts are instructions of call frame tables.
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

static void save(uint8_t *stack, uint64_t v, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		stack[i] = (uint8_t)(v >> 8 * i);
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
 * The program is mapped, and is in the first function, called by the second at 0x150 of it, which
 * the third called at 0x250. The stack begins at 0x7000.
 */
struct situation {
	uint64_t regs[64];
	uint8_t stack[64];
	uint64_t signature; /* in the bits of a return address that are none of the address */
};

static void set_up(const struct made *m, uint64_t base, struct situation *s,
		   struct unwind_stack *stack)
{
	uint64_t second = base + 0x1150, third = (base + 0x1250) | s->signature;

	made.base = base;
	buf_reset(&made.elf);
	make_elf(&made.elf, m);
	memset(s->regs, 0, sizeof(s->regs));
	memset(s->stack, 0, sizeof(s->stack));
	if (m->machine == EM_AARCH64) {
		s->regs[30] = second | s->signature;
		s->regs[31] = 0x7000;
		s->regs[32] = base + 0x1010;
		save(s->stack + 8, third, 8);
	} else if (m->machine == EM_ARM) {
		s->regs[13] = 0x7000;
		s->regs[14] = second;
		s->regs[15] = base + 0x1010;
		save(s->stack + 12, third, 4);
	} else {
		s->regs[6] = 0x7020;
		s->regs[7] = 0x7000;
		s->regs[8] = base + 0x1010;
		save(s->stack, second, 4);
		save(s->stack + 0x24, third, 4);
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

	set_up(m, base, &situation, &stack);
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

/* Where unwinding ends, for several instruction pointers. */
static void test_ends(void)
{
	struct situation situation = { 0 };
	struct unwind *u = unwind_open(&by_hand);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;

	set_up(&made_arm64, 0x10000, &situation, &stack);
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

/*
 * Without tables the caller is found by the frame pointer. The stack is recorded up to 0x7040; a
 * register with value 5 points to no frame there.
 */
static void test_frame_pointers(void)
{
	static const struct {
		uint64_t pointer;
		enum unwind_why why;
		const char *name;
	} rows[] = {
		{ 5, UNWIND_NO_TABLES, "a small number" },
		{ 0x7040, UNWIND_CUT, "the first word that is not recorded" },
		{ 0x7040 + 16384, UNWIND_NO_TABLES, "far above the stack" },
		{ 0x6ff0, UNWIND_NO_TABLES, "below the stack" },
	};
	struct situation situation = { 0 };
	struct unwind *u = unwind_open(&by_hand);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;

	set_up(&made_i386, 0x10000, &situation, &stack);
	situation.regs[8] = made.base + 0x1910;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		situation.regs[6] = rows[i].pointer;
		unwind_stack(u, &stack, &frames);
		is_uint(frames.ips.n, 1, "no tables, frame pointer %s: no caller", rows[i].name);
		is_uint(frames.why, rows[i].why, "... and why");
	}
	situation.regs[8] = made.base + 0x1110;
	situation.regs[6] = 0x7040;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.why, UNWIND_CUT, "tables that ask for what is not recorded");
	situation.regs[6] = 0xf0000;
	unwind_stack(u, &stack, &frames);
	is_uint(frames.why, UNWIND_CUT, "... wherever that is");
	vec_release(&frames.ips);
	unwind_close(u);
}

/*
 * With larger pages, more bytes before a segment are mapped with it: up to the segment's alignment.
 */
static void test_large_pages(void)
{
	struct situation situation = { 0 };
	struct unwind *u = unwind_open(&by_hand);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;
	struct buf segment = BUF_INIT;

	set_up(&made_arm64, 0xaaaa00000000, &situation, &stack);
	put_segment(&segment, &made_arm64, PT_LOAD, 0x1000, 0x1000);
	segment.p[segment.len - 8 + 1] = 0;
	segment.p[segment.len - 8 + 2] = 1; /* 64 KB */
	memcpy(made.elf.p + 64, segment.p, segment.len);
	unwind_stack(u, &stack, &frames);
	is_uint(frames.ips.n, 3, "a segment with code inside of a page of 64 KB");
	is_uint(frames.why, UNWIND_OUTERMOST, "... is unwound");
	vec_release(&frames.ips);
	buf_release(&segment);
	unwind_close(u);
}

/* ---- damage ---- */

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

		made.file = i;
		set_up(m, 0x10000, &situation, &stack);
		for (uint32_t n = 1 + any(6); n; n--)
			made.elf.p[any(400)] = (char)any(256);
		if (!any(4))
			buf_truncate(&made.elf, any(400));
		stack.space = i;
		unwind_stack(u, &stack, &frames);
		answers += is_answer(&stack, &frames);
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

/* A file that is cut during use ends the process; after several times it is not used any more. */
static int cut_file = -1;

static int open_cut(void *arg, uint32_t file)
{
	cut_file = made_open(arg, file);
	return dup(cut_file);
}

static const struct unwind_source cut = { .maps = made_maps, .open = open_cut };

static void test_cut_file(void)
{
	struct situation situation = { 0 };
	struct unwind *u = unwind_open(&cut);
	struct unwind_frames frames = { 0 };
	struct unwind_stack stack;
	int tries = 0;

	made.file = 0;
	set_up(&made_arm64, 0x10000, &situation, &stack);
	unwind_stack(u, &stack, &frames);
	is_uint(frames.ips.n, 3, "a file that will be cut");
	do {
		if (ftruncate(cut_file, 0))
			break;
		/* Also at a new place: libelf has a copy of tables of the other byte order. */
		if (tries % 2)
			set_up(&made_arm64, made.base + 0x10000, &situation, &stack);
		stack.space = (uint64_t)tries + 1;
		unwind_stack(u, &stack, &frames);
	} while (frames.why != UNWIND_BROKEN && tries++ < 20);
	is_uint(frames.why, UNWIND_BROKEN, "is known as broken in the end");
	vec_release(&frames.ips);
	unwind_close(u);
}

/* What kills the process of a batch takes no other stacks with it. */
static void test_cut_together(void)
{
	struct situation situation = { 0 };
	struct unwind *u = unwind_open(&cut);
	struct unwind_stack stack, other;
	unsigned right = 0;

	set_up(&made_arm64, 0x10000, &situation, &stack);
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

int main(void)
{
	buf_init(&made.elf);
	test_by_hand();
	test_ends();
	test_frame_pointers();
	test_large_pages();
	test_damaged_files();
	test_cut_file();
	test_cut_together();
	buf_release(&made.elf);
	return done_testing();
}
