/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DWFLMODULE_H
#define SYM_DWFLMODULE_H

#include <elfutils/libdwfl.h>
#include <stdint.h>

/*
 * Modules for libdwfl whose files all come from the callback find_elf(); libdwfl does not search
 * for other files. libdwfl is not made for hostile input, so this is for a process with limits.
 */

/* Add a module to dwfl; its callbacks receive userdata. Returns NULL on an error. */
Dwfl_Module *dwflmodule_report(Dwfl *dwfl, const char *name, uint64_t start, uint64_t end,
			       void *userdata);

/* The callback find_debuginfo: there are no separate debug files. */
int dwflmodule_no_debuginfo(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
			    const char *file_name, const char *debuglink, GElf_Word crc,
			    char **found);

#endif
