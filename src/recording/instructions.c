/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/instructions.h"

#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/mem.h"
#include "recording/reader.h"
#include "recording/symbols.h"
#include "sym/disasm.h"

enum {
	KEPT = 1 << 14, /* instructions */
	ARCHS = 2	/* parts of a recording can have different architectures; most have the
			 * same */
};

struct kept_instruction {
	uint64_t module, addr; /* module + 1; 0: the slot is free */
	size_t at;	       /* offset of its text in texts; its bytes follow */
	uint32_t text_len, hex_len;
	uint32_t size; /* 0: no instruction */
	bool recorded;
};

struct instructions {
	struct reader *reader;
	struct {
		bool used, big;
		enum regs_arch arch;
		struct disasm *disasm;
	} archs[ARCHS];
	struct hash hash;
	struct buf texts;
	struct insns_answer answer; /* for a reader that does not wait */
};

static bool kept_used(const void *slot)
{
	return ((const struct kept_instruction *)slot)->module;
}

static uint64_t kept_hash(const void *slot, const void *arg)
{
	const struct kept_instruction *kept = slot;

	(void)arg;
	return hash_pair(kept->module, kept->addr);
}

static bool kept_same(const void *slot, const void *key)
{
	const struct kept_instruction *a = slot, *b = key;

	return a->module == b->module && a->addr == b->addr;
}

static const struct hash_kind kind = { .size = sizeof(struct kept_instruction),
				       .used = kept_used,
				       .hash = kept_hash };

struct instructions *instructions_open(struct reader *reader)
{
	struct instructions *in = mem_zalloc(sizeof(*in));

	in->reader = reader;
	buf_init(&in->texts);
	in->answer = (struct insns_answer)INSNS_ANSWER_INIT;
	return in;
}

void instructions_close(struct instructions *in)
{
	if (!in)
		return;
	for (size_t i = 0; i < ARCHS; i++)
		disasm_close(in->archs[i].disasm);
	hash_release(&in->hash);
	buf_release(&in->texts);
	buf_release(&in->answer.text);
	buf_release(&in->answer.hex);
	free(in);
}

/* Returns NULL if no disassembler is available for the row's architecture. */
static struct disasm *disasm_of(struct instructions *in, const struct row_info *info)
{
	struct layout layout;
	size_t i;

	reader_layout(in->reader, info, &layout);
	for (i = 0; i < ARCHS && in->archs[i].used; i++)
		if (in->archs[i].arch == layout.arch && in->archs[i].big == layout.big)
			return in->archs[i].disasm;
	if (i == ARCHS)
		disasm_close(in->archs[--i].disasm);
	in->archs[i].used = true;
	in->archs[i].arch = layout.arch;
	in->archs[i].big = layout.big;
	in->archs[i].disasm = disasm_open(layout.arch, layout.big);
	return in->archs[i].disasm;
}

/* Disassemble one instruction, and keep its texts. */
static void read_one(struct instructions *in, const struct row_info *info,
		     const struct mapping *mapping, struct kept_instruction *kept)
{
	struct symbols *symbols = reader_symbols(in->reader);
	struct disasm *disasm = disasm_of(in, info);
	uint8_t bytes[INSNS_LONGEST];
	struct machinecode code = { .p = bytes, .len = sizeof(bytes) };

	kept->at = in->texts.len;
	if (disasm)
		symbols_code(symbols, info, mapping, kept->addr, &code);
	if (!disasm || !code.len)
		return;
	kept->size = (uint32_t)disasm_text(disasm, &code, 0, kept->addr, &in->texts);
	kept->text_len = (uint32_t)(in->texts.len - kept->at);
	for (uint32_t i = 0; i < kept->size; i++)
		buf_addf(&in->texts, "%s%02x", i ? " " : "", bytes[i]);
	kept->hex_len = (uint32_t)(in->texts.len - kept->at) - kept->text_len;
	kept->recorded = symbols_recorded(symbols, mapping, kept->addr);
}

/*
 * Returns no instruction if the answer is not available yet: the reader's owner is woken later, and
 * asks again.
 */
static bool find_soon(struct instructions *in, const struct row_info *info,
		      const struct mapping *mapping, uint64_t addr, struct instruction *out)
{
	struct symbols *symbols = reader_symbols(in->reader);
	const struct insns_answer *answer = &in->answer;
	struct layout layout;

	reader_layout(in->reader, info, &layout);
	if (symbols_insn(symbols, info, mapping, addr, &layout, &in->answer) != SYMS_FOUND)
		return false;
	*out = (struct instruction){ .text = answer->text.p,
				     .text_len = answer->text.len,
				     .hex = answer->hex.p,
				     .hex_len = answer->hex.len,
				     .size = answer->size,
				     .recorded = symbols_recorded(symbols, mapping, addr) };
	return true;
}

bool instructions_find(struct instructions *in, const struct row_info *info,
		       const struct mapping *mapping, uint64_t addr, struct instruction *out)
{
	struct symbols *symbols = reader_symbols(in->reader);
	struct kept_instruction kept = { .addr = addr }, *slot;
	uint64_t at;

	if (!mapping)
		return false;
	if (!symbols_waits(symbols))
		return find_soon(in, info, mapping, addr, out);
	kept.module = symbols_module(symbols, mapping, addr, &at) + 1ull;
	/* A runtime may have put other code at the same address. */
	if (in->hash.n >= KEPT || symbols_timed(symbols, info, mapping)) {
		hash_release(&in->hash);
		buf_reset(&in->texts);
	}
	slot = hash_put(&in->hash, &kind, NULL, hash_pair(kept.module, addr), kept_same, &kept);
	if (!slot->module) {
		read_one(in, info, mapping, &kept);
		*slot = kept;
	}
	*out = (struct instruction){ .text = in->texts.p + slot->at,
				     .text_len = slot->text_len,
				     .hex = in->texts.p + slot->at + slot->text_len,
				     .hex_len = slot->hex_len,
				     .size = slot->size,
				     .recorded = slot->recorded };
	return slot->size;
}
