/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/problem.h"

#include "wire/callchain.h"
#include "wire/find.h"
#include "wire/schema.h"

enum {
	THROTTLE = 5,	     /* linux/perf_event.h */
	AUXTRACE_ERROR = 72, /* util/event.h of perf */
	AUX_BAD = AUX_TRUNCATED | AUX_PARTIAL | AUX_COLLISION
};

/* clang-format off */
static const struct {
	const char *name;
	const char *unit; /* of the value: one, several */
	const char *text; /* follows the value */
} kinds[PROBLEM_KINDS] = {
	[PROBLEM_FILE] = { "file", NULL, "" },
	[PROBLEM_DAMAGE] = { "damage", NULL, "" },
	[PROBLEM_LOST] = { "lost records", "record", "lost: the buffer was full" },
	[PROBLEM_LOST_SAMPLES] = { "lost samples", "sample", "lost" },
	[PROBLEM_THROTTLE] = { "throttled", NULL, "the kernel paused the event, it was too frequent: no samples until UNTHROTTLE" },
	[PROBLEM_AUX_FLAGS] = { "trace flags", NULL, "" },
	[PROBLEM_TRACE_GAP] = { "trace gap", "byte", "of trace data missing before this block" },
	[PROBLEM_TRACE_CUT] = { "trace cut", "byte", "of trace data past the end of the file" },
	[PROBLEM_TRACE_ERROR] = { "trace error", NULL, "" },
	[PROBLEM_CHAIN] = { "chain cut", "frame", "at most: callers are missing" },
	[PROBLEM_CLOCK] = { "clock back", "ns", "before the previous record of this CPU" },
	[PROBLEM_LATE] = { "late", "ns", "too late: perf has already sorted the records before" },
	[PROBLEM_WAITS] = { "missing switches", NULL, "" },
};
/* clang-format on */

const char *problem_name(enum problem_kind kind)
{
	return kinds[kind].name;
}

/* Types of records that are problems, and the fields of their values. */
static const struct {
	uint32_t type;
	enum problem_kind kind;
	enum field_id value;
} problem_types[] = {
	{ RECORD_DAMAGE, PROBLEM_DAMAGE, FIELD_NONE },
	{ RECORD_LOST, PROBLEM_LOST, F_lost_count },
	{ RECORD_LOST_SAMPLES, PROBLEM_LOST_SAMPLES, F_lost_count },
	{ THROTTLE, PROBLEM_THROTTLE, FIELD_NONE },
	{ AUXTRACE_ERROR, PROBLEM_TRACE_ERROR, FIELD_NONE },
	{ RECORD_AUX, PROBLEM_AUX_FLAGS, F_aux_flags },
};

bool problem_type(uint32_t type)
{
	for (size_t i = 0; i < sizeof(problem_types) / sizeof(problem_types[0]); i++)
		if (problem_types[i].type == type)
			return true;
	return type == RECORD_SAMPLE;
}

bool problem_has_room(const struct layout *layout, uint64_t size)
{
	return size >= RECORD_HEADER_SIZE + 8ull * layout->max_stack;
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
	if (!layout.max_stack || !problem_has_room(&layout, info->size))
		return false;
	p = reader_bytes(reader, info, &len);
	return callchain_depth(&layout, p, len, frames) && *frames == layout.max_stack;
}

bool problem_of_row(struct reader *reader, const struct row_info *info, struct problem *problem)
{
	size_t i = 0, n = sizeof(problem_types) / sizeof(problem_types[0]);

	if (info->type == RECORD_SAMPLE) {
		*problem = (struct problem){ .kind = PROBLEM_CHAIN, .row = info->row };
		return is_cut_chain(reader, info, &problem->value);
	}
	while (i < n && problem_types[i].type != info->type)
		i++;
	if (i == n)
		return false;
	*problem = (struct problem){ .kind = problem_types[i].kind, .row = info->row };
	if (problem_types[i].value != FIELD_NONE)
		reader_number(reader, info, problem_types[i].value, &problem->value);
	/*
	 * PERF_AUX_FLAG_OVERWRITE alone is no problem: a snapshot buffer is meant to be
	 * overwritten.
	 */
	return info->type != RECORD_AUX || problem->value & AUX_BAD;
}

void problem_text(const struct problem *problem, struct reader *reader, struct buf *out)
{
	const char *unit = kinds[problem->kind].unit;
	struct row_info info;

	if (problem_has_text(problem->kind)) {
		buf_adds(out, problem->text);
		return;
	}
	if (unit)
		buf_addf(out, "%llu %s%s ", (unsigned long long)problem->value, unit,
			 problem->value == 1 || problem->kind >= PROBLEM_CLOCK ? "" : "s");
	buf_adds(out, kinds[problem->kind].text);
	/* Its text is the summary of its record in the list. */
	if (!unit && !*kinds[problem->kind].text &&
	    reader_row(reader, problem->row, &info, NULL) == 0)
		reader_summary(reader, &info, NULL, out);
}
