/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_fields.h"

#include <string.h>

#include "base/buf.h"
#include "file/section.h"

enum {
	TYPE_SYNTH = 6,
	USUAL = SCRIPT_COMM | SCRIPT_TID | SCRIPT_CPU | SCRIPT_TIME | SCRIPT_EVENT,
	PLACE = SCRIPT_IP | SCRIPT_SYM | SCRIPT_SYMOFF | SCRIPT_DSO,
	MEMORY = SCRIPT_ADDR | SCRIPT_DATA_SRC | SCRIPT_WEIGHT | SCRIPT_PHYS_ADDR |
		 SCRIPT_DATA_PAGE_SIZE | SCRIPT_CODE_PAGE_SIZE | SCRIPT_INS_LAT,
	NOT_OURS = SCRIPT_TRACE | SCRIPT_BPF_OUTPUT,
	SW_DUMMY = 9 /* PERF_COUNT_SW_DUMMY */
};

/* needs: any of these bits of sample_type, 0: none. attribute: perf's name for them. */
static const struct field_row {
	const char *name;
	uint64_t field;
	uint64_t needs;
	const char *attribute;
} rows[] = {
	{ "comm", SCRIPT_COMM, 0, NULL },
	{ "tid", SCRIPT_TID, SAMPLE_TID, "TID" },
	{ "pid", SCRIPT_PID, SAMPLE_TID, "TID" },
	{ "time", SCRIPT_TIME, SAMPLE_TIME, "TIME" },
	{ "cpu", SCRIPT_CPU, SAMPLE_CPU, "CPU" },
	{ "event", SCRIPT_EVENT, 0, NULL },
	{ "trace", SCRIPT_TRACE, 0, NULL },
	{ "ip", SCRIPT_IP, SAMPLE_IP, "IP" },
	{ "sym", SCRIPT_SYM, 0, NULL },
	{ "dso", SCRIPT_DSO, 0, NULL },
	{ "addr", SCRIPT_ADDR, SAMPLE_ADDR, "ADDR" },
	{ "symoff", SCRIPT_SYMOFF, 0, NULL },
	{ "srcline", SCRIPT_SRCLINE, 0, NULL },
	{ "period", SCRIPT_PERIOD, 0, NULL },
	{ "iregs", SCRIPT_IREGS, SAMPLE_REGS_INTR, "IREGS" },
	{ "uregs", SCRIPT_UREGS, SAMPLE_REGS_USER, "UREGS" },
	{ "brstack", SCRIPT_BRSTACK, 0, NULL },
	{ "weight", SCRIPT_WEIGHT, SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT, "WEIGHT" },
	{ "phys_addr", SCRIPT_PHYS_ADDR, SAMPLE_PHYS_ADDR, "PHYS_ADDR" },
	{ "data_page_size", SCRIPT_DATA_PAGE_SIZE, SAMPLE_DATA_PAGE_SIZE, "DATA_PAGE_SIZE" },
	{ "code_page_size", SCRIPT_CODE_PAGE_SIZE, SAMPLE_CODE_PAGE_SIZE, "CODE_PAGE_SIZE" },
	{ "ins_lat", SCRIPT_INS_LAT, SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT" },
	{ "retire_lat", SCRIPT_RETIRE_LAT, SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT" },
	{ "data_src", SCRIPT_DATA_SRC, SAMPLE_DATA_SRC, "DATA_SRC" },
	{ "brstacksym", SCRIPT_BRSTACKSYM, 0, NULL },
	{ "brstackoff", SCRIPT_BRSTACKOFF, 0, NULL },
	{ "insn", SCRIPT_INSN, 0, NULL },
	{ "insnlen", SCRIPT_INSNLEN, 0, NULL },
	{ "brstackinsn", SCRIPT_BRSTACKINSN, 0, NULL },
	{ "bpf-output", SCRIPT_BPF_OUTPUT, 0, NULL },
	{ "cgroup", SCRIPT_CGROUP, SAMPLE_CGROUP, "CGROUP" },
	{ "misc", SCRIPT_MISC, 0, NULL },
	{ "tod", SCRIPT_TOD, 0, NULL },
	{ "flags", SCRIPT_FLAGS, 0, NULL },
	/* Fields of samples that perf makes itself, from trace data or for guests. */
	{ "synth", 0, 0, NULL },
	{ "callindent", 0, 0, NULL },
	{ "ipc", 0, 0, NULL },
	{ "machine_pid", 0, 0, NULL },
	{ "vcpu", 0, 0, NULL },
};

enum {
	ROWS = sizeof(rows) / sizeof(rows[0])
};

static const struct type_row {
	const char *prefix; /* NULL: it has no prefix */
	uint64_t usual;
	uint64_t never;
} types[SCRIPT_TYPES] = {
	[ATTR_TYPE_HARDWARE] = { "hw", USUAL | PLACE | SCRIPT_PERIOD, NOT_OURS },
	[ATTR_TYPE_SOFTWARE] = { "sw", USUAL | PLACE | SCRIPT_PERIOD | SCRIPT_BPF_OUTPUT,
				 SCRIPT_TRACE },
	[ATTR_TYPE_TRACEPOINT] = { "trace", USUAL | SCRIPT_TRACE, 0 },
	[ATTR_TYPE_HW_CACHE] = { NULL, USUAL | PLACE | SCRIPT_PERIOD, NOT_OURS },
	[ATTR_TYPE_RAW] = { "raw", USUAL | PLACE | SCRIPT_PERIOD | MEMORY, NOT_OURS },
	[ATTR_TYPE_BREAKPOINT] = { "break", USUAL | PLACE | SCRIPT_PERIOD, NOT_OURS },
	[TYPE_SYNTH] = { "synth", USUAL | PLACE | SCRIPT_PERIOD, NOT_OURS },
	[SCRIPT_OTHER] = { NULL, USUAL | PLACE | SCRIPT_PERIOD, NOT_OURS },
};

void script_fields_init(struct script_fields *fields)
{
	*fields = (struct script_fields){ .callchain = true };
	for (size_t t = 0; t < SCRIPT_TYPES; t++)
		fields->of[t] = types[t].usual;
}

/* ---- the user's choice ---- */

static const struct field_row *find_field(const char *name, size_t len)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strlen(rows[i].name) == len && !memcmp(rows[i].name, name, len))
			return &rows[i];
	return NULL;
}

/* Get the types of a prefix as bits (all types without one), and move *text after it. */
static int take_types(const char **text, uint32_t *bits, struct err *err)
{
	const char *colon = strchr(*text, ':');
	size_t len = colon ? (size_t)(colon - *text) : 0;

	*bits = (1u << SCRIPT_TYPES) - 1;
	if (!colon)
		return 0;
	for (uint32_t t = 0; t < SCRIPT_TYPES; t++) {
		if (!types[t].prefix || strlen(types[t].prefix) != len ||
		    memcmp(types[t].prefix, *text, len) != 0)
			continue;
		*bits = 1u << t;
		*text = colon + 1;
		return 0;
	}
	return err_set(err, ERR_PARSE,
		       "-F %.*s: expected hw, sw, trace, raw, break or synth before the colon",
		       (int)len, *text);
}

static void change(struct script_fields *fields, size_t type, const struct field_row *row,
		   char sign)
{
	fields->chosen[type] = true;
	if (sign == '-') {
		fields->of[type] &= ~row->field;
		fields->asked[type] &= ~row->field;
		fields->unset[type] |= row->field;
	} else if (!(types[type].never & row->field)) {
		fields->of[type] |= row->field;
		fields->asked[type] |= row->field;
		fields->unset[type] &= ~row->field;
	}
}

static int unknown_field(const char *name, size_t len, struct err *err)
{
	struct buf names = BUF_INIT;

	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].field)
			buf_addf(&names, "%s%s", names.len ? ", " : "", rows[i].name);
	err_set(err, ERR_PARSE, "-F %.*s: --format perf-script has the fields %s",
		len < 40 ? (int)len : 40, name, names.p);
	buf_release(&names);
	return ERR_PARSE;
}

int script_fields_parse(struct script_fields *fields, const char *text, struct err *err)
{
	uint32_t bits;

	if (take_types(&text, &bits, err))
		return err->code;
	for (size_t t = 0; *text != '+' && *text != '-' && t < SCRIPT_TYPES; t++)
		if (bits >> t & 1)
			fields->of[t] = fields->asked[t] = 0;
	for (const char *end; *text; text = *end ? end + 1 : end) {
		char sign = *text == '+' || *text == '-' ? *text++ : 0;
		const struct field_row *row;

		end = strchrnul(text, ',');
		row = find_field(text, (size_t)(end - text));
		if (!row)
			return unknown_field(text, (size_t)(end - text), err);
		for (size_t t = 0; t < SCRIPT_TYPES; t++)
			if (bits >> t & 1)
				change(fields, t, row, sign);
	}
	return 0;
}

/* ---- the events' fields ---- */

static size_t type_of(const struct event *event)
{
	uint32_t type = event->attr.type;

	return type < TYPE_SYNTH ? type : type == ATTR_TYPE_SYNTH ? TYPE_SYNTH : SCRIPT_OTHER;
}

uint64_t script_fields_of(const struct script_fields *fields, const struct event *event)
{
	return fields->of[type_of(event)];
}

/* Names are those of an address, which must be shown, too. */
static int settle_names(struct script_fields *fields, size_t type, struct err *err)
{
	static const struct {
		uint64_t field, wants;
		const char *text;
	} names[] = {
		{ SCRIPT_SYM, SCRIPT_IP | SCRIPT_ADDR, "sym also needs ip or addr" },
		{ SCRIPT_DSO, SCRIPT_IP | SCRIPT_ADDR, "dso also needs ip or addr" },
		{ SCRIPT_SYMOFF, SCRIPT_SYM, "symoff also needs sym" },
		{ SCRIPT_SRCLINE, SCRIPT_IP, "srcline also needs ip" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!(fields->of[type] & names[i].field) || fields->of[type] & names[i].wants)
			continue;
		if (fields->asked[type] & names[i].field)
			return err_set(err, ERR_PARSE, "-F: %s", names[i].text);
		fields->of[type] &= ~names[i].field;
	}
	return 0;
}

/* Is the event only there to make perf write other records? */
static bool is_dummy(const struct event *event)
{
	return event->attr.type == ATTR_TYPE_SOFTWARE && event->attr.config == SW_DUMMY;
}

/* The first event of a type decides for all of them, as in perf. */
static int settle_type(struct script_fields *fields, size_t type, const struct event *event,
		       struct err *err)
{
	uint64_t *of = &fields->of[type];

	for (size_t i = 0; i < ROWS; i++) {
		if (!(*of & rows[i].field) || !rows[i].needs ||
		    event->attr.sample_type & rows[i].needs)
			continue;
		if (fields->asked[type] & rows[i].field)
			return err_set(
				err, ERR_PARSE,
				"Samples for '%s' event do not have %s attribute set. Cannot "
				"print '%s' field.",
				event->name, rows[i].attribute, rows[i].name);
		*of &= ~rows[i].field;
	}
	return settle_names(fields, type, err);
}

/* Has an event the data for a call chain? */
static bool has_chain(const struct event *event)
{
	uint64_t has = event->attr.sample_type, user = SAMPLE_REGS_USER | SAMPLE_STACK_USER;

	return has & (SAMPLE_CALLCHAIN | SAMPLE_BRANCH_STACK) || (has & user) == user;
}

/* From a pipe perf knows only the events so far, and it adds the fields that call chains need. */
static void settle_pipe(struct script_fields *fields, const struct events *events)
{
	bool chain = false;

	for (size_t i = 0; i < events->list.n; i++) {
		size_t type = type_of(&events->list.v[i]);

		chain |= has_chain(&events->list.v[i]);
		if (chain && fields->callchain)
			fields->of[type] |= (SCRIPT_IP | SCRIPT_SYM) & ~fields->unset[type];
	}
}

/* Tracepoints show their address only with a call chain. */
static void settle_file(struct script_fields *fields, const struct events *events)
{
	bool any = false;

	for (size_t i = 0; i < events->list.n; i++) {
		const struct event *event = &events->list.v[i];

		if (!(event->attr.sample_type & SAMPLE_CALLCHAIN))
			continue;
		any = true;
		if (fields->callchain && event->attr.type == ATTR_TYPE_TRACEPOINT &&
		    !fields->chosen[ATTR_TYPE_TRACEPOINT])
			fields->of[ATTR_TYPE_TRACEPOINT] |= PLACE;
	}
	fields->callchain &= any;
}

/* A feature of the file has the time of day. */
static int settle_tod(const struct script_fields *fields, size_t type, const struct perf_file *file,
		      struct err *err)
{
	if (!(fields->of[type] & SCRIPT_TOD) || features_find(&file->features, FEATURE_CLOCK_DATA))
		return 0;
	return err_set(err, ERR_PARSE,
		       "-F tod: the recording has no wall clock; record it with "
		       "perf record -k CLOCKID");
}

int script_fields_settle(struct script_fields *fields, const struct perf_file *file,
			 struct err *err)
{
	bool seen[SCRIPT_TYPES] = { false };

	for (size_t i = 0; i < file->events.list.n; i++) {
		const struct event *event = &file->events.list.v[i];
		size_t type = type_of(event);

		/* perf ignores the events of perf stat, which have no samples. */
		if (is_dummy(event) || file->stat)
			continue;
		if (!seen[type] &&
		    (settle_type(fields, type, event, err) || settle_tod(fields, type, file, err)))
			return err->code;
		seen[type] = true;
	}
	if (file->header.pipe)
		settle_pipe(fields, &file->events);
	else
		settle_file(fields, &file->events);
	return 0;
}
