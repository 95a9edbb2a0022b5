/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/framename.h"

#include <string.h>

#include "base/folder.h"
#include "recording/mappings.h"
#include "recording/reader_text.h"
#include "recording/symbols.h"
#include "stack/inlines.h"

static void add_dso(const struct mapping *mapping, struct buf *out)
{
	const char *name = folder_entry(mapping ? mapping->dso : "unknown");
	size_t len;

	name += *name == '[';
	len = strlen(name);
	len -= len && name[len - 1] == ']';
	buf_addc(out, '[');
	buf_add(out, name, len);
	buf_addc(out, ']');
}

bool framename_add(struct reader *reader, const struct row_info *info,
		   const struct chain_frame *frame, struct buf *out, const char **dso)
{
	const struct mapping *mapping =
		mappings_find(reader_mappings(reader), info, frame->mode, frame->ip, NULL);
	struct symbols_answer symbol = { .answer = SYMS_NONE };
	size_t start = out->len;

	*dso = mapping ? mapping->dso : NULL;
	if (mapping)
		symbols_find(reader_symbols(reader), info, mapping, frame->ip, &symbol);
	if (symbol.answer == SYMS_FOUND)
		buf_add(out, symbol.name, symbol.len);
	else
		add_dso(mapping, out);
	buf_replace(out, start, ';', ':');
	return !mapping || !symbols_timed(reader_symbols(reader), info, mapping);
}

void framename_add_task(struct reader *reader, const struct row_info *info, struct buf *out)
{
	size_t start = out->len;

	if (!reader_comm_bytes(reader, info, out))
		buf_addf(out, ":%d", (int32_t)info->tid);
	buf_replace(out, start, ';', ':');
	buf_replace(out, start, ' ', '_');
}

static void add_inlined(struct reader *reader, const struct row_info *info,
			const struct chain_frame *frame, struct buf *out)
{
	struct symbols_source source;

	for (uint32_t i = inlines_find(reader, info, frame, NULL, &source); i--;) {
		buf_addc(out, ';');
		inlines_add_name(&source.v[i], out);
	}
}

bool framename_add_stack(struct chain *chain, const struct row_info *info, bool inlined,
			 struct buf *out)
{
	const char *dso;

	if (!chain_read(chain, info))
		return false;
	framename_add_task(chain->reader, info, out);
	chain_frames(chain);
	for (size_t i = chain->frames.n; i--;) {
		const struct chain_frame *frame = &chain->frames.v[i];

		buf_addc(out, ';');
		framename_add(chain->reader, info, frame, out, &dso);
		if (inlined)
			add_inlined(chain->reader, info, frame, out);
	}
	return true;
}
