/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/printspec.h"

#include <stdbool.h>

#include "wire/bytes.h"

static size_t missing(size_t want, size_t have)
{
	return want > have ? want - have : 0;
}

void printspec_string(const struct printspec *spec, const char *p, size_t len, struct buf *out)
{
	size_t fill;

	if (spec->flags & PRINTSPEC_PRECISE && len > spec->precision)
		len = spec->precision;
	fill = missing(spec->width, len);
	if (!(spec->flags & PRINTSPEC_LEFT))
		buf_fill(out, ' ', fill);
	buf_add(out, p, len);
	if (spec->flags & PRINTSPEC_LEFT)
		buf_fill(out, ' ', fill);
}

/* Add the prefix, the zeros that a precision or a width asks for, and the digits. */
static void add_digits(const struct printspec *spec, const char *prefix, const char *digits,
		       size_t n, struct buf *out)
{
	size_t before = strlen(prefix), zeros = 0, fill;

	if (spec->flags & PRINTSPEC_PRECISE)
		zeros = missing(spec->precision, n);
	else if (spec->flags & PRINTSPEC_ZERO && !(spec->flags & PRINTSPEC_LEFT))
		zeros = missing(spec->width, before + n);
	if (spec->conversion == 'o' && spec->flags & PRINTSPEC_ALT && !zeros &&
	    (!n || *digits != '0'))
		zeros = 1;
	fill = missing(spec->width, before + zeros + n);
	if (!(spec->flags & PRINTSPEC_LEFT))
		buf_fill(out, ' ', fill);
	buf_add(out, prefix, before);
	buf_fill(out, '0', zeros);
	buf_add(out, digits, n);
	if (spec->flags & PRINTSPEC_LEFT)
		buf_fill(out, ' ', fill);
}

/* Write digits before `end`, and return the first one. 0 has no digits. */
static char *make_digits(char *end, uint64_t v, char conversion)
{
	const char *digits = conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	unsigned bits = conversion == 'o' ? 3 : 4;

	if (conversion == 'd' || conversion == 'u')
		for (; v; v /= 10)
			*--end = (char)('0' + v % 10);
	for (; v; v >>= bits)
		*--end = digits[v & ((1u << bits) - 1)];
	return end;
}

/* The number cut to its type, without its sign. */
static uint64_t narrow(const struct printspec *spec, uint64_t v, bool *negative)
{
	*negative = false;
	if (spec->conversion != 'd')
		return v & bits_low(spec->bits);
	v = sign_extend(v, spec->bits);
	*negative = (int64_t)v < 0;
	return *negative ? -v : v;
}

static const char *prefix_of(const struct printspec *spec, uint64_t v, bool negative)
{
	if (negative)
		return "-";
	if (!v || !(spec->flags & PRINTSPEC_ALT))
		return "";
	return spec->conversion == 'x' ? "0x" : spec->conversion == 'X' ? "0X" : "";
}

/* The quick way for plain numbers, which most are. */
static void add_plain(const struct printspec *spec, uint64_t v, bool negative, struct buf *out)
{
	if (negative)
		buf_addc(out, '-');
	if (spec->conversion == 'x')
		buf_add_hex(out, v);
	else
		buf_add_u64(out, v);
}

void printspec_number(const struct printspec *spec, uint64_t v, struct buf *out)
{
	char room[24], *end = room + sizeof(room), *digits;
	bool negative, none;

	v = narrow(spec, v, &negative);
	if (!spec->flags && !spec->width && spec->conversion != 'X' && spec->conversion != 'o') {
		add_plain(spec, v, negative, out);
		return;
	}
	none = spec->flags & PRINTSPEC_PRECISE && !spec->precision;
	digits = make_digits(end, v, spec->conversion);
	if (digits == end && !none)
		*--digits = '0';
	add_digits(spec, prefix_of(spec, v, negative), digits, (size_t)(end - digits), out);
}
