/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/record_options.h"

#include <stdio.h>
#include <string.h>

#include "file/feature_groups.h"
#include "file/feature_reader.h"
#include "file/feature_tracing.h"
#include "file/pmu_names.h"
#include "file/record_model.h"
#include "file/shell_word.h"
#include "wire/layout.h"

#define FLAG(name) (1ull << ATTR_##name)

/* ---- what all events have in common ---- */

/* A dummy behind the others that tracks for them is one that perf added. */
static void find_target(struct plan *plan)
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

/* What an older perf or kernel did not know of cannot be missed. */
static void find_known(struct plan *plan)
{
	const uint64_t newer[] = { FLAG(MMAP2), FLAG(COMM_EXEC), FLAG(KSYMBOL) | FLAG(BPF_EVENT),
				   FLAG(SAMPLE_ID_ALL) };
	uint64_t flags = plan->v[plan->tracker].attr->flags;

	plan->flags_known = UINT64_MAX;
	for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); i++)
		if (!(flags & newer[i]))
			plan->flags_known &= ~newer[i];
}

/* An event that decides on -F and -c: it can have no rate of its own. */
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

/* -F, -c, -n: as all events have it, or those that can have no term. */
static void find_rate(struct plan *plan)
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
	/* The dummy shows what was given for all. */
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

/* -g, --call-graph: what all have, or the dummy. There is none for a depth. */
static void find_callgraph(struct plan *plan)
{
	struct callgraph g = callgraph_of(plan->v[plan->added ? plan->n - 1 : 0].attr);

	for (size_t i = 0; !plan->added && i < plan->n; i++)
		if (!same_callgraph(g, callgraph_of(plan->v[i].attr)))
			return;
	if (!g.max_stack)
		plan->callgraph = g;
}

/* --kernel-callchains, --user-callchains. A stack dump stands for the user's chain, too. */
static void find_chain_kinds(struct plan *plan)
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
static void find_masks(struct plan *plan)
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

static void find_clock(struct plan *plan)
{
	plan->use_clockid = attr_flag(plan->v[0].attr, ATTR_USE_CLOCKID);
	plan->clockid = plan->use_clockid ? plan->v[0].attr->clockid : 0;
}

/* --all-user, --all-kernel: the one of user, kernel and hypervisor that all leave out, or 0. */
static uint64_t common_exclusion(const struct plan *plan)
{
	uint64_t mask = FLAG(EXCLUDE_USER) | FLAG(EXCLUDE_KERNEL) | FLAG(EXCLUDE_HV);
	uint64_t first = plan->v[0].attr->flags & mask;

	for (size_t i = 1; i < plan->n; i++)
		if ((plan->v[i].attr->flags & mask) != first)
			return 0;
	return first == FLAG(EXCLUDE_USER) || first == FLAG(EXCLUDE_KERNEL) ? first : 0;
}

/* ---- what is tried ---- */

static uint64_t distance(struct plan *plan)
{
	uint64_t sum = 0;

	record_model_all(plan);
	for (size_t i = 0; i < plan->n; i++)
		sum += record_model_distance(&plan->v[i]);
	return sum;
}

/* Options without a value: each is kept when it brings the model nearer to the recording. */
static void find_rows(struct plan *plan)
{
	uint64_t best = distance(plan);

	for (size_t i = 0; record_model_option(i) && best; i++) {
		uint64_t with;

		plan->on |= 1ull << i;
		with = distance(plan);
		if (with < best)
			best = with;
		else
			plan->on &= ~(1ull << i);
	}
}

/* Terms of single events, likewise. */
static void find_terms(struct plan *plan, unsigned terms)
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

static void find_plan(struct plan *plan)
{
	find_target(plan);
	find_known(plan);
	find_rate(plan);
	find_callgraph(plan);
	find_chain_kinds(plan);
	find_masks(plan);
	find_clock(plan);
	find_terms(plan, TERM_RATE | TERM_CALLGRAPH);
	find_rows(plan);
	find_terms(plan, TERM_TIME | TERM_INHERIT | TERM_OVERWRITE | TERM_BRANCH);
	record_model_all(plan);
}

/* ---- what the file knows besides the attrs ---- */

/* Names of tracepoints by their id. */
struct tracepoints {
	struct map by_id; /* of those that are wanted: 0, or 1 + the number in names */
	VEC(char *) names;
};

static void take_tracepoint(void *arg, const char *name, size_t len, uint64_t id)
{
	struct tracepoints *t = arg;
	uint32_t *number = map_get(&t->by_id, id);

	if (!number || *number)
		return;
	vec_push(&t->names, mem_strndup(name, len));
	*number = (uint32_t)t->names.n;
}

static void tracepoints_init(struct tracepoints *t, const struct events *events,
			     const struct features *features)
{
	bool fresh;

	*t = (struct tracepoints){ 0 };
	for (size_t i = 0; i < events->list.n; i++)
		if (events->list.v[i].attr.type == ATTR_TYPE_TRACEPOINT)
			map_put(&t->by_id, events->list.v[i].attr.config, &fresh);
	if (t->by_id.n)
		feature_tracing_events(features, take_tracepoint, t);
}

static void tracepoints_release(struct tracepoints *t)
{
	for (size_t i = 0; i < t->names.n; i++)
		free(t->names.v[i]);
	vec_release(&t->names);
	map_release(&t->by_id);
}

/* Without tracing data the event's own name may be it, if the user gave it no other. */
static const char *tracepoint_name(const struct tracepoints *t, const struct event *event)
{
	const uint32_t *number = map_get(&t->by_id, event->attr.config);
	const char *name = number && *number ? t->names.v[*number - 1] : event->name;
	size_t plain = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-.:");

	return strchr(name, ':') && !name[plain] ? name : NULL;
}

/* perf 6.13 stopped leaving guests out where nothing is said about them. */
static bool guest_is_out(const struct features *features)
{
	struct buf version = BUF_INIT;
	unsigned major = 0, minor = 0;

	features_text(features, FEATURE_VERSION, &version);
	if (sscanf(version.p, "%u.%u", &major, &minor) != 2)
		major = 0;
	buf_release(&version);
	return major < 6 || (major == 6 && minor < 13);
}

/* ---- the line ---- */

struct writer {
	struct plan *plan;
	const struct events *events;
	const struct event_group *groups;
	struct pmu_names pmus;
	struct tracepoints tracepoints;
	uint64_t exclusion;
	bool guest_is_out;
	struct record_options *o;
};

static void add_missing(struct record_options *o, const char *name, const struct buf *text)
{
	struct buf line = BUF_INIT;

	buf_addf(&line, "%s: %s", name, text->p);
	vec_push(&o->missing, buf_take(&line));
}

static void write_event(struct writer *w, struct buf *out, size_t i)
{
	const struct planned *e = &w->plan->v[i];
	const struct event *event = &w->events->list.v[i];
	const struct attr *attr = e->attr;
	struct record_event r = {
		.attr = attr,
		.sampled_read = attr->sample_type & SAMPLE_READ &&
				w->plan->v[e->leader].members < 2,
		.guest_is_out = w->guest_is_out,
		.excluded = w->exclusion,
		.terms = e->terms,
	};
	struct buf problem = BUF_INIT;

	if (attr->type == ATTR_TYPE_TRACEPOINT)
		r.tracepoint = tracepoint_name(&w->tracepoints, event);
	r.pmu = pmu_names_find(&w->pmus, attr->type > ATTR_TYPE_BREAKPOINT ? attr->type
									  : attr->config >> 32);
	record_event_add(out, &r, &problem);
	if (problem.len) {
		buf_truncate(&problem, problem.len - 1);
		add_missing(w->o, event->name, &problem);
	}
	buf_release(&problem);
}

static bool plain_name(const struct event_group *group)
{
	for (size_t i = 0; i < group->name_len; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
			    group->name[i]))
			return false;
	return group->name_len;
}

static void write_events(struct writer *w, struct buf *out)
{
	size_t n = w->plan->n - w->plan->added;

	for (size_t i = 0; i < n; i++) {
		const struct planned *e = &w->plan->v[i];
		const struct planned *leader = &w->plan->v[e->leader];
		const struct event_group *group = &w->groups[e->leader];
		bool grouped = leader->members > 1;

		if (i)
			buf_addc(out, ',');
		if (grouped && e->leader == i) {
			if (group->name && plain_name(group)) {
				buf_add(out, group->name, group->name_len);
				buf_addc(out, ':');
			}
			buf_addc(out, '{');
		}
		write_event(w, out, i);
		if (grouped && i + 1 == e->leader + (size_t)leader->members)
			buf_adds(out, leader->attr->sample_type & SAMPLE_READ ? "}:S" : "}");
	}
}

static void option(struct buf *line, const char *word)
{
	shell_word_add(line, word, strlen(word));
}

static void option_number(struct buf *line, const char *word, uint64_t value)
{
	option(line, word);
	buf_addf(line, " %llu", (unsigned long long)value);
}

static void option_regs(struct buf *line, const char *word, enum regs_arch arch, uint64_t mask)
{
	char join = '=';

	if (!mask)
		return;
	option(line, word);
	for (unsigned bit = 0; bit < 64; bit++) {
		char tmp[8];
		const char *name = regs_name(arch, 0, bit, tmp);

		/* A register of 128 bits has two bits, and one name. */
		if (!(mask >> bit & 1) ||
		    (strlen(name) > 3 && !strcmp(name + strlen(name) - 3, "_hi")))
			continue;
		buf_addc(line, join);
		buf_adds(line, name);
		join = ',';
	}
}

static void option_callgraph(struct buf *line, const struct callgraph *g)
{
	if (g->mode == CALLGRAPH_FP)
		option(line, "-g");
	if (g->mode == CALLGRAPH_LBR)
		buf_adds(line, " --call-graph lbr");
	if (g->mode == CALLGRAPH_DWARF)
		buf_addf(line, " --call-graph dwarf,%u", g->stack_size);
}

static void option_clock(struct buf *line, int32_t clockid)
{
	/* perf's util/clockid.c; others go by their numbers */
	static const char *const clocks[] = { [0] = "realtime",	     [1] = "monotonic",
					      [4] = "monotonic_raw", [7] = "boottime",
					      [11] = "tai" };

	option(line, "-k");
	if (clockid >= 0 && clockid <= 11 && clocks[clockid])
		option(line, clocks[clockid]);
	else
		buf_addf(line, " %d", clockid);
}

static void write_line(struct writer *w, struct buf *line)
{
	static const char *const targets[] = { "", "-a", "-p PID", "-D 1" };
	const struct plan *plan = w->plan;
	struct buf word = BUF_INIT;

	write_events(w, &word);
	option(line, "-e");
	shell_word_add(line, word.p, word.len);
	if (plan->rate_given)
		option_number(line, plan->freq ? "-F" : "-c", plan->rate);
	if (plan->no_samples)
		option(line, "-n");
	option_callgraph(line, &plan->callgraph);
	if (plan->kernel_chains)
		option(line, "--kernel-callchains");
	if (plan->user_chains)
		option(line, "--user-callchains");
	for (size_t i = 0; record_model_option(i); i++)
		if (plan->on >> i & 1)
			option(line, record_model_option(i));
	option_regs(line, "--intr-regs", plan->arch, plan->regs_intr);
	option_regs(line, "--user-regs", plan->arch, plan->regs_user);
	if (plan->branches) {
		buf_reset(&word);
		record_branches_add(&word, plan->branches);
		option(line, "-j");
		option(line, word.p);
	}
	if (plan->use_clockid)
		option_clock(line, plan->clockid);
	if (w->exclusion)
		option(line, w->exclusion == FLAG(EXCLUDE_USER) ? "--all-kernel" : "--all-user");
	if (plan->target)
		buf_addf(line, " %s", targets[plan->target]);
	buf_release(&word);
}

static void write_missing(struct writer *w)
{
	struct buf line = BUF_INIT;

	for (size_t i = 0; i < w->plan->n; i++) {
		buf_reset(&line);
		record_model_differences(&line, &w->plan->v[i]);
		if (line.len)
			add_missing(w->o, w->events->list.v[i].name, &line);
	}
	buf_release(&line);
}

/* ---- */

static bool by_perf_record(const struct events *events, const struct features *features)
{
	return events->list.n && events->list.n <= RECORD_EVENTS_MAX &&
	       !features_find(features, FEATURE_STAT) &&
	       !features_find(features, FEATURE_SIMPLEPERF_META);
}

bool record_options_make(struct record_options *o, const struct events *events,
			 const struct features *features)
{
	struct plan plan = { .n = events->list.n, .arch = events->plain.arch };
	struct event_group *groups;
	struct writer w;

	*o = (struct record_options){ .line = BUF_INIT };
	if (!by_perf_record(events, features))
		return false;
	groups = feature_groups(features, events);
	plan.v = mem_zalloc(plan.n * sizeof(*plan.v));
	for (size_t i = 0; i < plan.n; i++)
		plan.v[i] = (struct planned){ .attr = &events->list.v[i].attr,
					      .leader = groups[i].leader,
					      .members = groups[i].members };
	find_plan(&plan);
	w = (struct writer){ .plan = &plan,
			     .events = events,
			     .groups = groups,
			     .exclusion = common_exclusion(&plan),
			     .guest_is_out = guest_is_out(features),
			     .o = o };
	pmu_names_init(&w.pmus, features);
	tracepoints_init(&w.tracepoints, events, features);
	write_line(&w, &o->line);
	write_missing(&w);
	pmu_names_release(&w.pmus);
	tracepoints_release(&w.tracepoints);
	free(plan.v);
	free(groups);
	return true;
}

void record_options_release(struct record_options *o)
{
	for (size_t i = 0; i < o->missing.n; i++)
		free(o->missing.v[i]);
	vec_release(&o->missing);
	buf_release(&o->line);
}
