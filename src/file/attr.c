/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/attr.h"

#include "wire/bytes.h"
#include "wire/names.h"

/* The lowest width bits of v in reverse order. */
static uint64_t reversed(uint64_t v, unsigned width)
{
	uint64_t out = 0;

	for (unsigned bit = 0; bit < width; bit++)
		out |= (v >> (width - 1 - bit) & 1) << bit;
	return out;
}

/*
 * Flags are a C bit-field, which big-endian compilers fill from the top. Reversing all bits makes
 * both orders equal. precise_ip has two bits, whose own order stays.
 */
static uint64_t flags_from_big(uint64_t v)
{
	uint64_t flags = reversed(v, 64) & ~(3ull << ATTR_PRECISE_IP);

	return flags | (v >> (64 - ATTR_PRECISE_IP - 2) & 3) << ATTR_PRECISE_IP;
}

static uint64_t field(const uint8_t *p, size_t len, size_t at, unsigned size, bool big)
{
	return at + size <= len ? load_uint(p + at, size, big) : 0;
}

void attr_parse(struct attr *attr, const uint8_t *p, size_t len, bool big)
{
	uint64_t flags = field(p, len, 40, 8, big), action = field(p, len, 116, 4, big);

	*attr = (struct attr){
		.type = (uint32_t)field(p, len, 0, 4, big),
		.size = (uint32_t)field(p, len, 4, 4, big),
		.config = field(p, len, 8, 8, big),
		.sample_period = field(p, len, 16, 8, big),
		.sample_type = field(p, len, 24, 8, big),
		.read_format = field(p, len, 32, 8, big),
		.flags = big ? flags_from_big(flags) : flags,
		.wakeup = (uint32_t)field(p, len, 48, 4, big),
		.bp_type = (uint32_t)field(p, len, 52, 4, big),
		.config1 = field(p, len, 56, 8, big),
		.config2 = field(p, len, 64, 8, big),
		.branch_sample_type = field(p, len, 72, 8, big),
		.regs_user = field(p, len, 80, 8, big),
		.stack_user = (uint32_t)field(p, len, 88, 4, big),
		.clockid = (int32_t)field(p, len, 92, 4, big),
		.regs_intr = field(p, len, 96, 8, big),
		.aux_watermark = (uint32_t)field(p, len, 104, 4, big),
		.max_stack = (uint16_t)field(p, len, 108, 2, big),
		.aux_sample_size = (uint32_t)field(p, len, 112, 4, big),
		.aux_action = (uint32_t)(big ? reversed(action, 32) : action),
		.sig_data = field(p, len, 120, 8, big),
		.config3 = field(p, len, 128, 8, big),
		.config4 = field(p, len, 136, 8, big),
	};
	if (!attr->size)
		attr->size = ATTR_SIZE_VER0;
}

static const char *text_of(const struct names *names, uint64_t value)
{
	const struct name *name = names_find(names, value);

	return name ? name->text ? name->text : name->name : NULL;
}

static bool cache_name(struct buf *out, uint64_t config)
{
	const char *cache = text_of(&names_cache, config & 0xff);
	const struct name *op = names_find(&names_cache_op, config >> 8 & 0xff);
	uint64_t result = config >> 16 & 0xff;

	if (!cache || !op || result > 1)
		return false;
	if (result)
		buf_addf(out, "%s-%s-misses", cache, op->name);
	else
		buf_addf(out, "%s-%s", cache, op->text);
	return true;
}

/* The length is left out, as perf does. */
static void breakpoint_name(struct buf *out, const struct attr *attr)
{
	buf_addf(out, "mem:0x%llx:%s%s%s", (unsigned long long)attr->config1,
		 attr->bp_type & 1 ? "r" : "", attr->bp_type & 2 ? "w" : "",
		 attr->bp_type & 4 ? "x" : "");
}

/*
 * perf names the modes that are not excluded, and host or guest where the attr differs from the
 * default.
 */
static void modifiers(struct buf *out, const struct attr *attr)
{
	static const struct {
		enum attr_flag excluded;
		char shown;
	} modes[] = {
		{ ATTR_EXCLUDE_KERNEL, 'k' },
		{ ATTR_EXCLUDE_USER, 'u' },
		{ ATTR_EXCLUDE_HV, 'h' },
	};
	unsigned precise = attr_precise(attr);
	bool some = false;
	struct buf mod = BUF_INIT;

	for (size_t i = 0; i < 3; i++)
		some |= attr_flag(attr, modes[i].excluded);
	for (size_t i = 0; some && i < 3; i++)
		if (!attr_flag(attr, modes[i].excluded))
			buf_addc(&mod, modes[i].shown);
	buf_fill(&mod, 'p', precise);
	if (attr_flag(attr, ATTR_EXCLUDE_HOST) ||
	    attr_flag(attr, ATTR_EXCLUDE_GUEST) == (some || precise)) {
		if (!attr_flag(attr, ATTR_EXCLUDE_HOST))
			buf_addc(&mod, 'H');
		if (!attr_flag(attr, ATTR_EXCLUDE_GUEST))
			buf_addc(&mod, 'G');
	}
	if (mod.len)
		buf_addf(out, ":%s", mod.p);
	buf_release(&mod);
}

/* Events that perf synthesizes from AUX data: its util/event.h, enum perf_synth_id */
static const struct names synth_events = {
	.join = "|",
	.list = (const struct name[]){ { 0, "ptwrite" },
				       { 1, "mwait" },
				       { 2, "pwre" },
				       { 3, "exstop" },
				       { 4, "pwrx" },
				       { 5, "cbr" },
				       { 6, "psb" },
				       { 7, "evt" },
				       { 8, "iflag" },
				       { 9, "vpa-dtl" },
				       { 0 } },
};

void attr_event(struct buf *out, const struct attr *attr, const char *pmu)
{
	const char *name = NULL;

	if (attr->type == ATTR_TYPE_HARDWARE)
		name = text_of(&names_hw_event, attr->config & 0xff);
	else if (attr->type == ATTR_TYPE_SOFTWARE)
		name = text_of(&names_sw_event, attr->config);
	else if (attr->type == ATTR_TYPE_SYNTH)
		name = text_of(&synth_events, attr->config);
	else if (attr->type == ATTR_TYPE_HW_CACHE && cache_name(out, attr->config))
		return;
	if (name)
		buf_adds(out, name);
	else if (attr->type == ATTR_TYPE_BREAKPOINT)
		breakpoint_name(out, attr);
	else if (attr->type == ATTR_TYPE_TRACEPOINT)
		buf_addf(out, "tracepoint %llu", (unsigned long long)attr->config);
	else if (attr->type <= ATTR_TYPE_RAW)
		buf_addf(out, "%s 0x%llx", text_of(&names_attr_type, attr->type),
			 (unsigned long long)attr->config);
	else if (pmu)
		buf_addf(out, "%s/config=0x%llx/", pmu, (unsigned long long)attr->config);
	else
		buf_addf(out, "type %u config 0x%llx", attr->type,
			 (unsigned long long)attr->config);
}

void attr_name(struct buf *out, const struct attr *attr, const char *pmu)
{
	attr_event(out, attr, pmu);
	modifiers(out, attr);
}
