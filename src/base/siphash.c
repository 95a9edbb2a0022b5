/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/siphash.h"

#include <endian.h>
#include <string.h>

static uint64_t load(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return le64toh(v);
}

static uint64_t rotate(uint64_t v, unsigned n)
{
	return v << n | v >> (64 - n);
}

static void rounds(uint64_t v[4], unsigned n)
{
	while (n--) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = rotate(v[1], 13) ^ v[0];
		v[3] = rotate(v[3], 16) ^ v[2];
		v[0] = rotate(v[0], 32);
		v[2] += v[1];
		v[0] += v[3];
		v[1] = rotate(v[1], 17) ^ v[2];
		v[3] = rotate(v[3], 21) ^ v[0];
		v[2] = rotate(v[2], 32);
	}
}

static void mix_word(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	rounds(v, 2);
	v[0] ^= word;
}

uint64_t siphash(const uint8_t *key, const void *p, size_t len)
{
	/* the specification's text "somepseudorandomlygeneratedbytes" */
	uint64_t k0 = load(key), k1 = load(key + 8);
	uint64_t v[4] = { k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
			  k1 ^ 0x7465646279746573 };
	const uint8_t *bytes = p;
	uint8_t last[8] = { 0 };
	size_t whole = len / 8 * 8;

	for (size_t i = 0; i < whole; i += 8)
		mix_word(v, load(bytes + i));
	if (len > whole)
		memcpy(last, bytes + whole, len - whole);
	last[7] = (uint8_t)len;
	mix_word(v, load(last));
	v[2] ^= 0xff;
	rounds(v, 4);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}
