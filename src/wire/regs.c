/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/regs.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* clang-format off */
static const char *const x86_regs[64] = {
	"ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "ip", "flags",
	"cs", "ss", "ds", "es", "fs", "gs",
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
	[32] = "xmm0", "xmm0_hi", "xmm1", "xmm1_hi", "xmm2", "xmm2_hi", "xmm3", "xmm3_hi",
	"xmm4", "xmm4_hi", "xmm5", "xmm5_hi", "xmm6", "xmm6_hi", "xmm7", "xmm7_hi",
	"xmm8", "xmm8_hi", "xmm9", "xmm9_hi", "xmm10", "xmm10_hi", "xmm11", "xmm11_hi",
	"xmm12", "xmm12_hi", "xmm13", "xmm13_hi", "xmm14", "xmm14_hi", "xmm15", "xmm15_hi",
};

/* If SIMD registers have a part of their own, the bits after r15 are APX registers. */
static const char *const x86_apx_regs[64] = {
	[24] = "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27",
	"r28", "r29", "r30", "r31", "ssp",
};

static const char *const arm64_regs[64] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
	"x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26",
	"x27", "x28", "x29", "lr", "sp", "pc",
	[46] = "vg",
};

static const char *const arm_regs[64] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "fp", "ip", "sp", "lr",
	"pc",
};

static const char *const riscv_regs[64] = {
	"pc", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
	"a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
	"t5", "t6",
};

static const char *const powerpc_regs[64] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13",
	"r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26",
	"r27", "r28", "r29", "r30", "r31", "nip", "msr", "orig_r3", "ctr", "link", "xer", "ccr",
	"softe", "trap", "dar", "dsisr", "sier", "mmcra", "mmcr0", "mmcr1", "mmcr2", "mmcr3",
	"sier2", "sier3", "pmc1", "pmc2", "pmc3", "pmc4", "pmc5", "pmc6",
};

static const char *const s390_regs[64] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13",
	"r14", "r15", "fp0", "fp1", "fp2", "fp3", "fp4", "fp5", "fp6", "fp7", "fp8", "fp9", "fp10",
	"fp11", "fp12", "fp13", "fp14", "fp15", "mask", "pc",
};

/* loongarch and mips use the same numbers. */
static const char *const pc_first_regs[64] = {
	"pc", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13",
	"r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26",
	"r27", "r28", "r29", "r30", "r31",
};

static const char *const csky_regs[64] = {
	"tls", "lr", "pc", "sr", "usp", "orig_a0", "a0", "a1", "a2", "a3",
	"regs0", "regs1", "regs2", "regs3", "regs4", "regs5", "regs6", "regs7", "regs8", "regs9",
	"exregs0", "exregs1", "exregs2", "exregs3", "exregs4", "exregs5", "exregs6", "exregs7",
	"exregs8", "exregs9", "exregs10", "exregs11", "exregs12", "exregs13", "exregs14",
	"rhi", "rlo", "dcsr",
};

static const char *const *const arch_regs[] = {
	[REGS_X86] = x86_regs,
	[REGS_ARM64] = arm64_regs,
	[REGS_ARM] = arm_regs,
	[REGS_RISCV] = riscv_regs,
	[REGS_POWERPC] = powerpc_regs,
	[REGS_S390] = s390_regs,
	[REGS_LOONGARCH] = pc_first_regs,
	[REGS_MIPS] = pc_first_regs,
	[REGS_CSKY] = csky_regs,
};

/* Beginnings of what uname -m prints. Newer perf stores only the architecture. */
static const struct {
	const char *prefix;
	enum regs_arch arch;
} arch_names[] = {
	{ "x86", REGS_X86 }, { "i386", REGS_X86 }, { "i486", REGS_X86 }, { "i586", REGS_X86 },
	{ "i686", REGS_X86 }, { "amd64", REGS_X86 },
	{ "aarch64", REGS_ARM64 }, { "arm64", REGS_ARM64 }, { "arm", REGS_ARM },
	{ "riscv", REGS_RISCV }, { "ppc", REGS_POWERPC }, { "powerpc", REGS_POWERPC },
	{ "s390", REGS_S390 }, { "loongarch", REGS_LOONGARCH }, { "mips", REGS_MIPS },
	{ "csky", REGS_CSKY },
};
/* clang-format on */

enum regs_arch regs_arch(const char *uname)
{
	for (size_t i = 0; i < sizeof(arch_names) / sizeof(arch_names[0]); i++)
		if (text_begins_with(uname, arch_names[i].prefix))
			return arch_names[i].arch;
	return REGS_UNKNOWN;
}

const char *regs_arch_name(enum regs_arch arch)
{
	static const char *const names[] = {
		[REGS_X86] = "x86",
		[REGS_ARM64] = "arm64",
		[REGS_ARM] = "arm",
		[REGS_RISCV] = "riscv",
		[REGS_POWERPC] = "powerpc",
		[REGS_S390] = "s390",
		[REGS_LOONGARCH] = "loongarch",
		[REGS_MIPS] = "mips",
		[REGS_CSKY] = "csky",
	};

	return names[arch];
}

const char *regs_name(enum regs_arch arch, uint64_t abi, unsigned bit, char tmp[8])
{
	const char *name = arch_regs[arch] && bit < 64 ? arch_regs[arch][bit] : NULL;

	if (arch == REGS_X86 && abi & REGS_ABI_SIMD && bit >= 24 && bit < 64)
		name = x86_apx_regs[bit];
	if (name)
		return name;
	snprintf(tmp, 8, "bit%u", bit);
	return tmp;
}
