/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/callsite.h"

/* Return the bytes of an operand after ModRM (SIB, displacement), in memory or a register. */
static size_t operand_bytes(const uint8_t *modrm, size_t left)
{
	unsigned mod = *modrm >> 6, rm = *modrm & 7;
	size_t n = mod == 1 ? 1 : mod == 2 ? 4 : 0;

	if (mod == 3)
		return 0;
	if (rm == 4) {
		n++;
		/* Without a base register there is a displacement of 4 bytes. */
		if (left && !mod && (modrm[1] & 7) == 5)
			n += 4;
	} else if (!mod && rm == 5) {
		n += 4;
	}
	return n;
}

/* call rel32 is E8; a call through a register or memory is FF /2. */
static bool ends_x86(const uint8_t *code, size_t len)
{
	if (len >= 5 && code[len - 5] == 0xe8)
		return true;
	for (size_t n = 2; n <= 7 && n <= len; n++) {
		const uint8_t *p = code + len - n;

		if (p[0] == 0xff && (p[1] >> 3 & 7) == 2 && operand_bytes(p + 1, n - 2) == n - 2)
			return true;
	}
	return false;
}

/* bl is 100101 and an offset; blr is 1101011x001111110000xx, also with authentication (blraa). */
static bool ends_arm64(const uint8_t *code, size_t len)
{
	uint32_t word;

	if (len < 4)
		return false;
	code += len - 4;
	word = (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 |
	       (uint32_t)code[3] << 24;
	return word >> 26 == 0x25 || (word & 0xfffffc1f) == 0xd63f0000 ||
	       (word & 0xfefff800) == 0xd63f0800;
}

bool callsite_known(enum regs_arch arch)
{
	return arch == REGS_X86 || arch == REGS_ARM64;
}

bool callsite_ends(enum regs_arch arch, const uint8_t *code, size_t len)
{
	return arch == REGS_X86 ? ends_x86(code, len) : arch == REGS_ARM64 && ends_arm64(code, len);
}
