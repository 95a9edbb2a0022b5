/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses of arm64 that two instructions make; texts as capstone writes them, and others. */
#include "annotate/pageregs.h"

#include <stddef.h>

#include "tap.h"

/* After ADRP has put 0x411000 into x1: an instruction, and the address in it; 0: none. */
static const struct {
	const char *text;
	uint64_t addr;
	bool keeps; /* x1 has the page after it */
} instructions[] = {
	{ "add x0, x1, #0x10", 0x411010, true },
	{ "add x1, x1, #0x10", 0x411010, false },
	{ "add x0, x1, #1, lsl #12", 0, true },
	{ "add x0, x1, x2", 0, true },
	{ "add x0, x2, #0x10", 0, true },
	{ "add w1, w2, #0x10", 0, false },
	{ "sub x0, x1, #0x10", 0, true },
	{ "ldr x0, [x1]", 0x411000, true },
	{ "ldr x1, [x1, #8]", 0x411008, false },
	{ "ldp x0, x1, [x1, #-0x10]", 0x410ff0, false },
	{ "ldp x1, x0, [x1, #0x10]", 0x411010, false },
	{ "ldr x0, [x1, x2]", 0, true },
	{ "ldr x0, [x1, #8]!", 0, false },
	{ "ldr x0, [x1], #8", 0, false },
	{ "str x1, [x1, #8]", 0x411008, true },
	{ "str x0, [x1, #8]!", 0, false },
	{ "ldr x0, [sp, #8]", 0, true },
	{ "stxr w1, x0, [x2]", 0, false },
	{ "stlxr w1, x0, [x2]", 0, false },
	{ "mov x1, x2", 0, false },
	{ "mov x11, x2", 0, true },
	{ "adrp x1, #x", 0, false },
	{ "nop", 0, true },
	/* Texts that capstone never writes. */
	{ "", 0, true },
	{ " ", 0, true },
	{ "add ", 0, true },
	{ "add x0, x1,", 0, true },
	{ "add x0, x1, #", 0, true },
	{ "add x0, x99, #1", 0, true },
	{ "ldr x0, [", 0, true },
	{ "ldr x0, [x1", 0, true },
	{ "ldr x0, [x1, #", 0, true },
	{ "ldr x99999999999999999999, [x1, #8]", 0x411008, true },
};

int main(void)
{
	struct pageregs regs = { 0 };
	uint64_t addr;

	ok(!pageregs_take(&regs, "add x0, x1, #0x10", &addr), "no page is known at first");
	for (size_t i = 0; i < sizeof(instructions) / sizeof(instructions[0]); i++) {
		const char *text = instructions[i].text;

		pageregs_forget(&regs);
		ok(!pageregs_take(&regs, "adrp x1, #0x411000", &addr), "a page, and then: %s",
		   text);
		addr = 0;
		if (!pageregs_take(&regs, text, &addr))
			addr = 0;
		is_hex(addr, instructions[i].addr, "... its address");
		is_int(pageregs_take(&regs, "ldr x5, [x1, #4]", &addr), instructions[i].keeps,
		       "... and whether the register is as it was");
	}
	pageregs_take(&regs, "adrp x1, #0x411000", &addr);
	pageregs_forget(&regs);
	ok(!pageregs_take(&regs, "ldr x0, [x1]", &addr), "nothing is known after a branch");
	return done_testing();
}
