/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_insns.h"

#include <string.h>

#include "base/text.h"
#include "recording/instructions.h"
#include "recording/mappings.h"
#include "recording/symbols.h"

enum {
	LONGEST = 15,		     /* bytes of the longest instruction in perf */
	BLOCK_MAX = 16384 - LONGEST, /* bytes; perf prints nothing of a longer block */
	INSN_WIDTH = 30		     /* columns before the text about a branch */
};

struct printing {
	struct reader *reader;
	const struct row_info *info;
	const struct script_sample *sample;
	struct buf *out;
	uint64_t sym_start, sym_size; /* in memory, of the function that was named last; 0: none */
	uint64_t cycles;	      /* of all branches so far */
};

static const struct mapping *find_mapping(const struct printing *p, uint64_t ip)
{
	return mappings_find_any(reader_mappings(p->reader), p->info, ip, NULL);
}

/* Find the instruction at an address, in a file that is surely the recorded one. */
static bool find_instruction(const struct printing *p, uint64_t ip, struct instruction *in)
{
	return instructions_find(reader_instructions(p->reader), p->info, find_mapping(p, ip), ip,
				 in) &&
	       in->recorded;
}

/* Add "name+12:" if the function is not that of the previous instruction. */
static void add_symbol(struct printing *p, uint64_t ip)
{
	const struct mapping *mapping = find_mapping(p, ip);
	struct symbols_answer symbol;

	if (!mapping || ip - p->sym_start < p->sym_size)
		return;
	symbols_find(reader_symbols(p->reader), p->info, mapping, ip, &symbol);
	if (symbol.answer != SYMS_FOUND)
		return;
	buf_addc(p->out, '\t');
	buf_add(p->out, symbol.name, symbol.len);
	if (symbol.off)
		buf_addf(p->out, "+%llu", (unsigned long long)symbol.off);
	buf_adds(p->out, ":\n");
	p->sym_start = ip - symbol.off;
	p->sym_size = symbol.size;
}

/* Add "insn: 48 89 e5 " with a blank after each byte. Returns its width. */
static int add_insn(const struct printing *p, uint64_t ip, const struct instruction *in)
{
	size_t before;

	buf_addf(p->out, "\t%016llx\t", (unsigned long long)ip);
	before = p->out->len;
	if (in->size) {
		buf_adds(p->out, "insn: ");
		buf_add(p->out, in->hex, in->hex_len);
		buf_addc(p->out, ' ');
	} else {
		buf_adds(p->out, "<bad>");
	}
	return (int)(p->out->len - before);
}

static void add_line(const struct printing *p, uint64_t ip, const struct instruction *in)
{
	add_insn(p, ip, in);
	buf_addc(p->out, '\n');
}

/* Add the instruction that branches. n: number of instructions in its block, 0: unknown. */
static void add_branch(struct printing *p, const struct branch *b, const struct instruction *in,
		       unsigned n)
{
	int columns = add_insn(p, b->v[BRANCH_FROM], in);

	if (columns < INSN_WIDTH)
		buf_fill(p->out, ' ', (size_t)(INSN_WIDTH - columns));
	buf_addf(p->out, "\t#%s%s%s%s", b->v[BRANCH_PREDICTED] ? " PRED" : "",
		 b->v[BRANCH_MISPRED] ? " MISPRED" : "", b->v[BRANCH_IN_TX] ? " INTX" : "",
		 b->v[BRANCH_ABORT] ? " ABORT" : "");
	if (b->v[BRANCH_CYCLES]) {
		p->cycles += b->v[BRANCH_CYCLES];
		buf_addf(p->out, " %llu cycles [%llu]", (unsigned long long)b->v[BRANCH_CYCLES],
			 (unsigned long long)p->cycles);
		if (n)
			buf_addf(p->out, " %.2f IPC",
				 (double)((float)n / (float)b->v[BRANCH_CYCLES]));
	}
	buf_addc(p->out, '\n');
}

static bool is_block(uint64_t start, uint64_t end)
{
	return start && end && start <= end && end - start <= BLOCK_MAX;
}

/* Add the code from the target of a branch to the next branch. */
static void add_block(struct printing *p, uint64_t start, const struct branch *b)
{
	struct instruction in;
	uint64_t ip = start;
	unsigned n = 0;

	if (!is_block(start, b->v[BRANCH_FROM]) || !find_instruction(p, start, &in))
		return;
	/*
	 * perf reads so many bytes after the branch, and prints their instructions if it misses
	 * the branch.
	 */
	for (; ip < b->v[BRANCH_FROM] + LONGEST; ip += in.size) {
		if (!find_instruction(p, ip, &in) || in.size > b->v[BRANCH_FROM] + LONGEST - ip)
			in = (struct instruction){ .size = 0 };
		add_symbol(p, ip);
		if (ip == b->v[BRANCH_FROM]) {
			add_branch(p, b, &in, ++n);
			return;
		}
		add_line(p, ip, &in);
		n++;
		if (!in.size)
			break;
	}
	buf_adds(p->out, "\tmismatch of LBR data and executable\n");
}

static bool is_branch(const struct instruction *in)
{
	/* clang-format off */
	static const char *const mnemonics[] = {
		"j", "call", "ret", "loop", "ljmp", "lcall",
		"lret", "iret", "int", "sys", "bnd ", "notrack ",
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(mnemonics) / sizeof(mnemonics[0]); i++)
		if (in->text_len >= strlen(mnemonics[i]) &&
		    text_begins_with(in->text, mnemonics[i]))
			return true;
	return false;
}

/* Add the code from the target of the newest branch to the sample. */
static void add_last(struct printing *p, uint64_t start)
{
	uint64_t end = p->sample->ip;
	struct instruction in;

	add_symbol(p, start);
	if (!is_block(start, end) || !find_instruction(p, start, &in)) {
		if (find_instruction(p, end, &in))
			add_line(p, end, &in);
		return;
	}
	for (uint64_t ip = start; ip <= end; ip += in.size) {
		if (!find_instruction(p, ip, &in))
			in = (struct instruction){ .size = 0 };
		add_line(p, ip, &in);
		if (!in.size)
			break;
		if (is_branch(&in) && ip != end) {
			buf_adds(p->out, "\t... not reaching sample ...\n");
			break;
		}
	}
}

/*
 * A block does not go from user space into the kernel: a filter left out branches between the two.
 */
static bool crosses(uint64_t start, uint64_t end)
{
	return start && end && start >> 63 != end >> 63;
}

void script_insns_add(struct reader *reader, const struct row_info *info,
		      const struct script_sample *sample, struct buf *out)
{
	struct printing p = { .reader = reader, .info = info, .sample = sample, .out = out };
	size_t n = sample->branches.list.n;
	const struct branch *v = sample->branches.list.v;
	struct instruction in;

	if (!n)
		return;
	buf_addc(out, '\n');
	if (find_instruction(&p, v[n - 1].v[BRANCH_FROM], &in)) {
		add_symbol(&p, v[n - 1].v[BRANCH_FROM]);
		if (find_instruction(&p, v[n - 1].v[BRANCH_FROM], &in))
			add_branch(&p, &v[n - 1], &in, 0);
	}
	for (size_t i = n - 1; i-- > 0;) {
		uint64_t start = v[i + 1].v[BRANCH_TO];

		if (crosses(start, v[i].v[BRANCH_FROM]) && i)
			i--;
		if (!crosses(start, v[i].v[BRANCH_FROM]))
			add_block(&p, start, &v[i]);
	}
	if (v[0].v[BRANCH_FROM] != sample->ip && !v[0].v[BRANCH_ABORT])
		add_last(&p, v[0].v[BRANCH_TO]);
}
