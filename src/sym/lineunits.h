/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_LINEUNITS_H
#define SYM_LINEUNITS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "sym/dwo.h"

/*
 * The units of a file's debug information, and their functions by address. A unit is read when it
 * is needed; if there are too many, earlier units are removed.
 */
struct lineunits;
struct lineunit; /* valid until the next call of lineunits_at() */

/* The caller keeps elf and dwarf, which must outlive the units. */
struct lineunits *lineunits_open(Elf *elf, Dwarf *dwarf);
void lineunits_close(struct lineunits *units);

/* Return the unit of an address. NULL: there is none. */
struct lineunit *lineunits_at(struct lineunits *units, uint64_t addr);

/*
 * Return the unit's entry, which has the lines; and the entry whose table of source files the
 * unit's entries refer to.
 */
Dwarf_Die *lineunits_die(struct lineunit *unit);
void lineunits_files(const struct lineunit *unit, Dwarf_Die *die);

/* Find the function of an address in the unit. */
bool lineunits_function(struct lineunits *units, struct lineunit *unit, uint64_t addr,
			Dwarf_Die *function);

/* The caller's place for the name of the function that was found last; "" for a new function. */
struct buf *lineunits_name(struct lineunit *unit);

/* Does an entry of the unit contain the address? */
bool lineunits_has(const struct lineunit *unit, Dwarf_Die *die, uint64_t addr);

/* Are the unit's functions in another file that is needed? skeleton identifies the file. */
bool lineunits_wants(struct lineunits *units, struct lineunit *unit, struct dwo_skeleton *skeleton);

/*
 * Use a file that may be the needed one; the caller may free it afterwards. Returns false if it is
 * not.
 */
bool lineunits_take(struct lineunits *units, struct lineunit *unit, Elf *file);

/*
 * Keep a file of many units from now on. Returns false if it is not such a file, or if there
 * already is one.
 */
bool lineunits_package(struct lineunits *units, Elf *file);

/* Mark the file as not available; and check whether functions are missing because of that. */
void lineunits_give_up(struct lineunit *unit);
bool lineunits_lacks(const struct lineunit *unit);

#endif
