/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stddef.h>
#include <stdint.h>

/*
 * Random numbers for tables in memory whose keys an attacker may choose. The place of a key depends
 * on these numbers, which the attacker cannot know. Each process has different numbers, so no
 * output may depend on them. base/hash.h uses them.
 */
enum {
	SECRET_WORDS = 2
};

extern uint64_t secret_words[SECRET_WORDS]; /* random bits, set before main() begins */

uint64_t secret_hash(const void *p, size_t len);

#endif
