/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_MODULE_H
#define SYM_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Mapped code, as described by a recording. An address in it is `at`: the offset in the file for a
 * FILE and a VDSO, the recorded address for all others.
 */
enum module_kind {
	MODULE_NONE,	/* nothing with symbols: a stack, data without a file */
	MODULE_FILE,	/* a file that a process has mapped */
	MODULE_VDSO,	/* the code that the kernel maps into each process, [vdso] */
	MODULE_JIT,	/* memory without a file, with generated code */
	MODULE_JITDUMP, /* a file in which a process describes generated code: dso is its path */
	MODULE_KERNEL,	/* the kernel itself */
	MODULE_KMODULE, /* a module of the kernel */
	MODULE_KSYMBOL, /* text described by a KSYMBOL record: dso is the symbol */
	MODULE_GUEST	/* the kernel or a module of a guest */
};

struct module {
	enum module_kind kind;
	const char *dso; /* name as recorded, not terminated by NUL */
	size_t dso_len;
	uint8_t build_id[20]; /* padded with 0, as in records */
	uint8_t build_id_len; /* 0: unknown */
	int32_t pid;	      /* JIT: the process whose map file has the symbols */
	uint64_t start;	      /* KSYMBOL, KMODULE: start of the text */
	uint64_t size;	      /* KSYMBOL: bytes */
	/*
	 * KERNEL: the address of _text (of _stext with ref_stext), 0: unknown. The kernel may be at
	 * another address in the file with its symbols.
	 */
	uint64_t ref;
	bool ref_stext;
	const char *release;  /* KERNEL, KMODULE, VDSO: of the kernel; NULL: unknown */
	const char *kallsyms; /* KERNEL, KMODULE: path from the recording; NULL: none */
	uint64_t ino;	      /* JITDUMP: of the file; 0: unknown */
	uint32_t maj, min;    /* JITDUMP: device of the file */
};

/*
 * Return the module without the members that its kind does not use, so that equal modules compare
 * as equal.
 */
struct module module_plain(const struct module *module);

/* Compare two modules from module_plain(). */
bool module_same(const struct module *a, const struct module *b);
uint64_t module_hash(const struct module *module);

/* Return a copy with its own strings, which the caller releases. Its dso is terminated by NUL. */
struct module module_copy(const struct module *module);
void module_release(struct module *copy);

#endif
