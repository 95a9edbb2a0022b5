/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_ELFREAD_H
#define SYM_ELFREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sym/symlist.h"

/*
 * What libelf finds in an ELF file that is in memory. libelf is not made for hostile
 * input: these functions are for a process with limits (sym/symhelper.h).
 */
enum {
	ELF_BUILD_ID_MAX = 32,
	DEBUGLINK_MAX = 256
};

struct elf_facts {
	bool elf;			       /* it is one; else nothing below is set */
	bool symtab, dynsym, debugdata, dwarf; /* has such sections, with contents */
	uint8_t build_id_len;		       /* 0: none */
	uint8_t build_id[ELF_BUILD_ID_MAX];
	char debuglink[DEBUGLINK_MAX]; /* "": none */
	uint32_t debuglink_crc;
	uint32_t crc; /* of the file itself, where it was asked for */
};

void elfread_facts(const void *image, size_t size, bool crc, struct elf_facts *facts);

/* What the addresses of symbols are. */
enum elfread_as {
	ELFREAD_OFFSETS,   /* places in the file that is mapped */
	ELFREAD_ADDRESSES, /* as they were linked, vmlinux */
	ELFREAD_TEXT,	   /* from the begin of .text, of a kernel module */
	ELFREAD_JITDUMP	   /* places in a file that is none (sym/jitlines.h); of lines alone */
};

/*
 * Add the symbols of a file, and those of its separate debug file (NULL: none). False: it cannot be
 * read.
 */
struct image {
	const void *p;
	size_t size;
};
bool elfread_symbols(const struct image *file, const struct image *debug, enum elfread_as as,
		     struct symlist *list);

#endif
