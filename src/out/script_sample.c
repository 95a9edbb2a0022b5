/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_sample.h"

#include <ctype.h>
#include <stddef.h>

#include "wire/bytes.h"
#include "wire/callchain.h"
#include "wire/decode.h"

/* Numbers, and the fields that print each. */
static const struct number_field {
	enum field_id field;
	uint64_t shown;
	size_t to;
} number_rows[] = {
	{ F_ip, SCRIPT_IP, offsetof(struct script_sample, ip) },
	{ F_addr, SCRIPT_ADDR, offsetof(struct script_sample, addr) },
	{ F_period, SCRIPT_PERIOD, offsetof(struct script_sample, period) },
	{ F_weight, SCRIPT_WEIGHT, offsetof(struct script_sample, weight) },
	{ F_ins_lat, SCRIPT_INS_LAT, offsetof(struct script_sample, ins_lat) },
	{ F_retire_lat, SCRIPT_RETIRE_LAT, offsetof(struct script_sample, retire_lat) },
	{ F_data_src_raw, SCRIPT_DATA_SRC, offsetof(struct script_sample, data_src) },
	{ F_cgroup, SCRIPT_CGROUP, offsetof(struct script_sample, cgroup) },
	{ F_phys_addr, SCRIPT_PHYS_ADDR, offsetof(struct script_sample, phys_addr) },
	{ F_data_page_size, SCRIPT_DATA_PAGE_SIZE, offsetof(struct script_sample, data_page_size) },
	{ F_code_page_size, SCRIPT_CODE_PAGE_SIZE, offsetof(struct script_sample, code_page_size) },
};

enum {
	NUMBERS = sizeof(number_rows) / sizeof(number_rows[0])
};

#define BRANCHES (SCRIPT_BRSTACK | SCRIPT_BRSTACKSYM | SCRIPT_BRSTACKOFF | SCRIPT_BRSTACKINSN)

void script_sample_init(struct script_sample *sample, struct reader *reader)
{
	*sample = (struct script_sample){ .iregs = BUF_INIT, .uregs = BUF_INIT };
	chain_init(&sample->elsewhere, reader);
}

void script_sample_release(struct script_sample *sample)
{
	chain_release(&sample->elsewhere);
	vec_release(&sample->ips);
	vec_release(&sample->runs);
	branches_release(&sample->branches);
	buf_release(&sample->iregs);
	buf_release(&sample->uregs);
}

static uint64_t *number_at(struct script_sample *sample, size_t to)
{
	return (uint64_t *)(void *)((char *)sample + to);
}

/* ---- plans ---- */

void script_plan_make(struct script_plan *plan, const struct layout *layout,
		      const struct event *event, uint64_t shown, bool chain)
{
	*plan = (struct script_plan){ .layout = *layout, .period = event->attr.sample_period };
	for (size_t i = 0; i < NUMBERS; i++) {
		struct field_offset offset;

		if (!(shown & number_rows[i].shown))
			continue;
		field_offset_find(&offset, layout, RECORD_SAMPLE, number_rows[i].field);
		fetch_plan_add(&plan->numbers, &offset, i);
	}
	plan->chain = shown & SCRIPT_IP && chain && layout->sample_type & SAMPLE_CALLCHAIN;
	field_offset_find(&plan->frames, layout, RECORD_SAMPLE, F_callchain_nr);
	plan->elsewhere = plan->chain && chain_adds_frames(layout);
	if ((shown & SCRIPT_IREGS && layout->sample_type & SAMPLE_REGS_INTR) ||
	    (shown & SCRIPT_UREGS && layout->sample_type & SAMPLE_REGS_USER) ||
	    (shown & SCRIPT_BPF_OUTPUT && layout->sample_type & SAMPLE_RAW) ||
	    (shown & BRANCHES && layout->sample_type & SAMPLE_BRANCH_STACK))
		plan->numbers.walk = true;
}

/* ---- call chains ---- */

static void begin_run(struct script_sample *s, uint64_t context)
{
	vec_push(&s->runs, ((struct script_run){ context, 0 }));
}

/* perf drops a call chain with a marker of a guest, or with an unknown marker. */
static void take_context(struct script_sample *s, uint64_t context)
{
	if (context == DECODE_CONTEXT_HYPERVISOR || context == DECODE_CONTEXT_KERNEL ||
	    context == DECODE_CONTEXT_USER) {
		begin_run(s, context);
		return;
	}
	s->ips.n = s->runs.n = 0;
	s->given_up = true;
}

static void take_ip(struct script_sample *s, uint64_t ip)
{
	if (s->given_up)
		return;
	if (!s->runs.n)
		begin_run(s, 0);
	vec_push(&s->ips, ip);
	s->runs.v[s->runs.n - 1].n++;
}

/* Make room for n more addresses. */
static void reserve(struct script_sample *s, size_t n)
{
	while (s->ips.cap < s->ips.n + n)
		s->ips.v = vec_grow(s->ips.v, &s->ips.cap, sizeof(s->ips.v[0]));
}

/* Copy addresses up to the next marker. Returns their number. */
static inline size_t copy_ips(uint64_t *to, const uint8_t *p, size_t n, bool big)
{
	size_t i;

	for (i = 0; i < n; i++) {
		to[i] = load_u64(p + 8 * i, big);
		if (to[i] >= DECODE_CONTEXT_MAX)
			break;
	}
	return i;
}

/* Take addresses for which there is room. */
static size_t take_ips(struct script_sample *s, const uint8_t *p, size_t n, bool big)
{
	uint64_t *to = s->ips.v + s->ips.n;
	size_t i = big ? copy_ips(to, p, n, true) : copy_ips(to, p, n, false);

	if (i && !s->runs.n)
		begin_run(s, 0);
	if (i)
		s->runs.v[s->runs.n - 1].n += i;
	s->ips.n += i;
	return i;
}

/*
 * An entry that is neither an address nor a marker can only follow a marker for which the chain is
 * dropped.
 */
static void load_chain(struct script_sample *s, const struct script_plan *plan, const uint8_t *p,
		       size_t len)
{
	struct callchain chain;

	s->has_chain = callchain_begin(&chain, &plan->frames, &plan->layout, RECORD_SAMPLE, p, len);
	if (!s->has_chain)
		return;
	reserve(s, chain.left);
	while (chain.left && !s->given_up) {
		size_t taken = take_ips(s, chain.p, chain.left, chain.big);

		chain.p += 8 * taken;
		chain.left -= taken;
		if (chain.left)
			take_context(s, callchain_next(&chain));
	}
}

/* After a user stack that was cut, perf has a frame with an address of all ones. */
static void read_elsewhere(struct script_sample *s, const struct row_info *info)
{
	struct chain *c = &s->elsewhere;

	s->has_chain = chain_read(c, info) && c->source != CHAIN_IP;
	s->unwound = c->source == CHAIN_UNWOUND;
	for (size_t i = 0; s->has_chain && !s->given_up && i < c->words.n; i++) {
		if (c->words.v[i] >= DECODE_CONTEXT_MAX)
			take_context(s, c->words.v[i]);
		else
			take_ip(s, c->words.v[i]);
	}
	if (c->cut)
		take_ip(s, UINT64_MAX);
}

/* ---- a walk ---- */

struct sample_sink {
	struct sink sink;
	struct script_sample *sample;
};

static void take_register(struct script_sample *s, const struct item *item, struct buf *out)
{
	char name[16];
	size_t n = 0;

	for (; n < sizeof(name) - 1 && item->label[n]; n++)
		name[n] = s->arch == REGS_X86 ? (char)toupper((unsigned char)item->label[n])
					      : item->label[n];
	name[n] = '\0';
	buf_addf(out, "%5s:0x%llx ", name, (unsigned long long)item->num);
}

static void take_abi(const struct item *item, struct buf *out)
{
	if (item->num)
		buf_addf(out, " ABI:%llu ", (unsigned long long)item->num);
}

static bool take_number(struct script_sample *s, const struct item *item)
{
	for (size_t i = 0; i < NUMBERS; i++) {
		if (number_rows[i].field != item->field)
			continue;
		*number_at(s, number_rows[i].to) = item->num;
		return true;
	}
	return false;
}

static bool take_item(struct sink *sink, const struct item *item)
{
	struct sample_sink *t = (struct sample_sink *)sink;
	struct script_sample *s = t->sample;

	switch (item->field) {
	case F_iregs_abi:
		take_abi(item, &s->iregs);
		break;
	case F_iregs_reg:
		take_register(s, item, &s->iregs);
		break;
	case F_uregs_abi:
		take_abi(item, &s->uregs);
		break;
	case F_uregs_reg:
		take_register(s, item, &s->uregs);
		break;
	case F_raw:
		s->raw = item->bytes;
		s->raw_len = item->len;
		break;
	default:
		if (!take_number(s, item))
			branches_add(&s->branches, item->field, item->num);
		break;
	}
	return true;
}

/* ---- reading ---- */

static void reset(struct script_sample *s, const struct script_plan *plan)
{
	for (size_t i = 0; i < NUMBERS; i++)
		*number_at(s, number_rows[i].to) = 0;
	s->period = plan->period;
	s->has_chain = s->given_up = s->unwound = false;
	s->ips.n = s->runs.n = 0;
	branches_reset(&s->branches);
	s->raw_len = 0;
	s->arch = plan->layout.arch;
	buf_reset(&s->iregs);
	buf_reset(&s->uregs);
}

static void load_number(void *arg, size_t i, uint64_t num, uint64_t whole)
{
	(void)whole;
	*number_at(arg, number_rows[i].to) = num;
}

void script_sample_read(struct script_sample *sample, const struct script_plan *plan,
			struct reader *reader, const struct row_info *info)
{
	struct sample_sink t = { .sink = { .begin = take_item, .value = take_item },
				 .sample = sample };
	const uint8_t *p;
	size_t len;

	reset(sample, plan);
	if (plan->elsewhere)
		read_elsewhere(sample, info);
	p = reader_bytes(reader, info, &len);
	if (plan->chain && !plan->elsewhere)
		load_chain(sample, plan, p, len);
	if (plan->numbers.walk)
		decode_record(&plan->layout, p, len, &t.sink);
	else
		fetch_plan_load(&plan->numbers, &plan->layout, RECORD_SAMPLE, p, len, load_number,
				sample);
}
