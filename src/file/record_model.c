/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/record_model.h"

#include "wire/layout.h"
#include "wire/schema.h"

#define FLAG(name) (1ull << ATTR_##name)

/* Flags of the one event that tracks mappings and tasks for all events. */
#define TRACKER (FLAG(MMAP) | FLAG(COMM) | FLAG(TASK) | FLAG(MMAP2) | FLAG(COMM_EXEC))

/* clang-format off */
/*
 * Options without a value, in the order in which they are tried: bits that each one adds to
 * sample_type, read_format and flags of every event and to the flags of the tracking event, and
 * bits that it removes. An option is taken if the model is nearer to the recorded attrs with it.
 */
static const struct option_row {
	const char *option;
	uint64_t sample, read, flags, tracker;
	uint64_t no_sample;  /* not set by default then; tracepoints set some of these themselves */
	uint64_t not_period; /* removed last */
	uint64_t no_flags, no_tracker;
	uint32_t wakeup;
} rows[] = {
	{ "-d", .sample = SAMPLE_ADDR | SAMPLE_DATA_SRC, .tracker = FLAG(MMAP_DATA) },
	{ "--phys-data", .sample = SAMPLE_PHYS_ADDR },
	{ "--data-page-size", .sample = SAMPLE_DATA_PAGE_SIZE },
	{ "--code-page-size", .sample = SAMPLE_CODE_PAGE_SIZE },
	{ "-W", .sample = SAMPLE_WEIGHT_STRUCT },
	{ "-W", .sample = SAMPLE_WEIGHT },
	{ "--transaction", .sample = SAMPLE_TRANSACTION },
	{ "-R", .sample = SAMPLE_RAW | SAMPLE_TIME | SAMPLE_CPU },
	{ "--sample-cpu", .sample = SAMPLE_CPU },
	{ "--per-thread", .no_flags = FLAG(INHERIT), .no_sample = SAMPLE_TIME },
	{ "-i", .no_flags = FLAG(INHERIT) },
	{ "--no-timestamp", .no_sample = SAMPLE_TIME },
	{ "-P", .sample = SAMPLE_PERIOD },
	{ "--no-period", .not_period = SAMPLE_PERIOD },
	{ "-s", .read = READ_TIME_ENABLED | READ_TIME_RUNNING, .flags = FLAG(INHERIT_STAT) },
	{ "--running-time", .read = READ_TIME_ENABLED | READ_TIME_RUNNING },
	{ "--all-cgroups", .sample = SAMPLE_CGROUP, .tracker = FLAG(CGROUP) },
	{ "--namespaces", .tracker = FLAG(NAMESPACES) },
	{ "--switch-events", .tracker = FLAG(CONTEXT_SWITCH) },
	{ "--buildid-mmap", .tracker = FLAG(BUILD_ID) },
	{ "--no-bpf-event", .no_tracker = FLAG(BPF_EVENT) },
	{ "--overwrite", .flags = FLAG(WRITE_BACKWARD) },
	{ "--no-buffering", .wakeup = 1 },
	{ "--sample-identifier", .sample = SAMPLE_IDENTIFIER },
};

/* Registers that --call-graph dwarf samples: all that perf knows of, its arch/.../perf_regs.h. */
static const uint64_t dwarf_regs[] = {
	[REGS_X86] = 0xff0fff, [REGS_ARM64] = 0x1ffffffff, [REGS_ARM] = 0xffff,
	[REGS_RISCV] = 0xffffffff, [REGS_CSKY] = 0x3fffffffff, [REGS_LOONGARCH] = 0xffffffff,
	[REGS_S390] = 0x3ffffffff,
};

/* The registers that perf adds for unwinding if the user names registers. */
static const uint64_t unwind_regs[] = {
	[REGS_X86] = 1 << 7 | 1 << 8, [REGS_ARM64] = 3ull << 31, [REGS_ARM] = 5 << 13,
	[REGS_RISCV] = 5, [REGS_CSKY] = 5 << 2, [REGS_LOONGARCH] = 9, [REGS_S390] = 1 << 15,
};
/* clang-format on */

enum {
	ROWS = sizeof(rows) / sizeof(rows[0]),
	REGS_ARCHS = sizeof(dwarf_regs) / sizeof(dwarf_regs[0]),
	DEFAULT_FREQ = 4000,
	SW_BPF_OUTPUT = 10,
	/* user, call stack, no flags, no cycles, hw_index */
	LBR_BRANCHES = 1 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 17
};

const char *record_model_option(size_t row)
{
	return row < ROWS ? rows[row].option : NULL;
}

/* ---- the model: what perf makes of a plan ---- */

static uint64_t arch_regs(const uint64_t *masks, enum regs_arch arch)
{
	return (size_t)arch < REGS_ARCHS ? masks[arch] : 0;
}

bool record_model_all_regs(const struct record_plan *plan, uint64_t mask)
{
	uint64_t all = arch_regs(dwarf_regs, plan->arch);

	return (mask & all) == all;
}

static bool is_added(const struct record_plan *plan, size_t i)
{
	return plan->added && i == plan->n - 1;
}

bool record_model_follows(const struct record_plan *plan, size_t i)
{
	return is_added(plan, i) ||
	       (plan->v[i].leader != i && plan->v[i].attr->sample_type & SAMPLE_READ);
}

/* Events with payloads: tracepoints, and what BPF programs write. */
static bool has_data(const struct attr *attr)
{
	return attr->type == ATTR_TYPE_TRACEPOINT ||
	       (attr->type == ATTR_TYPE_SOFTWARE && attr->config == SW_BPF_OUTPUT);
}

/* By default these, breakpoints and the dummy that perf adds are sampled at each event. */
static void expect_rate(const struct record_plan *plan, const struct planned *e, bool added,
			struct attr *x)
{
	bool own = e->terms & TERM_RATE;
	bool once = has_data(e->attr) || e->attr->type == ATTR_TYPE_BREAKPOINT || added;
	bool freq = own ? attr_flag(e->attr, ATTR_FREQ) : plan->rate_given ? plan->freq : !once;

	if (own)
		x->sample_period = e->attr->sample_period;
	else if (plan->rate_given)
		x->sample_period = plan->rate;
	else
		x->sample_period = once ? 1 : DEFAULT_FREQ;
	if (freq) {
		x->flags |= FLAG(FREQ);
		x->sample_type |= SAMPLE_PERIOD;
	} else if (own) {
		x->sample_type &= ~(uint64_t)SAMPLE_PERIOD;
	}
	if (plan->no_samples)
		x->sample_period = 0;
}

static void expect_dwarf(const struct record_plan *plan, const struct planned *e,
			 uint32_t stack_size, bool tracks, struct attr *x)
{
	x->sample_type |= SAMPLE_REGS_USER | SAMPLE_STACK_USER | SAMPLE_ADDR | SAMPLE_DATA_SRC;
	if (plan->regs_user)
		x->regs_user |= arch_regs(unwind_regs, plan->arch);
	else if (record_model_all_regs(plan, e->attr->regs_user))
		x->regs_user = e->attr->regs_user;
	else
		x->regs_user = arch_regs(dwarf_regs, plan->arch);
	x->stack_user = stack_size;
	x->flags |= FLAG(EXCLUDE_CALLCHAIN_USER);
	if (tracks)
		x->flags |= FLAG(MMAP_DATA);
}

static void expect_callgraph(const struct record_plan *plan, const struct planned *e, bool tracks,
			     struct attr *x)
{
	struct callgraph g = e->terms & TERM_CALLGRAPH ? callgraph_of(e->attr) : plan->callgraph;

	/* perf records data addresses for all events if the stacks of all are dumped */
	if (plan->callgraph.mode == CALLGRAPH_DWARF) {
		x->sample_type |= SAMPLE_ADDR | SAMPLE_DATA_SRC;
		x->flags |= tracks ? FLAG(MMAP_DATA) : 0;
	}
	if (!g.mode)
		return;
	x->sample_type |= SAMPLE_CALLCHAIN;
	x->max_stack = g.max_stack;
	if (plan->kernel_chains)
		x->flags |= FLAG(EXCLUDE_CALLCHAIN_USER);
	if (plan->user_chains)
		x->flags |= FLAG(EXCLUDE_CALLCHAIN_KERNEL);
	if (g.mode == CALLGRAPH_DWARF)
		expect_dwarf(plan, e, g.stack_size, tracks, x);
	if (g.mode == CALLGRAPH_LBR && !plan->branches) {
		x->sample_type |= SAMPLE_BRANCH_STACK;
		x->branch_sample_type = LBR_BRANCHES;
	}
}

static void expect_masks(const struct record_plan *plan, const struct planned *e, struct attr *x)
{
	if (!attr_is_dummy(e->attr)) {
		x->regs_intr = plan->regs_intr;
		x->regs_user |= plan->regs_user;
		x->sample_type |= plan->regs_intr ? SAMPLE_REGS_INTR : 0;
		x->sample_type |= plan->regs_user ? SAMPLE_REGS_USER : 0;
		x->sample_type |= plan->branches ? SAMPLE_BRANCH_STACK : 0;
	}
	if (plan->branches)
		x->branch_sample_type = plan->branches;
	if (e->terms & TERM_BRANCH) {
		x->sample_type &= ~(uint64_t)SAMPLE_BRANCH_STACK;
		x->sample_type |= e->attr->sample_type & SAMPLE_BRANCH_STACK;
		x->branch_sample_type = e->attr->branch_sample_type;
	}
}

static void expect_rows(const struct record_plan *plan, bool tracks, struct attr *x)
{
	for (size_t i = 0; i < ROWS; i++) {
		const struct option_row *row = &rows[i];

		if (!(plan->on >> i & 1))
			continue;
		x->sample_type |= row->sample;
		x->sample_type &= ~row->not_period;
		x->read_format |= row->read;
		x->flags |= row->flags;
		x->flags &= ~row->no_flags;
		if (tracks) {
			x->flags |= row->tracker;
			x->flags &= ~row->no_tracker;
		}
		if (row->wakeup)
			x->wakeup = row->wakeup;
	}
}

/* Bits of sample_type that options keep perf from setting. */
static uint64_t not_sampled(const struct record_plan *plan)
{
	uint64_t mask = 0;

	for (size_t i = 0; i < ROWS; i++)
		if (plan->on >> i & 1)
			mask |= rows[i].no_sample;
	return mask;
}

static void expect_sample_type(const struct record_plan *plan, const struct planned *e,
			       struct attr *x)
{
	x->sample_type = SAMPLE_IP | SAMPLE_TID | (SAMPLE_TIME & ~not_sampled(plan));
	if (has_data(e->attr))
		x->sample_type |= SAMPLE_RAW | SAMPLE_TIME | SAMPLE_CPU | SAMPLE_PERIOD;
	if (plan->target == TARGET_ALL_CPUS)
		x->sample_type |= SAMPLE_CPU;
	if (e->attr->sample_type & SAMPLE_READ)
		x->sample_type |= SAMPLE_READ;
}

static void expect_flags(const struct record_plan *plan, const struct planned *e, size_t i,
			 struct attr *x)
{
	bool leader = e->leader == i, tracks = plan->tracker == i;
	bool grouped_read = e->attr->sample_type & SAMPLE_READ && plan->v[e->leader].members > 1;

	x->flags = e->attr->flags &
		   (FLAG(PINNED) | FLAG(EXCLUSIVE) | FLAG(EXCLUDE_USER) | FLAG(EXCLUDE_KERNEL) |
		    FLAG(EXCLUDE_HV) | FLAG(EXCLUDE_IDLE) | 3ull << ATTR_PRECISE_IP |
		    FLAG(EXCLUDE_HOST) | FLAG(EXCLUDE_GUEST));
	x->flags |= FLAG(SAMPLE_ID_ALL);
	if (!grouped_read)
		x->flags |= FLAG(INHERIT);
	else
		x->read_format |= READ_GROUP;
	if (tracks)
		x->flags |= TRACKER | FLAG(KSYMBOL) | FLAG(BPF_EVENT);
	if (leader && !(tracks && plan->awake))
		x->flags |= FLAG(DISABLED);
	if (x->flags & FLAG(DISABLED) && (plan->target == TARGET_COMMAND ||
					  (plan->target == TARGET_DELAYED && is_added(plan, i))))
		x->flags |= FLAG(ENABLE_ON_EXEC);
	if (plan->use_clockid) {
		x->flags |= FLAG(USE_CLOCKID);
		x->clockid = plan->clockid;
	}
}

static void expect_terms(const struct planned *e, struct attr *x)
{
	if (e->terms & TERM_TIME)
		x->sample_type = (x->sample_type & ~(uint64_t)SAMPLE_TIME) |
				 (e->attr->sample_type & SAMPLE_TIME);
	if (e->terms & TERM_INHERIT)
		x->flags = (x->flags & ~FLAG(INHERIT)) | (e->attr->flags & FLAG(INHERIT));
	if (e->terms & TERM_OVERWRITE)
		x->flags = (x->flags & ~FLAG(WRITE_BACKWARD)) |
			   (e->attr->flags & FLAG(WRITE_BACKWARD));
}

/* Follows evsel__config(). */
void record_model_event(const struct record_plan *plan, size_t i)
{
	struct planned *e = &plan->v[i];
	struct attr *x = &e->expected;

	*x = (struct attr){ 0 };
	expect_flags(plan, e, i, x);
	expect_sample_type(plan, e, x);
	expect_rate(plan, e, is_added(plan, i), x);
	expect_callgraph(plan, e, plan->tracker == i, x);
	expect_masks(plan, e, x);
	expect_rows(plan, plan->tracker == i, x);
	expect_terms(e, x);
	x->flags &= plan->flags_known;
}

/* A member of a group whose leader samples for all members. */
static void expect_member(struct record_plan *plan, struct planned *e)
{
	const struct attr *leader = &plan->v[e->leader].expected;

	e->expected.flags &= ~(FLAG(FREQ) | FLAG(WRITE_BACKWARD));
	e->expected.sample_period = 0;
	e->expected.sample_type = leader->sample_type;
}

/* Follows evlist__config(): how records identify their event. */
static void expect_ids(struct record_plan *plan)
{
	uint64_t ids = SAMPLE_ID | SAMPLE_IDENTIFIER, bits = 0;

	for (size_t i = 0; i < plan->n; i++) {
		uint64_t type = plan->v[i].expected.sample_type;

		if (type & SAMPLE_IDENTIFIER ||
		    (type & ~ids) != (plan->v[0].expected.sample_type & ~ids))
			bits = SAMPLE_IDENTIFIER;
	}
	if (!bits && (plan->n > 1 || plan->pipe || plan->v[0].attr->sample_type & SAMPLE_READ))
		bits = SAMPLE_ID;
	for (size_t i = 0; i < plan->n; i++)
		plan->v[i].expected.sample_type = (plan->v[i].expected.sample_type & ~ids) | bits;
}

void record_model_all(struct record_plan *plan)
{
	for (size_t i = 0; i < plan->n; i++)
		record_model_event(plan, i);
	for (size_t i = 0; i < plan->n; i++)
		if (record_model_follows(plan, i) && !is_added(plan, i))
			expect_member(plan, &plan->v[i]);
	expect_ids(plan);
}
