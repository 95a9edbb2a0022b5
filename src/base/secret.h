/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stddef.h>
#include <stdint.h>

/*
 * For tables in memory, whose keys may be chosen by somebody who wishes them ill: where they go
 * depends on what that one cannot know. Another in each process; nothing that is written may
 * depend on it. base/hash.h makes use of it.
 */
enum {
	SECRET_WORDS = 2
};

extern uint64_t secret_words[SECRET_WORDS]; /* of random bits; set before main() begins */

uint64_t secret_hash(const void *p, size_t len);

#endif
