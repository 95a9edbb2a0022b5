/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DWPINDEX_H
#define SYM_DWPINDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The table of units of a DWARF package file (.debug_cu_index of a .dwp; DWARF 5, 7.3.5, and the
 * earlier form by GCC and LLVM): the parts of the sections that belong to each unit.
 */
enum dwpindex_section {
	DWPINDEX_INFO,
	DWPINDEX_ABBREV,
	DWPINDEX_LINE,
	DWPINDEX_STR_OFFSETS,
	DWPINDEX_RNGLISTS,
	DWPINDEX_SECTIONS
};

struct dwpindex_part {
	uint32_t off, size; /* size 0: the unit has none */
};

/*
 * Find the parts of the unit with an id. big: the file is big-endian. Returns false if the unit is
 * missing or the table is invalid.
 */
bool dwpindex_find(const void *table, size_t size, bool big, uint64_t id,
		   struct dwpindex_part parts[DWPINDEX_SECTIONS]);

#endif
