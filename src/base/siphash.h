/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SIPHASH_H
#define BASE_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

/*
 * SipHash-2-4 (Aumasson and Bernstein, 2012). Without the key, nobody can find the hashed bytes by
 * trying.
 */
enum {
	SIPHASH_KEY = 16 /* bytes */
};

uint64_t siphash(const uint8_t *key, const void *p, size_t len);

#endif
