/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_BYTES_H
#define WIRE_BYTES_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The byte order of this machine. */
#define HOST_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

/* A number of n ones. */
static inline uint64_t bits_low(unsigned n)
{
	return n < 64 ? (1ull << n) - 1 : ~0ull;
}

/* The number that the lowest bits (1 to 64) of v are in two's complement. */
static inline uint64_t sign_extend(uint64_t v, unsigned bits)
{
	return (uint64_t)((int64_t)(v << (64 - bits)) >> (64 - bits));
}

/*
 * Loads and stores of a file's integers at any address, in the producer's byte order (big: most
 * significant byte first). The caller checks that the bytes exist; struct cursor checks that
 * itself.
 */
static inline uint16_t load_u16(const uint8_t *p, bool big)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return big ? be16toh(v) : le16toh(v);
}

static inline uint32_t load_u32(const uint8_t *p, bool big)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return big ? be32toh(v) : le32toh(v);
}

static inline uint64_t load_u64(const uint8_t *p, bool big)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return big ? be64toh(v) : le64toh(v);
}

/* Does load_uint() load integers of so many bytes? */
static inline bool is_uint_size(uint64_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/* Load an unsigned integer of 1, 2, 4 or 8 bytes. */
static inline uint64_t load_uint(const uint8_t *p, unsigned size, bool big)
{
	switch (size) {
	case 1:
		return *p;
	case 2:
		return load_u16(p, big);
	case 4:
		return load_u32(p, big);
	default:
		return load_u64(p, big);
	}
}

static inline void store_u16(uint8_t *p, uint16_t v, bool big)
{
	v = big ? htobe16(v) : htole16(v);
	memcpy(p, &v, sizeof(v));
}

static inline void store_u32(uint8_t *p, uint32_t v, bool big)
{
	v = big ? htobe32(v) : htole32(v);
	memcpy(p, &v, sizeof(v));
}

static inline void store_u64(uint8_t *p, uint64_t v, bool big)
{
	v = big ? htobe64(v) : htole64(v);
	memcpy(p, &v, sizeof(v));
}

/* Bytes that are read from the front and never beyond their end. */
struct cursor {
	const uint8_t *p;
	size_t left;
	bool big;
	bool failed; /* bytes were missing; all later reads give 0 */
};

static inline const uint8_t *cursor_take(struct cursor *c, size_t len)
{
	const uint8_t *p = c->p;

	if (c->failed || len > c->left) {
		c->failed = true;
		return NULL;
	}
	c->p += len;
	c->left -= len;
	return p;
}

static inline uint64_t cursor_uint(struct cursor *c, unsigned size)
{
	const uint8_t *p = cursor_take(c, size);

	return p ? load_uint(p, size, c->big) : 0;
}

static inline uint32_t cursor_u32(struct cursor *c)
{
	return (uint32_t)cursor_uint(c, 4);
}

static inline uint64_t cursor_u64(struct cursor *c)
{
	return cursor_uint(c, 8);
}

#endif
