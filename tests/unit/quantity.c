/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read them: digits, units. */
#include "analysis/quantity.h"

#include "tap.h"

#define WIDE ((int128)UINT64_MAX)

int main(void)
{
	static const struct {
		struct quantity quantity;
		int128 v;
		const char *text, *unit;
	} rows[] = {
		{ { QUANTITY_COUNT, F_time }, 12, "12", "" },
		{ { QUANTITY_ONE, F_period }, 4711, "4711", "" },
		{ { QUANTITY_SUM, F_period }, -WIDE, "-18446744073709551615", "" },
		{ { QUANTITY_MEAN, F_period }, 12345678, "12.35", "" },
		{ { QUANTITY_ONE, F_time }, 1821697621032, "1821.697621032", " s" },
		{ { QUANTITY_ONE, F_gap }, -4711, "-0.000004711", " s" },
		{ { QUANTITY_SUM, F_gap }, 0, "0.000000000", " s" },
		{ { QUANTITY_SUM, F_wall }, 10 * WIDE, "184467440737.095516150", " s" },
		{ { QUANTITY_MEAN, F_gap }, -1500000, "-0.000000002", " s" },
		{ { QUANTITY_ONE, F_mmap_len }, 4096, "0x1000", "" },
		{ { QUANTITY_ONE, F_mmap_len }, -4096, "-4096", "" },
		{ { QUANTITY_MEAN, F_mmap_len }, 4096400000, "0x1000", "" },
		{ { QUANTITY_SUM, F_mmap_len }, 4096, "4096", "" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct buf text = BUF_INIT;

		quantity_text(&rows[i].quantity, rows[i].v, &text);
		is_str(text.p, rows[i].text, "%s", rows[i].text);
		buf_reset(&text);
		quantity_add_unit(&rows[i].quantity, &text);
		is_str(text.p, rows[i].unit, "... and its unit");
		buf_release(&text);
	}
	return done_testing();
}
