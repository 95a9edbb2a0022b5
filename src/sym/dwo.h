/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DWO_H
#define SYM_DWO_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The functions of a unit that are in a file of their own (-gsplit-dwarf): NAME.dwo, or one of
 * many in PROGRAM.dwp. libdw opens such files by their names, which a process in a sandbox cannot
 * do, and older versions know no .dwp. So an image is made of the unit's parts of that file and of
 * the addresses in the program that they refer to, and libdw reads that.
 *
 * libdw is not made for hostile input: this is for a process with limits (sym/linehelper.h).
 */
struct dwo;

/* What the program says of a unit whose functions are elsewhere. */
struct dwo_skeleton {
	uint64_t id;
	const char *name, *dir; /* of the file, and the folder of the compiler; NULL: none */
	uint64_t addr_base, ranges_base; /* in the program's sections */
	uint64_t low;			 /* what ranges are relative to */
};

/* False: it is none. Texts live as long as the unit's Dwarf. */
bool dwo_skeleton(Dwarf_Die *unit, struct dwo_skeleton *skeleton);

/*
 * The unit of a .dwo or .dwp; program has the skeleton, and may be freed only after this. NULL: it
 * is not there.
 */
struct dwo *dwo_open(Elf *file, Elf *program, const struct dwo_skeleton *skeleton);
void dwo_close(struct dwo *dwo);

/* Bytes that it needs. */
size_t dwo_bytes(const struct dwo *dwo);

/* Of many units (.dwp). */
bool dwo_is_package(Elf *file);

Dwarf *dwo_dwarf(const struct dwo *dwo);
void dwo_unit(const struct dwo *dwo, Dwarf_Die *unit);

/* It names the source files itself; else numbers are those of the skeleton. */
bool dwo_has_files(const struct dwo *dwo);

/* The ranges of an entry, until each says false. */
void dwo_ranges(const struct dwo *dwo, Dwarf_Die *die,
		bool (*each)(void *arg, uint64_t start, uint64_t end), void *arg);

#endif
