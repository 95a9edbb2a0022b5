/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMCACHE_H
#define SYM_SYMCACHE_H

#include "sym/elfread.h"
#include "sym/symstore.h"

/*
 * Symbols that were read once, in a folder: a file for each build id, with checksums, for
 * the user alone. Its format belongs to the machine and to this version; what is
 * not of it is not read.
 */
enum {
	SYMCACHE_VERSION = 1
};

struct symcache_facts {
	uint8_t id[ELF_BUILD_ID_MAX];
	uint32_t id_len;
	uint32_t exported; /* bool: the file named only what it exports */
	uint64_t identity; /* of the files that were read */
	uint64_t at_text, at_stext;
};

/*
 * Read the symbols of facts->id and fill in the facts. False: there are none, or they are damaged.
 * identity: that of the files that are there now, which must be what was read; 0: any.
 */
bool symcache_load(const char *dir, uint64_t identity, struct symcache_facts *facts,
		   struct symstore *store, struct symtab *table);

/* Write them, and make room. Nothing happens where that cannot be. */
void symcache_save(const char *dir, const struct symcache_facts *facts, struct symstore *store,
		   const struct symtab *table);

#endif
