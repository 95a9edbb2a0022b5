/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/hash.h"
#include "out/chain_texts.h"
#include "out/script_text.h"
#include "recording/mappings.h"
#include "recording/space_key.h"
#include "recording/symbols.h"

#define KNOWN (1ull << 32) /* bit of a number that is known */

enum {
	RECENT = 512
};

struct script_places {
	struct reader *reader;
	const struct script_options *options;
	const struct row_info *info;
	uint64_t shown;
	bool inlines; /* frames of user space may be inlined */
	/* Numbers for the mappings at the row, by cpumode; 0: unknown. */
	uint64_t spaces[CPUMODE_MASK + 1];
	struct {
		uint64_t version;
		uint64_t style; /* mode and fields */
		uint32_t space;
	} recent[RECENT]; /* numbers by versions of mappings */
	struct frame_texts frames;
	struct chain_texts chains;
};

struct script_places *script_places_open(struct reader *reader,
					 const struct script_options *options)
{
	struct script_places *p = mem_zalloc(sizeof(*p));

	p->reader = reader;
	p->options = options;
	return p;
}

void script_places_close(struct script_places *p)
{
	frame_texts_release(&p->frames);
	chain_texts_release(&p->chains);
	free(p);
}

void script_places_enter(struct script_places *p, const struct row_info *info, uint64_t shown)
{
	enum {
		PLACES = SCRIPT_IP | SCRIPT_SYM | SCRIPT_SYMOFF | SCRIPT_DSO | SCRIPT_SRCLINE
	};

	p->info = info;
	p->shown = shown & PLACES;
	memset(p->spaces, 0, sizeof(p->spaces));
}

static const struct mapping *find_mapping(const struct script_places *p, enum cpumode mode,
					  uint64_t addr)
{
	return mappings_find(reader_mappings(p->reader), p->info, mode, addr, NULL);
}

static void add_symbol(const struct script_places *p, const struct mapping *mapping, uint64_t addr,
		       bool offset, struct buf *out)
{
	struct symbols_answer symbol = { .answer = SYMS_NONE };

	if (mapping)
		symbols_find(reader_symbols(p->reader), p->info, mapping, addr, &symbol);
	if (symbol.answer != SYMS_FOUND) {
		buf_adds(out, "[unknown]");
		return;
	}
	script_text_add(p->options, out, symbol.name, symbol.len);
	if (offset)
		buf_add_offset(out, symbol.off);
}

static void add_dso(const struct script_places *p, const struct mapping *mapping, struct buf *out)
{
	buf_addc(out, '(');
	if (mapping)
		script_text_add(p->options, out, mapping->dso, strlen(mapping->dso));
	else
		buf_adds(out, "[unknown]");
	buf_addc(out, ')');
}

static void add_name(const struct script_places *p, const struct mapping *mapping, uint64_t addr,
		     struct buf *out)
{
	if (p->shown & SCRIPT_SYM) {
		buf_addc(out, ' ');
		add_symbol(p, mapping, addr, p->shown & SCRIPT_SYMOFF, out);
	}
	if (p->shown & SCRIPT_DSO) {
		buf_addc(out, ' ');
		add_dso(p, mapping, out);
	}
}

void script_places_name(struct script_places *p, uint64_t addr, struct buf *out)
{
	add_name(p, find_mapping(p, p->info->misc & CPUMODE_MASK, addr), addr, out);
}

/* ---- source lines ---- */

static void add_line(const struct script_places *p, const struct source_frame *frame,
		     struct buf *out)
{
	struct buf text = BUF_INIT;

	if (frame->file)
		source_line_text(&text, frame);
	else
		buf_adds(&text, "??:0");
	script_text_add(p->options, out, text.p, text.len);
	buf_release(&text);
}

/* If the file cannot be read and has no symbol, perf prints the offset in the file. */
static void add_file_offset(const struct script_places *p, const struct mapping *mapping,
			    uint64_t addr, struct buf *out)
{
	const char *name = folder_entry(mapping->dso);
	uint64_t at = addr;

	if (mapping->kind == MAPPING_USER)
		mapping_offset(mapping, addr, &at);
	buf_adds(out, "\n  ");
	script_text_add(p->options, out, name, strlen(name));
	buf_addc(out, '[');
	buf_add_hex(out, at);
	buf_addc(out, ']');
}

/* "name@plt", or ".plt" for the whole section, to whose entries .plt.sec jumps. */
static bool is_linkage_table(const struct symbols_answer *symbol)
{
	static const char plt[] = ".plt", at_plt[] = "@plt";
	const size_t end = sizeof(at_plt) - 1;

	return (symbol->len == end && !memcmp(symbol->name, plt, end)) ||
	       (symbol->len >= end && !memcmp(symbol->name + symbol->len - end, at_plt, end));
}

/* The procedure linkage table has names, but the file has no symbols for it. */
static bool has_symbol(const struct script_places *p, const struct mapping *mapping, uint64_t addr)
{
	struct symbols_answer symbol;

	symbols_find(reader_symbols(p->reader), p->info, mapping, addr, &symbol);
	return symbol.answer == SYMS_FOUND && !is_linkage_table(&symbol);
}

static void add_srcline(const struct script_places *p, const struct mapping *mapping, uint64_t addr,
			struct buf *out)
{
	struct symbols_source source;

	if (!(p->shown & SCRIPT_SRCLINE) || !mapping)
		return;
	symbols_source(reader_symbols(p->reader), p->info, mapping, addr, &source);
	if (source.n && source.v[0].file) {
		buf_adds(out, "\n  ");
		add_line(p, &source.v[0], out);
	} else if (mapping->kind != MAPPING_USER || !has_symbol(p, mapping, addr)) {
		add_file_offset(p, mapping, addr, out);
	}
}

void script_places_srcline(struct script_places *p, uint64_t addr, struct buf *out)
{
	add_srcline(p, find_mapping(p, p->info->misc & CPUMODE_MASK, addr), addr, out);
}

static const struct mapping *find_any(const struct script_places *p, uint64_t addr)
{
	return mappings_find_any(reader_mappings(p->reader), p->info, addr, NULL);
}

void script_places_name_any(struct script_places *p, uint64_t addr, struct buf *out)
{
	add_name(p, find_any(p, addr), addr, out);
}

void script_places_branch(struct script_places *p, uint64_t addr, bool symbol, struct buf *out)
{
	const struct mapping *mapping = find_any(p, addr);

	if (symbol)
		add_symbol(p, mapping, addr, true, out);
	if (p->shown & SCRIPT_DSO)
		add_dso(p, mapping, out);
}

uint64_t script_places_offset(struct script_places *p, uint64_t addr)
{
	const struct mapping *mapping = find_any(p, addr);
	uint64_t offset = addr;

	if (mapping && mapping->kind == MAPPING_KERNEL)
		return addr - mapping->start;
	if (mapping)
		mapping_offset(mapping, addr, &offset);
	return mapping && mapping->has_file ? offset : addr;
}

/* ---- call chains ---- */

static enum cpumode mode_of(const struct script_places *p, uint64_t context)
{
	switch (context) {
	case DECODE_CONTEXT_HYPERVISOR:
		return CPUMODE_HYPERVISOR;
	case DECODE_CONTEXT_KERNEL:
		return CPUMODE_KERNEL;
	case DECODE_CONTEXT_USER:
		return CPUMODE_USER;
	default:
		return p->info->misc & CPUMODE_MASK;
	}
}

/* A number for everything that a frame's text depends on in addition to the address. */
static uint32_t find_space(struct script_places *p, enum cpumode mode)
{
	uint64_t version = mappings_version(reader_mappings(p->reader), p->info, mode);
	uint64_t style = (uint64_t)p->shown << 4 | (uint64_t)p->inlines << 3 | mode;
	size_t i = (version ^ mode) % RECENT;

	if (p->recent[i].version != version || p->recent[i].style != style) {
		uint64_t key[] = { space_key_of(p->reader, p->info, mode), style };

		p->recent[i].version = version;
		p->recent[i].style = style;
		p->recent[i].space = frame_texts_space(&p->frames, hash_stable(key, sizeof(key)));
	}
	return p->recent[i].space;
}

static uint32_t space_of(struct script_places *p, enum cpumode mode)
{
	if (!p->spaces[mode])
		p->spaces[mode] = find_space(p, mode) | KNOWN;
	return (uint32_t)p->spaces[mode];
}

/*
 * Write one of the functions that perf finds at an address. perf takes a function as inlined if its
 * name differs from the symbol.
 */
static void write_function(const struct script_places *p, const struct mapping *mapping,
			   const struct symbols_answer *symbol, const struct source_frame *frame,
			   struct buf *out)
{
	const char *name = frame->name ? frame->name : symbol->name;
	size_t len = frame->name ? strlen(name) : symbol->len;
	bool inlined = len != symbol->len || memcmp(name, symbol->name, len) != 0;

	if (p->shown & SCRIPT_SYM) {
		buf_addc(out, ' ');
		script_text_add(p->options, out, name, len);
	}
	if (p->shown & SCRIPT_SYM && p->shown & SCRIPT_SYMOFF)
		buf_add_offset(out, symbol->off);
	if (p->shown & SCRIPT_DSO && !inlined) {
		buf_addc(out, ' ');
		add_dso(p, mapping, out);
	}
	if (p->shown & SCRIPT_SRCLINE) {
		buf_adds(out, "\n  ");
		add_line(p, frame, out);
	}
	if (inlined)
		buf_adds(out, " (inlined)");
	buf_addc(out, '\n');
}

static void write_address(uint64_t shown, struct buf *out)
{
	buf_addc(out, '\t');
	script_text_hex(out, shown);
}

/* False: no functions are known there, or perf does not look them up. */
static bool write_functions(const struct script_places *p, const struct mapping *mapping,
			    uint64_t ip, uint64_t shown, struct buf *out)
{
	struct symbols_answer symbol;
	struct symbols_source source;

	symbols_find(reader_symbols(p->reader), p->info, mapping, ip, &symbol);
	if (symbol.answer != SYMS_FOUND)
		return false;
	symbols_source(reader_symbols(p->reader), p->info, mapping, ip, &source);
	for (uint32_t i = 0; i < source.n; i++) {
		write_address(shown, out);
		write_function(p, mapping, &symbol, &source.v[i], out);
	}
	if (!source.n && (source.why == SYM_WHY_NO_DWARF || source.why == SYM_WHY_NO_LINE)) {
		write_address(shown, out);
		write_function(p, mapping, &symbol, &(struct source_frame){ 0 }, out);
		return true;
	}
	return source.n;
}

/*
 * For frames in user space perf prints the offset in the file. False: the name of the mapping
 * depends on the time.
 */
static bool write_frame(const struct script_places *p, enum cpumode mode, uint64_t ip,
			struct buf *out)
{
	const struct mapping *mapping = find_mapping(p, mode, ip);
	uint64_t shown = ip, offset;

	if (mapping && mapping->kind == MAPPING_USER && mapping_offset(mapping, shown, &offset))
		shown = offset;
	if (mapping && p->inlines && mode == CPUMODE_USER &&
	    write_functions(p, mapping, ip, shown, out))
		return true;
	write_address(shown, out);
	add_name(p, mapping, ip, out);
	add_srcline(p, mapping, ip, out);
	buf_addc(out, '\n');
	return !mapping || !(p->shown & SCRIPT_SYM) ||
	       !symbols_timed(reader_symbols(p->reader), p->info, mapping);
}

/* Most texts are so short that a copy of a fixed size, which the compiler knows, is enough. */
static void add_text(const char *text, uint32_t len, struct buf *out)
{
	char *to = buf_room(out, len + FRAME_TEXT_MORE);

	memcpy(to, text, FRAME_TEXT_MORE);
	if (len > FRAME_TEXT_MORE)
		memcpy(to + FRAME_TEXT_MORE, text + FRAME_TEXT_MORE, len - FRAME_TEXT_MORE);
	buf_added(out, len);
}

/* False: the text is valid only for this row. */
static bool add_frame(struct script_places *p, enum cpumode mode, uint64_t ip, uint32_t space,
		      struct buf *out)
{
	size_t start = out->len;
	uint32_t len;
	const char *text = frame_texts_find(&p->frames, space, ip, &len);

	if (text) {
		add_text(text, len, out);
		return true;
	}
	if (!write_frame(p, mode, ip, out))
		return false;
	frame_texts_keep(&p->frames, space, ip, out->p + start, out->len - start);
	return true;
}

static void add_run(struct script_places *p, enum cpumode mode, const uint64_t *ips, size_t n,
		    struct buf *out)
{
	uint32_t space = space_of(p, mode), len;
	const char *text = chain_texts_find(&p->chains, space, ips, n, &len);
	size_t start = out->len;
	bool keep = true;

	if (text) {
		buf_add(out, text, len);
		return;
	}
	for (size_t i = 0; i < n; i++)
		frame_texts_expect(&p->frames, space, ips[i]);
	for (size_t i = 0; i < n; i++)
		keep &= add_frame(p, mode, ips[i], space, out);
	if (keep)
		chain_texts_keep(&p->chains, space, ips, n, out->p + start, out->len - start);
}

void script_places_chain(struct script_places *p, const struct script_sample *sample,
			 struct buf *out)
{
	const uint64_t *ips = sample->ips.v;
	size_t left = p->options->max_stack < sample->ips.n ? (size_t)p->options->max_stack
							    : sample->ips.n;

	p->inlines = p->options->inlines && sample->unwound;
	for (size_t i = 0; i < sample->runs.n && left; i++) {
		const struct script_run *run = &sample->runs.v[i];
		size_t n = run->n < left ? run->n : left;

		add_run(p, mode_of(p, run->context), ips, n, out);
		ips += n;
		left -= n;
	}
}
