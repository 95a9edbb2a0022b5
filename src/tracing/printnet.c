/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/printnet.h"

#include <string.h>

#include "wire/bytes.h"

static void add_mac(struct buf *out, const uint8_t *p, bool reverse)
{
	for (unsigned i = 0; i < 6; i++) {
		if (i)
			buf_addc(out, ':');
		buf_add_hexbytes(out, p + (reverse ? 5 - i : i), 1);
	}
}

static void add_ip4(struct buf *out, const uint8_t *p, bool reverse)
{
	for (unsigned i = 0; i < 4; i++) {
		if (i)
			buf_addc(out, '.');
		buf_add_u64(out, p[reverse ? 3 - i : i]);
	}
}

static void add_ip6(struct buf *out, const uint8_t *p)
{
	for (unsigned i = 0; i < 16; i += 2) {
		if (i)
			buf_addc(out, ':');
		buf_add_hexbytes(out, p + i, 2);
	}
}

/* The longest run of at least two zeros, which is printed as colons only. */
static unsigned longest_zeros(const uint8_t *p, unsigned words, unsigned *start)
{
	unsigned longest = 1;

	for (unsigned i = 0; i < words; i++) {
		unsigned n = 0;

		while (i + n < words && !load_u16(p + 2ul * (i + n), true))
			n++;
		if (n > longest) {
			longest = n;
			*start = i;
		}
	}
	return longest > 1 ? longest : 0;
}

/* IPv6 addresses that end like an IPv4 address: mapped ones and those of ISATAP. */
static bool ends_as_ip4(const uint8_t *p)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	return !memcmp(p, mapped, sizeof(mapped)) ||
	       (load_u32(p + 8, true) | 0x02000000) == 0x02005efe;
}

static void add_ip6_short(struct buf *out, const uint8_t *p)
{
	unsigned words = ends_as_ip4(p) ? 6 : 8, start = 8;
	unsigned zeros = longest_zeros(p, words, &start);
	bool colon = false;

	for (unsigned i = 0; i < words; i++) {
		if (zeros && i == start) {
			buf_add(out, "::", 2);
			i += zeros - 1;
			colon = false;
			continue;
		}
		if (colon)
			buf_addc(out, ':');
		buf_add_hex(out, load_u16(p + 2ul * i, true));
		colon = true;
	}
	if (words == 8)
		return;
	if (colon)
		buf_addc(out, ':');
	add_ip4(out, p + 12, false);
}

static void add_uuid(struct buf *out, const uint8_t *p)
{
	for (unsigned i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			buf_addc(out, '-');
		buf_add_hexbytes(out, p + i, 1);
	}
}

void printnet_text(enum print_op op, const uint8_t *p, bool reverse, struct buf *out)
{
	switch (op) {
	case PRINT_MAC:
		add_mac(out, p, reverse);
		break;
	case PRINT_IP4:
		add_ip4(out, p, reverse);
		break;
	case PRINT_IP6:
		add_ip6(out, p);
		break;
	case PRINT_IP6_SHORT:
		add_ip6_short(out, p);
		break;
	default:
		add_uuid(out, p);
		break;
	}
}
