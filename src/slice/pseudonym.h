/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_PSEUDONYM_H
#define SLICE_PSEUDONYM_H

#include "base/buf.h"
#include "base/err.h"
#include "base/siphash.h"

/*
 * Replacements for names that must not be disclosed: hashes with a key that is not kept. Within a
 * slice equal names have equal pseudonyms; in two slices they have not.
 */
struct pseudonym {
	uint8_t key[SIPHASH_KEY];
};

int pseudonym_init(struct pseudonym *pseudonym, struct err *err);

/* Append the pseudonym of a task's name: 15 digits, as long as such a name can be. */
void pseudonym_comm(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out);

/*
 * Append the pseudonym of a path. What is no file ("[vdso]", "//anon") stays, as does
 * what perf tells such mappings by.
 */
void pseudonym_path(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out);

/* Append the pseudonym of any other text. */
void pseudonym_text(const struct pseudonym *pseudonym, const void *name, size_t len,
		    struct buf *out);

#endif
