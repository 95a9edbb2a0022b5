/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/code.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/grouptable.h"
#include "annotate/asm_text.h"
#include "annotate/pageregs.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/text.h"
#include "recording/symbols.h"

enum {
	USUAL_LEN = 3, /* bytes of an instruction; most code has longer ones */
	SINGLY = 2048  /* lines that are requested one by one if the process died of one of them */
};

/* Names, each once. */
struct code_names {
	struct grouptable numbers; /* by contents */
	VEC(const char *) list;
	const char *last; /* the last that was asked for; NULL: none */
};

/* A source line to look up in a table of numbers in code.sources. */
struct source_key {
	const struct code *code;
	struct code_source source; /* with texts of code_names */
};

/* State while the lines of a part of code are made. */
struct code_reading {
	struct code *code;
	struct reader *reader;
	const struct row_info *info;
	const struct mapping *mapping;
	uint64_t addr, size;
	enum regs_arch arch;
	struct pageregs pages; /* of arm64 */
	struct code_names files, inlined;
	struct hash sources; /* uint32_t: the number of a source line in code.sources + 1 */
	bool *found;	     /* for each line: its source has arrived */
	size_t first;	     /* line whose source is requested first */
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
	if (answer.off)
		buf_add_offset(out, answer.off);
	buf_addc(out, '>');
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
	return (asm_text_is(text, "adr") ||
		(text_begins_with(text, "ldr") && !strchr(text, '['))) &&
	       asm_text_branch_target(text, target, &at);
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

	line->flow = (uint8_t)asm_text_flow(r->arch, text->p);
	if (r->arch == REGS_ARM64 &&
	    arm64_target(r, (enum code_flow)line->flow, text->p, &target)) {
		add_address(r, target, text);
	} else if (line->flow != CODE_ON && asm_text_branch_target(text->p, &target, &at)) {
		if (line->flow == CODE_LEAVE && target - r->addr < r->size) {
			line->flow = CODE_JUMP;
			line->target = target - r->addr;
			buf_truncate(text, at);
			buf_add_offset(text, line->target);
		} else {
			add_symbol(r, target, text);
		}
	} else if (asm_text_data_target(text->p, r->addr + line->off + line->len, &target)) {
		add_address(r, target, text);
	} else if (asm_text_constant(text->p, &target)) {
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

static const struct code_source *source_in(const struct code *code, const void *slot)
{
	return &code->sources.v[*(const uint32_t *)slot - 1];
}

static uint64_t source_hash(const struct code_source *source)
{
	return hash_pair((uintptr_t)source->file ^ (uintptr_t)source->inlined << 1, source->line);
}

static uint64_t slot_hash(const void *slot, const void *arg)
{
	return source_hash(source_in(arg, slot));
}

/* Texts of code_names are the same if their pointers are. */
static bool slot_same(const void *slot, const void *arg)
{
	const struct source_key *key = arg;
	const struct code_source *a = source_in(key->code, slot), *b = &key->source;

	return a->file == b->file && a->inlined == b->inlined && a->line == b->line;
}

static const struct hash_kind slots = { .size = sizeof(uint32_t),
					.used = hash_number_used,
					.hash = slot_hash };

/* The text of a name in a code's own memory. NULL: there is no name. */
static const char *find_name(struct code_reading *r, struct code_names *names, const char *name)
{
	size_t len, number;

	if (!name || (names->last && !strcmp(names->last, name)))
		return name ? names->last : NULL;
	len = strlen(name);
	number = grouptable_find(&names->numbers, name, len);
	if (number == names->list.n)
		vec_push(&names->list, arena_add(&r->code->texts, name, len));
	names->last = names->list.v[number];
	return names->last;
}

/* A source line often comes again after a few others: it gets one number. */
static uint32_t find_source(struct code_reading *r, const struct source_frame *frame,
			    const char *inlined)
{
	struct source_key key = { .code = r->code,
				  .source = { .file = find_name(r, &r->files, frame->file),
					      .line = frame->line,
					      .inlined = find_name(r, &r->inlined, inlined) } };
	uint32_t *number =
		hash_put(&r->sources, &slots, r->code, source_hash(&key.source), slot_same, &key);

	if (!*number) {
		vec_push(&r->code->sources, key.source);
		*number = (uint32_t)r->code->sources.n;
	}
	return *number - 1;
}

static uint32_t take_source(struct code_reading *r, enum sym_why why, uint32_t n,
			    const struct source_frame *v)
{
	if (why)
		r->code->why_source = sym_why_text(why);
	r->code->lines_broken |= why == SYM_WHY_DWARF;
	if (!n || !v[0].file)
		return CODE_NO_SOURCE;
	return find_source(r, &v[0], n > 1 ? v[0].name : NULL);
}

static void take_answer(void *arg, size_t i, const struct srclines_answer *answer)
{
	struct code_reading *r = arg;

	r->found[r->first + i] = true;
	r->code->lines.v[r->first + i].source =
		take_source(r, answer->why, answer->stack.n, answer->stack.v);
}

static uint32_t source_of(struct code_reading *r, uint64_t off)
{
	struct symbols_source source;

	symbols_source(reader_symbols(r->reader), r->info, r->mapping, r->addr + off, &source);
	return take_source(r, source.why, source.n, source.v);
}

/* ---- instructions ---- */

static const char *why_none(const struct disasm *disasm)
{
	const char *missing = disasm_missing(disasm);

	if (missing)
		return missing;
	if (disasm_died(disasm))
		return "the disassembler process crashed";
	return "some bytes are not instructions";
}

/* A process that has died is replaced, so that other code does not suffer. */
static struct disasm *open_disasm(struct code_disasm *d, const struct layout *layout)
{
	if (d->disasm && d->arch == layout->arch && d->big == layout->big &&
	    !disasm_died(d->disasm))
		return d->disasm;
	disasm_close(d->disasm);
	*d = (struct code_disasm){ disasm_open(layout->arch, layout->big), layout->arch,
				   layout->big };
	return d->disasm;
}

void code_disasm_start(struct code_disasm *d, const struct layout *layout)
{
	struct disasm *disasm = open_disasm(d, layout);

	if (disasm)
		disasm_start(disasm);
}

void code_disasm_release(struct code_disasm *d)
{
	disasm_close(d->disasm);
	d->disasm = NULL;
}

static void ignore_answer(void *arg, size_t i, const struct srclines_answer *answer)
{
	(void)arg;
	(void)i;
	(void)answer;
}

/* Make the process that reads lines read the file now. */
static void prepare_sources(const struct code_reading *r)
{
	uint64_t addr = r->addr;

	symbols_fetch_sources(reader_symbols(r->reader), r->info, r->mapping, &addr, 1,
			      ignore_answer, NULL);
}

static void read_lines(struct code_reading *r, struct code_disasm *process,
		       const struct machinecode *bytes, bool sources)
{
	struct buf text = BUF_INIT;
	struct disasm *disasm;
	struct layout layout;
	uint64_t at = 0;

	reader_layout(r->reader, r->info, &layout);
	disasm = open_disasm(process, &layout);
	r->arch = process->arch;
	vec_reserve(&r->code->lines, bytes->len / USUAL_LEN + 1);
	if (disasm)
		disasm_request(disasm, bytes, 0, r->addr);
	if (sources)
		prepare_sources(r);
	while (disasm && at < bytes->len) {
		struct code_line line = { .off = at };

		buf_reset(&text);
		line.len = (uint32_t)disasm_text(disasm, bytes, at, r->addr + at, &text);
		if (!line.len)
			break;
		name_target(r, &line, &text);
		line.text = arena_add(&r->code->texts, text.p, text.len);
		line.source = CODE_NO_SOURCE;
		vec_push(&r->code->lines, line);
		at += line.len;
	}
	if (at < bytes->len)
		r->code->why = why_none(disasm);
	buf_release(&text);
}

static bool is_kernel(const struct mapping *mapping)
{
	return mapping->kind == MAPPING_KERNEL || mapping->kind == MAPPING_MODULE;
}

void code_read(struct code *code, struct code_disasm *disasm, struct reader *reader,
	       const struct row_info *info, uint64_t addr, uint64_t size, bool sources)
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
		read_lines(&r, disasm, &bytes, sources);
	find_loops(code);
	free(bytes.p);
}

/*
 * Read the sources of the lines from r->first on. Returns the line to continue with. addresses has
 * room for all lines.
 */
static size_t fetch_sources(struct code_reading *r, uint64_t *addresses)
{
	struct code *code = r->code;
	size_t n = code->lines.n, end = n;

	for (size_t i = r->first; i < n; i++)
		addresses[i] = r->addr + code->lines.v[i].off;
	symbols_fetch_sources(reader_symbols(r->reader), r->info, r->mapping, addresses + r->first,
			      n - r->first, take_answer, r);
	while (end > r->first && !r->found[end - 1])
		end--;
	end = n - end < SINGLY ? n : end + SINGLY;
	for (size_t i = r->first; i < end; i++)
		if (!r->found[i])
			code->lines.v[i].source = source_of(r, code->lines.v[i].off);
	return end;
}

void code_read_sources(struct code *code, struct reader *reader, const struct row_info *info,
		       uint64_t addr)
{
	size_t n = code->lines.n;
	uint64_t *addresses;
	struct code_reading r = { .code = code, .reader = reader, .info = info, .addr = addr };

	if (code->sourced)
		return;
	code->sourced = true;
	r.mapping = mappings_find_any(reader_mappings(reader), info, addr, NULL);
	if (!r.mapping)
		return;
	addresses = mem_alloc((n + 1) * sizeof(*addresses));
	r.found = mem_zalloc(n + 1);
	grouptable_init(&r.files.numbers, 0);
	grouptable_init(&r.inlined.numbers, 0);
	vec_reserve(&code->sources, n);
	while (r.first < n)
		r.first = fetch_sources(&r, addresses);
	free(addresses);
	free(r.found);
	grouptable_release(&r.files.numbers);
	grouptable_release(&r.inlined.numbers);
	vec_release(&r.files.list);
	vec_release(&r.inlined.list);
	hash_release(&r.sources);
}

static const char *copy_text(struct code *to, const char *text)
{
	return text ? arena_add(&to->texts, text, strlen(text)) : NULL;
}

void code_copy(struct code *to, const struct code *from)
{
	*to = *from;
	memset(&to->lines, 0, sizeof(to->lines));
	memset(&to->sources, 0, sizeof(to->sources));
	memset(&to->texts, 0, sizeof(to->texts));
	for (size_t i = 0; i < from->lines.n; i++) {
		struct code_line *line = vec_add(&to->lines);

		*line = from->lines.v[i];
		line->text = copy_text(to, line->text);
	}
	for (size_t i = 0; i < from->sources.n; i++) {
		struct code_source *source = vec_add(&to->sources);

		*source = from->sources.v[i];
		source->file = copy_text(to, source->file);
		source->inlined = copy_text(to, source->inlined);
	}
}

void code_release(struct code *code)
{
	vec_release(&code->lines);
	vec_release(&code->sources);
	arena_release(&code->texts);
}

void code_place(const struct code_source *source, struct buf *out)
{
	source_line_text(out, &(struct source_frame){ .file = source->file, .line = source->line });
}
