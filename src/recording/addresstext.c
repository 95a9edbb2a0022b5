/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/addresstext.h"

#include <string.h>

#include "base/text.h"

bool addresstext_of(const struct row_info *row, enum field_id field, uint64_t addr,
		    struct addresstext *address)
{
	*address = (struct addresstext){ .addr = addr, .mode = row->misc & CPUMODE_MASK };
	if (!record_has_frames(row->type))
		return false;
	address->any = field == F_addr || field == F_br_from || field == F_br_to;
	return address->any || field == F_ip || field == F_callchain_ip || field == F_uframes_ip;
}

static const char *short_name(const struct mapping *mapping)
{
	const char *slash = strrchr(mapping->dso, '/');

	if (mapping->kind == MAPPING_KERNEL)
		return "[kernel]";
	return slash && slash[1] ? slash + 1 : mapping->dso;
}

void addresstext_dso(const struct mapping *mapping, struct buf *out)
{
	text_escape_str(out, short_name(mapping));
}

/* Without the start of the mapping there is no offset. */
static bool has_place(const struct mapping *mapping)
{
	return mapping->kind != MAPPING_KERNEL || mapping->start;
}

void addresstext_place(const struct mapping *mapping, const char *symbol, size_t len, uint64_t off,
		       uint64_t addr, struct buf *out)
{
	uint64_t offset;

	if (symbol) {
		text_escape(out, symbol, len);
	} else if (has_place(mapping)) {
		addresstext_dso(mapping, out);
		off = mapping_offset(mapping, addr, &offset) ? offset : addr - mapping->start;
	} else {
		return;
	}
	buf_add_offset(out, off);
}

bool addresstext_node(struct reader *reader, const struct row_info *row,
		      const struct tree_node *node, struct buf *out)
{
	struct symbols_answer symbol;
	const struct mapping *mapping;
	struct addresstext a;
	size_t before = out->len;

	if (!addresstext_of(row, node->field, node->num, &a))
		return false;
	mapping = a.any ? mappings_find_any(reader_mappings(reader), row, a.addr, NULL)
			: mappings_find(reader_mappings(reader), row, a.mode, a.addr, NULL);
	if (!mapping)
		return false;
	symbols_find(reader_symbols(reader), row, mapping, a.addr, &symbol);
	addresstext_place(mapping, symbol.answer == SYMS_FOUND ? symbol.name : NULL, symbol.len,
			  symbol.off, a.addr, out);
	return out->len > before;
}
