/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_ADDRESSTEXT_H
#define RECORDING_ADDRESSTEXT_H

#include "recording/reader.h"
#include "recording/symbols.h"
#include "wire/tree.h"

/*
 * The text of an address, the same wherever addresses of records are shown, copied or printed:
 * "main+0x12"; without a symbol the file and the offset in it, "queens+0x1164"; or else the
 * address.
 */

/* An address of a record, and where to look for it. */
struct addresstext {
	uint64_t addr;
	enum cpumode mode;
	/* if nothing is mapped there in the mode, the address decides (mappings_find_any()) */
	bool any;
};

/*
 * Fill in address. Returns false if a value of this field is not an address of code or data in the
 * row's process.
 */
bool addresstext_of(const struct row_info *row, enum field_id field, uint64_t addr,
		    struct addresstext *address);

/*
 * Append the symbol with the offset, or else the mapping with the offset, escaped. symbol NULL: the
 * address has no symbol, or the symbol is not known. Append nothing if the address itself is
 * clearer, for example if the start of the kernel is not in the recording.
 */
void addresstext_place(const struct mapping *mapping, const char *symbol, size_t len, uint64_t off,
		       uint64_t addr, struct buf *out);

/* Append the name of the mapping without its folders, escaped. */
void addresstext_dso(const struct mapping *mapping, struct buf *out);

/*
 * Append the place of a node of a row's tree. Waits for symbols as symbols_set_wait() has set it.
 * Returns false if nothing is appended.
 */
bool addresstext_node(struct reader *reader, const struct row_info *row,
		      const struct tree_node *node, struct buf *out);

#endif
