/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_REGS_H
#define WIRE_REGS_H

#include <stdint.h>

/*
 * Names of registers by the architecture that recorded, for the bits of
 * attr.sample_regs_user and sample_regs_intr (asm/perf_regs.h of each).
 */
enum regs_arch {
	REGS_UNKNOWN,
	REGS_X86,
	REGS_ARM64,
	REGS_ARM,
	REGS_RISCV,
	REGS_POWERPC,
	REGS_S390,
	REGS_LOONGARCH,
	REGS_MIPS,
	REGS_CSKY,
	REGS_ARCH_COUNT
};

/* The architecture of the ARCH feature's text ("x86_64", "aarch64", "armv7l", ...). */
enum regs_arch regs_arch(const char *uname);

/* Its name, as regs_arch() takes it; NULL: REGS_UNKNOWN. */
const char *regs_arch_name(enum regs_arch arch);

/* abi of a register dump: linux/perf_event.h, enum perf_sample_regs_abi. */
enum {
	REGS_ABI_NONE = 0,
	REGS_ABI_32 = 1,
	REGS_ABI_64 = 2,
	REGS_ABI_SIMD = 4
};

/* The name of a mask bit; writes "bitN" into tmp where the architecture has no name for it. */
const char *regs_name(enum regs_arch arch, uint64_t abi, unsigned bit, char tmp[8]);

#endif
