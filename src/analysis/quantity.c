/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/quantity.h"

enum {
	SECOND = 1000000000 /* ns */
};

static bool is_value(const struct quantity *quantity)
{
	return quantity->kind != QUANTITY_COUNT && quantity->kind != QUANTITY_RATIO;
}

bool quantity_is_time(const struct quantity *quantity)
{
	return is_value(quantity) && field_info(quantity->field)->form == FF_TIME;
}

bool quantity_is_ns(const struct quantity *quantity)
{
	return quantity_is_time(quantity) || (is_value(quantity) && quantity->clock);
}

/* Hexadecimal as in records, but sums of addresses or lengths are not. */
static bool is_hex(const struct quantity *quantity)
{
	return (quantity->kind == QUANTITY_ONE || quantity->kind == QUANTITY_MEAN) &&
	       field_info(quantity->field)->form == FF_HEX;
}

static void add_seconds(int128 v, struct buf *out)
{
	if (v < 0) {
		buf_addc(out, '-');
		v = -v;
	}
	int128_text(out, v / SECOND);
	buf_addf(out, ".%09u", (unsigned)(v % SECOND));
}

static bool is_mean(const struct quantity *quantity)
{
	return quantity->kind == QUANTITY_MEAN || quantity->kind == QUANTITY_RATIO;
}

bool quantity_has_decimals(const struct quantity *quantity)
{
	return is_mean(quantity) && !quantity_is_time(quantity) && !is_hex(quantity);
}

void quantity_text(const struct quantity *quantity, int128 v, struct buf *out)
{
	bool mean = is_mean(quantity);

	if (quantity_is_time(quantity)) {
		add_seconds(mean ? int128_whole(v) : v, out);
		return;
	}
	if (!is_hex(quantity)) {
		if (mean)
			int128_rounded_text(out, v);
		else
			int128_text(out, v);
		return;
	}
	v = mean ? int128_whole(v) : v;
	if (v >= 0 && v <= UINT64_MAX)
		buf_add0x(out, (uint64_t)v);
	else
		int128_text(out, v);
}

void quantity_add_unit(const struct quantity *quantity, struct buf *out)
{
	if (quantity_is_time(quantity))
		buf_adds(out, " s");
	else if (quantity_is_ns(quantity))
		buf_adds(out, " ns");
}
