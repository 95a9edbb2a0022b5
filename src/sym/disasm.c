/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/disasm.h"

#ifdef HAVE_CAPSTONE

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <pthread.h>

#include "base/mem.h"

/* Programs of 32 bits run beside those of 64. */
enum {
	WIDE,
	NARROW,
	WIDTHS
};

struct disasm {
	csh handles[WIDTHS]; /* 0: not opened, or not known */
	cs_insn *insn;
};

/*
 * Capstone is loaded with the first disassembler: its tables have so many pointers that a program
 * which is linked with it takes twice as long to start.
 */
#define TEXT_OF(what) TEXT(what)
#define TEXT(what) #what
static const char library[] = "libcapstone.so." TEXT_OF(CS_API_MAJOR);

#define CAPSTONE_FUNCTIONS(F)                                                                      \
	F(cs_open)                                                                                 \
	F(cs_close)                                                                                \
	F(cs_option)                                                                               \
	F(cs_malloc)                                                                               \
	F(cs_free)                                                                                 \
	F(cs_disasm_iter)

static struct {
#define MEMBER(name) __typeof__(name) *name;
	CAPSTONE_FUNCTIONS(MEMBER)
#undef MEMBER
	bool loaded;
} capstone;

static void load_capstone(void)
{
	void *lib = dlopen(library, RTLD_NOW | RTLD_LOCAL);

	capstone.loaded = lib;
#define LOAD(name)                                                                                 \
	if (capstone.loaded)                                                                       \
		capstone.loaded = (capstone.name = (__typeof__(name) *)dlsym(lib, #name));
	CAPSTONE_FUNCTIONS(LOAD)
#undef LOAD
}

static bool has_capstone(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load_capstone);
	return capstone.loaded;
}

/* What capstone 4 and later know. */
static bool find_mode(enum regs_arch arch, bool big, int width, cs_arch *cs, cs_mode *mode)
{
	*mode = big ? CS_MODE_BIG_ENDIAN : CS_MODE_LITTLE_ENDIAN;
	switch (arch) {
	case REGS_X86:
		*cs = CS_ARCH_X86;
		*mode = width == NARROW ? CS_MODE_32 : CS_MODE_64;
		return true;
	case REGS_ARM64:
		*cs = CS_ARCH_ARM64;
		return width == WIDE;
	case REGS_POWERPC:
		*cs = CS_ARCH_PPC;
		*mode |= width == NARROW ? CS_MODE_32 : CS_MODE_64;
		return true;
	case REGS_S390:
		*cs = CS_ARCH_SYSZ;
		*mode = CS_MODE_BIG_ENDIAN;
		return true;
	case REGS_UNKNOWN:
	case REGS_ARM:
	case REGS_RISCV:
	case REGS_LOONGARCH:
	case REGS_MIPS:
	case REGS_CSKY:
	default:
		return false;
	}
}

static csh open_one(enum regs_arch arch, bool big, int width)
{
	cs_arch cs;
	cs_mode mode;
	csh handle;

	if (!find_mode(arch, big, width, &cs, &mode) || !has_capstone() ||
	    capstone.cs_open(cs, mode, &handle) != CS_ERR_OK)
		return 0;
	/* perf, objdump and the kernel write x86 so. */
	if (arch == REGS_X86)
		capstone.cs_option(handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	return handle;
}

struct disasm *disasm_open(enum regs_arch arch, bool big)
{
	csh wide = open_one(arch, big, WIDE);
	struct disasm *d;

	if (!wide)
		return NULL;
	d = mem_zalloc(sizeof(*d));
	d->handles[WIDE] = wide;
	d->handles[NARROW] = open_one(arch, big, NARROW);
	d->insn = capstone.cs_malloc(wide);
	return d;
}

void disasm_close(struct disasm *d)
{
	if (!d)
		return;
	capstone.cs_free(d->insn, 1);
	for (int i = 0; i < WIDTHS; i++)
		if (d->handles[i])
			capstone.cs_close(&d->handles[i]);
	free(d);
}

size_t disasm_text(struct disasm *d, const struct machinecode *code, size_t at, uint64_t addr,
		   struct buf *out)
{
	csh handle = d->handles[code->narrow ? NARROW : WIDE];
	size_t left = code->len - at, before = left;
	const uint8_t *p = code->p + at;

	if (!handle || !capstone.cs_disasm_iter(handle, &p, &left, &addr, d->insn))
		return 0;
	buf_adds(out, d->insn->mnemonic);
	if (*d->insn->op_str)
		buf_addf(out, " %s", d->insn->op_str);
	return before - left;
}

#else

struct disasm *disasm_open(enum regs_arch arch, bool big)
{
	(void)arch;
	(void)big;
	return NULL;
}

void disasm_close(struct disasm *d)
{
	(void)d;
}

size_t disasm_text(struct disasm *d, const struct machinecode *code, size_t at, uint64_t addr,
		   struct buf *out)
{
	(void)d;
	(void)code;
	(void)at;
	(void)addr;
	(void)out;
	return 0;
}

#endif
