/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "attr.h"

#include <stdlib.h>
#include <string.h>

/* Offsets in struct perf_event_attr of linux/perf_event.h. */
static const struct field {
	const char *name;
	unsigned at;
	unsigned width;
} fields[] = {
	{ "type", 0, 4 },
	{ "size", 4, 4 },
	{ "config", 8, 8 },
	{ "sample_period", 16, 8 },
	{ "sample_freq", 16, 8 },
	{ "sample_type", 24, 8 },
	{ "read_format", 32, 8 },
	{ "flags", 40, 8 },
	{ "wakeup_events", 48, 4 },
	{ "bp_type", 52, 4 },
	{ "bp_addr", 56, 8 },
	{ "config1", 56, 8 },
	{ "bp_len", 64, 8 },
	{ "config2", 64, 8 },
	{ "branch_sample_type", 72, 8 },
	{ "sample_regs_user", 80, 8 },
	{ "sample_stack_user", 88, 4 },
	{ "clockid", 92, 4 },
	{ "sample_regs_intr", 96, 8 },
	{ "aux_watermark", 104, 4 },
	{ "sample_max_stack", 108, 2 },
	{ "aux_sample_size", 112, 4 },
	{ "aux_action", 116, 4 },
	{ "sig_data", 120, 8 },
	{ "config3", 128, 8 },
	{ "config4", 136, 8 },
	{ "sample_simd_regs_enabled", 144, 2 },
	{ "sample_simd_pred_reg_qwords", 146, 2 },
	{ "sample_simd_vec_reg_qwords", 148, 2 },
	{ "sample_simd_pred_reg_intr", 152, 4 },
	{ "sample_simd_pred_reg_user", 156, 4 },
	{ "sample_simd_vec_reg_intr", 160, 8 },
	{ "sample_simd_vec_reg_user", 168, 8 },
};

enum {
	ATTR_KNOWN = 176,
	ATTR_DEFAULT = 128
};

/* The flags are C bit-fields: a big-endian compiler places them from the top. */
static uint64_t flags_mirror(uint64_t flags)
{
	const uint64_t precise_ip = flags >> 15 & 3;
	uint64_t out = precise_ip << 47;

	for (unsigned bit = 0; bit < 64; bit++)
		if (bit != 15 && bit != 16)
			out |= (flags >> bit & 1) << (63 - bit);
	return out;
}

void attr_init(struct attr *a, bool big)
{
	*a = (struct attr){ 0 };
	bytes_fill(&a->body, ATTR_KNOWN, 0);
	attr_set(a, "size", 4, ATTR_DEFAULT, big);
}

void attr_release(struct attr *a)
{
	bytes_release(&a->body);
	free(a->name);
	free(a->ids);
}

bool attr_set(struct attr *a, const char *key, size_t len, uint64_t value, bool big)
{
	const struct field *f = fields;
	const struct field *end = fields + sizeof(fields) / sizeof(*fields);

	while (f < end && (strlen(f->name) != len || memcmp(f->name, key, len) != 0))
		f++;
	if (f == end)
		return false;
	if (strcmp(f->name, "size") == 0) {
		a->size = value;
		a->stored = value ? value : 64; /* size 0 means the first version */
	}
	if (strcmp(f->name, "flags") == 0 && big)
		value = flags_mirror(value);
	bytes_patch(&a->body, f->at, value, f->width, big);
	return true;
}

void attr_add_id(struct attr *a, uint64_t id)
{
	a->ids = xrealloc(a->ids, (a->nr_ids + 1) * sizeof(*a->ids));
	a->ids[a->nr_ids++] = id;
}

void attr_put(const struct attr *a, struct bytes *out, uint64_t len)
{
	size_t known = len < a->stored ? len : a->stored;

	if (known > a->body.len)
		known = a->body.len;
	bytes_add(out, a->body.data, known);
	bytes_fill(out, len - known, 0);
}
