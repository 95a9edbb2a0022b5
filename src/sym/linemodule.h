/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_LINEMODULE_H
#define SYM_LINEMODULE_H

#include <elfutils/libdw.h>
#include <stddef.h>

/*
 * The debug information of a kernel module, or of its debug file. It is not linked, so libdwfl must
 * relocate it first, and the file may be compressed. For a process with limits (sym/linehelper.h).
 */
struct linemodule;

/* The address that .text gets; other sections are far after it. */
#define LINEMODULE_TEXT UINT64_C(0x10000)

/* Open a module. The caller keeps the descriptor. NULL: there is no such debug information. */
struct linemodule *linemodule_open(int fd);
void linemodule_close(struct linemodule *module);

/* These are valid as long as the module. */
Elf *linemodule_elf(const struct linemodule *module);
Dwarf *linemodule_dwarf(const struct linemodule *module);

#endif
