/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/asm_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum {
	CONSTANT_LEAST = 1 << 16 /* smaller constants are no addresses */
};

bool asm_text_is(const char *text, const char *mnemonic)
{
	size_t len = strlen(mnemonic);

	return text_begins_with(text, mnemonic) && (!text[len] || text[len] == ' ');
}

static enum code_flow flow_of_x86(const char *text)
{
	static const char *const prefixes[] = { "bnd ", "notrack ", "repz ", "repne ", "rep " };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (text_begins_with(text, prefixes[i]))
			text += strlen(prefixes[i]);
	if (text_begins_with(text, "call") || text_begins_with(text, "lcall"))
		return CODE_CALL;
	if (text_begins_with(text, "ret") || text_begins_with(text, "iret") ||
	    text_begins_with(text, "lret") || text_begins_with(text, "sysret"))
		return CODE_RETURN;
	return *text == 'j' || text_begins_with(text, "loop") || text_begins_with(text, "ljmp")
		       ? CODE_LEAVE
		       : CODE_ON;
}

static enum code_flow flow_of_arm64(const char *text)
{
	static const char *const jumps[] = { "b.", "bc.", "br", "cbz", "cbnz", "tbz", "tbnz" };

	if (asm_text_is(text, "bl") || text_begins_with(text, "blr"))
		return CODE_CALL;
	if (text_begins_with(text, "ret"))
		return CODE_RETURN;
	if (asm_text_is(text, "brk"))
		return CODE_ON;
	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); i++)
		if (text_begins_with(text, jumps[i]))
			return CODE_LEAVE;
	return asm_text_is(text, "b") ? CODE_LEAVE : CODE_ON;
}

enum code_flow asm_text_flow(enum regs_arch arch, const char *text)
{
	switch (arch) {
	case REGS_X86:
		return flow_of_x86(text);
	case REGS_ARM64:
		return flow_of_arm64(text);
	case REGS_POWERPC:
		if (asm_text_is(text, "blr"))
			return CODE_RETURN;
		if (asm_text_is(text, "bl") || asm_text_is(text, "bctrl"))
			return CODE_CALL;
		return *text == 'b' ? CODE_LEAVE : CODE_ON;
	case REGS_S390:
		if (text_begins_with(text, "bras"))
			return CODE_CALL;
		if (!strcmp(text, "br %r14"))
			return CODE_RETURN;
		return *text == 'j' || text_begins_with(text, "br") ? CODE_LEAVE : CODE_ON;
	case REGS_UNKNOWN:
	case REGS_ARM:
	case REGS_RISCV:
	case REGS_LOONGARCH:
	case REGS_MIPS:
	case REGS_CSKY:
	default:
		return CODE_ON;
	}
}

bool asm_text_branch_target(const char *text, uint64_t *target, size_t *at)
{
	const char *last = strrchr(text, ' ');
	char *end;

	if (!last)
		return false;
	*at = (size_t)(last + 1 - text);
	last += last[1] == '#' ? 2 : 1;
	if (!text_begins_with(last, "0x"))
		return false;
	*target = strtoull(last, &end, 16);
	return !*end;
}

bool asm_text_data_target(const char *text, uint64_t next, uint64_t *target)
{
	const char *rip = strchr(text, '(') ? strstr(text, "(%rip)") : NULL, *p = rip;
	uint64_t distance;

	if (!rip)
		return false;
	while (p > text && (isxdigit((unsigned char)p[-1]) || p[-1] == 'x'))
		p--;
	distance = strtoull(p, NULL, 0);
	*target = p > text && p[-1] == '-' ? next - distance : next + distance;
	return true;
}

bool asm_text_constant(const char *text, uint64_t *target)
{
	const char *p = strchr(text, '$') ? strstr(text, "$0x") : NULL;

	if (!p)
		return false;
	*target = strtoull(p + 1, NULL, 16);
	return *target >= CONSTANT_LEAST;
}
