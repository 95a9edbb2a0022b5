/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/code.h"

#include <stdlib.h>
#include <string.h>

#include "annotate/asm_text.h"
#include "annotate/code_loops.h"
#include "annotate/code_sources.h"
#include "annotate/pageregs.h"
#include "base/mem.h"
#include "base/text.h"
#include "recording/symbols.h"

enum {
	USUAL_LEN = 3 /* bytes of an instruction; most code has longer ones */
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
		code_sources_prepare(r->reader, r->info, r->mapping, r->addr);
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
	code_loops_find(code);
	free(bytes.p);
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
