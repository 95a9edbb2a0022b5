/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/pt.h"

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
	if (packet->more_known && packet->more != packet->value)
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

static void text_unsynced(const struct packet *packet, struct buf *out)
{
	packet_text_bytes(packet, out);
	buf_adds(out, " before the first PSB");
}

const struct packet_kind pt_kinds[PT_KINDS] = {
	[PT_PAD] = { "PAD" },
	[PT_PSB] = { "PSB" },
	[PT_PSBEND] = { "PSBEND" },
	[PT_TNT] = { "TNT", text_tnt, PACKET_VALUE },
	[PT_TIP] = { "TIP", text_ip, PACKET_VALUE, PACKET_MORE },
	[PT_TIP_PGE] = { "TIP.PGE", text_ip, PACKET_VALUE, PACKET_MORE },
	[PT_TIP_PGD] = { "TIP.PGD", text_ip, PACKET_VALUE, PACKET_MORE },
	[PT_FUP] = { "FUP", text_ip, PACKET_VALUE, PACKET_MORE },
	[PT_TSC] = { "TSC", text_hex, PACKET_VALUE },
	[PT_MTC] = { "MTC", text_hex, PACKET_VALUE },
	[PT_TMA] = { "TMA", text_tma, PACKET_VALUE },
	[PT_CBR] = { "CBR", text_hex, PACKET_VALUE },
	[PT_CYC] = { "CYC", text_hex, PACKET_VALUE },
	[PT_MODE_EXEC] = { "MODE.Exec", text_mode_exec, PACKET_VALUE },
	[PT_MODE_TSX] = { "MODE.TSX", text_mode_tsx, PACKET_VALUE },
	[PT_PIP] = { "PIP", text_pip, PACKET_VALUE },
	[PT_VMCS] = { "VMCS", text_vmcs, PACKET_VALUE },
	[PT_OVF] = { "OVF" },
	[PT_TRACESTOP] = { "TraceSTOP" },
	[PT_MNT] = { "MNT", text_hex, PACKET_VALUE },
	[PT_PTWRITE] = { "PTWRITE", text_ptwrite, PACKET_VALUE },
	[PT_EXSTOP] = { "EXSTOP", text_with_ip },
	[PT_MWAIT] = { "MWAIT", text_mwait, PACKET_VALUE },
	[PT_PWRE] = { "PWRE", text_pwre, PACKET_VALUE },
	[PT_PWRX] = { "PWRX", text_pwrx, PACKET_VALUE },
	[PT_BBP] = { "BBP", text_bbp, PACKET_VALUE },
	[PT_BIP] = { "BIP", text_bip, PACKET_VALUE },
	[PT_BEP] = { "BEP", text_with_ip },
	[PT_CFE] = { "CFE", text_cfe, PACKET_VALUE },
	[PT_EVD] = { "EVD", text_evd, PACKET_VALUE },
	[PT_UNSYNCED] = { "unsynced", text_unsynced },
	[PT_BAD] = { "bad", packet_text_bytes },
	[PT_CUT] = { "cut", packet_text_bytes },
};
