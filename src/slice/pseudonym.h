/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_PSEUDONYM_H
#define SLICE_PSEUDONYM_H

#include "base/buf.h"
#include "base/err.h"
#include "base/siphash.h"

/*
 * Replacements for names that must not be disclosed: hashes with a key that is not stored. Equal
 * names have equal pseudonyms within a slice, but not in different slices. The struct has the key
 * of all pseudonyms of a slice.
 */
struct pseudonym {
	uint8_t key[SIPHASH_KEY];
};

/* Choose a key. ERR_IO: the system has no random numbers. */
int pseudonym_init(struct pseudonym *pseudonym, struct err *err);

/* Append the pseudonym of a task's name: 15 digits, the maximum length of such a name. */
void pseudonym_comm(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out);

/*
 * Append the pseudonym of a path. Names that are not files ("[vdso]", "//anon") are kept, and so
 * are the parts by which perf recognizes such mappings.
 */
void pseudonym_path(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out);

/* Append the pseudonym of any other text. */
void pseudonym_text(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out);

#endif
