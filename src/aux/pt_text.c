/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/pt_text.h"

#include "aux/pt.h"

static void text_none(const struct packet *packet, struct buf *out)
{
	(void)packet;
	(void)out;
}

static void text_hex(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "0x%llx", (unsigned long long)packet->value);
}

static void text_tnt(const struct packet *packet, struct buf *out)
{
	for (uint64_t i = packet->index; i > 0; i--)
		buf_addc(out, packet->value >> (i - 1) & 1 ? 'T' : 'N');
	buf_addf(out, " (%llu)", (unsigned long long)packet->index);
}

static void text_ip(const struct packet *packet, struct buf *out)
{
	if (packet->index == PT_IP_NONE) {
		buf_adds(out, "no ip");
		return;
	}
	text_hex(packet, out);
	if (packet->full && packet->more != packet->value)
		buf_addf(out, ", ip 0x%llx", (unsigned long long)packet->more);
}

static void text_tma(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "CTC 0x%llx FC 0x%llx", (unsigned long long)packet->value,
		 (unsigned long long)packet->more);
}

static void text_mode_exec(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "IF:%u ", (unsigned)packet->index);
	if (packet->value)
		buf_add_u64(out, packet->value);
	else
		buf_adds(out, "reserved");
}

static void text_mode_tsx(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "TXAbort:%u InTX:%u", (unsigned)packet->index, (unsigned)packet->value);
}

/* The number as it is packed, and the register. */
static void text_pip(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "0x%llx (NR=%u), cr3 0x%llx", (unsigned long long)packet->value >> 5,
		 (unsigned)packet->index, (unsigned long long)packet->value);
}

static void text_vmcs(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "0x%llx, base 0x%llx", (unsigned long long)packet->value >> 12,
		 (unsigned long long)packet->value);
}

static void text_with_ip(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "IP:%u", (unsigned)packet->index);
}

static void text_ptwrite(const struct packet *packet, struct buf *out)
{
	text_hex(packet, out);
	buf_addc(out, ' ');
	text_with_ip(packet, out);
}

static void text_mwait(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "0x%llx Hints 0x%llx Extensions 0x%llx", (unsigned long long)packet->value,
		 (unsigned long long)packet->index, (unsigned long long)packet->more);
}

static void text_pwre(const struct packet *packet, struct buf *out)
{
	unsigned v = (unsigned)packet->value;

	buf_addf(out, "0x%x HW:%u CState:%u Sub-CState:%u", v, v >> 7 & 1, v >> 12 & 15,
		 v >> 8 & 15);
}

static void text_pwrx(const struct packet *packet, struct buf *out)
{
	unsigned v = (unsigned)packet->value;

	text_hex(packet, out);
	buf_addf(out, " Last CState:%u Deepest CState:%u Wake Reason 0x%x", v >> 4 & 15, v & 15,
		 v >> 8 & 15);
}

static void text_bbp(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "SZ %u-byte Type 0x%x", (unsigned)packet->value, (unsigned)packet->index);
}

static void text_bip(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "ID 0x%02x Value 0x%llx", (unsigned)packet->index,
		 (unsigned long long)packet->value);
}

static void text_cfe(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "IP:%u Type 0x%02x Vector 0x%x", (unsigned)packet->more,
		 (unsigned)packet->index, (unsigned)packet->value);
}

static void text_evd(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "Type 0x%02x Payload 0x%llx", (unsigned)packet->index,
		 (unsigned long long)packet->value);
}

static void text_bytes(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "%llu bytes", (unsigned long long)packet->len);
}

static void text_unsynced(const struct packet *packet, struct buf *out)
{
	text_bytes(packet, out);
	buf_adds(out, " before the first PSB");
}

static const struct {
	const char *name;
	void (*text)(const struct packet *packet, struct buf *out);
} kinds[PT_KINDS] = {
	[PT_PAD] = { "PAD", text_none },
	[PT_PSB] = { "PSB", text_none },
	[PT_PSBEND] = { "PSBEND", text_none },
	[PT_TNT] = { "TNT", text_tnt },
	[PT_TIP] = { "TIP", text_ip },
	[PT_TIP_PGE] = { "TIP.PGE", text_ip },
	[PT_TIP_PGD] = { "TIP.PGD", text_ip },
	[PT_FUP] = { "FUP", text_ip },
	[PT_TSC] = { "TSC", text_hex },
	[PT_MTC] = { "MTC", text_hex },
	[PT_TMA] = { "TMA", text_tma },
	[PT_CBR] = { "CBR", text_hex },
	[PT_CYC] = { "CYC", text_hex },
	[PT_MODE_EXEC] = { "MODE.Exec", text_mode_exec },
	[PT_MODE_TSX] = { "MODE.TSX", text_mode_tsx },
	[PT_PIP] = { "PIP", text_pip },
	[PT_VMCS] = { "VMCS", text_vmcs },
	[PT_OVF] = { "OVF", text_none },
	[PT_TRACESTOP] = { "TraceSTOP", text_none },
	[PT_MNT] = { "MNT", text_hex },
	[PT_PTWRITE] = { "PTWRITE", text_ptwrite },
	[PT_EXSTOP] = { "EXSTOP", text_with_ip },
	[PT_MWAIT] = { "MWAIT", text_mwait },
	[PT_PWRE] = { "PWRE", text_pwre },
	[PT_PWRX] = { "PWRX", text_pwrx },
	[PT_BBP] = { "BBP", text_bbp },
	[PT_BIP] = { "BIP", text_bip },
	[PT_BEP] = { "BEP", text_with_ip },
	[PT_CFE] = { "CFE", text_cfe },
	[PT_EVD] = { "EVD", text_evd },
	[PT_UNSYNCED] = { "unsynced", text_unsynced },
	[PT_BAD] = { "bad", text_bytes },
	[PT_CUT] = { "cut", text_bytes },
};

const char *pt_kind_text(unsigned kind)
{
	return kind < PT_KINDS ? kinds[kind].name : "";
}

void pt_text(const struct packet *packet, struct buf *out)
{
	if (packet->kind < PT_KINDS)
		kinds[packet->kind].text(packet, out);
}
