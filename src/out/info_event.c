/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/info_event.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytesize.h"
#include "base/text.h"
#include "file/feature_groups.h"
#include "file/pmu_names.h"
#include "file/record_options.h"
#include "file/section_limit.h"
#include "file/section_ranges.h"
#include "file/section_wrap.h"
#include "wire/decode.h"
#include "wire/layout.h"
#include "wire/names.h"

enum {
	LINE_SHOWN = 4000 /* bytes of options that text shows */
};

/*
 * Reports an attr during a walk over it: its fields as members, and the names of flags that are
 * set.
 */
struct attr_sink {
	struct sink sink;
	struct report *r;
	const struct attr *attr;
	enum regs_arch arch;
	struct buf text;
	struct buf flags;      /* names of flags that are set, each with a NUL */
	enum field_id bits_of; /* the field to which the next bits belong */
};

/* ---- text ---- */

static void text_period(struct attr_sink *s, const char *key, uint64_t v)
{
	bool freq = attr_flag(s->attr, ATTR_FREQ);

	(void)key;
	buf_addf(&s->text, freq ? "%llu Hz" : "%llu", (unsigned long long)v);
	report_str(s->r, freq ? "sample_freq" : "sample_period", s->text.p);
}

static void text_wakeup(struct attr_sink *s, const char *key, uint64_t v)
{
	buf_addf(&s->text, "after %llu %s", (unsigned long long)v,
		 attr_flag(s->attr, ATTR_WATERMARK) ? "bytes" : "events");
	report_str(s->r, key, s->text.p);
}

static void add_regs(struct buf *out, enum regs_arch arch, uint64_t mask)
{
	for (unsigned bit = 0; bit < 64; bit++) {
		char tmp[8];

		if (mask >> bit & 1)
			buf_addf(out, " %s", regs_name(arch, 0, bit, tmp));
	}
}

static void text_regs(struct attr_sink *s, const char *key, uint64_t mask)
{
	buf_addf(&s->text, "0x%llx:", (unsigned long long)mask);
	add_regs(&s->text, s->arch, mask);
	report_str(s->r, key, s->text.p);
}

static void text_size(struct attr_sink *s, const char *key, uint64_t v)
{
	bytesize_add(&s->text, v);
	report_str(s->r, key, s->text.p);
}

static void text_precise(struct attr_sink *s, const char *key, uint64_t v)
{
	static const char *const skids[] = { "any skid", "constant skid", "asks for no skid",
					     "must have no skid" };

	buf_addf(&s->text, "%u, %s", (unsigned)v, skids[v & 3]);
	report_str(s->r, key, s->text.p);
}

static const struct names actions = { .join = "|",
				      .list = (const struct name[]){ { 1, "start_paused" },
								     { 2, "pause" },
								     { 4, "resume" },
								     { 0 } } };

static void text_action(struct attr_sink *s, const char *key, uint64_t v)
{
	names_mask(&s->text, &actions, v);
	report_str(s->r, key, s->text.p);
}

/* Report a breakpoint's address and length, which are in the places of config1 and config2. */
static void text_bp_type(struct attr_sink *s, const char *key, uint64_t v)
{
	buf_addf(&s->text, "%s%s%s of %llu bytes at 0x%llx", v & 1 ? "r" : "", v & 2 ? "w" : "",
		 v & 4 ? "x" : "", (unsigned long long)s->attr->config2,
		 (unsigned long long)s->attr->config1);
	report_str(s->r, key, s->text.p);
}

static void text_config(struct attr_sink *s, const char *key, uint64_t v)
{
	if (s->attr->type != ATTR_TYPE_BREAKPOINT)
		report_hex(s->r, key, v);
}

/* Fields with a text form or a short name of their own. */
static const struct text_row {
	enum field_id field;
	void (*show)(struct attr_sink *s, const char *key, uint64_t v);
	const char *key;
} text_rows[] = {
	{ F_attr_sample_period, text_period, NULL },
	{ F_attr_wakeup, text_wakeup, "wakeup" },
	{ F_attr_regs_user, text_regs, "regs_user" },
	{ F_attr_regs_intr, text_regs, "regs_intr" },
	{ F_attr_stack_user, text_size, "stack_user" },
	{ F_attr_aux_sample_size, text_size, "aux_sample" },
	{ F_attr_precise_ip, text_precise, "precise_ip" },
	{ F_attr_aux_action, text_action, "aux_action" },
	{ F_attr_bp_type, text_bp_type, "breakpoint" },
	{ F_attr_config1, text_config, "config1" },
	{ F_attr_config2, text_config, "config2" },
	{ F_attr_branch_type, NULL, "branches" },
	{ F_attr_max_stack, NULL, "max_stack" },
	{ F_attr_simd_enabled, NULL, "simd_enabled" },
	{ F_attr_simd_pred_qwords, NULL, "simd_pred_size" },
	{ F_attr_simd_vec_qwords, NULL, "simd_vec_size" },
	{ F_attr_simd_pred_intr, NULL, "simd_pred_intr" },
	{ F_attr_simd_pred_user, NULL, "simd_pred_user" },
	{ F_attr_simd_vec_intr, NULL, "simd_vec_intr" },
	{ F_attr_simd_vec_user, NULL, "simd_vec_user" },
};

static const struct text_row *text_row(enum field_id field)
{
	for (size_t i = 0; i < sizeof(text_rows) / sizeof(text_rows[0]); i++)
		if (text_rows[i].field == field)
			return &text_rows[i];
	return NULL;
}

/* Does a value of 0 have a meaning that must be shown? */
static bool shown_zero(const struct attr_sink *s, enum field_id field)
{
	return field == F_attr_type || field == F_attr_config ||
	       (field == F_attr_clockid && attr_flag(s->attr, ATTR_USE_CLOCKID));
}

/* ---- the attr ---- */

static void value_report(struct attr_sink *s, const struct field_info *info,
			 const struct item *item, const char *key)
{
	if (field_has_names(info)) {
		field_id_text(&s->text, item->field, item->num);
		report_bytes(s->r, key, s->text.p, s->text.len);
	} else if (info->form == FF_HEX) {
		report_hex(s->r, key, item->num);
	} else if (info->type == FT_SINT) {
		report_s64(s->r, key, (int64_t)item->num);
	} else {
		report_u64(s->r, key, item->num);
	}
}

static void member_report(struct attr_sink *s, const struct item *item)
{
	const struct field_info *info = field_info(item->field);
	const struct text_row *row = NULL;

	if (s->r->form == REPORT_TEXT) {
		if (!item->num && !shown_zero(s, item->field))
			return;
		row = text_row(item->field);
	}
	buf_reset(&s->text);
	if (row && row->show)
		row->show(s, row->key, item->num);
	else
		value_report(s, info, item, row ? row->key : info->key);
}

/* Flags are listed by name; the bits of aux_action are one member. */
static bool attr_begin(struct sink *sink, const struct item *item)
{
	struct attr_sink *s = (struct attr_sink *)sink;

	s->bits_of = item->field;
	if (item->field == F_attr_aux_action)
		member_report(s, item);
	return true;
}

static bool attr_value(struct sink *sink, const struct item *item)
{
	struct attr_sink *s = (struct attr_sink *)sink;
	const struct field_info *info = field_info(item->field);

	if (item->bits && info->type == FT_BOOL) {
		if (item->num && s->bits_of == F_attr_flags) {
			buf_adds(&s->flags, info->key);
			buf_addc(&s->flags, '\0');
		}
	} else if (!(item->flags & ROW_STRUCTURAL)) {
		member_report(s, item);
	}
	return true;
}

static void report_flags(struct report *r, const struct buf *flags)
{
	struct section_wrap w;

	if (r->form == REPORT_TEXT)
		section_wrap_begin(&w, r, "flags", " ");
	else
		report_values(r, "flags");
	for (size_t at = 0; at < flags->len; at += strlen(flags->p + at) + 1) {
		if (r->form == REPORT_TEXT)
			section_wrap_add(&w, flags->p + at, strlen(flags->p + at));
		else
			report_str(r, NULL, flags->p + at);
	}
	if (r->form == REPORT_TEXT)
		section_wrap_end(&w);
	else
		report_end_values(r);
}

static void report_ids(struct report *r, const struct event *event)
{
	if (r->form == REPORT_TEXT) {
		struct buf line = BUF_INIT;
		struct section_ranges ranges = { &line };

		for (size_t i = 0; i < event->ids.n; i++)
			section_ranges_add(&ranges, event->ids.v[i]);
		section_ranges_end(&ranges);
		report_str(r, "ids", line.len ? line.p : "none");
		buf_release(&line);
		return;
	}
	report_values(r, "ids");
	for (size_t i = 0; i < event->ids.n; i++)
		report_u64(r, NULL, event->ids.v[i]);
	report_end_values(r);
}

/* ---- what the attr means ---- */

/* Report the kind of the event, which does not depend on its name in the recording. */
static void report_kind(struct report *r, const struct attr *attr, const struct pmu_names *pmus,
			const char *name)
{
	const char *pmu = pmu_names_find(pmus, attr->type);
	struct buf event = BUF_INIT;

	if (attr->type <= ATTR_TYPE_BREAKPOINT)
		pmu = pmu_names_find(pmus, attr->config >> 32);
	else if (pmu)
		report_bytes(r, "pmu", pmu, strlen(pmu));
	if (attr->type <= ATTR_TYPE_HW_CACHE && attr->type != ATTR_TYPE_TRACEPOINT &&
	    attr->config >> 32 && pmu)
		report_bytes(r, "pmu", pmu, strlen(pmu));
	attr_event(&event, attr, attr->type > ATTR_TYPE_BREAKPOINT ? pmu : NULL);
	/* The number of a tracepoint is already reported as config. */
	if (attr->type != ATTR_TYPE_TRACEPOINT &&
	    (r->form == REPORT_JSON || strncmp(name, event.p, event.len) != 0))
		report_bytes(r, "event", event.p, event.len);
	buf_release(&event);
}

static void json_regs(struct report *r, const char *key, enum regs_arch arch, uint64_t mask)
{
	if (!mask)
		return;
	report_values(r, key);
	for (unsigned bit = 0; bit < 64; bit++) {
		char tmp[8];

		if (mask >> bit & 1)
			report_str(r, NULL, regs_name(arch, 0, bit, tmp));
	}
	report_end_values(r);
}

static void json_name(struct report *r, const char *key, const struct names *names, uint64_t v)
{
	const struct name *name = names_find(names, v);

	if (name)
		report_str(r, key, name->name);
	else
		report_u64(r, key, v);
}

static void json_meaning(struct report *r, const struct attr *attr, enum regs_arch arch)
{
	if (attr_flag(attr, ATTR_FREQ))
		report_u64(r, "sample_freq", attr->sample_period);
	if (attr->type == ATTR_TYPE_HW_CACHE) {
		report_object(r, "cache");
		json_name(r, "cache", &names_cache, attr->config & 0xff);
		json_name(r, "op", &names_cache_op, attr->config >> 8 & 0xff);
		json_name(r, "result", &names_cache_result, attr->config >> 16 & 0xff);
		report_end_object(r);
	}
	if (attr->type == ATTR_TYPE_BREAKPOINT) {
		report_object(r, "breakpoint");
		report_u64(r, "address", attr->config1);
		report_u64(r, "length", attr->config2);
		report_end_object(r);
	}
	json_regs(r, "regs_user", arch, attr->regs_user);
	json_regs(r, "regs_intr", arch, attr->regs_intr);
}

/* ---- groups ---- */

static void text_group(struct report *r, const struct events *events,
		       const struct event_group *groups, size_t i)
{
	size_t leader = groups[i].leader;
	const struct event_group *group = &groups[leader];
	bool sampling = events->list.v[leader].attr.sample_type & SAMPLE_READ;
	struct buf line = BUF_INIT;

	if (leader == i)
		buf_addf(&line, "leader of %u", group->members);
	else
		buf_addf(&line, "led by %s", events->list.v[leader].name);
	if (group->name) {
		buf_adds(&line, " in ");
		buf_add(&line, group->name, group->name_len);
	}
	if (sampling)
		buf_adds(&line,
			 leader == i ? ", samples for all (:S)" : ", which samples for it (:S)");
	report_bytes(r, "group", line.p, line.len);
	buf_release(&line);
}

static void report_group(struct report *r, const struct events *events,
			 const struct event_group *groups, size_t i)
{
	const struct event_group *group = &groups[groups[i].leader];

	if (group->members < 2)
		return;
	if (r->form == REPORT_TEXT) {
		text_group(r, events, groups, i);
		return;
	}
	report_object(r, "group");
	if (group->name)
		report_bytes(r, "name", group->name, group->name_len);
	report_u64(r, "leader", groups[i].leader);
	report_u64(r, "members", group->members);
	report_bool(r, "leader_samples",
		    events->list.v[groups[i].leader].attr.sample_type & SAMPLE_READ);
	report_end_object(r);
}

/* ---- an event, and all of them ---- */

static void report_event(struct report *r, const struct events *events,
			 const struct event_group *groups, const struct pmu_names *pmus, size_t i)
{
	const struct event *event = &events->list.v[i];
	struct attr_sink s = {
		.sink = { .begin = attr_begin, .value = attr_value },
		.r = r,
		.attr = &event->attr,
		.arch = events->plain.arch,
		.text = BUF_INIT,
		.flags = BUF_INIT,
	};

	report_object(r, NULL);
	report_str(r, "name", event->name);
	report_kind(r, &event->attr, pmus, event->name);
	decode_rows(&event->layout, rows_attr, event->raw, event->raw_len, &s.sink);
	if (r->form == REPORT_JSON)
		json_meaning(r, &event->attr, s.arch);
	report_group(r, events, groups, i);
	report_flags(r, &s.flags);
	report_ids(r, event);
	report_end_object(r);
	buf_release(&s.text);
	buf_release(&s.flags);
}

static void text_options(struct report *r, struct record_options *o)
{
	if (o->line.len > LINE_SHOWN) {
		buf_truncate(&o->line, LINE_SHOWN);
		buf_adds(&o->line, " ...");
	}
	report_bytes(r, "record options", o->line.p, o->line.len);
	if (!o->missing.n)
		return;
	report_list(r, "not made by these options");
	for (size_t i = 0; i < o->missing.n && i < SECTION_SHOWN; i++)
		report_str(r, NULL, o->missing.v[i]);
	report_end_list(r);
}

static void report_options(const struct perf_file *file, const struct events *events,
			   struct report *r)
{
	struct record_options o;

	if (record_options_make(&o, file, events)) {
		if (r->form == REPORT_TEXT) {
			text_options(r, &o);
		} else {
			report_bytes(r, "record_options", o.line.p, o.line.len);
			report_values(r, "record_options_missing");
			for (size_t i = 0; i < o.missing.n; i++)
				report_str(r, NULL, o.missing.v[i]);
			report_end_values(r);
		}
	}
	record_options_release(&o);
}

void info_events_report(const struct perf_file *file, struct report *r)
{
	const struct events *events = &file->events;
	struct event_group *groups = feature_groups(&file->features, events);
	struct pmu_names pmus;
	size_t n = events->list.n, shown = n;
	struct buf more = BUF_INIT;

	pmu_names_init(&pmus, &file->features);
	if (r->form == REPORT_TEXT && n > SECTION_SHOWN)
		shown = SECTION_SHOWN;
	report_list(r, "events");
	for (size_t i = 0; i < shown; i++)
		report_event(r, events, groups, &pmus, i);
	if (shown < n) {
		buf_addf(&more, "... %zu more", n - shown);
		report_str(r, NULL, more.p);
	}
	report_end_list(r);
	report_options(file, events, r);
	pmu_names_release(&pmus);
	buf_release(&more);
	free(groups);
}

void info_event_report(const struct perf_file *file, size_t event, struct report *r)
{
	const struct events *events = &file->events;
	struct event_group *groups = feature_groups(&file->features, events);
	struct events alone = *events;
	struct pmu_names pmus;

	pmu_names_init(&pmus, &file->features);
	report_event(r, events, groups, &pmus, event);
	alone.list.v = &events->list.v[event];
	alone.list.n = 1;
	report_options(file, &alone, r);
	pmu_names_release(&pmus);
	free(groups);
}

void info_event_kind(const struct perf_file *file, size_t event, struct buf *out)
{
	const struct attr *attr = &file->events.list.v[event].attr;
	struct pmu_names pmus;
	const char *pmu;

	pmu_names_init(&pmus, &file->features);
	pmu = attr->type > ATTR_TYPE_BREAKPOINT ? pmu_names_find(&pmus, attr->type) : NULL;
	if (attr->type <= ATTR_TYPE_BREAKPOINT) {
		field_id_text(out, F_attr_type, attr->type);
		buf_addc(out, '/');
	}
	if (attr->type == ATTR_TYPE_TRACEPOINT)
		buf_add_u64(out, attr->config);
	else
		attr_event(out, attr, pmu);
	pmu_names_release(&pmus);
}
