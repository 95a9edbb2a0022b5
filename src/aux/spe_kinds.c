/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/spe.h"

/* Bits 55:0 of an address packet are the address. */
#define ADDRESS_MASK 0x00ffffffffffffffull

static void text_number(const struct packet *packet, struct buf *out)
{
	buf_add_u64(out, packet->value);
}

static void text_hex(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "0x%llx", (unsigned long long)packet->value);
}

static void text_events(const struct packet *packet, struct buf *out)
{
	static const char *const names[64] = {
		[0] = "EXCEPTION-GEN",	 [1] = "RETIRED",	 [2] = "L1D-ACCESS",
		[3] = "L1D-REFILL",	 [4] = "TLB-ACCESS",	 [5] = "TLB-REFILL",
		[6] = "NOT-TAKEN",	 [7] = "MISPRED",	 [8] = "LLC-ACCESS",
		[9] = "LLC-REFILL",	 [10] = "REMOTE-ACCESS", [11] = "ALIGNMENT",
		[12] = "LATE-PREFETCH",	 [16] = "TXN",		 [17] = "SVE-PARTIAL-PRED",
		[18] = "SVE-EMPTY-PRED", [19] = "L2D-ACCESS",	 [20] = "L2D-MISS",
		[21] = "HITM",		 [22] = "LFB",		 [23] = "SNOOPED",
		[24] = "STREAMING-SVE",	 [25] = "SMCU",
	};
	const char *gap = "";

	for (unsigned bit = 0; bit < 64; bit++) {
		if (!(packet->value >> bit & 1))
			continue;
		if (names[bit])
			buf_addf(out, "%s%s", gap, names[bit]);
		else
			buf_addf(out, "%sbit%u", gap, bit);
		gap = " ";
	}
}

static void text_context(const struct packet *packet, struct buf *out)
{
	text_hex(packet, out);
	buf_addf(out, " EL%u", (unsigned)packet->index);
}

/* ---- operations ---- */

/* An operation of a class: the first row whose bits fit the payload. */
struct operation {
	uint8_t class, mask, want;
	bool length; /* bits 6:4 are the length of the vectors: 32 bits times a power of two */
	const char *name;
	struct {
		uint8_t mask;
		const char *name;
	} flags[4];
};

/* clang-format off */
static const struct operation operations[] = {
	{ SPE_CLASS_OTHER, 0x89, 0x08, true, "SVE", { { 0x04, "PRED" }, { 0x02, "FP" } } },
	{ SPE_CLASS_OTHER, 0x89, 0x88, false, "SME" },
	{ SPE_CLASS_OTHER, 0x00, 0x00, false, NULL, { { 0x04, "ASE" }, { 0x02, "FP" }, { 0x01, "COND" } } },
	{ SPE_CLASS_LDST, 0xe2, 0x02, false, NULL, { { 0x04, "AT" }, { 0x08, "EXCL" }, { 0x10, "AR" } } },
	{ SPE_CLASS_LDST, 0xfe, 0x00, false, "GP-REG" },
	{ SPE_CLASS_LDST, 0xfe, 0x04, false, "SIMD-FP" },
	{ SPE_CLASS_LDST, 0xfe, 0x10, false, "UNSPEC-REG" },
	{ SPE_CLASS_LDST, 0xfe, 0x30, false, "NV-SYSREG" },
	{ SPE_CLASS_LDST, 0xfe, 0x14, false, "MTE-TAG" },
	{ SPE_CLASS_LDST, 0xfe, 0x20, false, "MEMCPY" },
	{ SPE_CLASS_LDST, 0xff, 0x25, false, "MEMSET" },
	{ SPE_CLASS_LDST, 0x0a, 0x08, true, "SVE/SME", { { 0x04, "PRED" }, { 0x80, "SG" } } },
	{ SPE_CLASS_LDST, 0xfa, 0x40, false, "GCS", { { 0x04, "COMM" } } },
	{ SPE_CLASS_BRANCH, 0x18, 0x08, false, "BL", { { 0x01, "COND" }, { 0x02, "IND" }, { 0x04, "GCS" } } },
	{ SPE_CLASS_BRANCH, 0x18, 0x10, false, "RET", { { 0x01, "COND" }, { 0x02, "IND" }, { 0x04, "GCS" } } },
	{ SPE_CLASS_BRANCH, 0x18, 0x18, false, "non-BL/RET", { { 0x01, "COND" }, { 0x02, "IND" }, { 0x04, "GCS" } } },
	{ SPE_CLASS_BRANCH, 0x00, 0x00, false, NULL, { { 0x01, "COND" }, { 0x02, "IND" }, { 0x04, "GCS" } } },
};
/* clang-format on */

static const struct operation *find_operation(const struct packet *packet)
{
	for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
		const struct operation *op = &operations[i];

		if (op->class == packet->index && (packet->value & op->mask) == op->want)
			return op;
	}
	return NULL;
}

static void text_operation(const struct packet *packet, struct buf *out)
{
	static const char *const classes[] = {
		[SPE_CLASS_OTHER] = "OTHER",
		[SPE_CLASS_LDST] = "LD/ST",
		[SPE_CLASS_BRANCH] = "BRANCH",
	};
	const struct operation *op = find_operation(packet);

	if (packet->index <= SPE_CLASS_BRANCH)
		buf_adds(out, classes[packet->index]);
	else
		buf_addf(out, "class %u", (unsigned)packet->index);
	if (packet->index == SPE_CLASS_LDST)
		buf_adds(out, packet->value & 1 ? " store" : " load");
	if (!op) {
		buf_addf(out, " 0x%02llx", (unsigned long long)packet->value);
		return;
	}
	if (op->name)
		buf_addf(out, " %s", op->name);
	if (op->length)
		buf_addf(out, " EVLEN %u", 32u << (packet->value >> 4 & 7));
	for (unsigned i = 0; i < 4 && op->flags[i].name; i++)
		if (packet->value & op->flags[i].mask)
			buf_addf(out, " %s", op->flags[i].name);
}

/* ---- addresses and counters ---- */

static void add_level(uint64_t value, struct buf *out)
{
	buf_addf(out, " EL%u NS=%u", (unsigned)(value >> 61 & 3), (unsigned)(value >> 63));
}

static void add_tag(uint64_t value, struct buf *out)
{
	if (value >> 56)
		buf_addf(out, " tag 0x%02x", (unsigned)(value >> 56));
}

static void add_physical(uint64_t value, struct buf *out)
{
	buf_addf(out, " NS=%u CH=%u PAT=%u", (unsigned)(value >> 63), (unsigned)(value >> 62 & 1),
		 (unsigned)(value >> 56 & 15));
}

static void text_address(const struct packet *packet, struct buf *out)
{
	static const struct {
		const char *name;
		void (*above)(uint64_t value, struct buf *out);
	} addresses[] = {
		[SPE_ADDRESS_PC] = { "PC", add_level },
		[SPE_ADDRESS_TARGET] = { "branch target", add_level },
		[SPE_ADDRESS_VIRTUAL] = { "data virtual address", add_tag },
		[SPE_ADDRESS_PHYSICAL] = { "data physical address", add_physical },
		[SPE_ADDRESS_PREVIOUS] = { "previous branch target", add_level },
	};

	if (packet->index > SPE_ADDRESS_PREVIOUS) {
		buf_addf(out, "index %u 0x%llx", (unsigned)packet->index,
			 (unsigned long long)packet->value);
		return;
	}
	buf_addf(out, "%s 0x%llx", addresses[packet->index].name,
		 (unsigned long long)(packet->value & ADDRESS_MASK));
	addresses[packet->index].above(packet->value, out);
}

static void text_counter(const struct packet *packet, struct buf *out)
{
	static const char *const names[] = {
		[SPE_COUNTER_TOTAL] = "TOTAL latency",
		[SPE_COUNTER_ISSUE] = "ISSUE latency",
		[SPE_COUNTER_TRANSLATION] = "TRANSLATION latency",
	};

	if (packet->index <= SPE_COUNTER_TRANSLATION)
		buf_adds(out, names[packet->index]);
	else
		buf_addf(out, "index %u", (unsigned)packet->index);
	buf_addc(out, ' ');
	text_number(packet, out);
}

const struct packet_kind spe_kinds[SPE_KINDS] = {
	[SPE_PAD] = { "PAD" },
	[SPE_END] = { "END" },
	[SPE_TIMESTAMP] = { "TIMESTAMP", text_number, PACKET_VALUE },
	[SPE_EVENTS] = { "EVENTS", text_events, PACKET_VALUE },
	[SPE_DATA_SOURCE] = { "DATA SOURCE", text_hex, PACKET_VALUE },
	[SPE_CONTEXT] = { "CONTEXT", text_context, PACKET_VALUE },
	[SPE_OPERATION] = { "OPERATION TYPE", text_operation, PACKET_VALUE },
	[SPE_ADDRESS] = { "ADDRESS", text_address, PACKET_VALUE, PACKET_VALUE },
	[SPE_COUNTER] = { "COUNTER", text_counter, PACKET_VALUE },
	[SPE_ALIGNMENT] = { "ALIGNMENT", text_number, PACKET_VALUE },
	[SPE_BAD] = { "bad", packet_text_bytes },
	[SPE_CUT] = { "cut", packet_text_bytes },
};
