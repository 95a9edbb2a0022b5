/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_OPENSPANS_H
#define SPANS_OPENSPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The open spans by key: for each key the caller's number of its last open span. Keys without open
 * spans are removed when there are many of them.
 */
struct openspans;

struct openspans_key {
	uint64_t owner, key;
	uint32_t part; /* of the recording */
	uint32_t kind;
};

enum {
	OPENSPANS_NONE = 0 /* numbers start from 1 */
};

struct openspans *openspans_open(const char *spool_dir);
void openspans_close(struct openspans *open);

/* Find the last open span of a key; OPENSPANS_NONE: there is none. Valid until the next put. */
uint64_t *openspans_find(struct openspans *open, const struct openspans_key *key);

/* Find the same, and add a missing key with OPENSPANS_NONE. */
uint64_t *openspans_put(struct openspans *open, const struct openspans_key *key);

/*
 * Return the last open span of the next key that has one, in any order, and set *key. *at begins at
 * 0. OPENSPANS_NONE: there are no more.
 */
uint64_t openspans_next(const struct openspans *open, size_t *at, struct openspans_key *key);

#endif
