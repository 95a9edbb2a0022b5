/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as decimal text, against printf. */
#include "base/buf.h"

#include <inttypes.h>
#include <stdio.h>

#include "tap.h"

static unsigned wrong;

static void check_number(uint64_t v)
{
	struct buf buf = BUF_INIT;
	char want[96];

	snprintf(want, sizeof(want), "<%" PRIu64 ",%" PRId64 ",%" PRIx64, v, (int64_t)v, v);
	buf_addc(&buf, '<');
	buf_add_u64(&buf, v);
	buf_addc(&buf, ',');
	buf_add_s64(&buf, (int64_t)v);
	buf_addc(&buf, ',');
	buf_add_hex(&buf, v);
	if (strcmp(buf.p, want) != 0) {
		if (!wrong++)
			diag("is %s, should be %s", buf.p, want);
	}
	buf_release(&buf);
}

int main(void)
{
	uint64_t v = 1;

	for (uint64_t i = 0; i < 20000; i++)
		check_number(i);
	ok(!wrong, "numbers up to 20000");
	for (unsigned digits = 0; digits < 20; digits++, v *= 10)
		for (uint64_t k = 0; k < 10; k++) {
			check_number(k * v);
			check_number(k * v - 1);
			check_number(k * v + 1);
		}
	ok(!wrong, "around the powers of ten");
	for (unsigned i = 0; i < 64; i++) {
		check_number(1ull << i);
		check_number(~0ull >> i);
		check_number(~0ull << i);
	}
	ok(!wrong, "around the powers of two");
	for (unsigned i = 0; i < 100000; i++) {
		v = v * 6364136223846793005u + 1442695040888963407u;
		check_number(v >> i % 64);
	}
	ok(!wrong, "100000 others");
	done_testing();
}
