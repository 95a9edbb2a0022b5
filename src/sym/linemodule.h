/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_LINEMODULE_H
#define SYM_LINEMODULE_H

#include <elfutils/libdw.h>
#include <stddef.h>

/*
 * The debug information of a module of the kernel, or of its debug file: not linked, so that
 * libdwfl has to relocate it first, and perhaps compressed as a whole. For a process with limits
 * (sym/linehelper.h).
 */
struct linemodule;

/* The address that .text gets; other sections lie far after it. */
#define LINEMODULE_TEXT UINT64_C(0x10000)

/* The descriptor stays the caller's. NULL: there is no such debug information. */
struct linemodule *linemodule_open(int fd);
void linemodule_close(struct linemodule *module);

/* They live as long as it. */
Elf *linemodule_elf(const struct linemodule *module);
Dwarf *linemodule_dwarf(const struct linemodule *module);

#endif
