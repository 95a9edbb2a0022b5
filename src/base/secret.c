/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/secret.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>
#include <xxhash.h>

/* Random bytes that each process has from its beginning: a sandboxed one can have no others. */
void secret_get(uint64_t words[SECRET_WORDS])
{
	const void *random = (const void *)getauxval(AT_RANDOM);

	memset(words, 0, SECRET_WORDS * sizeof(*words));
	if (random)
		memcpy(words, random, SECRET_WORDS * sizeof(*words));
}

uint64_t secret_hash(const void *p, size_t len)
{
	static _Atomic uint64_t seed; /* the same, whichever thread asks first */
	uint64_t words[SECRET_WORDS], now = atomic_load_explicit(&seed, memory_order_relaxed);

	if (!now) {
		secret_get(words);
		now = (words[0] ^ words[1]) | 1;
		atomic_store_explicit(&seed, now, memory_order_relaxed);
	}
	return XXH3_64bits_withSeed(p, len, now);
}
