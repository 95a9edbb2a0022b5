/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/line_quantity.h"

#include "base/buf.h"
#include "base/text.h"

const char *line_quantity_title(enum line_quantity quantity)
{
	static const char *const titles[LINE_QUANTITIES] = {
		[LINE_TAKEN] = "taken", [LINE_MISPREDICTED] = "mispred", [LINE_CYCLES] = "cycles",
		[LINE_IPC] = "IPC",	[LINE_WEIGHT] = "weight",	 [LINE_LEVEL] = "level",
	};

	return titles[quantity];
}

bool line_quantity_has(const struct annotated_function *f, enum line_quantity quantity)
{
	return quantity < LINE_WEIGHT ? f->has_branches : f->has_memory;
}

static double share(uint64_t part, uint64_t whole)
{
	return 100.0 * (double)part / (double)whole;
}

/* The oldest branch of a stack ends no block, because the block's beginning is unknown. */
static void add_taken(const struct annotation_branches *b, struct buf *out)
{
	buf_add_u64(out, b->taken);
	if (b->executed)
		buf_addf(out, " %.0f%%", share(b->ended, b->executed));
}

static void add_of_branches(const struct annotation_branches *b, enum line_quantity quantity,
			    struct buf *out)
{
	if (quantity == LINE_TAKEN && b->taken)
		add_taken(b, out);
	else if (quantity == LINE_MISPREDICTED && b->taken)
		buf_addf(out, "%.1f%%", share(b->mispredicted, b->taken));
	else if (quantity == LINE_CYCLES && b->timed)
		buf_addf(out, "%.1f", (double)b->cycles / (double)b->timed);
	else if (quantity == LINE_IPC && b->cycles)
		buf_addf(out, "%.2f", (double)b->instructions / (double)b->cycles);
}

static void add_level(const struct annotation *a, const struct annotation_memory *m,
		      struct buf *out)
{
	uint64_t all = 0;
	size_t most = 0;

	for (size_t i = 0; i < a->levels.n; i++) {
		all += m->levels[i];
		most = m->levels[i] > m->levels[most] ? i : most;
	}
	if (!all)
		return;
	text_escape_str(out, a->levels.v[most]);
	buf_addf(out, " %.0f%%", share(m->levels[most], all));
}

void line_quantity_add(const struct annotation *a, const struct annotated_line *line,
		       enum line_quantity quantity, struct buf *out)
{
	if (quantity < LINE_WEIGHT) {
		if (line->branches)
			add_of_branches(line->branches, quantity, out);
	} else if (line->memory && quantity == LINE_LEVEL) {
		add_level(a, line->memory, out);
	} else if (line->memory && line->memory->weighed) {
		buf_addf(out, "%.1f", (double)line->memory->weight / (double)line->memory->weighed);
	}
}
