/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branch stacks as arrays, and the blocks of code between branches. */
#include "wire/branches.h"

#include <endian.h>

#include "tap.h"

#define IP 0x1030

/* perf_branch_entry: bit 0 mispred, 1 predicted, 4..19 cycles, 20..23 type. */
#define FLAGS(mispred, cycles, type)                                                               \
	((uint64_t)((mispred) ? 1 : 2) | (uint64_t)(cycles) << 4 | (uint64_t)(type) << 20)
#define KERNEL 0xffffffff81000000

/* A SAMPLE with an ip and a stack of n branches, newest first; counters follow it. */
static void decode(struct tree *tree, uint64_t *rec, size_t n, const uint64_t (*stack)[3],
		   const uint64_t *counters)
{
	struct layout layout = { .sample_type = SAMPLE_IP | SAMPLE_BRANCH_STACK };
	size_t at = 1;

	layout.counters = counters != NULL;
	layout.branch_type = counters ? BRANCH_COUNTERS : 0;
	rec[at++] = IP;
	rec[at++] = n;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < 3; k++)
			rec[at++] = stack[i][k];
	for (size_t i = 0; counters && i < n; i++)
		rec[at++] = counters[i];
	rec[0] = 9 | (uint64_t)(at * 8) << 48;
	for (size_t i = 0; i < at; i++)
		rec[i] = htole64(rec[i]);
	tree_decode(tree, &layout, (const uint8_t *)rec, at * 8);
}

static void test_fields(void)
{
	static const uint64_t stack[][3] = { { 0x10, 0x20, FLAGS(true, 12, 4) },
					     { 0x30, 0x40, FLAGS(false, 0, 6) } };
	static const uint64_t counters[] = { 0x1b, 0xe4 };
	struct branches branches = { 0 };
	struct tree tree = TREE_INIT;
	uint64_t rec[16];

	decode(&tree, rec, 2, stack, counters);
	branches_read(&branches, &tree);
	if (ok(branches.list.n == 2, "two branches")) {
		const struct branch *b = branches.list.v;

		is_hex(b[0].v[BRANCH_FROM], 0x10, "from");
		is_hex(b[0].v[BRANCH_TO], 0x20, "to");
		is_uint(b[0].v[BRANCH_MISPRED], 1, "mispredicted");
		is_uint(b[0].v[BRANCH_CYCLES], 12, "cycles");
		is_uint(b[1].v[BRANCH_PREDICTED], 1, "predicted");
		is_uint(b[1].v[BRANCH_TYPE], 6, "type");
		is_hex(b[0].v[BRANCH_COUNTER], 0x1b, "the counter of the first");
		is_hex(b[1].v[BRANCH_COUNTER], 0xe4, "the counter of the second");
		ok(!(b[0].has & 1u << BRANCH_NEW_TYPE), "what the record does not have");
	}
	decode(&tree, rec, 1, stack, NULL);
	branches_read(&branches, &tree);
	ok(branches.list.n == 1 && !(branches.list.v[0].has & 1u << BRANCH_COUNTER),
	   "read again: nothing stays");
	branches_release(&branches);
	tree_release(&tree);
}

/* Newest first; the sample is at 0x1030. */
static void test_blocks(void)
{
	static const uint64_t stack[][3] = {
		{ 0x2010, 0x1000, 2 },	       /* 0: a block to the sample, 0x30 bytes */
		{ 0x500, 0x2000, 2 },	       /* 1: 0x10 bytes */
		{ KERNEL + 0x20, 0x400, 2 },   /* 2 */
		{ 0x610, KERNEL, 2 },	       /* 3 */
		{ 0x9000, 0x600, 2 },	       /* 4 */
		{ 0x8000 - 1, 0x3000 - 1, 2 }, /* 5: 0x6001 bytes to the branch at 0x9000 */
		{ 0x7000, 0x8000, 2 },	       /* 6: would end before it starts */
		{ 0, 0, 0 },		       /* 7 */
	};
	static const struct {
		uint64_t start, end;
		uint32_t branch;
		bool wrong;
	} want[] = {
		{ 0, 0x7000, 6, true },
		{ 0x8000, 0x8000 - 1, 5, true },
		{ 0x3000 - 1, 0x9000, 4, true },
		{ 0x600, 0x610, 3, false },
		{ KERNEL, KERNEL + 0x20, 2, false },
		{ 0x400, 0x500, 1, false },
		{ 0x2000, 0x2010, 0, false },
		{ 0x1000, IP, BRANCH_NONE, false },
	};
	struct branches branches = { 0 };
	struct tree tree = TREE_INIT;
	struct branch_block block;
	uint64_t rec[64];

	decode(&tree, rec, 8, stack, NULL);
	branches_read(&branches, &tree);
	for (size_t i = 0; i < 8; i++) {
		ok(branches_block(&branches, i, IP, &block), "block %zu", i);
		is_hex(block.start, want[i].start, "... its start");
		is_hex(block.end, want[i].end, "... its end");
		is_uint(block.branch, want[i].branch, "... the branch that ends it");
		ok((block.wrong != NULL) == want[i].wrong, "... is %s block",
		   want[i].wrong ? "no" : "a");
	}
	ok(!branches_block(&branches, 8, IP, &block), "no more blocks than branches");
	branches.list.v[0].v[BRANCH_TO] = KERNEL;
	branches_block(&branches, 7, IP, &block);
	ok(block.wrong != NULL, "from the kernel to user space without a branch");
	branches.list.n = 0;
	ok(!branches_block(&branches, 0, IP, &block), "no branches, no blocks");
	branches_release(&branches);
	tree_release(&tree);
}

int main(void)
{
	test_fields();
	test_blocks();
	return done_testing();
}
