/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_ALIAS_H
#define SLICE_ALIAS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/siphash.h"

/*
 * Other names for names that are not to be told: hashes with a key that nobody
 * keeps. The same name has the same alias, in one slice and not in two.
 */
struct alias {
	uint8_t key[SIPHASH_KEY];
};

int alias_init(struct alias *alias, struct err *err);

/* Append the alias of a task's name: 15 digits, as long as such a name can be. */
void alias_comm(const struct alias *alias, const void *name, size_t len, struct buf *out);

/*
 * Append the alias of a path. What is no file ("[vdso]", "//anon") stays, as does
 * what perf tells such mappings by.
 */
void alias_path(const struct alias *alias, const void *name, size_t len, struct buf *out);

/* Append the alias of any other text. */
void alias_text(const struct alias *alias, const void *name, size_t len, struct buf *out);

#endif
