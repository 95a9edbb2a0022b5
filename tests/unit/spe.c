/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arm SPE: each kind of packet from its bytes, extended headers, bytes that are no packet. */
#include "aux/spe.h"

#include "unit/packets.h"

static const struct {
	const char *hex, *want;
} cases[] = {
	{ "", "" },
	{ "00", "1 PAD\n" },
	{ "000000", "3 PAD\n" },
	{ "01", "1 END\n" },
	{ "71 0807060504030201", "9 TIMESTAMP 72623859790382856\n" },

	{ "42 01", "2 EVENTS EXCEPTION-GEN\n" },
	{ "42 ff", "2 EVENTS EXCEPTION-GEN RETIRED L1D-ACCESS L1D-REFILL TLB-ACCESS TLB-REFILL"
		   " NOT-TAKEN MISPRED\n" },
	{ "52 001f", "3 EVENTS LLC-ACCESS LLC-REFILL REMOTE-ACCESS ALIGNMENT LATE-PREFETCH\n" },
	{ "52 00e0", "3 EVENTS bit13 bit14 bit15\n" },
	{ "62 0000ff03", "5 EVENTS TXN SVE-PARTIAL-PRED SVE-EMPTY-PRED L2D-ACCESS L2D-MISS HITM"
			 " LFB SNOOPED STREAMING-SVE SMCU\n" },
	{ "72 0200000001000080", "9 EVENTS RETIRED bit32 bit63\n" },
	{ "42 00", "2 EVENTS\n" },

	{ "43 0d", "2 DATA SOURCE 0xd\n" },
	{ "53 3412", "3 DATA SOURCE 0x1234\n" },
	{ "63 78563412", "5 DATA SOURCE 0x12345678\n" },
	{ "73 0807060504030201", "9 DATA SOURCE 0x102030405060708\n" },
	{ "64 78563412", "5 CONTEXT 0x12345678 EL1\n" },
	{ "65 01000000", "5 CONTEXT 0x1 EL2\n" },
	{ "66 01000000", "5 CONTEXT 0x1 EL3\n" },
	{ "67 01000000", "5 CONTEXT 0x1 EL4\n" },

	/* Operations of class OTHER. */
	{ "48 00", "2 OPERATION TYPE OTHER\n" },
	{ "48 01", "2 OPERATION TYPE OTHER COND\n" },
	{ "48 07", "2 OPERATION TYPE OTHER ASE FP COND\n" },
	{ "48 08", "2 OPERATION TYPE OTHER SVE EVLEN 32\n" },
	{ "48 3e", "2 OPERATION TYPE OTHER SVE EVLEN 256 PRED FP\n" },
	{ "48 88", "2 OPERATION TYPE OTHER SME\n" },
	/* Loads and stores. */
	{ "49 00", "2 OPERATION TYPE LD/ST load GP-REG\n" },
	{ "49 01", "2 OPERATION TYPE LD/ST store GP-REG\n" },
	{ "49 02", "2 OPERATION TYPE LD/ST load\n" },
	{ "49 1f", "2 OPERATION TYPE LD/ST store AT EXCL AR\n" },
	{ "49 06", "2 OPERATION TYPE LD/ST load AT\n" },
	{ "49 04", "2 OPERATION TYPE LD/ST load SIMD-FP\n" },
	{ "49 05", "2 OPERATION TYPE LD/ST store SIMD-FP\n" },
	{ "49 10", "2 OPERATION TYPE LD/ST load UNSPEC-REG\n" },
	{ "49 31", "2 OPERATION TYPE LD/ST store NV-SYSREG\n" },
	{ "49 14", "2 OPERATION TYPE LD/ST load MTE-TAG\n" },
	{ "49 20", "2 OPERATION TYPE LD/ST load MEMCPY\n" },
	{ "49 21", "2 OPERATION TYPE LD/ST store MEMCPY\n" },
	{ "49 25", "2 OPERATION TYPE LD/ST store MEMSET\n" },
	{ "49 24", "2 OPERATION TYPE LD/ST load 0x24\n" },
	{ "49 08", "2 OPERATION TYPE LD/ST load SVE/SME EVLEN 32\n" },
	{ "49 cd", "2 OPERATION TYPE LD/ST store SVE/SME EVLEN 512 PRED SG\n" },
	{ "49 40", "2 OPERATION TYPE LD/ST load GCS\n" },
	{ "49 45", "2 OPERATION TYPE LD/ST store GCS COMM\n" },
	/* Branches. */
	{ "4a 00", "2 OPERATION TYPE BRANCH\n" },
	{ "4a 01", "2 OPERATION TYPE BRANCH COND\n" },
	{ "4a 07", "2 OPERATION TYPE BRANCH COND IND GCS\n" },
	{ "4a 08", "2 OPERATION TYPE BRANCH BL\n" },
	{ "4a 12", "2 OPERATION TYPE BRANCH RET IND\n" },
	{ "4a 18", "2 OPERATION TYPE BRANCH non-BL/RET\n" },
	{ "4b 07", "2 OPERATION TYPE class 3 0x07\n" },

	{ "b0 563412c0ffffff60", "9 ADDRESS PC 0xffffffc0123456 EL3 NS=0\n" },
	{ "b0 5634120000000080", "9 ADDRESS PC 0x123456 EL0 NS=1\n" },
	{ "b1 00000180000000c0", "9 ADDRESS branch target 0x80010000 EL2 NS=1\n" },
	{ "b2 78563412ffff0000", "9 ADDRESS data virtual address 0xffff12345678\n" },
	{ "b2 78563412ffff00a5", "9 ADDRESS data virtual address 0xffff12345678 tag 0xa5\n" },
	{ "b3 78563412000000c5", "9 ADDRESS data physical address 0x12345678 NS=1 CH=1 PAT=5\n" },
	{ "b3 0000001000000000", "9 ADDRESS data physical address 0x10000000 NS=0 CH=0 PAT=0\n" },
	{ "b4 0000010000000020", "9 ADDRESS previous branch target 0x10000 EL1 NS=0\n" },
	{ "b5 0807060504030201", "9 ADDRESS index 5 0x102030405060708\n" },
	{ "98 0c00", "3 COUNTER TOTAL latency 12\n" },
	{ "99 ffff", "3 COUNTER ISSUE latency 65535\n" },
	{ "9a 0100", "3 COUNTER TRANSLATION latency 1\n" },
	{ "9f 0100", "3 COUNTER index 7 1\n" },

	/* Extended headers: two more bits of the index. */
	{ "20 b0 5634120000000080", "10 ADDRESS PC 0x123456 EL0 NS=1\n" },
	{ "23 b2 0100000000000000", "10 ADDRESS index 26 0x1\n" },
	{ "20 99 0200", "4 COUNTER ISSUE latency 2\n" },
	{ "21 98 0200", "4 COUNTER index 8 2\n" },
	/* Alignment: to 2, 4, 8, 16. */
	{ "20 00 01", "2 ALIGNMENT 2\n1 END\n" },
	{ "21 00 aabb 01", "4 ALIGNMENT 4\n1 END\n" },
	{ "01 22 00 aabbccddee 01", "1 END\n7 ALIGNMENT 8\n1 END\n" },
	{ "01 20 00 aa 01", "1 END\n3 ALIGNMENT 2\n1 END\n" },
	{ "23 00 0000000000000000000000000000 01", "16 ALIGNMENT 16\n1 END\n" },

	/* One operation. */
	{ "b0 5634120000000080 65 01000000 49 00 52 1600 98 0c00 99 0500 b2 78563412ffff0000"
	  " 9a 0100 43 00 00 71 0100000000000000",
	  "9 ADDRESS PC 0x123456 EL0 NS=1\n5 CONTEXT 0x1 EL2\n2 OPERATION TYPE LD/ST load GP-REG\n"
	  "3 EVENTS RETIRED L1D-ACCESS TLB-ACCESS\n3 COUNTER TOTAL latency 12\n"
	  "3 COUNTER ISSUE latency 5\n9 ADDRESS data virtual address 0xffff12345678\n"
	  "3 COUNTER TRANSLATION latency 1\n2 DATA SOURCE 0x0\n1 PAD\n9 TIMESTAMP 1\n" },

	/* Bytes that are no packet are skipped one by one. */
	{ "02", "1 bad 1 bytes ! this is not a packet\n" },
	{ "02 ff 03 01", "3 bad 3 bytes ! this is not a packet\n1 END\n" },
	{ "20 01", "1 bad 1 bytes ! this is not a packet\n1 END\n" },
	{ "70 72", "1 bad 1 bytes ! this is not a packet\n"
		   "1 cut 1 bytes ! the data end inside a packet\n" },
	{ "ff 20", "1 bad 1 bytes ! this is not a packet\n"
		   "1 cut 1 bytes ! the data end inside a packet\n" },
	{ "23 00 01", "3 cut 3 bytes ! the data end inside a packet\n" },
};

static const char *const whole[] = {
	"71 0807060504030201",
	"42 01",
	"52 001f",
	"62 0000ff03",
	"72 0200000001000080",
	"43 0d",
	"64 78563412",
	"48 00",
	"b0 563412c0ffffff60",
	"98 0c00",
	"20 b0 5634120000000080",
	"21 98 0200",
	"21 00 aabb",
};

static void test_cases(void)
{
	struct buf got = BUF_INIT;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len;
		const uint8_t *p = packets_hex(cases[i].hex, &len);

		buf_reset(&got);
		packets_text(TRACE_ARM_SPE, p, len, 0, &got);
		is_str(got.p, cases[i].want, "\"%s\"", cases[i].hex);
		ok(!packets_tile(TRACE_ARM_SPE, p, len, 0), "its packets tile it");
	}
	buf_release(&got);
}

static void test_cut(void)
{
	struct buf got = BUF_INIT, want = BUF_INIT;

	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++) {
		size_t len;
		uint8_t *p = packets_hex(whole[i], &len);

		for (size_t n = len - 1; n > 0; n--) {
			memmove(p + 1, p, n);
			p++;
			buf_reset(&got);
			packets_text(TRACE_ARM_SPE, p, n, 0, &got);
			buf_reset(&want);
			buf_addf(&want, "%zu cut %zu bytes ! the data end inside a packet\n", n, n);
			is_str(got.p, want.p, "%zu bytes of %s", n, whole[i]);
		}
	}
	buf_release(&got);
	buf_release(&want);
}

/* ALIGNMENT reaches a place in the AUX buffer, in which the data may begin anywhere. */
static void test_start(void)
{
	static const struct {
		uint64_t start;
		const char *want;
	} starts[] = {
		{ 0, "8 ALIGNMENT 8\n1 END\n" },
		{ 1, "7 ALIGNMENT 8\n1 PAD\n1 END\n" },
		{ 6, "2 ALIGNMENT 8\n6 PAD\n1 END\n" },
		{ 0x1000, "8 ALIGNMENT 8\n1 END\n" },
	};
	size_t len;
	const uint8_t *p = packets_hex("22 00 000000000000 01", &len);
	struct buf got = BUF_INIT;

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		buf_reset(&got);
		packets_text(TRACE_ARM_SPE, p, len, starts[i].start, &got);
		is_str(got.p, starts[i].want, "data that begin at %llu",
		       (unsigned long long)starts[i].start);
	}
	buf_release(&got);
}

int main(void)
{
	static const uint8_t own[] = { 0x00, 0x01, 0x71, 0x42, 0x52, 0x62, 0x72, 0x43, 0x53,
				       0x64, 0x48, 0x49, 0x4a, 0xb0, 0xb2, 0xb4, 0x98, 0x9a,
				       0x20, 0x21, 0x22, 0x23, 0x20, 0x02, 0xff };

	test_cases();
	test_cut();
	test_start();
	packets_try_random(TRACE_ARM_SPE, own, sizeof(own), 100000);
	return done_testing();
}
