/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/typed_number.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

static int too_large(const struct typed_number *n, struct err *err)
{
	return err_set_at(err, ERR_PARSE, n->pos, "the number does not fit into 64 bits");
}

static int read_whole(struct typed_number *n, const char *p, size_t left, struct err *err)
{
	bool hex = left > 2 && p[0] == '0' && (p[1] | 0x20) == 'x' && text_hex_digit(p[2]) >= 0;
	uint64_t base = hex ? 16 : 10;

	for (n->len = hex ? 2 : 0; n->len < left; n->len++) {
		int digit = text_hex_digit(p[n->len]);

		if (digit < 0 || (uint64_t)digit >= base)
			break;
		if (__builtin_mul_overflow(n->whole, base, &n->whole) ||
		    __builtin_add_overflow(n->whole, (uint64_t)digit, &n->whole))
			return too_large(n, err);
	}
	return hex;
}

static int read_decimals(struct typed_number *n, const char *p, size_t left, struct err *err)
{
	if (n->len + 1 >= left || p[n->len] != '.' || !isdigit((unsigned char)p[n->len + 1]))
		return 0;
	for (n->len++; n->len < left && isdigit((unsigned char)p[n->len]); n->len++) {
		if (n->scale >= 1000000000)
			return err_set_at(err, ERR_PARSE, n->pos,
					  "more than nine digits after the decimal point");
		n->part = n->part * 10 + (uint64_t)(p[n->len] - '0');
		n->scale *= 10;
	}
	return 0;
}

/* 10% is a percentage; in 10%3 and 10 % 3 the sign is the remainder operator of filters. */
static bool is_percent(const char *p, size_t left)
{
	char next = left > 1 ? p[1] : ' ';

	return left && *p == '%' && !isalnum((unsigned char)next) && next != '_' && next != '(' &&
	       next != '$';
}

static void read_unit(struct typed_number *n, const char *p, size_t left)
{
	const struct text_unit *unit;
	size_t len = 0;

	if (is_percent(p, left)) {
		n->unit = TYPED_PERCENT;
		n->factor = TYPED_ONE_PERCENT;
		n->len++;
		return;
	}
	while (len < left && isalpha((unsigned char)p[len]))
		len++;
	if (!len)
		return;
	unit = text_unit(p, len);
	if (!unit) {
		n->unit = TYPED_BAD_UNIT;
		return;
	}
	n->unit = unit->is_time ? TYPED_TIME : TYPED_COUNT;
	n->factor = unit->factor;
	n->len += len;
}

int typed_number_read(struct typed_number *n, const char *text, size_t len, size_t pos,
		      struct err *err)
{
	const char *p = text + pos;
	int hex;

	*n = (struct typed_number){ .scale = 1, .pos = pos };
	hex = read_whole(n, p, len - pos, err);
	if (hex < 0 || read_decimals(n, p, hex ? 0 : len - pos, err) < 0)
		return ERR_PARSE;
	if (!hex)
		read_unit(n, p + n->len, len - pos - n->len);
	return 0;
}

int typed_number_value(const struct typed_number *n, uint64_t usual, uint64_t *value,
		       struct err *err)
{
	uint64_t factor = n->unit == TYPED_NO_UNIT ? usual : n->factor, part;

	if (n->unit == TYPED_BAD_UNIT)
		return err_set_at(err, ERR_PARSE, n->pos + n->len,
				  "not a unit: expected ns, us, ms, s, K, M, G, Ki, Mi or Gi");
	if (n->unit == TYPED_PERCENT && (n->whole > 100 || (n->whole == 100 && n->part)))
		return err_set_at(err, ERR_PARSE, n->pos, "more than 100%% of the recording");
	part = n->part * factor;
	if (part % n->scale)
		return err_set_at(
			err, ERR_PARSE, n->pos,
			factor > 1 || n->unit
				? "the number has more decimal places than its unit allows"
				: "the number is not whole, and has no unit: a time in "
				  "seconds is written 12.5s");
	if (__builtin_mul_overflow(n->whole, factor, value) ||
	    __builtin_add_overflow(*value, part / n->scale, value))
		return too_large(n, err);
	return 0;
}

bool typed_number_parse_count(const char *text, uint64_t *value)
{
	size_t len = strlen(text);
	struct typed_number n;

	return isdigit((unsigned char)*text) && !typed_number_read(&n, text, len, 0, NULL) &&
	       n.len == len && n.unit <= TYPED_COUNT && !typed_number_value(&n, 1, value, NULL);
}
