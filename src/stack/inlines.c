/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/inlines.h"

#include "base/bell.h"
#include "base/stop.h"
#include "recording/mappings.h"

/* Return an address inside the call for a return address, which is after the call. */
static uint64_t place_of(const struct chain_frame *frame)
{
	return frame->ip - frame->is_return;
}

/* Ask without the symbolizer's own waiting, which cannot be stopped. */
static void wait_for_source(struct symbols *symbols, const struct row_info *info,
			    const struct mapping *mapping, uint64_t at, const _Atomic bool *stop,
			    struct symbols_source *source)
{
	uint32_t heard = bell_heard(BELL_STATE);

	symbols_set_wait(symbols, false);
	for (;;) {
		symbols_source(symbols, info, mapping, at, source);
		if (source->answer != SYMS_LATER || stop_wanted(stop))
			break;
		bell_wait(BELL_STATE, &heard);
	}
	symbols_set_wait(symbols, true);
}

uint32_t inlines_find(struct reader *reader, const struct row_info *info,
		      const struct chain_frame *frame, const _Atomic bool *stop,
		      struct symbols_source *source)
{
	struct symbols *symbols = reader_symbols(reader);
	uint64_t at = place_of(frame);
	const struct mapping *mapping =
		mappings_find(reader_mappings(reader), info, frame->mode, at, NULL);

	*source = (struct symbols_source){ .answer = SYMS_NONE };
	if (!mapping)
		return 0;
	if (stop && symbols_waits(symbols))
		wait_for_source(symbols, info, mapping, at, stop, source);
	else
		symbols_source(symbols, info, mapping, at, source);
	return source->n ? source->n - 1 : 0;
}

void inlines_add_name(const struct source_frame *function, struct buf *out)
{
	size_t start = out->len;

	buf_adds(out, function->name ? function->name : "[unknown]");
	buf_replace(out, start, ';', ':');
}
