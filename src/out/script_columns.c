/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_columns.h"

#include <ctype.h>

#include "out/script_events.h"
#include "out/script_insns.h"
#include "out/script_places.h"
#include "out/script_record.h"
#include "out/script_text.h"
#include "recording/cgroups.h"
#include "recording/instructions.h"
#include "recording/reader_text.h"
#include "wire/names.h"

enum {
	DATA_SRC_MAX = 99 /* bytes of perf's buffer for it */
};

/* A sample that is being printed. */
struct script_printing {
	struct script_columns *c;
	const struct row_info *info;
	const struct script_event *event;
	const struct script_sample *sample;
	struct buf *out;
};

static void add_period(const struct script_printing *p)
{
	script_text_u64(p->out, p->sample->period, 10);
	buf_addc(p->out, ' ');
}

static void add_event(const struct script_printing *p)
{
	buf_add(p->out, p->event->name.p, p->event->name.len);
}

static void add_trace(const struct script_printing *p)
{
	struct buf *text = &p->c->text;

	buf_reset(text);
	if (reader_trace_bytes(p->c->reader, p->info, text))
		script_text_add(p->c->script, p->out, text->p, text->len);
}

static void add_addr(const struct script_printing *p)
{
	script_text_hex(p->out, p->sample->addr);
	if (p->event->names)
		script_places_name_any(p->c->places, p->sample->addr, p->out);
}

static void add_flags(const struct script_printing *p)
{
	enum {
		WIDTH = 24 /* of perf's text for samples that it makes itself */
	};

	buf_fill(p->out, ' ', WIDTH);
}

/* The column gets the width of the widest text so far. */
static void add_data_src(const struct script_printing *p)
{
	size_t start = p->out->len, len;

	script_text_hex(p->out, p->sample->data_src);
	buf_addc(p->out, ' ');
	script_text_data_src(p->out, p->sample->data_src);
	len = p->out->len - start;
	if (len > DATA_SRC_MAX) {
		buf_truncate(p->out, start + DATA_SRC_MAX);
		len = DATA_SRC_MAX;
	}
	if (len > p->c->data_src_width)
		p->c->data_src_width = len;
	buf_fill(p->out, ' ', p->c->data_src_width - len);
}

static void add_weight(const struct script_printing *p)
{
	script_text_u64(p->out, p->sample->weight, 16);
}

static void add_ins_lat(const struct script_printing *p)
{
	script_text_u64(p->out, p->sample->ins_lat & 0xffff, 16);
}

static void add_retire_lat(const struct script_printing *p)
{
	script_text_u64(p->out, p->sample->retire_lat, 16);
}

static void add_cgroup(const struct script_printing *p)
{
	size_t len;
	const char *path =
		cgroups_path(reader_cgroups(p->c->reader), p->info, p->sample->cgroup, &len);

	buf_addc(p->out, ' ');
	if (path)
		script_text_add(p->c->script, p->out, path, len);
	else
		buf_adds(p->out, "unknown");
}

static void add_ip(const struct script_printing *p)
{
	if (p->event->plan.chain && p->sample->has_chain) {
		buf_addc(p->out, '\n');
		script_places_chain(p->c->places, p->sample, p->out);
		return;
	}
	buf_addc(p->out, ' ');
	script_text_hex(p->out, p->sample->ip);
	script_places_name(p->c->places, p->sample->ip, p->out);
	script_places_srcline(p->c->places, p->sample->ip, p->out);
}

static void add_iregs(const struct script_printing *p)
{
	buf_add(p->out, p->sample->iregs.p, p->sample->iregs.len);
}

static void add_uregs(const struct script_printing *p)
{
	buf_add(p->out, p->sample->uregs.p, p->sample->uregs.len);
}

static void add_branch_flags(const struct branch *b, struct buf *out)
{
	enum {
		EXTENDED = 15 /* PERF_BR_EXTEND_ABI */
	};

	buf_addc(out, '/');
	buf_addc(out, b->v[BRANCH_PREDICTED] ? 'P' : b->v[BRANCH_MISPRED] ? 'M' : '-');
	buf_adds(out, b->v[BRANCH_IN_TX] ? "/X" : "/-");
	buf_adds(out, b->v[BRANCH_ABORT] ? "/A/" : "/-/");
	buf_add_u64(out, b->v[BRANCH_CYCLES]);
	buf_addc(out, '/');
	if (b->v[BRANCH_TYPE] == EXTENDED)
		field_id_text(out, F_br_new_type, b->v[BRANCH_NEW_TYPE]);
	else if (b->v[BRANCH_TYPE])
		field_id_text(out, F_br_type, b->v[BRANCH_TYPE]);
	buf_addc(out, ' ');
}

/* Add one end of a branch. form: one of the three forms of a branch stack. */
static void add_branch_end(const struct script_printing *p, uint64_t addr, uint64_t form)
{
	if (form == SCRIPT_BRSTACK)
		buf_add0x(p->out, addr);
	else if (form == SCRIPT_BRSTACKOFF)
		buf_add0x(p->out, script_places_offset(p->c->places, addr));
	script_places_branch(p->c->places, addr, form == SCRIPT_BRSTACKSYM, p->out);
}

static void add_branches(const struct script_printing *p, uint64_t form)
{
	for (size_t i = 0; i < p->sample->branches.list.n; i++) {
		const struct branch *b = &p->sample->branches.list.v[i];

		if (form != SCRIPT_BRSTACKSYM)
			buf_addc(p->out, ' ');
		add_branch_end(p, b->v[BRANCH_FROM], form);
		buf_addc(p->out, '/');
		add_branch_end(p, b->v[BRANCH_TO], form);
		add_branch_flags(b, p->out);
	}
}

static void add_brstack(const struct script_printing *p)
{
	add_branches(p, SCRIPT_BRSTACK);
}

static void add_brstacksym(const struct script_printing *p)
{
	add_branches(p, SCRIPT_BRSTACKSYM);
}

static void add_brstackoff(const struct script_printing *p)
{
	add_branches(p, SCRIPT_BRSTACKOFF);
}

/*
 * perf takes the output of a BPF program as text if it is text up to a NUL, and only NULs follow.
 */
static bool is_text(const uint8_t *p, size_t len)
{
	size_t n = 0;

	while (n < len && p[n] < 0x7f && isprint(p[n]))
		n++;
	if (n == len)
		return false;
	while (n < len && !p[n])
		n++;
	return n == len;
}

static void add_bpf_output(const struct script_printing *p)
{
	static const struct script_bytes how = { .width = 8,
						 .first = "      BPF output:",
						 .others = "                 ",
						 .offsets = true,
						 .text = true };
	const uint8_t *raw = p->sample->raw;
	size_t len = p->sample->raw_len;

	buf_addc(p->out, '\n');
	script_record_bytes(&how, raw, len, p->out);
	if (len && is_text(raw, len))
		buf_addf(p->out, "      BPF string: \"%s\"\n", (const char *)raw);
}

/*
 * Find the instruction, in a file that is surely the recorded one. perf prints length 0 if there is
 * none.
 */
static bool find_instruction(const struct script_printing *p, struct instruction *in)
{
	const struct mapping *mapping = mappings_find(reader_mappings(p->c->reader), p->info,
						      p->info->misc & CPUMODE_MASK, p->sample->ip,
						      NULL);

	return instructions_find(reader_instructions(p->c->reader), p->info, mapping, p->sample->ip,
				 in) &&
	       in->recorded;
}

static void add_insnlen(const struct script_printing *p)
{
	struct instruction in;

	buf_adds(p->out, " ilen: ");
	buf_add_u64(p->out, find_instruction(p, &in) ? in.size : 0);
}

static void add_insn(const struct script_printing *p)
{
	struct instruction in;

	if (!find_instruction(p, &in))
		return;
	buf_adds(p->out, " insn: ");
	buf_add(p->out, in.hex, in.hex_len);
}

static void add_brstackinsn(const struct script_printing *p)
{
	script_insns_add(p->c->reader, p->info, p->sample, p->out);
}

static void add_phys_addr(const struct script_printing *p)
{
	script_text_hex(p->out, p->sample->phys_addr);
}

static void add_page_size(struct buf *out, uint64_t size)
{
	static const char units[] = { 0, 'K', 'M', 'G', 'T' };
	unsigned i = 0;

	if (!size) {
		buf_adds(out, " N/A");
		return;
	}
	for (; size >= 1024 && i < sizeof(units) - 1; size /= 1024)
		i++;
	buf_addc(out, ' ');
	buf_add_u64(out, size);
	if (units[i])
		buf_addc(out, units[i]);
}

static void add_data_page_size(const struct script_printing *p)
{
	add_page_size(p->out, p->sample->data_page_size);
}

static void add_code_page_size(const struct script_printing *p)
{
	add_page_size(p->out, p->sample->code_page_size);
}

/* Fields in the order in which perf prints them. */
static const struct {
	uint64_t field;
	script_column_fn *add;
} columns[] = {
	{ SCRIPT_PERIOD, add_period },
	{ SCRIPT_EVENT, add_event },
	{ SCRIPT_FLAGS, add_flags },
	{ SCRIPT_TRACE, add_trace },
	{ SCRIPT_ADDR, add_addr },
	{ SCRIPT_DATA_SRC, add_data_src },
	{ SCRIPT_WEIGHT, add_weight },
	{ SCRIPT_INS_LAT, add_ins_lat },
	{ SCRIPT_RETIRE_LAT, add_retire_lat },
	{ SCRIPT_CGROUP, add_cgroup },
	{ SCRIPT_IP, add_ip },
	{ SCRIPT_IREGS, add_iregs },
	{ SCRIPT_UREGS, add_uregs },
	{ SCRIPT_BRSTACK, add_brstack },
	{ SCRIPT_BRSTACKSYM, add_brstacksym },
	{ SCRIPT_BRSTACKOFF, add_brstackoff },
	{ SCRIPT_BPF_OUTPUT, add_bpf_output },
	{ SCRIPT_INSNLEN, add_insnlen },
	{ SCRIPT_INSN, add_insn },
	{ SCRIPT_BRSTACKINSN, add_brstackinsn },
	{ SCRIPT_PHYS_ADDR, add_phys_addr },
	{ SCRIPT_DATA_PAGE_SIZE, add_data_page_size },
	{ SCRIPT_CODE_PAGE_SIZE, add_code_page_size },
};

_Static_assert(sizeof(columns) / sizeof(columns[0]) <= SCRIPT_COLUMNS_MAX,
	       "all columns have a place");

unsigned script_columns_choose(uint64_t shown, script_column_fn *chosen[SCRIPT_COLUMNS_MAX])
{
	unsigned n = 0;

	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		if (shown & columns[i].field)
			chosen[n++] = columns[i].add;
	return n;
}

void script_columns_init(struct script_columns *c, struct reader *reader,
			 const struct script_options *script, struct script_places *places)
{
	*c = (struct script_columns){
		.reader = reader, .script = script, .places = places, .text = BUF_INIT
	};
}

void script_columns_release(struct script_columns *c)
{
	buf_release(&c->text);
}

void script_columns_add(struct script_columns *c, const struct script_event *event,
			const struct row_info *info, const struct script_sample *sample,
			struct buf *out)
{
	const struct script_printing p = { c, info, event, sample, out };

	for (unsigned i = 0; i < event->n; i++)
		event->columns[i](&p);
}
