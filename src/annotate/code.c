/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/code.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/grouptable.h"
#include "annotate/pageregs.h"
#include "base/mem.h"
#include "base/search.h"
#include "recording/symbols.h"
#include "sym/disasm.h"

enum {
	CONSTANT_LEAST = 1 << 16, /* smaller constants are no addresses */
	SOURCES_AT_ONCE = 4096
};

/* State while the lines of a part of code are made. */
struct code_reading {
	struct code *code;
	struct reader *reader;
	const struct row_info *info;
	const struct mapping *mapping;
	uint64_t addr, size;
	enum regs_arch arch;
	struct pageregs pages;	    /* of arm64 */
	struct grouptable *sources; /* numbers in code->sources by their contents */
};

/* ---- addresses in instructions ---- */

static void add_symbol(const struct code_reading *r, uint64_t addr, struct buf *out)
{
	const struct mapping *mapping =
		mappings_find_any(reader_mappings(r->reader), r->info, addr, NULL);
	struct symbols_answer answer;

	if (!mapping)
		return;
	symbols_find(reader_symbols(r->reader), r->info, mapping, addr, &answer);
	if (answer.answer != SYMS_FOUND)
		return;
	buf_adds(out, " <");
	buf_add(out, answer.name, answer.len);
	if (answer.off) {
		buf_adds(out, "+");
		buf_add0x(out, answer.off);
	}
	buf_addc(out, '>');
}

static bool starts_with(const char *text, const char *mnemonic)
{
	return !strncmp(text, mnemonic, strlen(mnemonic));
}

/* Has the text this mnemonic, whatever follows it? */
static bool is(const char *text, const char *mnemonic)
{
	size_t len = strlen(mnemonic);

	return starts_with(text, mnemonic) && (!text[len] || text[len] == ' ');
}

static enum code_flow flow_of_x86(const char *text)
{
	static const char *const prefixes[] = { "bnd ", "notrack ", "repz ", "repne ", "rep " };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (starts_with(text, prefixes[i]))
			text += strlen(prefixes[i]);
	if (starts_with(text, "call") || starts_with(text, "lcall"))
		return CODE_CALL;
	if (starts_with(text, "ret") || starts_with(text, "iret") || starts_with(text, "lret") ||
	    starts_with(text, "sysret"))
		return CODE_RETURN;
	return *text == 'j' || starts_with(text, "loop") || starts_with(text, "ljmp") ? CODE_LEAVE
										      : CODE_ON;
}

static enum code_flow flow_of_arm64(const char *text)
{
	static const char *const jumps[] = { "b.", "bc.", "br", "cbz", "cbnz", "tbz", "tbnz" };

	if (is(text, "bl") || starts_with(text, "blr"))
		return CODE_CALL;
	if (starts_with(text, "ret"))
		return CODE_RETURN;
	if (is(text, "brk"))
		return CODE_ON;
	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); i++)
		if (starts_with(text, jumps[i]))
			return CODE_LEAVE;
	return is(text, "b") ? CODE_LEAVE : CODE_ON;
}

static enum code_flow flow_of(enum regs_arch arch, const char *text)
{
	switch (arch) {
	case REGS_X86:
		return flow_of_x86(text);
	case REGS_ARM64:
		return flow_of_arm64(text);
	case REGS_POWERPC:
		if (is(text, "blr"))
			return CODE_RETURN;
		if (is(text, "bl") || is(text, "bctrl"))
			return CODE_CALL;
		return *text == 'b' ? CODE_LEAVE : CODE_ON;
	case REGS_S390:
		if (starts_with(text, "bras"))
			return CODE_CALL;
		if (!strcmp(text, "br %r14"))
			return CODE_RETURN;
		return *text == 'j' || starts_with(text, "br") ? CODE_LEAVE : CODE_ON;
	case REGS_UNKNOWN:
	case REGS_ARM:
	case REGS_RISCV:
	case REGS_LOONGARCH:
	case REGS_MIPS:
	case REGS_CSKY:
	default:
		return CODE_ON;
	}
}

/* The address at the end of a branch; *at: its offset in the text. */
static bool branch_target(const char *text, uint64_t *target, size_t *at)
{
	const char *last = strrchr(text, ' ');
	char *end;

	if (!last)
		return false;
	*at = (size_t)(last + 1 - text);
	last += last[1] == '#' ? 2 : 1;
	if (!starts_with(last, "0x"))
		return false;
	*target = strtoull(last, &end, 16);
	return !*end;
}

/* x86 addresses data from the next instruction on: "0x2ee3(%rip)", "-8(%rip)". */
static bool data_target(const char *text, uint64_t next, uint64_t *target)
{
	const char *rip = strstr(text, "(%rip)"), *p = rip;
	uint64_t distance;

	if (!rip)
		return false;
	while (p > text && (isxdigit((unsigned char)p[-1]) || p[-1] == 'x'))
		p--;
	distance = strtoull(p, NULL, 0);
	*target = p > text && p[-1] == '-' ? next - distance : next + distance;
	return true;
}

/* A constant that may be an address: "movl $0x404010, %edi". */
static bool constant(const char *text, uint64_t *target)
{
	const char *p = strstr(text, "$0x");

	if (!p)
		return false;
	*target = strtoull(p + 1, NULL, 16);
	return *target >= CONSTANT_LEAST;
}

/*
 * Get the address that an instruction accesses outside the code, or completes from earlier
 * instructions.
 */
static bool arm64_target(struct code_reading *r, enum code_flow flow, const char *text,
			 uint64_t *target)
{
	size_t at;

	if (flow != CODE_ON) {
		pageregs_forget(&r->pages);
		return false;
	}
	if (pageregs_take(&r->pages, text, target))
		return true;
	return (is(text, "adr") || (starts_with(text, "ldr") && !strchr(text, '['))) &&
	       branch_target(text, target, &at);
}

static void add_address(const struct code_reading *r, uint64_t addr, struct buf *text)
{
	buf_adds(text, " # ");
	buf_add0x(text, addr);
	add_symbol(r, addr, text);
}

static void name_target(struct code_reading *r, struct code_line *line, struct buf *text)
{
	uint64_t target;
	size_t at;

	line->flow = (uint8_t)flow_of(r->arch, text->p);
	if (r->arch == REGS_ARM64 &&
	    arm64_target(r, (enum code_flow)line->flow, text->p, &target)) {
		add_address(r, target, text);
	} else if (line->flow != CODE_ON && branch_target(text->p, &target, &at)) {
		if (line->flow == CODE_LEAVE && target - r->addr < r->size) {
			line->flow = CODE_JUMP;
			line->target = target - r->addr;
			buf_truncate(text, at);
			buf_addc(text, '+');
			buf_add0x(text, line->target);
		} else {
			add_symbol(r, target, text);
		}
	} else if (data_target(text->p, r->addr + line->off + line->len, &target)) {
		add_address(r, target, text);
	} else if (constant(text->p, &target)) {
		add_symbol(r, target, text);
	}
}

/* ---- loops ---- */

struct line_loop {
	size_t first, last; /* lines */
};

/* Outer loops come before inner ones, and of loops with one beginning the longest comes first. */
static int compare_loops(const void *a, const void *b)
{
	const struct line_loop *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->last > y->last ? -1 : x->last < y->last;
}

/* The line at an offset, or the last line before it; SIZE_MAX: none. */
static size_t find_line(const struct code *code, uint64_t off)
{
	size_t end = search_first(0, code->lines.n, i, code->lines.v[i].off <= off);

	return end ? end - 1 : SIZE_MAX;
}

/* Mark a loop in the first free column. Loops inside of too many others get no marks. */
static void mark_loop(struct code *code, const struct line_loop *loop, size_t *free_from)
{
	for (size_t k = 0; k < CODE_LOOPS; k++) {
		if (loop->first < free_from[k])
			continue;
		for (size_t i = loop->first; i <= loop->last; i++)
			code->lines.v[i].loops[k] = CODE_LOOP_WITHIN;
		code->lines.v[loop->first].loops[k] = CODE_LOOP_FIRST;
		code->lines.v[loop->last].loops[k] = CODE_LOOP_LAST;
		free_from[k] = loop->last + 1;
		code->depth = k + 1 > code->depth ? k + 1 : code->depth;
		return;
	}
}

static void find_loops(struct code *code)
{
	VEC(struct line_loop) loops = { NULL };
	size_t free_from[CODE_LOOPS] = { 0 };

	for (size_t i = 0; i < code->lines.n; i++) {
		const struct code_line *line = &code->lines.v[i];
		size_t to = line->flow == CODE_JUMP ? find_line(code, line->target) : SIZE_MAX;

		if (to == SIZE_MAX || code->lines.v[to].off != line->target)
			continue;
		code->lines.v[to].label = true;
		if (to < i)
			vec_push(&loops, ((struct line_loop){ to, i }));
	}
	if (loops.n)
		qsort(loops.v, loops.n, sizeof(*loops.v), compare_loops);
	for (size_t i = 0; i < loops.n; i++)
		if (!i || loops.v[i].first != loops.v[i - 1].first)
			mark_loop(code, &loops.v[i], free_from);
	vec_release(&loops);
}

/* ---- source ---- */

/* A source line often comes again after a few others: it gets one number. */
static uint32_t find_source(const struct code_reading *r, const struct source_frame *frame,
			    const char *inlined)
{
	struct buf key = BUF_INIT;
	struct code_source *source;
	size_t number;

	buf_add(&key, &frame->line, sizeof(frame->line));
	buf_add(&key, frame->file, strlen(frame->file) + 1);
	buf_adds(&key, inlined ? inlined : "");
	number = grouptable_find(r->sources, key.p, key.len);
	buf_release(&key);
	if (number == r->code->sources.n) {
		source = vec_add(&r->code->sources);
		source->file = mem_strdup(frame->file);
		source->line = frame->line;
		source->inlined = inlined ? mem_strdup(inlined) : NULL;
	}
	return (uint32_t)number;
}

static uint32_t source_of(const struct code_reading *r, uint64_t off)
{
	struct symbols_source source;

	symbols_source(reader_symbols(r->reader), r->info, r->mapping, r->addr + off, &source);
	if (source.why)
		r->code->why_source = sym_why_text(source.why);
	r->code->lines_broken |= source.why == SYM_WHY_DWARF;
	if (!source.n || !source.v[0].file)
		return CODE_NO_SOURCE;
	return find_source(r, &source.v[0], source.n > 1 ? source.v[0].name : NULL);
}

/* ---- instructions ---- */

static const char *why_none(const struct disasm *disasm)
{
	if (!disasm)
		return disasm_missing();
	if (disasm_died(disasm))
		return "the process that reads instructions has died";
	return "bytes that are no instructions";
}

static void read_lines(struct code_reading *r, const struct machinecode *bytes)
{
	struct layout layout;
	struct disasm *disasm;
	uint64_t at = 0;

	reader_layout(r->reader, r->info, &layout);
	r->arch = layout.arch;
	disasm = disasm_open(layout.arch, layout.big);
	while (disasm && at < bytes->len) {
		struct code_line line = { .off = at };
		struct buf text = BUF_INIT;

		line.len = (uint32_t)disasm_text(disasm, bytes, at, r->addr + at, &text);
		if (!line.len) {
			buf_release(&text);
			break;
		}
		name_target(r, &line, &text);
		line.text = buf_take(&text);
		line.source = CODE_NO_SOURCE;
		vec_push(&r->code->lines, line);
		at += line.len;
	}
	if (at < bytes->len)
		r->code->why = why_none(disasm);
	disasm_close(disasm);
}

static bool is_kernel(const struct mapping *mapping)
{
	return mapping->kind == MAPPING_KERNEL || mapping->kind == MAPPING_MODULE;
}

void code_read(struct code *code, struct reader *reader, const struct row_info *info, uint64_t addr,
	       uint64_t size)
{
	struct machinecode bytes = { .p = mem_alloc(size), .len = size };
	enum mapping_why why;
	struct code_reading r = {
		.code = code, .reader = reader, .info = info, .addr = addr, .size = size
	};

	*code = (struct code){ .size = size };
	r.mapping = mappings_find_any(reader_mappings(reader), info, addr, &why);
	if (r.mapping)
		symbols_code(reader_symbols(reader), info, r.mapping, addr, &bytes);
	code->differs = r.mapping && symbols_differ(reader_symbols(reader), r.mapping, addr);
	if (!r.mapping)
		code->why = mapping_why_text(why);
	else if (!bytes.len)
		code->why = is_kernel(r.mapping) ? "no file has this code of the kernel: give its "
						   "vmlinux with --vmlinux, or record with --kcore"
						 : "no file has this code";
	else
		read_lines(&r, &bytes);
	find_loops(code);
	free(bytes.p);
}

/*
 * Read a few instructions at a time, because too many answers would be forgotten before their use.
 */
void code_read_sources(struct code *code, struct reader *reader, const struct row_info *info,
		       uint64_t addr)
{
	uint64_t addresses[SOURCES_AT_ONCE];
	struct grouptable sources;
	struct code_reading r = {
		.code = code, .reader = reader, .info = info, .addr = addr, .sources = &sources
	};

	if (code->sourced)
		return;
	code->sourced = true;
	r.mapping = mappings_find_any(reader_mappings(reader), info, addr, NULL);
	if (!r.mapping)
		return;
	grouptable_init(&sources, 0);
	for (size_t i = 0, n; i < code->lines.n; i += n) {
		n = code->lines.n - i < SOURCES_AT_ONCE ? code->lines.n - i : SOURCES_AT_ONCE;
		for (size_t k = 0; k < n; k++)
			addresses[k] = addr + code->lines.v[i + k].off;
		symbols_fetch_sources(reader_symbols(reader), info, r.mapping, addresses, n);
		for (size_t k = i; k < i + n; k++)
			code->lines.v[k].source = source_of(&r, code->lines.v[k].off);
	}
	grouptable_release(&sources);
}

void code_copy(struct code *to, const struct code *from)
{
	*to = *from;
	memset(&to->lines, 0, sizeof(to->lines));
	memset(&to->sources, 0, sizeof(to->sources));
	for (size_t i = 0; i < from->lines.n; i++) {
		struct code_line *line = vec_add(&to->lines);

		*line = from->lines.v[i];
		line->text = line->text ? mem_strdup(line->text) : NULL;
	}
	for (size_t i = 0; i < from->sources.n; i++) {
		struct code_source *source = vec_add(&to->sources);

		*source = from->sources.v[i];
		source->file = mem_strdup(source->file);
		source->inlined = source->inlined ? mem_strdup(source->inlined) : NULL;
	}
}

void code_release(struct code *code)
{
	for (size_t i = 0; i < code->lines.n; i++)
		free(code->lines.v[i].text);
	for (size_t i = 0; i < code->sources.n; i++) {
		free(code->sources.v[i].file);
		free(code->sources.v[i].inlined);
	}
	vec_release(&code->lines);
	vec_release(&code->sources);
}

void code_place(const struct code_source *source, struct buf *out)
{
	source_line_text(out, &(struct source_frame){ .file = source->file, .line = source->line });
}
