/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that end with a call, as assemblers write them. */
#include "sym/callsite.h"

#include "tap.h"

static const struct {
	enum regs_arch arch;
	const char *what;
	size_t len;
	uint8_t code[8];
	bool call;
} cases[] = {
	{ REGS_X86, "call rel32", 5, { 0xe8, 1, 2, 3, 4 }, true },
	{ REGS_X86, "nop; call rel32", 8, { 0x90, 0x90, 0x90, 0xe8, 1, 2, 3, 4 }, true },
	{ REGS_X86, "call *%rax", 2, { 0xff, 0xd0 }, true },
	{ REGS_X86, "call *%r11", 3, { 0x41, 0xff, 0xd3 }, true },
	{ REGS_X86, "call *(%rax)", 2, { 0xff, 0x10 }, true },
	{ REGS_X86, "call *8(%rax)", 3, { 0xff, 0x50, 8 }, true },
	{ REGS_X86, "call *8(%rsp)", 4, { 0xff, 0x54, 0x24, 8 }, true },
	{ REGS_X86, "call *0x100(%rax)", 6, { 0xff, 0x90, 0, 1, 0, 0 }, true },
	{ REGS_X86, "call *0x100(%rip)", 6, { 0xff, 0x15, 0, 1, 0, 0 }, true },
	{ REGS_X86, "call *0(,%rax,8)", 7, { 0xff, 0x14, 0xc5, 0, 0, 0, 0 }, true },
	{ REGS_X86, "call *0x100(%rax,%rbx,8)", 7, { 0xff, 0x94, 0xd8, 0, 1, 0, 0 }, true },
	{ REGS_X86, "jmp *%rax", 2, { 0xff, 0xe0 }, false },
	{ REGS_X86, "push %rax; ret", 2, { 0x50, 0xc3 }, false },
	{ REGS_X86, "jmp rel32", 5, { 0xe9, 1, 2, 3, 4 }, false },
	{ REGS_X86, "one byte", 1, { 0xe8 }, false },
	{ REGS_X86, "nothing", 0, { 0 }, false },
	{ REGS_ARM64, "bl", 4, { 0x03, 0x00, 0x00, 0x94 }, true },
	{ REGS_ARM64, "bl back", 4, { 0xff, 0xff, 0xff, 0x97 }, true },
	{ REGS_ARM64, "blr x1", 4, { 0x20, 0x00, 0x3f, 0xd6 }, true },
	{ REGS_ARM64, "blraaz x1", 4, { 0x3f, 0x08, 0x3f, 0xd6 }, true },
	{ REGS_ARM64, "b", 4, { 0x03, 0x00, 0x00, 0x14 }, false },
	{ REGS_ARM64, "br x1", 4, { 0x20, 0x00, 0x1f, 0xd6 }, false },
	{ REGS_ARM64, "ret", 4, { 0xc0, 0x03, 0x5f, 0xd6 }, false },
	{ REGS_ARM64, "three bytes", 3, { 0x00, 0x00, 0x94 }, false },
	{ REGS_S390, "not known", 5, { 0xe8, 1, 2, 3, 4 }, false },
};

int main(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ok(callsite_ends(cases[i].arch, cases[i].code, cases[i].len) == cases[i].call, "%s",
		   cases[i].what);
	ok(callsite_known(REGS_X86) && !callsite_known(REGS_S390), "which architectures are known");
	return done_testing();
}
