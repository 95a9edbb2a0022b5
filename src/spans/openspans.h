/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_OPENSPANS_H
#define SPANS_OPENSPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The spans that have begun and not ended, by their keys: of each key the last one, by a number of
 * the caller's. Keys whose spans have ended are forgotten when there are many of them.
 */
struct openspans;

struct openspans_key {
	uint64_t owner, key;
	uint32_t part; /* of the recording */
	uint32_t kind;
};

enum {
	OPENSPANS_NONE = 0 /* numbers are from 1 on */
};

struct openspans *openspans_open(const char *spool_dir);
void openspans_close(struct openspans *open);

/* The last open span of a key, OPENSPANS_NONE: there is none. Until the next put. */
uint64_t *openspans_find(struct openspans *open, const struct openspans_key *key);

/* The same; a key that is not there is added with OPENSPANS_NONE. */
uint64_t *openspans_put(struct openspans *open, const struct openspans_key *key);

#endif
