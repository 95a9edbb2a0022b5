/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/problem.h"

#include <string.h>

#include "recording/reader_text.h"
#include "wire/callchain.h"
#include "wire/find.h"
#include "wire/schema.h"

enum {
	AUX_BAD = AUX_TRUNCATED | AUX_PARTIAL | AUX_COLLISION
};

static const struct {
	const char *name;
	const char *unit; /* of one, before the plural's s; "ns" has no plural */
	const char *text; /* follows the value */
	const char *help;
} kinds[PROBLEM_KINDS] = {
#define PROBLEM(kind, name, unit, text, help) [PROBLEM_##kind] = { name, unit, text, help },
#include "field/problems.def"
};

const char *problem_name(enum problem_kind kind)
{
	return kinds[kind].name;
}

const char *problem_help(enum problem_kind kind)
{
	return kinds[kind].help;
}

/* A type of records that are problems, and the field of their values. */
static const struct problem_type {
	uint32_t type;
	enum problem_kind kind;
	enum field_id value;
} problem_types[] = {
	{ RECORD_DAMAGE, PROBLEM_DAMAGE, FIELD_NONE },
	{ RECORD_LOST, PROBLEM_LOST, F_lost_count },
	{ RECORD_LOST_SAMPLES, PROBLEM_LOST_SAMPLES, F_lost_count },
	{ RECORD_THROTTLE, PROBLEM_THROTTLE, FIELD_NONE },
	{ RECORD_AUXTRACE_ERROR, PROBLEM_TRACE_ERROR, FIELD_NONE },
	{ RECORD_AUX, PROBLEM_AUX_FLAGS, F_aux_flags },
};

static const struct problem_type *find_type(uint32_t type)
{
	for (size_t i = 0; i < sizeof(problem_types) / sizeof(problem_types[0]); i++)
		if (problem_types[i].type == type)
			return &problem_types[i];
	return NULL;
}

bool problem_may_be(uint32_t type)
{
	return type == RECORD_SAMPLE || find_type(type);
}

uint64_t problem_chain_size(const struct layout *layout)
{
	return RECORD_HEADER_SIZE + 8ull * layout->max_stack;
}

/*
 * The kernel stops at max_stack frames without a mark. A longer chain shows that another limit than
 * the usual one was set.
 */
static bool is_cut_chain(struct reader *reader, const struct row_info *info, uint64_t *frames)
{
	struct layout layout;
	const uint8_t *p;
	size_t len;

	reader_layout(reader, info, &layout);
	if (!layout.max_stack || info->size < problem_chain_size(&layout))
		return false;
	p = reader_bytes(reader, info, &len);
	return callchain_depth(&layout, p, len, frames) && *frames == layout.max_stack;
}

bool problem_of_row(struct reader *reader, const struct row_info *info, struct problem *problem)
{
	const struct problem_type *type = find_type(info->type);

	if (info->type == RECORD_SAMPLE) {
		*problem = (struct problem){ .kind = PROBLEM_CHAIN, .row = info->row };
		return is_cut_chain(reader, info, &problem->value);
	}
	if (!type)
		return false;
	*problem = (struct problem){ .kind = type->kind, .row = info->row };
	if (type->value != FIELD_NONE)
		reader_number(reader, info, type->value, &problem->value);
	/*
	 * PERF_AUX_FLAG_OVERWRITE alone is no problem: a snapshot buffer is meant to be
	 * overwritten.
	 */
	return info->type != RECORD_AUX || problem->value & AUX_BAD;
}

void problem_text(const struct problem *problem, struct reader *reader, struct buf *out)
{
	const char *unit = kinds[problem->kind].unit;
	bool plural = problem->value != 1 && unit && strcmp(unit, "ns") != 0;
	struct row_info info;

	if (problem_has_text(problem->kind)) {
		buf_adds(out, problem->text);
		return;
	}
	if (unit)
		buf_addf(out, "%llu %s%s ", (unsigned long long)problem->value, unit,
			 plural ? "s" : "");
	buf_adds(out, kinds[problem->kind].text);
	/* Its text is the summary of its record in the list. */
	if (!unit && !*kinds[problem->kind].text &&
	    reader_row(reader, problem->row, &info, NULL) == 0)
		reader_summary(reader, &info, NULL, out);
}
