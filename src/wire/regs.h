/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_REGS_H
#define WIRE_REGS_H

#include <stdint.h>

/*
 * Names of registers for the bits of attr.sample_regs_user and sample_regs_intr, by the
 * architecture of the recording (its asm/perf_regs.h).
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

/* The architecture for the text of the feature ARCH ("x86_64", "aarch64", "armv7l", ...). */
enum regs_arch regs_arch(const char *uname);

/* The name of an architecture, which regs_arch() accepts; NULL for REGS_UNKNOWN. */
const char *regs_arch_name(enum regs_arch arch);

/* The abi of a register dump: linux/perf_event.h, enum perf_sample_regs_abi. */
enum {
	REGS_ABI_NONE = 0,
	REGS_ABI_32 = 1,
	REGS_ABI_64 = 2,
	REGS_ABI_SIMD = 4
};

/* The name of a mask bit. If the architecture has none, write "bitN" into tmp and return it. */
const char *regs_name(enum regs_arch arch, uint64_t abi, unsigned bit, char tmp[8]);

#endif
