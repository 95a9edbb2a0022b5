/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_WHY_H
#define SYM_WHY_H

/* Why an address has no name, or no source line. The texts in why.c explain each. */
enum sym_why {
	SYM_WHY_NONE, /* it has one */
	SYM_WHY_DATA,
	SYM_WHY_MISSING,
	SYM_WHY_DIFFERS,
	SYM_WHY_REFUSED,
	SYM_WHY_BROKEN,
	SYM_WHY_DIED,
	SYM_WHY_STRIPPED,
	SYM_WHY_EXPORTED,
	SYM_WHY_BETWEEN,
	SYM_WHY_JIT,
	SYM_WHY_OWNER,
	SYM_WHY_KERNEL,
	SYM_WHY_HIDDEN,
	SYM_WHY_KMODULE,
	SYM_WHY_VDSO,
	SYM_WHY_GUEST,
	SYM_WHY_ROOM,
	SYM_WHY_MANY,
	SYM_WHY_OTHER_DUMP,
	SYM_WHY_NO_DWARF,
	SYM_WHY_NO_LINE,
	SYM_WHY_DWARF,
	SYM_WHY_SPLIT,
	SYM_WHY_ALT,
	SYM_WHY_NO_VMLINUX,
	SYM_WHY_COUNT
};

/* Return a short explanation, and the remedy ("": there is none). */
const char *sym_why_text(enum sym_why why);
const char *sym_why_remedy(enum sym_why why);

#endif
