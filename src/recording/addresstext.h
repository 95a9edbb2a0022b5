/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_ADDRESSTEXT_H
#define RECORDING_ADDRESSTEXT_H

#include "recording/reader.h"
#include "recording/symbols.h"
#include "wire/tree.h"

/*
 * The text of an address, the same wherever a record's addresses are shown, copied and printed for
 * people: "main+0x12", else "queens+0x1164", the file and the offset in it, else the address.
 */

/* An address of a record, and where it is looked for. */
struct addresstext {
	uint64_t addr;
	enum cpumode mode;
	bool any; /* the address decides whether the cpumode finds nothing (mappings_find_any()) */
};

/* False: a value of this word is no address of code or data of the row's process. */
bool addresstext_of(const struct row_info *row, enum word word, uint64_t addr,
		    struct addresstext *address);

/*
 * Append the place: that of the symbol, escaped, else that in what is mapped. symbol NULL: it has
 * none, or it is not known. Nothing: the address itself says more, as in a kernel of which the
 * recording does not tell where it begins.
 */
void addresstext_place(const struct mapping *mapping, const char *symbol, size_t len, uint64_t off,
		       uint64_t addr, struct buf *out);

/* Append what is mapped there without its folders, escaped. */
void addresstext_dso(const struct mapping *mapping, struct buf *out);

/*
 * Append the place of a node of a row's tree, and wait for symbols where the reader's symbols do.
 * False: nothing is appended.
 */
bool addresstext_node(struct reader *reader, const struct row_info *row,
		      const struct tree_node *node, struct buf *out);

#endif
