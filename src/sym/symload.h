/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMLOAD_H
#define SYM_SYMLOAD_H

#include "sym/symresult.h"

/*
 * Reads the symbols of modules: finds the files, asks the cache, and has the helper
 * read what is not in it. For one thread.
 */
struct symload;

struct symload_options {
	struct symfile_places places;
	const char *vmlinux, *kallsyms; /* of the kernel; NULL: what is found */
	const char *cache_dir;		/* NULL: none */
	const char *spool_dir;		/* for what is large */
};

struct symload *symload_open(const struct symload_options *options, struct symhelper *helper,
			     struct symstore *store);
void symload_close(struct symload *load);

/*
 * Fills in the result, to be released. fetched: path of a file that is said to be its debug file,
 * for where none is found; NULL: there is none.
 */
void symload_module(struct symload *load, const struct module *module, const char *fetched,
		    struct symresult *result);

#endif
