/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/record_event.h"

#include <string.h>

#include "wire/layout.h"

struct callgraph callgraph_of(const struct attr *attr)
{
	struct callgraph g = { CALLGRAPH_NONE, attr->stack_user, attr->max_stack };

	if (!(attr->sample_type & SAMPLE_CALLCHAIN))
		return (struct callgraph){ 0 };
	if (attr->sample_type & SAMPLE_STACK_USER)
		g.mode = CALLGRAPH_DWARF;
	else if (attr->sample_type & SAMPLE_BRANCH_STACK &&
		 attr->branch_sample_type & BRANCH_CALL_STACK)
		g.mode = CALLGRAPH_LBR;
	else
		g.mode = CALLGRAPH_FP;
	return g;
}

unsigned record_event_terms(const struct attr *attr)
{
	if (attr->type == ATTR_TYPE_BREAKPOINT)
		return 0;
	if (attr->type == ATTR_TYPE_TRACEPOINT)
		return TERM_CALLGRAPH | TERM_INHERIT | TERM_OVERWRITE;
	return TERM_ALL;
}

/* ---- modifiers ---- */

/* clang-format off */
static const struct modifier {
	char letter;
	enum attr_flag flag;
} excluded[] = { { 'u', ATTR_EXCLUDE_USER }, { 'k', ATTR_EXCLUDE_KERNEL },
		 { 'h', ATTR_EXCLUDE_HV } },
  others[] = { { 'I', ATTR_EXCLUDE_IDLE }, { 'D', ATTR_PINNED }, { 'e', ATTR_EXCLUSIVE } };
/* clang-format on */

static void add_excluded(struct buf *mods, const struct attr *attr, struct buf *problem)
{
	unsigned n = 0;

	for (size_t i = 0; i < 3; i++)
		n += attr_flag(attr, excluded[i].flag);
	if (n == 3)
		buf_adds(problem, "exclude_user, exclude_kernel and exclude_hv all set\n");
	for (size_t i = 0; n && i < 3; i++)
		if (!attr_flag(attr, excluded[i].flag))
			buf_addc(mods, excluded[i].letter);
}

/*
 * The modifiers for guests and the host. By default an event with the modifier u or p excludes
 * guests; an event with only other modifiers includes them.
 */
static void add_machine(struct buf *mods, const struct record_event *event, struct buf *problem)
{
	bool guest_out = mods->len ? strpbrk(mods->p, "up") != NULL : event->guest_is_out;
	bool guest = attr_flag(event->attr, ATTR_EXCLUDE_GUEST);
	bool host = attr_flag(event->attr, ATTR_EXCLUDE_HOST);

	if (guest == guest_out && !host)
		return;
	if (guest && host)
		buf_adds(problem, "exclude_guest and exclude_host both set\n");
	if (!guest)
		buf_addc(mods, 'G');
	if (!host)
		buf_addc(mods, 'H');
}

static void add_modifiers(struct buf *mods, const struct record_event *event, struct buf *problem)
{
	if (!event->excluded)
		add_excluded(mods, event->attr, problem);
	buf_fill(mods, 'p', attr_precise(event->attr));
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (attr_flag(event->attr, others[i].flag))
			buf_addc(mods, others[i].letter);
	if (event->sampled_read)
		buf_addc(mods, 'S');
	add_machine(mods, event, problem);
}

/* ---- terms ---- */

static void add_term(struct buf *terms, const char *key, uint64_t value, bool hex)
{
	buf_addf(terms, hex ? "%s%s=0x%llx" : "%s%s=%llu", terms->len ? "," : "", key,
		 (unsigned long long)value);
}

static void add_word(struct buf *terms, const char *word)
{
	buf_addf(terms, "%s%s", terms->len ? "," : "", word);
}

static void add_callgraph(struct buf *terms, const struct attr *attr)
{
	static const char *const words[] = { "call-graph=no", "call-graph=fp", "call-graph=dwarf",
					     "call-graph=lbr" };
	struct callgraph g = callgraph_of(attr);

	add_word(terms, words[g.mode]);
	if (g.mode == CALLGRAPH_DWARF)
		add_term(terms, "stack-size", g.stack_size, false);
	if (g.mode && g.max_stack)
		add_term(terms, "max-stack", g.max_stack, false);
}

/* clang-format off */
/* perf's util/parse-branch-options.c */
static const struct {
	const char *word;
	uint32_t bit;
} branch_words[] = {
	{ "u", 1 << 0 }, { "k", 1 << 1 }, { "hv", 1 << 2 }, { "any", 1 << 3 },
	{ "any_call", 1 << 4 }, { "any_ret", 1 << 5 }, { "ind_call", 1 << 6 },
	{ "abort_tx", 1 << 7 }, { "in_tx", 1 << 8 }, { "no_tx", 1 << 9 }, { "cond", 1 << 10 },
	{ "stack", 1 << 11 }, { "ind_jmp", 1 << 12 }, { "call", 1 << 13 },
	{ "no_flags", 1 << 14 }, { "no_cycles", 1 << 15 }, { "save_type", 1 << 16 },
	{ "hw_index", 1 << 17 }, { "priv", 1 << 18 }, { "counter", 1 << 19 },
};
/* clang-format on */

static void add_branches(struct buf *out, uint64_t type, char join)
{
	bool first = true;

	for (size_t i = 0; i < sizeof(branch_words) / sizeof(branch_words[0]); i++) {
		if (!(type & branch_words[i].bit))
			continue;
		if (!first)
			buf_addc(out, join);
		buf_adds(out, branch_words[i].word);
		first = false;
	}
}

void record_branches_add(struct buf *out, uint64_t branch_sample_type)
{
	add_branches(out, branch_sample_type, ',');
}

static void add_settings(struct buf *terms, const struct record_event *event)
{
	const struct attr *attr = event->attr;

	if (event->terms & TERM_RATE)
		add_term(terms, attr_flag(attr, ATTR_FREQ) ? "freq" : "period", attr->sample_period,
			 false);
	if (event->terms & TERM_CALLGRAPH)
		add_callgraph(terms, attr);
	if (event->terms & TERM_TIME)
		add_term(terms, "time", !!(attr->sample_type & SAMPLE_TIME), false);
	if (event->terms & TERM_INHERIT)
		add_word(terms, attr_flag(attr, ATTR_INHERIT) ? "inherit" : "no-inherit");
	if (event->terms & TERM_OVERWRITE)
		add_word(terms,
			 attr_flag(attr, ATTR_WRITE_BACKWARD) ? "overwrite" : "no-overwrite");
	if (event->terms & TERM_BRANCH) {
		add_word(terms, "branch_type=");
		if (attr->sample_type & SAMPLE_BRANCH_STACK)
			add_branches(terms, attr->branch_sample_type, '|');
		else
			buf_adds(terms, "no");
	}
}

/* ---- the event ---- */

static void add_breakpoint(struct buf *out, const struct attr *attr)
{
	buf_addf(out, "mem:0x%llx/%llu:%s%s%s", (unsigned long long)attr->config1,
		 (unsigned long long)attr->config2, attr->bp_type & 1 ? "r" : "",
		 attr->bp_type & 2 ? "w" : "", attr->bp_type & 4 ? "x" : "");
}

/* The configs of a dynamic PMU are terms before the other settings. */
static void add_configs(struct buf *terms, const struct attr *attr)
{
	const uint64_t more[] = { attr->config1, attr->config2, attr->config3, attr->config4 };

	add_term(terms, "config", attr->config, true);
	for (unsigned i = 0; i < 4; i++) {
		char key[] = "config0";

		key[6] = (char)('1' + i);
		if (more[i])
			add_term(terms, key, more[i], true);
	}
}

/* On machines with several kinds of processors the upper half of config is the PMU. */
static bool is_hybrid(const struct attr *attr)
{
	return (attr->type == ATTR_TYPE_HARDWARE || attr->type == ATTR_TYPE_HW_CACHE) &&
	       attr->config >> 32;
}

static bool has_configs(const struct attr *attr)
{
	return attr->config1 || attr->config2 || attr->config3 || attr->config4;
}

static void add_pmu(struct buf *out, struct buf *terms, const struct record_event *event,
		    struct buf *problem)
{
	struct buf name = BUF_INIT;

	if (!event->pmu)
		buf_addf(problem, "a PMU of type %llu, whose name is not known\n",
			 is_hybrid(event->attr) ? (unsigned long long)event->attr->config >> 32
						: event->attr->type);
	buf_adds(out, event->pmu ? event->pmu : "?");
	if (is_hybrid(event->attr)) {
		attr_event(&name, event->attr, NULL);
		add_word(terms, name.p);
	} else {
		add_configs(terms, event->attr);
	}
	buf_release(&name);
}

/* The event itself. What belongs to a PMU is appended to the terms. */
static void add_base(struct buf *out, struct buf *terms, const struct record_event *event,
		     struct buf *problem)
{
	const struct attr *attr = event->attr;

	if (attr->type == ATTR_TYPE_BREAKPOINT) {
		add_breakpoint(out, attr);
		return;
	}
	if (attr->type > ATTR_TYPE_BREAKPOINT || is_hybrid(attr) ||
	    (attr->type == ATTR_TYPE_RAW && event->pmu && has_configs(attr))) {
		add_pmu(out, terms, event, problem);
		return;
	}
	if (attr->type == ATTR_TYPE_TRACEPOINT) {
		if (!event->tracepoint)
			buf_addf(problem, "tracepoint %llu, whose name is not known\n",
				 (unsigned long long)attr->config);
		buf_adds(out, event->tracepoint ? event->tracepoint : "?:?");
	} else if (attr->type == ATTR_TYPE_RAW) {
		buf_addf(out, "r%llx", (unsigned long long)attr->config);
	} else {
		attr_event(out, attr, NULL);
	}
	if (has_configs(attr))
		buf_adds(problem, "config1 to config4\n");
}

void record_event_add(struct buf *out, const struct record_event *event, struct buf *problem)
{
	struct buf mods = BUF_INIT, terms = BUF_INIT;

	add_base(out, &terms, event, problem);
	add_settings(&terms, event);
	add_modifiers(&mods, event, problem);
	if (terms.len)
		buf_addf(out, "/%s/%s", terms.p, mods.p);
	else if (mods.len)
		buf_addf(out, ":%s", mods.p);
	buf_release(&mods);
	buf_release(&terms);
}
