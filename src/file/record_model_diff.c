/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the attrs of the model with those of the recording. */
#include "file/record_model.h"
#include "wire/names.h"
#include "wire/rows.h"

/* Bits of read_format that are compared; old perf did not set the others. */
#define READ_COMPARED (~(uint64_t)(READ_ID | READ_LOST))

static unsigned bits(uint64_t a, uint64_t b)
{
	return (unsigned)__builtin_popcountll(a ^ b);
}

unsigned record_model_distance(const struct planned *e)
{
	const struct attr *a = e->attr, *x = &e->expected;

	return bits(a->sample_type, x->sample_type) +
	       bits(a->read_format & READ_COMPARED, x->read_format & READ_COMPARED) +
	       bits(a->flags, x->flags) + (a->sample_period != x->sample_period) +
	       (a->wakeup != x->wakeup) + (a->branch_sample_type != x->branch_sample_type) +
	       (a->regs_user != x->regs_user) + (a->regs_intr != x->regs_intr) +
	       (a->stack_user != x->stack_user) + (a->max_stack != x->max_stack) +
	       (a->clockid != x->clockid);
}

static void flag_names(struct buf *out, uint64_t flags)
{
	const struct row *row = rows_attr;

	while (row->field != F_attr_flags)
		row++;
	for (row = row->sub; row->kind != ROW_END; row++)
		if (flags >> row->shift & 1)
			buf_addf(out, " %s", field_info(row->field)->key);
	/* precise_ip has two bits; no row names the bits above the last flag */
	if (flags >> ATTR_FLAGS_END)
		buf_addf(out, " 0x%llx",
			 (unsigned long long)flags >> ATTR_FLAGS_END << ATTR_FLAGS_END);
}

static void missing_bits(struct buf *line, const char *what, const struct names *names, uint64_t a,
			 uint64_t x)
{
	if (a & ~x) {
		buf_addf(line, "%s%s with ", line->len ? "; " : "", what);
		names_mask(line, names, a & ~x);
	}
	if (x & ~a) {
		buf_addf(line, "%s%s without ", line->len ? "; " : "", what);
		names_mask(line, names, x & ~a);
	}
}

static void missing_flags(struct buf *line, uint64_t a, uint64_t x)
{
	if (a & ~x) {
		buf_addf(line, "%sset:", line->len ? "; " : "");
		flag_names(line, a & ~x);
	}
	if (x & ~a) {
		buf_addf(line, "%snot set:", line->len ? "; " : "");
		flag_names(line, x & ~a);
	}
}

static void missing_number(struct buf *line, const char *what, uint64_t a, uint64_t x, bool hex)
{
	if (a != x)
		buf_addf(line, hex ? "%s%s 0x%llx" : "%s%s %llu", line->len ? "; " : "", what,
			 (unsigned long long)a);
}

void record_model_differences(struct buf *line, const struct planned *e)
{
	const struct attr *a = e->attr, *x = &e->expected;

	missing_bits(line, "sample_type", &names_sample_type, a->sample_type, x->sample_type);
	missing_bits(line, "read_format", &names_read_format, a->read_format & READ_COMPARED,
		     x->read_format & READ_COMPARED);
	missing_flags(line, a->flags, x->flags);
	missing_number(line, attr_flag(a, ATTR_FREQ) ? "sample_freq" : "sample_period",
		       a->sample_period, x->sample_period, false);
	missing_number(line, attr_flag(a, ATTR_WATERMARK) ? "wakeup_watermark" : "wakeup_events",
		       a->wakeup, x->wakeup, false);
	missing_number(line, "branch_sample_type", a->branch_sample_type, x->branch_sample_type,
		       true);
	missing_number(line, "sample_regs_user", a->regs_user, x->regs_user, true);
	missing_number(line, "sample_regs_intr", a->regs_intr, x->regs_intr, true);
	missing_number(line, "sample_stack_user", a->stack_user, x->stack_user, false);
	missing_number(line, "sample_max_stack", a->max_stack, x->max_stack, false);
	missing_number(line, "clockid", (uint64_t)a->clockid, (uint64_t)x->clockid, false);
	missing_number(line, "aux_watermark", a->aux_watermark, 0, false);
	missing_number(line, "aux_sample_size", a->aux_sample_size, 0, false);
	missing_number(line, "aux_action", a->aux_action, 0, true);
	missing_number(line, "sig_data", a->sig_data, 0, true);
}
