/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/record_plan.h"

#include "wire/layout.h"

#define FLAG(name) (1ull << ATTR_##name)

/* ---- options for all events ---- */

/* perf added a dummy event that comes last and tracks for all. */
static void find_target(struct record_plan *plan)
{
	const struct attr *last = plan->v[plan->n - 1].attr, *tracker;
	bool on_exec = false;

	plan->added = plan->n > 1 && attr_is_dummy(last) && attr_flag(last, ATTR_MMAP) &&
		      !attr_flag(plan->v[0].attr, ATTR_MMAP);
	plan->tracker = plan->added ? plan->n - 1 : 0;
	tracker = plan->v[plan->tracker].attr;
	plan->awake = attr_is_dummy(tracker) && !attr_flag(tracker, ATTR_DISABLED);
	for (size_t i = 0; i < plan->n - plan->added; i++)
		on_exec |= attr_flag(plan->v[i].attr, ATTR_ENABLE_ON_EXEC);
	if (on_exec)
		plan->target = TARGET_COMMAND;
	else if (plan->added && attr_flag(tracker, ATTR_ENABLE_ON_EXEC))
		plan->target = TARGET_DELAYED;
	else if (plan->awake)
		plan->target = TARGET_ALL_CPUS;
	else
		plan->target = TARGET_PROCESS;
}

/* A flag that the older perf or kernel did not know is no difference. */
static void find_known(struct record_plan *plan)
{
	const uint64_t newer[] = { FLAG(MMAP2), FLAG(COMM_EXEC), FLAG(KSYMBOL) | FLAG(BPF_EVENT),
				   FLAG(SAMPLE_ID_ALL) };
	uint64_t flags = plan->v[plan->tracker].attr->flags;

	plan->flags_known = UINT64_MAX;
	for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); i++)
		if (!(flags & newer[i]))
			plan->flags_known &= ~newer[i];
}

/* Does -F or -c decide the rate of the event? Then it can have no rate of its own. */
static bool rate_is_common(const struct attr *attr)
{
	return !(record_event_terms(attr) & TERM_RATE) &&
	       (attr_flag(attr, ATTR_FREQ) || attr->sample_period != 1);
}

static bool same_rate(const struct attr *a, const struct attr *b)
{
	return a->sample_period == b->sample_period &&
	       attr_flag(a, ATTR_FREQ) == attr_flag(b, ATTR_FREQ);
}

/* -F, -c, -n: the rate of all events, or of those that can have no term. */
static void find_rate(struct record_plan *plan)
{
	const struct attr *one = NULL;
	bool same = true;

	for (size_t i = 0; i < plan->n; i++) {
		const struct attr *attr = plan->v[i].attr;

		if (record_model_follows(plan, i))
			continue;
		if (!one || rate_is_common(attr))
			one = attr;
		same &= same_rate(attr, one);
	}
	/* The dummy has the value of the option. */
	if (plan->added)
		one = plan->v[plan->n - 1].attr;
	if (!one)
		return;
	plan->freq = attr_flag(one, ATTR_FREQ);
	plan->rate = one->sample_period;
	plan->no_samples = same && plan->freq && !plan->rate;
	if (plan->no_samples)
		return;
	if (plan->added)
		plan->rate_given = plan->freq || plan->rate != 1;
	else
		plan->rate_given = rate_is_common(one) ||
				   (same && record_event_terms(one) & TERM_RATE);
}

static bool same_callgraph(struct callgraph a, struct callgraph b)
{
	return a.mode == b.mode && a.stack_size == b.stack_size && a.max_stack == b.max_stack;
}

/*
 * -g, --call-graph: the setting of all events, or of the dummy. No option sets the depth for all.
 */
static void find_callgraph(struct record_plan *plan)
{
	struct callgraph g = callgraph_of(plan->v[plan->added ? plan->n - 1 : 0].attr);

	for (size_t i = 0; !plan->added && i < plan->n; i++)
		if (!same_callgraph(g, callgraph_of(plan->v[i].attr)))
			return;
	if (!g.max_stack)
		plan->callgraph = g;
}

/*
 * --kernel-callchains, --user-callchains. Events with a stack dump exclude the user's chain, too.
 */
static void find_chain_kinds(struct record_plan *plan)
{
	uint64_t all = FLAG(EXCLUDE_CALLCHAIN_USER) | FLAG(EXCLUDE_CALLCHAIN_KERNEL);
	bool some = false, plain = false;

	for (size_t i = 0; i < plan->n; i++) {
		const struct attr *attr = plan->v[i].attr;

		if (!(attr->sample_type & SAMPLE_CALLCHAIN))
			continue;
		all &= attr->flags;
		some = true;
		plain |= !(attr->sample_type & SAMPLE_STACK_USER);
	}
	plan->kernel_chains = plain && all & FLAG(EXCLUDE_CALLCHAIN_USER);
	plan->user_chains = some && all & FLAG(EXCLUDE_CALLCHAIN_KERNEL);
}

/* --user-regs, --intr-regs, -j */
static void find_masks(struct record_plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		const struct attr *attr = plan->v[i].attr;
		enum callgraph_mode mode = callgraph_of(attr).mode;

		if (attr_is_dummy(attr))
			continue;
		plan->regs_intr |= attr->regs_intr;
		if (mode != CALLGRAPH_DWARF || !record_model_all_regs(plan, attr->regs_user))
			plan->regs_user |= attr->regs_user;
		if (attr->sample_type & SAMPLE_BRANCH_STACK && mode != CALLGRAPH_LBR)
			plan->branches |= attr->branch_sample_type;
	}
}

static void find_clock(struct record_plan *plan)
{
	plan->use_clockid = attr_flag(plan->v[0].attr, ATTR_USE_CLOCKID);
	plan->clockid = plan->use_clockid ? plan->v[0].attr->clockid : 0;
}

/* --all-user, --all-kernel: all events exclude the rest, and nothing else. */
static void find_exclusion(struct record_plan *plan)
{
	uint64_t mask = FLAG(EXCLUDE_USER) | FLAG(EXCLUDE_KERNEL) | FLAG(EXCLUDE_HV);
	uint64_t first = plan->v[0].attr->flags & mask;
	bool same = true;

	for (size_t i = 1; i < plan->n; i++)
		same &= (plan->v[i].attr->flags & mask) == first;
	plan->all_kernel = same && first == FLAG(EXCLUDE_USER);
	plan->all_user = same && first == FLAG(EXCLUDE_KERNEL);
}

/* ---- options that are tried ---- */

static uint64_t distance(struct record_plan *plan)
{
	uint64_t sum = 0;

	record_model_all(plan);
	for (size_t i = 0; i < plan->n; i++)
		sum += record_model_distance(&plan->v[i]);
	return sum;
}

/* Take the option without a value that brings the model nearest, as long as one does. */
static void find_rows(struct record_plan *plan)
{
	uint64_t best = distance(plan), row;

	do {
		uint64_t before = plan->on;

		row = 0;
		for (size_t i = 0; record_model_option(i) && best; i++) {
			uint64_t with;

			plan->on = before | 1ull << i;
			with = distance(plan);
			if (with < best) {
				best = with;
				row = 1ull << i;
			}
		}
		plan->on = before | row;
	} while (row);
}

/* Take terms of single events that bring the model nearer. */
static void find_terms(struct record_plan *plan, unsigned terms)
{
	for (size_t i = 0; i < plan->n; i++) {
		struct planned *e = &plan->v[i];
		unsigned allowed = terms & record_event_terms(e->attr), best;

		if (record_model_follows(plan, i))
			continue;
		record_model_event(plan, i);
		best = record_model_distance(e);
		for (unsigned term = 1; best && term <= TERM_ALL; term <<= 1) {
			if (!(allowed & term))
				continue;
			e->terms |= term;
			record_model_event(plan, i);
			if (record_model_distance(e) < best)
				best = record_model_distance(e);
			else
				e->terms &= ~term;
		}
	}
}

void record_plan_find(struct record_plan *plan)
{
	find_target(plan);
	find_known(plan);
	find_rate(plan);
	find_callgraph(plan);
	find_chain_kinds(plan);
	find_masks(plan);
	find_clock(plan);
	find_exclusion(plan);
	find_terms(plan, TERM_RATE | TERM_CALLGRAPH);
	find_rows(plan);
	find_terms(plan, TERM_TIME | TERM_INHERIT | TERM_OVERWRITE | TERM_BRANCH);
	record_model_all(plan);
}
