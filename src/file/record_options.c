/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/record_options.h"

#include <stdlib.h>
#include <string.h>

#include "file/feature_groups.h"
#include "file/feature_tracing.h"
#include "file/pmu_names.h"
#include "file/record_plan.h"
#include "file/section.h"
#include "file/shell_word.h"
#include "wire/layout.h"
#include "wire/names.h"

/* ---- facts of the file in addition to the attrs ---- */

/* Names of tracepoints by their id. */
struct tracepoints {
	struct map by_id; /* wanted ids: 0, or 1 + their number in names */
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
	if (map_count(&t->by_id))
		feature_tracing_events(features, take_tracepoint, t);
}

static void tracepoints_release(struct tracepoints *t)
{
	for (size_t i = 0; i < t->names.n; i++)
		free(t->names.v[i]);
	vec_release(&t->names);
	map_release(&t->by_id);
}

/* Without tracing data the event's own name may be the tracepoint's, unless the user named it. */
static const char *tracepoint_name(const struct tracepoints *t, const struct event *event)
{
	const uint32_t *number = map_get(&t->by_id, event->attr.config);
	bool known = number && *number && *number <= t->names.n;
	const char *name = known ? t->names.v[*number - 1] : event->name;
	size_t plain = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-.:");

	return strchr(name, ':') && !name[plain] ? name : NULL;
}

/* Does perf exclude guests by default? perf 3.2 to 6.12 did so where the kernel allowed it. */
static bool guest_is_out(const struct events *events, const struct features *features)
{
	struct buf version = BUF_INIT;
	unsigned long major, minor;
	char *end;

	if (events->list.v[0].attr.size <= ATTR_SIZE_VER1)
		return false;
	features_text(features, FEATURE_VERSION, &version);
	major = strtoul(version.p, &end, 10);
	minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
	buf_release(&version);
	return major < 6 || (major == 6 && minor < 13);
}

/* ---- the line ---- */

struct options_writer {
	struct record_plan *plan;
	const struct events *events;
	const struct event_group *groups;
	struct pmu_names pmus;
	struct tracepoints tracepoints;
	bool guest_is_out;
	struct record_options *o;
};

static void add_missing(struct record_options *o, const char *name, const struct buf *text)
{
	struct buf line = BUF_INIT;

	buf_addf(&line, "%s: %s", name, text->p);
	vec_push(&o->missing, buf_take(&line));
}

static void write_event(struct options_writer *w, struct buf *out, size_t i)
{
	const struct planned *e = &w->plan->v[i];
	const struct event *event = &w->events->list.v[i];
	const struct attr *attr = e->attr;
	struct record_event r = {
		.attr = attr,
		.sampled_read = attr->sample_type & SAMPLE_READ &&
				w->plan->v[e->leader].members < 2,
		.guest_is_out = w->guest_is_out,
		.excluded = w->plan->all_user || w->plan->all_kernel,
		.terms = e->terms,
	};
	struct buf problem = BUF_INIT;

	if (attr->type == ATTR_TYPE_TRACEPOINT)
		r.tracepoint = tracepoint_name(&w->tracepoints, event);
	r.pmu = pmu_names_find(&w->pmus,
			       attr->type >= ATTR_TYPE_RAW ? attr->type : attr->config >> 32);
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

static void write_events(struct options_writer *w, struct buf *out)
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
			if (group->name && plain_name(group))
				buf_add(out, group->name, group->name_len);
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

/* A register of 128 bits has two bits in the mask but only one name. */
static bool is_upper_half(const char *name)
{
	size_t len = strlen(name);

	return len > 3 && !strcmp(name + len - 3, "_hi");
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

		if (!(mask >> bit & 1) || is_upper_half(name))
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

/* Names that perf knows (its util/clockid.c); other clocks go by number. */
static void option_clock(struct buf *line, int32_t clockid)
{
	static const int32_t known[] = { 0, 1, 4, 7, 11 };
	const struct name *name = NULL;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i] == clockid)
			name = names_find(&names_clockid, (uint64_t)clockid);
	option(line, "-k");
	if (name)
		option(line, name->name);
	else
		buf_addf(line, " %d", clockid);
}

static void write_line(struct options_writer *w, struct buf *line)
{
	static const char *const targets[] = { "", "-a", "-p PID", "-D 1" };
	const struct record_plan *plan = w->plan;
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
	if (plan->all_user)
		option(line, "--all-user");
	if (plan->all_kernel)
		option(line, "--all-kernel");
	if (plan->target)
		buf_addf(line, " %s", targets[plan->target]);
	if (plan->pipe)
		buf_adds(line, " -o -");
	buf_release(&word);
}

static void write_missing(struct options_writer *w)
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

static bool by_perf_record(const struct perf_file *file, const struct events *events)
{
	return events->list.n && events->list.n <= RECORD_EVENTS_MAX && !file->stat &&
	       !features_find(&file->features, FEATURE_SIMPLEPERF_META);
}

bool record_options_make(struct record_options *o, const struct perf_file *file,
			 const struct events *events)
{
	const struct features *features = &file->features;
	struct record_plan plan = { .n = events->list.n,
				    .arch = events->plain.arch,
				    .pipe = file->header.pipe };
	struct event_group *groups;
	struct options_writer w;

	*o = (struct record_options){ .line = BUF_INIT };
	if (!by_perf_record(file, events))
		return false;
	groups = feature_groups(features, events);
	plan.v = mem_zalloc(plan.n * sizeof(*plan.v));
	for (size_t i = 0; i < plan.n; i++)
		plan.v[i] = (struct planned){ .attr = &events->list.v[i].attr,
					      .leader = groups[i].leader,
					      .members = groups[i].members };
	record_plan_find(&plan);
	w = (struct options_writer){ .plan = &plan,
				     .events = events,
				     .groups = groups,
				     .guest_is_out = guest_is_out(events, features),
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
