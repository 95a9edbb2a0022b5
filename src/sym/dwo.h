/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DWO_H
#define SYM_DWO_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The functions of a unit whose debug information is in a separate file (-gsplit-dwarf): NAME.dwo,
 * or one of the units in PROGRAM.dwp. libdw opens such files by name, which a sandboxed process
 * cannot do, and older versions do not support .dwp. Therefore libdw reads an image in memory. It
 * consists of the sections of the unit in that file, and of the addresses in the program to which
 * these sections refer.
 *
 * libdw is not made for hostile input, so this is for a process with limits (sym/linehelper.h).
 */
struct dwo;

/* The skeleton of a unit: its entry in the program, if its functions are in a separate file. */
struct dwo_skeleton {
	uint64_t id;
	const char *name, *dir; /* of the file, and folder of the compilation; NULL: none */
	uint64_t addr_base, ranges_base; /* offsets in the program's sections */
	uint64_t low;			 /* base of ranges */
};

/*
 * Read the skeleton. Returns false if the unit is not a skeleton. Texts are valid as long as the
 * unit's Dwarf.
 */
bool dwo_skeleton(Dwarf_Die *unit, struct dwo_skeleton *skeleton);

/*
 * Open the unit in a .dwo or .dwp. program has the skeleton and must outlive the dwo. NULL: the
 * unit is not in the file.
 */
struct dwo *dwo_open(Elf *file, Elf *program, const struct dwo_skeleton *skeleton);
void dwo_close(struct dwo *dwo);

/* Return the bytes of memory that it uses. */
size_t dwo_bytes(const struct dwo *dwo);

/* Does the file have several units (.dwp)? */
bool dwo_is_package(Elf *file);

Dwarf *dwo_dwarf(const struct dwo *dwo);
void dwo_unit(const struct dwo *dwo, Dwarf_Die *unit);

/*
 * Does the unit have its own table of source files? If not, numbers of files refer to the
 * skeleton's.
 */
bool dwo_has_files(const struct dwo *dwo);

/* Pass the ranges of an entry to each() until it returns false. */
void dwo_ranges(const struct dwo *dwo, Dwarf_Die *die,
		bool (*each)(void *arg, uint64_t start, uint64_t end), void *arg);

#endif
