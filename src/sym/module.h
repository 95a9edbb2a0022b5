/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_MODULE_H
#define SYM_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What code was mapped, as a recording tells. An address in it is `at`: the
 * place in the file for a FILE and a VDSO, the recorded address for all others.
 */
enum module_kind {
	MODULE_NONE,	/* nothing that has symbols: a stack, data without a file */
	MODULE_FILE,	/* a file that a process has mapped */
	MODULE_VDSO,	/* what the kernel maps into each process, [vdso] */
	MODULE_JIT,	/* memory without a file in which a process has made code */
	MODULE_JITDUMP, /* a file in which a process tells of code that it makes: dso is its path */
	MODULE_KERNEL,	/* the kernel itself */
	MODULE_KMODULE, /* a module of the kernel */
	MODULE_KSYMBOL, /* text that a KSYMBOL record has told of: dso is the symbol */
	MODULE_GUEST	/* the kernel or a module of a guest */
};

struct module {
	enum module_kind kind;
	const char *dso; /* name as recorded, not ended by NUL */
	size_t dso_len;
	uint8_t build_id[20]; /* filled up with 0, as records have it */
	uint8_t build_id_len; /* 0: not known */
	int32_t pid;	      /* JIT: of the process, in whose name its map file is */
	uint64_t start;	      /* KSYMBOL, KMODULE: where the text begins */
	uint64_t size;	      /* KSYMBOL: its bytes */
	/*
	 * KERNEL: where _text was (_stext with ref_stext), 0: not known. The kernel may
	 * lie elsewhere in what the symbols are read from.
	 */
	uint64_t ref;
	bool ref_stext;
	const char *release;  /* KERNEL, KMODULE, VDSO: of the kernel; NULL: not known */
	const char *kallsyms; /* KERNEL, KMODULE: path that the recording has; NULL: none */
	uint64_t ino;	      /* JITDUMP: of the file; 0: not known */
	uint32_t maj, min;    /* likewise: its device */
};

/* Without what means nothing for its kind, which would tell modules apart that are one. */
struct module module_plain(const struct module *module);

/* Of plain ones. */
bool module_same(const struct module *a, const struct module *b);
uint64_t module_hash(const struct module *module);

/* One with strings of its own, to be released; dso is ended by NUL there. */
struct module module_copy(const struct module *module);
void module_release(struct module *copy);

#endif
