/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DWFLMODULE_H
#define SYM_DWFLMODULE_H

#include <elfutils/libdwfl.h>
#include <stdint.h>

/*
 * Modules of which libdwfl is told everything: their files are what find_elf() of its callbacks
 * gives, and no others are looked for. For a process with limits, as libdwfl is not made for
 * hostile input.
 */

/* Add a module to those that dwfl knows; userdata is what its callbacks get. NULL: it cannot be. */
Dwfl_Module *dwflmodule_report(Dwfl *dwfl, const char *name, uint64_t start, uint64_t end,
			       void *userdata);

/* The callback find_debuginfo: there are no separate debug files. */
int dwflmodule_no_debuginfo(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
			    const char *file_name, const char *debuglink, GElf_Word crc,
			    char **found);

#endif
