/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/secret.h"

#include <string.h>
#include <sys/auxv.h>
#include <xxhash.h>

uint64_t secret_words[SECRET_WORDS];

/*
 * Random bytes that each process gets at its start, because a sandboxed process cannot ask for
 * them. Hashes are multiplied by the last word, so it is made odd.
 */
__attribute__((constructor)) static void take_random(void)
{
	const void *random = (const void *)getauxval(AT_RANDOM);

	if (random)
		memcpy(secret_words, random, sizeof(secret_words));
	secret_words[SECRET_WORDS - 1] |= 1;
}

uint64_t secret_hash(const void *p, size_t len)
{
	return XXH3_64bits_withSeed(p, len, secret_words[0] ^ secret_words[1]);
}
