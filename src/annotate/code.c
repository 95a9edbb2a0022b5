/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/code.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "query/grouptable.h"
#include "recording/symbols.h"
#include "sym/disasm.h"

/* What the lines of a stretch of code are made with. */
struct reading {
	struct code *code;
	struct reader *reader;
	const struct row_info *info;
	const struct mapping *mapping;
	uint64_t addr, size;
	struct grouptable *sources; /* numbers of code->sources by what they say */
};

/* ---- addresses in instructions ---- */

static void add_symbol(const struct reading *r, uint64_t addr, struct buf *out)
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

/* Does it branch or call, so that an address alone in it is where to? Of x86, ARM and PowerPC. */
static bool is_branch(const char *text)
{
	size_t len = strcspn(text, " ");

	if (*text == 'j' || !strncmp(text, "call", 4) || !strncmp(text, "loop", 4))
		return true;
	return *text == 'b' || (len > 3 && !strncmp(text, "cb", 2)) ||
	       (len > 3 && !strncmp(text, "tb", 2));
}

/* The address at the end of a branch. */
static bool branch_target(const char *text, uint64_t *target)
{
	const char *last = strrchr(text, ' ');
	char *end;

	if (!last || !is_branch(text))
		return false;
	last += last[1] == '#' ? 2 : 1;
	if (strncmp(last, "0x", 2) != 0)
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

static void name_target(const struct reading *r, struct code_line *line, struct buf *text)
{
	uint64_t target;

	if (branch_target(text->p, &target)) {
		line->jumps = target - r->addr < r->size;
		line->target = target - r->addr;
		add_symbol(r, target, text);
	} else if (data_target(text->p, r->addr + line->off + line->len, &target)) {
		buf_adds(text, " # ");
		buf_add0x(text, target);
		add_symbol(r, target, text);
	}
}

/* ---- source ---- */

/* Lines come again after a few others: one number each. */
static uint32_t find_source(const struct reading *r, const struct source_frame *frame,
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

static uint32_t source_of(const struct reading *r, uint64_t off)
{
	struct symbols_source source;

	symbols_source(reader_symbols(r->reader), r->info, r->mapping, r->addr + off, &source);
	if (source.why)
		r->code->why_source = sym_why_text(source.why);
	if (!source.n || !source.v[0].file || !source.v[0].line)
		return CODE_NO_SOURCE;
	return find_source(r, &source.v[0], source.n > 1 ? source.v[0].name : NULL);
}

/* ---- instructions ---- */

static const char *why_none(const struct disasm *disasm)
{
	if (!disasm)
		return "no instructions: libcapstone is not installed, or does not know this "
		       "architecture";
	if (disasm_died(disasm))
		return "the process that reads instructions has died of these bytes";
	return "bytes that are no instructions";
}

static void read_lines(const struct reading *r, const struct machinecode *bytes)
{
	struct layout layout;
	struct disasm *disasm;
	uint64_t at = 0;

	reader_layout(r->reader, r->info, &layout);
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
		line.source = source_of(r, at);
		vec_push(&r->code->lines, line);
		at += line.len;
	}
	if (at < bytes->len)
		r->code->why = why_none(disasm);
	disasm_close(disasm);
}

void code_read(struct code *code, struct reader *reader, const struct row_info *info, uint64_t addr,
	       uint64_t size)
{
	struct machinecode bytes = { .p = mem_alloc(size), .len = size };
	enum mapping_why why;
	struct grouptable sources;
	struct reading r = { .code = code,
			     .reader = reader,
			     .info = info,
			     .addr = addr,
			     .size = size,
			     .sources = &sources };

	grouptable_init(&sources, 0);
	*code = (struct code){ .why = NULL };
	r.mapping = mappings_find_any(reader_mappings(reader), info, addr, &why);
	if (r.mapping)
		symbols_code(reader_symbols(reader), info, r.mapping, addr, &bytes);
	if (!r.mapping)
		code->why = mapping_why_text(why);
	else if (!bytes.len)
		code->why = "no file has this code";
	else
		read_lines(&r, &bytes);
	grouptable_release(&sources);
	free(bytes.p);
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
