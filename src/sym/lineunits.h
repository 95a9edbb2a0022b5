/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_LINEUNITS_H
#define SYM_LINEUNITS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "sym/dwo.h"

/*
 * The units of a file's debug information, and which of their functions has an address. A unit is
 * gone through when it is asked for; those of before are forgotten when there are too many.
 */
struct lineunits;
struct lineunit; /* lives until the next call of lineunits_at() */

/* Both stay the caller's, and have to live longer. */
struct lineunits *lineunits_open(Elf *elf, Dwarf *dwarf);
void lineunits_close(struct lineunits *units);

/* The unit of an address. NULL: there is none. */
struct lineunit *lineunits_at(struct lineunits *units, uint64_t addr);

/* Its entry, which has the lines; and the one whose numbers of source files entries have. */
Dwarf_Die *lineunits_die(struct lineunit *unit);
void lineunits_files(const struct lineunit *unit, Dwarf_Die *die);

/* The function of an address of the unit. */
bool lineunits_function(struct lineunits *units, struct lineunit *unit, uint64_t addr,
			Dwarf_Die *function);

/* Is the address in an entry of the unit? */
bool lineunits_has(const struct lineunit *unit, Dwarf_Die *die, uint64_t addr);

/* The unit's functions are in another file, which is wanted: that of the skeleton. */
bool lineunits_wants(struct lineunits *units, struct lineunit *unit, struct dwo_skeleton *skeleton);

/* A file that may be it, and may be freed then. False: it is another one. */
bool lineunits_take(struct lineunits *units, struct lineunit *unit, Elf *file);

/* Such a file of many units, which is kept from then on. False: it is none, or there is one. */
bool lineunits_package(struct lineunits *units, Elf *file);

/* There is no such file; and so functions are lacking. */
void lineunits_give_up(struct lineunit *unit);
bool lineunits_lacks(const struct lineunit *unit);

#endif
