/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_ELFREAD_H
#define SYM_ELFREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sym/symlist.h"

/*
 * Facts and symbols that libelf finds in an ELF file in memory. libelf is not made for hostile
 * input, so these functions are for a process with limits (sym/symhelper.h).
 */
enum {
	ELF_BUILD_ID_MAX = 32,
	DEBUGLINK_MAX = 256
};

struct elf_facts {
	bool elf;			       /* an ELF file; if not, the rest is unset */
	bool symtab, dynsym, debugdata, dwarf; /* such sections exist and have contents */
	uint8_t build_id_len;		       /* 0: none */
	uint8_t build_id[ELF_BUILD_ID_MAX];
	char debuglink[DEBUGLINK_MAX]; /* "": none */
	uint32_t debuglink_crc;
	uint32_t crc; /* checksum of the file, if it was requested */
};

void elfread_facts(const void *image, size_t size, bool crc, struct elf_facts *facts);

/* The meaning of the addresses of symbols. */
enum elfread_as {
	ELFREAD_OFFSETS,   /* offsets in the mapped file */
	ELFREAD_ADDRESSES, /* linked addresses, for vmlinux */
	ELFREAD_TEXT,	   /* offsets from the start of .text, for a kernel module */
	ELFREAD_JITDUMP	   /* offsets in a jitdump (sym/jitlines.h); only for lines */
};

/*
 * Add the symbols of a file, and of its separate debug file (NULL: none). Returns false if the file
 * cannot be read.
 */
struct image {
	const void *p;
	size_t size;
};
bool elfread_symbols(const struct image *file, const struct image *debug, enum elfread_as as,
		     struct symlist *list);

#endif
