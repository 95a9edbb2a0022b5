/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols in a file: found, listed, and those that cannot be read. */
#include "sym/symstore.h"

#include "tap.h"

static bool count(void *arg, const struct symrange *range)
{
	unsigned *n = arg;

	*n += range->len == 5;
	return true;
}

/* Two symbols, after those of the previous block. */
static void add(struct symstore *s, struct symtab *table, uint64_t at)
{
	struct symrange v[] = {
		{ at, at + 16, at, 16, "alpha", 5 },
		{ at + 16, at + 20, at + 16, 4, "gamma", 5 },
	};
	struct buf block = BUF_INIT;
	struct err err = ERR_INIT;

	symblock_pack(&block, v, 2);
	ok(!symstore_add(s, table, block.p, block.len, &err), "a block");
	buf_release(&block);
}

int main(void)
{
	struct symstore *s = symstore_open("/tmp");
	struct symtab table = { .ranges = 0 };
	struct symrange range;
	struct buf name = BUF_INIT;
	unsigned n = 0;

	add(s, &table, 4096);
	add(s, &table, 8192);
	ok(symstore_find(s, &table, 8195, &range, &name), "an address of the second");
	is_str(name.p, "alpha", "... has its name");
	ok(!symstore_find(s, &table, 8212, &range, &name), "one behind it has none");
	ok(symstore_each(s, &table, count, &n), "all of them");
	is_uint(n, 4, "... are four");
	table.blocks.v[0].off = 1 << 20;
	n = 0;
	ok(!symstore_each(s, &table, count, &n), "a block that cannot be read");
	is_uint(n, 0, "... has none");
	buf_release(&name);
	symtab_release(&table);
	symstore_close(s);
	return done_testing();
}
