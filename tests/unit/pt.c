/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intel PT: each kind of packet from its bytes, addresses, blocks, bytes that are no packet. */
#include "aux/pt.h"

#include "unit/packets.h"

#define PSB "0282028202820282 0282028202820282 "

/* Bytes after a PSB, and their packets. */
static const struct {
	const char *hex, *want;
} cases[] = {
	{ "00", "1 PAD\n" },
	{ "000000", "3 PAD\n" },
	{ "19 e8cfd24cbc0000", "8 TSC 0xbc4cd2cfe8\n" },
	{ "59 48", "2 MTC 0x48\n" },
	{ "99 00", "2 MODE.Exec IF:0 16\n" },
	{ "99 01", "2 MODE.Exec IF:0 64\n" },
	{ "99 02", "2 MODE.Exec IF:0 32\n" },
	{ "99 06", "2 MODE.Exec IF:1 32\n" },
	{ "99 03", "2 MODE.Exec IF:0 reserved\n" },
	{ "99 20", "2 MODE.TSX TXAbort:0 InTX:0\n" },
	{ "99 21", "2 MODE.TSX TXAbort:0 InTX:1\n" },
	{ "99 22", "2 MODE.TSX TXAbort:1 InTX:0\n" },

	/* 5 bits, then 7 of each byte: 1; 31; 31 + (127 << 5); 3 + (2 << 5) + (1 << 12); ... */
	{ "0b", "1 CYC 0x1\n" },
	{ "fb", "1 CYC 0x1f\n" },
	{ "ff fe", "2 CYC 0xfff\n" },
	{ "1f 05 02", "3 CYC 0x1043\n" },
	{ "07 01 01 01 01 01 01 01 01 02", "10 CYC 0x2000000000000000\n" },

	/* The stop bit is the highest; the oldest branch is next to it. */
	{ "04", "1 TNT N (1)\n" },
	{ "06", "1 TNT T (1)\n" },
	{ "0a", "1 TNT NT (2)\n" },
	{ "0c", "1 TNT TN (2)\n" },
	{ "ee", "1 TNT TTNTTT (6)\n" },
	{ "80", "1 TNT NNNNNN (6)\n" },
	{ "02a3 010000000000 04", "8 TNT  (0)\n1 TNT N (1)\n" },
	{ "02a3 0d0000000000", "8 TNT TNT (3)\n" },
	{ "02a3 000000000080", "8 TNT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN (47)\n" },

	/* Payload >> 1 << 5; bit 0 is NR. */
	{ "0243 0034d43f0000", "8 PIP 0x1fea1a00 (NR=0), cr3 0x3fd434000\n" },
	{ "0243 010000000080", "8 PIP 0x400000000000 (NR=1), cr3 0x8000000000000\n" },
	{ "0283", "2 TraceSTOP\n" },
	{ "0203 1d00", "4 CBR 0x1d\n" },
	{ "02c8 0504030201", "7 VMCS 0x102030405, base 0x102030405000\n" },
	{ "02f3", "2 OVF\n" },
	{ PSB, "16 PSB\n" },
	{ "0223", "2 PSBEND\n" },
	{ "0273 3cb200 3000", "7 TMA CTC 0xb23c FC 0x30\n" },
	{ "0273 ffff00 ffff", "7 TMA CTC 0xffff FC 0x1ff\n" },
	{ "02c388 0807060504030201", "11 MNT 0x102030405060708\n" },
	{ "0212 04030201", "6 PTWRITE 0x1020304 IP:0\n" },
	{ "0232 0807060504030201", "10 PTWRITE 0x102030405060708 IP:0\n" },
	{ "0292 04030201", "6 PTWRITE 0x1020304 IP:1\n" },
	{ "02b2 0807060504030201", "10 PTWRITE 0x102030405060708 IP:1\n" },
	{ "0262", "2 EXSTOP IP:0\n" },
	{ "02e2", "2 EXSTOP IP:1\n" },
	{ "02c2 21000000 03000000", "10 MWAIT 0x300000021 Hints 0x21 Extensions 0x3\n" },
	{ "0222 80a5", "4 PWRE 0xa580 HW:1 CState:10 Sub-CState:5\n" },
	{ "0222 0012", "4 PWRE 0x1200 HW:0 CState:1 Sub-CState:2\n" },
	{ "02a2 6304000000", "7 PWRX 0x463 Last CState:6 Deepest CState:3 Wake Reason 0x4\n" },
	{ "0213 8121", "4 CFE IP:1 Type 0x01 Vector 0x21\n" },
	{ "0213 0a00", "4 CFE IP:0 Type 0x0a Vector 0x0\n" },
	{ "0253 02 0807060504030201", "11 EVD Type 0x02 Payload 0x102030405060708\n" },
	{ "0253 ff 0000000000000080", "11 EVD Type 0x3f Payload 0x8000000000000000\n" },

	/* Addresses: none; 16, 32 bits; 48 with a sign; 48; all. */
	{ "0d", "1 TIP no ip\n" },
	{ "2d 94d7", "3 TIP 0xd794\n" },
	{ "4d a22074b9", "5 TIP 0xb97420a2\n" },
	{ "6d 00d360b9ffff", "7 TIP 0xffffb960d300, ip 0xffffffffb960d300\n" },
	{ "6d 00d360b9ff7f", "7 TIP 0x7fffb960d300\n" },
	{ "8d 00d360b9ffff", "7 TIP 0xffffb960d300\n" },
	{ "cd 0807060504030201", "9 TIP 0x102030405060708\n" },
	{ "31 94d7", "3 TIP.PGE 0xd794\n" },
	{ "11", "1 TIP.PGE no ip\n" },
	{ "21 94d7", "3 TIP.PGD 0xd794\n" },
	{ "01", "1 TIP.PGD no ip\n" },
	{ "3d 94d7", "3 FUP 0xd794\n" },
	{ "1d", "1 FUP no ip\n" },
	/*
	 * Low bits replace those of the last address, of whatever packet; without an ip they
	 * replace nothing.
	 */
	{ "cd 8877665544332211 21 94d7 01 5d 0df0adba 71 000000000080 91 010000000000",
	  "9 TIP 0x1122334455667788\n"
	  "3 TIP.PGD 0xd794, ip 0x112233445566d794\n"
	  "1 TIP.PGD no ip\n"
	  "5 FUP 0xbaadf00d, ip 0x11223344baadf00d\n"
	  "7 TIP.PGE 0x800000000000, ip 0xffff800000000000\n"
	  "7 TIP.PGE 0x1, ip 0xffff000000000001\n" },
	/* A PSB starts from 0 again; after an overflow nothing is known until a whole address. */
	{ "6d 00d360b9ffff " PSB "2d 94d7 02f3 2d 94d7 6d 00d360b9ffff 2d 94d7",
	  "7 TIP 0xffffb960d300, ip 0xffffffffb960d300\n16 PSB\n3 TIP 0xd794\n2 OVF\n"
	  "3 TIP 0xd794\n7 TIP 0xffffb960d300, ip 0xffffffffb960d300\n"
	  "3 TIP 0xd794, ip 0xffffffffb960d794\n" },

	/* Blocks: items of 8 and of 4 bytes; a short TNT may look like an item, and is one. */
	{ "0263 04 0c 0807060504030201 0233",
	  "3 BBP SZ 8-byte Type 0x4\n9 BIP ID 0x01 Value 0x102030405060708\n2 BEP IP:0\n" },
	{ "0263 9f fc 04030201 04 01000000 02b3 0c",
	  "3 BBP SZ 4-byte Type 0x1f\n5 BIP ID 0x1f Value 0x1020304\n5 BIP ID 0x00 Value 0x1\n"
	  "2 BEP IP:1\n1 TNT TN (2)\n" },
	/* A block may contain times and a FUP; branches end it. */
	{ "0263 81 59 11 00 0c 04030201 3d 0100 0c 01000000 06 0c",
	  "3 BBP SZ 4-byte Type 0x1\n2 MTC 0x11\n1 PAD\n5 BIP ID 0x01 Value 0x1020304\n"
	  "3 FUP 0x1\n5 BIP ID 0x01 Value 0x1\n1 TNT T (1)\n1 TNT TN (2)\n" },
	{ "0263 81 " PSB "0c", "3 BBP SZ 4-byte Type 0x1\n16 PSB\n1 TNT TN (2)\n" },

	/* Bytes that are no packet, up to the next PSB. */
	{ "05", "1 bad 1 bytes ! these bytes are not a packet\n" },
	{ "ad 00 06 06", "4 bad 4 bytes ! these bytes are not a packet\n" },
	{ "ed 00", "2 bad 2 bytes ! these bytes are not a packet\n" },
	{ "02ff 06 " PSB "06",
	  "3 bad 3 bytes ! these bytes are not a packet\n16 PSB\n1 TNT T (1)\n" },
	{ "99 40 06", "3 bad 3 bytes ! these bytes are not a packet\n" },
	{ "02a3 000000000000", "8 bad 8 bytes ! these bytes are not a packet\n" },
	{ "02c3 87 0000000000000000", "11 bad 11 bytes ! these bytes are not a packet\n" },
	{ "0252 00000000", "6 bad 6 bytes ! these bytes are not a packet\n" },
	{ "07 01 01 01 01 01 01 01 01 01 02", "11 bad 11 bytes ! these bytes are not a packet\n" },
	{ "0282 0282 0200", "6 bad 6 bytes ! these bytes are not a packet\n" },
};

/* A packet at the end of the bytes is cut, not wrong. */
static const char *const whole[] = {
	"19 e8cfd24cbc0000",
	"59 48",
	"99 01",
	"1f 05 02",
	"02a3 0d0000000000",
	"0243 0034d43f0000",
	"0283",
	"0203 1d00",
	"02c8 0504030201",
	PSB,
	"0273 3cb200 3000",
	"02c388 0807060504030201",
	"0212 04030201",
	"0232 0807060504030201",
	"02c2 21000000 03000000",
	"0222 80a5",
	"02a2 6304000000",
	"0263 04",
	"0213 8121",
	"0253 02 0807060504030201",
	"2d 94d7",
	"51 a22074b9",
	"7d 00d360b9ffff",
	"81 00d360b9ffff",
	"cd 0807060504030201",
};

static void test_cases(void)
{
	struct buf got = BUF_INIT, hex = BUF_INIT;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len;
		const uint8_t *p;

		buf_reset(&hex);
		buf_addf(&hex, "%s%s", PSB, cases[i].hex);
		p = packets_hex(hex.p, &len);
		buf_reset(&got);
		packets_text(TRACE_INTEL_PT, p, len, 0, &got);
		ok(!strncmp(got.p, "16 PSB\n", 7), "a PSB before %s", cases[i].hex);
		is_str(got.p + 7, cases[i].want, "%s", cases[i].hex);
		ok(!packets_tile(TRACE_INTEL_PT, p, len, 0), "its packets tile it");
	}
	buf_release(&got);
	buf_release(&hex);
}

static void test_cut(void)
{
	struct buf got = BUF_INIT, want = BUF_INIT, hex = BUF_INIT;

	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++) {
		size_t len, n;
		uint8_t *p;
		bool good = true;

		buf_reset(&hex);
		buf_addf(&hex, "%s%s", PSB, whole[i]);
		p = packets_hex(hex.p, &len);
		for (n = len - 1; n > 16 && good; n--) {
			memmove(p + 1, p, n);
			p++;
			buf_reset(&got);
			packets_text(TRACE_INTEL_PT, p, n, 0, &got);
			buf_reset(&want);
			buf_addf(&want,
				 "16 PSB\n%zu cut %zu bytes ! the data end inside a packet\n",
				 n - 16, n - 16);
			good = is_str(got.p, want.p, "%zu bytes of %s", n - 16, whole[i]);
		}
	}
	buf_release(&got);
	buf_release(&want);
	buf_release(&hex);
}

static void is_lines(const char *hex, const char *want, const char *name)
{
	struct buf got = BUF_INIT;
	size_t len;
	const uint8_t *p = packets_hex(hex, &len);

	packets_text(TRACE_INTEL_PT, p, len, 0, &got);
	is_str(got.p, want, "%s", name);
	buf_release(&got);
}

static void test_sync(void)
{
	is_lines("", "", "no bytes have no packets");
	is_lines("0606 00 " PSB "06",
		 "3 unsynced 3 bytes before the first PSB\n16 PSB\n1 TNT T (1)\n",
		 "packets are known from the first PSB on");
	is_lines("0606 0282", "4 unsynced 4 bytes before the first PSB\n", "without one none is");
	is_lines("0282 02 " PSB "06",
		 "3 unsynced 3 bytes before the first PSB\n16 PSB\n1 TNT T (1)\n",
		 "the beginning of a PSB is none");
}

int main(void)
{
	static const uint8_t own[] = { 0x02, 0x02, 0x02, 0x82, 0x82, 0xa3, 0x43, 0x03, 0xc8, 0xf3,
				       0x23, 0x73, 0xc3, 0x88, 0x12, 0x32, 0x62, 0xc2, 0x22, 0xa2,
				       0x63, 0x63, 0x33, 0x13, 0x53, 0x19, 0x59, 0x99, 0x0d, 0x2d,
				       0x4d, 0x6d, 0x8d, 0xcd, 0x11, 0x1d, 0x01, 0x00, 0x07, 0x04 };

	test_cases();
	test_cut();
	test_sync();
	packets_try_random(TRACE_INTEL_PT, own, sizeof(own), 100000);
	return done_testing();
}
