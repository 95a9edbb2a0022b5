/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of Intel BTS, and the formats for types of AUXTRACE_INFO. */
#include "aux/bts.h"

#include "unit/packets.h"

static const struct {
	const char *hex, *want;
} cases[] = {
	{ "", "" },
	{ "0010400000000000 0020400000000000 0000000000000000",
	  "24 branch 0x401000 -> 0x402000 mispredicted\n" },
	{ "8877665544332211 ffffffffffffffff 1000000000000000",
	  "24 branch 0x1122334455667788 -> 0xffffffffffffffff predicted\n" },
	{ "0100000000000000 0200000000000000 1100000000000080"
	  "0300000000000000 0400000000000000 0000000000000000",
	  "24 branch 0x1 -> 0x2 predicted, flags 0x8000000000000011\n"
	  "24 branch 0x3 -> 0x4 mispredicted\n" },
	{ "01", "1 cut 1 bytes ! the data end inside an entry\n" },
	{ "0100000000000000 0200000000000000 1000000000000000 0300000000000000 04000000000000"
	  "00 00000000000000",
	  "24 branch 0x1 -> 0x2 predicted\n23 cut 23 bytes ! the data end inside an entry\n" },
};

/* By the types of perf's enum auxtrace_type. */
static const enum trace_format formats[] = {
	TRACE_BYTES,   TRACE_INTEL_PT, TRACE_INTEL_BTS, TRACE_BYTES,
	TRACE_ARM_SPE, TRACE_BYTES,    TRACE_BYTES,	TRACE_BYTES,
};

int main(void)
{
	static const uint8_t own[] = { 0x00, 0x10 };
	static const uint8_t bytes[] = { 1, 2, 3 };
	struct buf got = BUF_INIT;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len;
		const uint8_t *p = packets_hex(cases[i].hex, &len);

		buf_reset(&got);
		packets_text(TRACE_INTEL_BTS, p, len, 0, &got);
		is_str(got.p, cases[i].want, "%s", cases[i].hex);
	}
	packets_try_random(TRACE_INTEL_BTS, own, sizeof(own), 10000);
	for (uint32_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		is_int(trace_format(i), formats[i], "the format of producer %u", i);
	is_int(trace_format(UINT32_MAX), TRACE_BYTES, "a producer that nobody knows");
	buf_reset(&got);
	packets_text(TRACE_BYTES, bytes, sizeof(bytes), 0, &got);
	is_str(got.p, "", "bytes of no format have no packets");
	buf_release(&got);
	return done_testing();
}
