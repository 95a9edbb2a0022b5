/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/perfscript.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "recording/symbols.h"
#include "recording/userstack.h"
#include "wire/names.h"

/* One entry of a branch stack. */
struct branch {
	uint64_t from, to, cycles, type, new_type;
	bool open, mispred, predicted, in_tx, abort;
};

/* Markers of enum perf_callchain_context. */
#define MARK_HYPERVISOR ((uint64_t)-32)
#define MARK_KERNEL ((uint64_t)-128)
#define MARK_USER ((uint64_t)-512)

/* An address of a call chain, and the marker that it stands behind. */
struct frame {
	uint64_t ip, context;
};

/* What is printed of a sample. Fields that it does not have are what perf takes for them. */
struct sample {
	uint64_t ip, addr, period, weight, ins_lat, phys_addr, data_page_size, code_page_size;
	bool has_chain, given_up;
	uint64_t context; /* the last marker of the chain */
	VEC(struct frame) chain;
	struct buf iregs, uregs, brstack;
	struct branch branch;
};

struct script_writer {
	struct writer writer;
	struct sink sink;
	struct reader *reader;
	const struct writer_options *options;
	const struct script_options *script;
	struct script_fields fields; /* as the part's events have them */
	size_t part;
	bool entered;	/* fields and width are those of part */
	size_t width;	/* of the longest name of an event */
	uint32_t shown; /* fields of the sample at hand */
	struct layout layout;
	struct sample sample;
	struct buf text;
};

static bool sample_item(struct sink *sink, const struct item *item);
static bool sample_end(struct sink *sink, const struct item *item);

static struct script_writer *of_sink(struct sink *sink)
{
	return (struct script_writer *)(void *)((char *)sink -
						offsetof(struct script_writer, sink));
}

/* ---- the sample ---- */

static void take_register(struct script_writer *w, const struct item *item, struct buf *out)
{
	char name[16];
	size_t n = 0;

	for (; item->label[n] && n < sizeof(name) - 1; n++)
		name[n] = w->layout.arch == REGS_X86 ? (char)toupper((unsigned char)item->label[n])
						     : item->label[n];
	name[n] = '\0';
	buf_addf(out, "%5s:0x%llx ", name, (unsigned long long)item->num);
}

static void take_abi(const struct item *item, struct buf *out)
{
	if (item->num)
		buf_addf(out, " ABI:%llu ", (unsigned long long)item->num);
}

static void take_branch(struct branch *branch, const struct item *item)
{
	switch (item->word) {
	case W_br_from:
		*branch = (struct branch){ .open = true, .from = item->num };
		break;
	case W_br_to:
		branch->to = item->num;
		break;
	case W_br_mispred:
		branch->mispred = item->num;
		break;
	case W_br_predicted:
		branch->predicted = item->num;
		break;
	case W_br_in_tx:
		branch->in_tx = item->num;
		break;
	case W_br_abort:
		branch->abort = item->num;
		break;
	case W_br_cycles:
		branch->cycles = item->num;
		break;
	case W_br_type:
		branch->type = item->num;
		break;
	case W_br_new_type:
		branch->new_type = item->num;
		break;
	default:
		break;
	}
}

/* perf gives up a call chain in which a guest is marked, or something that it does not know. */
static void take_context(struct sample *s, uint64_t context)
{
	s->context = context;
	if (context == MARK_HYPERVISOR || context == MARK_KERNEL || context == MARK_USER)
		return;
	s->chain.n = 0;
	s->given_up = true;
}

/* Numbers that a sample has once. NULL: the word is none of them. */
static uint64_t *number_of(struct sample *s, enum word word)
{
	switch (word) {
	case W_ip:
		return &s->ip;
	case W_addr:
		return &s->addr;
	case W_period:
		return &s->period;
	case W_weight:
		return &s->weight;
	case W_ins_lat:
		return &s->ins_lat;
	case W_phys_addr:
		return &s->phys_addr;
	case W_data_page_size:
		return &s->data_page_size;
	case W_code_page_size:
		return &s->code_page_size;
	default:
		return NULL;
	}
}

static bool sample_item(struct sink *sink, const struct item *item)
{
	struct script_writer *w = of_sink(sink);
	struct sample *s = &w->sample;
	uint64_t *number = number_of(s, item->word);

	if (number) {
		*number = item->num;
		return true;
	}
	switch (item->word) {
	case W_callchain:
		s->has_chain = true;
		break;
	case W_callchain_ip:
		if (!s->given_up)
			vec_push(&s->chain, ((struct frame){ item->num, s->context }));
		break;
	case W_callchain_context:
		take_context(s, item->num);
		break;
	case W_iregs_abi:
		take_abi(item, &s->iregs);
		break;
	case W_iregs_reg:
		take_register(w, item, &s->iregs);
		break;
	case W_uregs_abi:
		take_abi(item, &s->uregs);
		break;
	case W_uregs_reg:
		take_register(w, item, &s->uregs);
		break;
	default:
		take_branch(&s->branch, item);
		break;
	}
	return true;
}

static void add_branch(struct script_writer *w, struct buf *out)
{
	enum {
		EXTENDED = 15 /* PERF_BR_EXTEND_ABI */
	};
	const struct branch *b = &w->sample.branch;

	buf_addf(out, " 0x%llx/0x%llx/%c/%c/%c/%llu/", (unsigned long long)b->from,
		 (unsigned long long)b->to,
		 b->predicted ? 'P'
		 : b->mispred ? 'M'
			      : '-',
		 b->in_tx ? 'X' : '-', b->abort ? 'A' : '-', (unsigned long long)b->cycles);
	if (b->type == EXTENDED)
		word_text(out, W_br_new_type, b->new_type);
	else if (b->type)
		word_text(out, W_br_type, b->type);
	buf_addc(out, ' ');
}

static bool sample_end(struct sink *sink, const struct item *item)
{
	struct script_writer *w = of_sink(sink);

	if (item->element && w->sample.branch.open) {
		add_branch(w, &w->sample.brstack);
		w->sample.branch = (struct branch){ .open = false };
	}
	return true;
}

/* Behind a stack that was cut perf has a frame at an address of all ones. */
static void add_user_frames(struct script_writer *w, const struct row_info *info, const uint8_t *p,
			    size_t len)
{
	const struct unwind_frames *frames =
		userstack_frames(reader_userstack(w->reader), info, &w->layout, p, len);
	struct sample *s = &w->sample;

	for (size_t i = 0; frames && i < frames->ips.n; i++)
		vec_push(&s->chain, ((struct frame){ frames->ips.v[i], MARK_USER }));
	if (frames && frames->why == UNWIND_CUT)
		vec_push(&s->chain, ((struct frame){ UINT64_MAX, MARK_USER }));
}

static void read_sample(struct script_writer *w, const struct row_info *info,
			const struct event *event)
{
	struct sample *s = &w->sample;
	const uint8_t *p;
	size_t len;

	s->ip = s->addr = s->weight = s->ins_lat = s->phys_addr = 0;
	s->data_page_size = s->code_page_size = 0;
	s->period = event->attr.sample_period;
	s->has_chain = s->given_up = false;
	s->chain.n = 0;
	s->context = 0;
	buf_reset(&s->iregs);
	buf_reset(&s->uregs);
	buf_reset(&s->brstack);
	reader_layout(w->reader, info, &w->layout);
	p = reader_bytes(w->reader, info, &len);
	decode_record(&w->layout, p, len, &w->sink);
	if (w->fields.callchain && s->has_chain && !s->given_up)
		add_user_frames(w, info, p, len);
}

/* ---- what stands before the fields of the event ---- */

static void add_text(const struct script_writer *w, struct buf *out, const char *p, size_t len)
{
	if (w->script->escaped)
		text_escape(out, p, len);
	else
		buf_add(out, p, len);
}

/* On the right of a column. */
static void add_right(struct buf *out, const char *p, size_t len, size_t width)
{
	if (len < width)
		buf_fill(out, ' ', width - len);
	buf_add(out, p, len);
}

static void add_hex16(struct buf *out, uint64_t v)
{
	size_t digits = v ? (size_t)(67 - __builtin_clzll(v)) / 4 : 1;

	buf_fill(out, ' ', 16 - digits);
	buf_add_hex(out, v);
}

/* What was appended since start goes to the right of a column. */
static void pad_left(struct buf *out, size_t start, size_t width)
{
	size_t len = out->len - start;

	if (len >= width)
		return;
	buf_fill(out, ' ', width - len);
	memmove(out->p + start + width - len, out->p + start, len);
	memset(out->p + start, ' ', width - len);
}

static void add_padded(struct buf *out, uint64_t v, size_t width)
{
	size_t start = out->len;

	buf_add_u64(out, v);
	pad_left(out, start, width);
}

static void add_comm(struct script_writer *w, const struct row_info *info, bool chain,
		     struct buf *out)
{
	struct buf comm = BUF_INIT;

	buf_reset(&w->text);
	if (!reader_comm_bytes(w->reader, info, &w->text)) {
		buf_addf(&w->text, ":%d", info->has_tid ? (int)info->tid : -1);
	}
	add_text(w, &comm, w->text.p, w->text.len);
	add_right(out, comm.p, comm.len, chain ? 0 : 16);
	buf_addc(out, ' ');
	buf_release(&comm);
}

static void add_task(const struct script_writer *w, const struct row_info *info, struct buf *out)
{
	int pid = info->has_pid ? (int)info->pid : -1, tid = info->has_tid ? (int)info->tid : -1;

	if (w->shown & SCRIPT_PID && w->shown & SCRIPT_TID)
		buf_addf(out, "%5d/%-5d ", pid, tid);
	else if (w->shown & (SCRIPT_PID | SCRIPT_TID))
		buf_addf(out, "%5d ", w->shown & SCRIPT_PID ? pid : tid);
}

/* Seconds, in five columns at least. */
static void add_time(const struct script_writer *w, const struct row_info *info, struct buf *out)
{
	uint64_t time = info->has_time ? writer_time(w->options, info->time) : UINT64_MAX;
	size_t start = out->len;

	if (w->options->ns)
		buf_add_decimals(out, time, 9);
	else
		buf_add_decimals(out, time / 1000, 6);
	pad_left(out, start, w->options->ns ? 15 : 12);
	buf_add(out, ": ", 2);
}

static void add_cpu(const struct row_info *info, struct buf *out)
{
	size_t start = out->len + 1;

	if (!info->has_cpu || info->cpu > 999) {
		buf_addf(out, "[%03d] ", info->has_cpu ? (int)info->cpu : -1);
		return;
	}
	buf_addc(out, '[');
	buf_add_u64(out, 1000 + info->cpu);
	memmove(out->p + start, out->p + start + 1, 3);
	buf_truncate(out, out->len - 1);
	buf_add(out, "] ", 2);
}

static void add_start(struct script_writer *w, const struct row_info *info, bool chain,
		      struct buf *out)
{
	if (w->shown & SCRIPT_COMM)
		add_comm(w, info, chain, out);
	add_task(w, info, out);
	if (w->shown & SCRIPT_CPU)
		add_cpu(info, out);
	if (w->shown & SCRIPT_TIME)
		add_time(w, info, out);
}

/* ---- addresses ---- */

static void add_symbol(struct script_writer *w, const struct row_info *info,
		       const struct mapping *mapping, uint64_t addr, struct buf *out)
{
	struct symbols_answer symbol = { .answer = SYMS_NONE };

	if (mapping)
		symbols_find(reader_symbols(w->reader), info, mapping, addr, &symbol);
	buf_addc(out, ' ');
	if (symbol.answer != SYMS_FOUND) {
		buf_adds(out, "[unknown]");
		return;
	}
	add_text(w, out, symbol.name, symbol.len);
	if (w->shown & SCRIPT_SYMOFF) {
		buf_addc(out, '+');
		buf_add0x(out, symbol.off);
	}
}

/* Symbol and object of an address, as far as they are shown. */
static void add_name(struct script_writer *w, const struct row_info *info,
		     const struct mapping *mapping, uint64_t addr, struct buf *out)
{
	if (w->shown & SCRIPT_SYM)
		add_symbol(w, info, mapping, addr, out);
	if (!(w->shown & SCRIPT_DSO))
		return;
	buf_adds(out, " (");
	if (mapping)
		add_text(w, out, mapping->dso, strlen(mapping->dso));
	else
		buf_adds(out, "[unknown]");
	buf_addc(out, ')');
}

static const struct mapping *find_mapping(struct script_writer *w, const struct row_info *info,
					  enum cpumode mode, uint64_t addr)
{
	return mappings_find(reader_mappings(w->reader), info, mode, addr, NULL);
}

static enum cpumode mode_of(const struct row_info *info, const struct frame *frame)
{
	switch (frame->context) {
	case MARK_HYPERVISOR:
		return CPUMODE_HYPERVISOR;
	case MARK_KERNEL:
		return CPUMODE_KERNEL;
	case MARK_USER:
		return CPUMODE_USER;
	default:
		return info->misc & CPUMODE_MASK;
	}
}

/* Of frames in user space perf shows the place in the file. */
static void add_frame(struct script_writer *w, const struct row_info *info,
		      const struct frame *frame, struct buf *out)
{
	const struct mapping *mapping = find_mapping(w, info, mode_of(info, frame), frame->ip);
	uint64_t shown = frame->ip, offset;

	if (mapping && mapping->kind == MAPPING_USER && mapping_offset(mapping, shown, &offset))
		shown = offset;
	buf_addc(out, '\t');
	add_hex16(out, shown);
	add_name(w, info, mapping, frame->ip, out);
	buf_addc(out, '\n');
}

static void add_place(struct script_writer *w, const struct row_info *info, struct buf *out)
{
	const struct sample *s = &w->sample;
	enum cpumode mode = info->misc & CPUMODE_MASK;

	if (w->fields.callchain && s->has_chain) {
		buf_addc(out, '\n');
		for (size_t i = 0; i < s->chain.n && i < w->script->max_stack; i++)
			add_frame(w, info, &s->chain.v[i], out);
		return;
	}
	buf_addc(out, ' ');
	add_hex16(out, s->ip);
	add_name(w, info, find_mapping(w, info, mode, s->ip), s->ip, out);
}

/* Does the address of the event's samples stand for something that can have a name? */
static bool names_addr(const struct event *event)
{
	enum {
		BRANCHES = 4,
		BRANCH_MISSES = 5,
		PAGE_FAULTS = 2,
		MINOR_FAULTS = 5,
		MAJOR_FAULTS = 6
	};
	uint64_t config = event->attr.config;

	if (event->attr.type == ATTR_TYPE_SOFTWARE)
		return config == PAGE_FAULTS || config == MINOR_FAULTS || config == MAJOR_FAULTS;
	return event->attr.type == ATTR_TYPE_HARDWARE && config == BRANCHES &&
	       event->attr.sample_period == 1;
}

/* ---- a row ---- */

static const char *page_size(uint64_t size, char text[24])
{
	static const char units[] = { 0, 'K', 'M', 'G', 'T' };
	unsigned i = 0;

	if (!size)
		return "N/A";
	for (; size >= 1024 && i < sizeof(units) - 1; size /= 1024)
		i++;
	if (units[i])
		snprintf(text, 24, "%llu%c", (unsigned long long)size, units[i]);
	else
		snprintf(text, 24, "%llu", (unsigned long long)size);
	return text;
}

static void add_memory(const struct script_writer *w, struct buf *out)
{
	const struct sample *s = &w->sample;
	char text[24];

	if (w->shown & SCRIPT_PHYS_ADDR)
		add_hex16(out, s->phys_addr);
	if (w->shown & SCRIPT_DATA_PAGE_SIZE)
		buf_addf(out, " %s", page_size(s->data_page_size, text));
	if (w->shown & SCRIPT_CODE_PAGE_SIZE)
		buf_addf(out, " %s", page_size(s->code_page_size, text));
}

static void add_trace(struct script_writer *w, const struct row_info *info, struct buf *out)
{
	buf_reset(&w->text);
	if (reader_trace_bytes(w->reader, info, &w->text))
		add_text(w, out, w->text.p, w->text.len);
}

static void add_event(struct script_writer *w, const struct event *event, struct buf *out)
{
	size_t start = out->len;

	add_text(w, out, event->name, strlen(event->name));
	pad_left(out, start, w->width);
	buf_adds(out, ": ");
}

static void add_sample(struct script_writer *w, const struct row_info *info,
		       const struct event *event, struct buf *out)
{
	const struct sample *s = &w->sample;
	enum cpumode mode = info->misc & CPUMODE_MASK;

	if (w->shown & SCRIPT_PERIOD) {
		add_padded(out, s->period, 10);
		buf_addc(out, ' ');
	}
	if (w->shown & SCRIPT_EVENT)
		add_event(w, event, out);
	if (w->shown & SCRIPT_TRACE)
		add_trace(w, info, out);
	if (w->shown & SCRIPT_ADDR) {
		add_hex16(out, s->addr);
		if (names_addr(event))
			add_name(w, info, find_mapping(w, info, mode, s->addr), s->addr, out);
	}
	if (w->shown & SCRIPT_WEIGHT)
		add_padded(out, s->weight, 16);
	if (w->shown & SCRIPT_INS_LAT)
		add_padded(out, s->ins_lat & 0xffff, 16);
	if (w->shown & SCRIPT_IP)
		add_place(w, info, out);
	if (w->shown & SCRIPT_IREGS)
		buf_add(out, s->iregs.p, s->iregs.len);
	if (w->shown & SCRIPT_UREGS)
		buf_add(out, s->uregs.p, s->uregs.len);
	if (w->shown & SCRIPT_BRSTACK)
		buf_add(out, s->brstack.p, s->brstack.len);
	add_memory(w, out);
	buf_addc(out, '\n');
}

/* Each part of the recording has its own events. What the user chose was checked before. */
static void enter_part(struct script_writer *w, const struct row_info *info)
{
	const struct perf_file *file = reader_file(w->reader, info);
	struct err err = ERR_INIT;

	w->entered = true;
	w->part = info->part;
	w->fields = w->script->fields;
	script_fields_settle(&w->fields, file, &err);
	w->width = 0;
	for (size_t i = 0; i < file->events.list.n; i++) {
		size_t len = strlen(file->events.list.v[i].name);

		w->width = len > w->width ? len : w->width;
	}
}

/* perf leaves these out unless it is told about the guests. */
static bool is_of_guest(const struct row_info *info)
{
	unsigned mode = info->misc & CPUMODE_MASK;

	return mode == CPUMODE_GUEST_KERNEL || mode == CPUMODE_GUEST_USER;
}

static void script_row(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct script_writer *w = (struct script_writer *)writer;
	const struct event *event;
	bool chain;

	if (info->type != RECORD_SAMPLE || info->event == EVENT_NONE || is_of_guest(info))
		return;
	if (!w->entered || w->part != info->part)
		enter_part(w, info);
	event = &reader_file(w->reader, info)->events.list.v[info->event];
	w->shown = script_fields_of(&w->fields, event);
	if (!w->shown)
		return;
	read_sample(w, info, event);
	chain = w->shown & SCRIPT_IP && w->fields.callchain &&
		event->attr.sample_type & SAMPLE_CALLCHAIN;
	add_start(w, info, chain, out);
	add_sample(w, info, event, out);
}

static void script_close(struct writer *writer)
{
	struct script_writer *w = (struct script_writer *)writer;

	vec_release(&w->sample.chain);
	buf_release(&w->sample.iregs);
	buf_release(&w->sample.uregs);
	buf_release(&w->sample.brstack);
	buf_release(&w->text);
	free(w);
}

struct writer *perfscript_open(struct reader *reader, const struct writer_options *options)
{
	struct script_writer *w = mem_zalloc(sizeof(*w));

	w->writer = (struct writer){ .row = script_row, .close = script_close };
	w->sink = (struct sink){ .begin = sample_item, .value = sample_item, .end = sample_end };
	w->reader = reader;
	w->options = options;
	w->script = options->script;
	buf_init(&w->sample.iregs);
	buf_init(&w->sample.uregs);
	buf_init(&w->sample.brstack);
	buf_init(&w->text);
	return &w->writer;
}
