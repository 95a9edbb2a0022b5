/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMCACHE_H
#define SYM_SYMCACHE_H

#include "sym/elfread.h"
#include "sym/symstore.h"

/*
 * A cache of symbols in a folder: a file for each build id, with a checksum, readable only by the
 * user. The symbols of the running kernel have the id of its boot. The format depends on the
 * machine and on the version; other files are ignored.
 */
enum {
	SYMCACHE_VERSION = 2
};

struct symcache_facts {
	uint8_t id[ELF_BUILD_ID_MAX];
	uint32_t id_len;
	uint32_t exported; /* bool: the file has names only for exported symbols */
	uint64_t identity; /* of the files from which the symbols were read */
	uint64_t at_text, at_stext;
};

/*
 * Read the symbols of facts->id, and fill in the facts. Returns false if there are none, or if they
 * are damaged. identity: of the files that exist now, which must be the files that were read; 0:
 * any.
 */
bool symcache_load(const char *dir, uint64_t identity, struct symcache_facts *facts,
		   struct symstore *store, struct symtab *table);

/* Save the symbols, and remove old ones if necessary. Errors are ignored. */
void symcache_save(const char *dir, const struct symcache_facts *facts,
		   const struct symstore *store, const struct symtab *table);

#endif
