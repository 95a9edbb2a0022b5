/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMLOAD_H
#define SYM_SYMLOAD_H

#include "sym/symresult.h"

/*
 * Reads the symbols of modules: finds the files, looks in the cache, and has the helper read the
 * others. For one thread.
 */
struct symload;

struct symload_options {
	struct symfile_places places;
	const char *vmlinux, *kallsyms; /* of the kernel; NULL: search */
	const char *cache_dir;		/* NULL: none */
	const char *spool_dir;		/* folder for large data */
};

struct symload *symload_open(const struct symload_options *options, struct symhelper *helper,
			     struct symstore *store);
void symload_close(struct symload *load);

/*
 * Fill in the result, which the caller releases. fetched: path of a file that was fetched as the
 * module's debug file, used if no other is found; NULL: there is none.
 */
void symload_module(struct symload *load, const struct module *module, const char *fetched,
		    struct symresult *result);

#endif
