/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_GECKO_TABLES_H
#define OUT_GECKO_TABLES_H

#include "base/map.h"
#include "base/vec.h"
#include "out/gecko.h"
#include "out/profile_libs.h"
#include "out/profile_markers.h"
#include "stack/stacktree.h"

/*
 * The tables of one thread in a gecko profile: its stacks, their frames, and the texts of frames
 * and markers. Entries are numbered from 0 in order of appearance. The order of the calls is: the
 * stacks of all samples, gecko_tables_write_stacks(), the names of all markers,
 * gecko_tables_write_texts(). For one thread of the program.
 */

/* Indexes of categories in the profile. */
enum {
	GECKO_CATEGORY_USER,
	GECKO_CATEGORY_KERNEL,
	GECKO_CATEGORY_OTHER
};

/* Numbers of keys, in order of appearance. */
struct gecko_numbering {
	struct map numbers;
	VEC(uint64_t) list;
};

struct gecko_tables {
	struct gecko *gecko;
	struct stacktree *tree; /* its frames have places instead of files */
	struct profile_libs *libs;
	struct profile_markers *markers;
	struct gecko_numbering stacks, frames;
	struct gecko_numbering names; /* of markers; their texts follow those of frames */
	VEC(uint64_t) path;	      /* keys of stacks */
};

/* All pointers must outlive the tables. */
void gecko_tables_init(struct gecko_tables *tables, struct gecko *gecko, struct stacktree *tree,
		       struct profile_libs *libs, struct profile_markers *markers);
void gecko_tables_release(struct gecko_tables *tables);

/* Empty the tables for the next thread. */
void gecko_tables_forget(struct gecko_tables *tables);

/* Return the number of a node's stack. Its callers get smaller numbers. */
uint32_t gecko_tables_stack(struct gecko_tables *tables, uint32_t node);

/* Write the tables of stacks and of frames. */
void gecko_tables_write_stacks(struct gecko_tables *tables);

/* Return the number of the text of a marker's name, which is a number of profile_markers. */
uint64_t gecko_tables_marker(struct gecko_tables *tables, uint32_t name);

/* Write the texts. */
void gecko_tables_write_texts(struct gecko_tables *tables);

#endif
