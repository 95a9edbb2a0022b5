/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vectors of the reference implementation: key and message count up from 0. */
#include "base/siphash.h"

#include "tap.h"

int main(void)
{
	static const uint64_t want[16] = {
		[0] = 0x726fdb47dd0e0e31, [1] = 0x74f839c593dc67fd, [2] = 0x0d6c8009d9a94f5a,
		[3] = 0x85676696d7fb7e2d, [8] = 0x93f5f5799a932462, [15] = 0xa129ca6149be45e5,
	};
	uint8_t key[SIPHASH_KEY], message[16];

	for (uint8_t i = 0; i < 16; i++)
		key[i] = message[i] = i;
	for (size_t len = 0; len < 16; len++)
		if (want[len])
			is_hex(siphash(key, message, len), want[len], "%zu bytes", len);
	return done_testing();
}
