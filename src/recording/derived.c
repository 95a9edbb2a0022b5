/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/derived.h"

#include <string.h>
#include <sys/mman.h>

#include "recording/cgroups.h"
#include "recording/mappings.h"
#include "recording/packets.h"
#include "recording/payload.h"
#include "recording/symbols.h"
#include "recording/userstack.h"
#include "wire/bytes.h"
#include "wire/vocabulary.h"

struct derived {
	struct sink sink;
	struct sink *to;
	struct reader *reader;
	const struct row_info *info;
	uint64_t wanted;
	enum cpumode mode; /* of the frames of the call chain that come now */
	bool caller;	   /* they are return addresses: the call is before them */
	bool unwound;	   /* those of unwinding are not */
	const struct layout *layout;
	const uint8_t *rec;
	size_t len;
	uint64_t branches;    /* entries of the branch stack */
	struct item snapshot; /* trace data of a sample; len 0: none yet */
};

/* How a value is made of the one that it follows. False: there is none. */
typedef bool derive_fn(struct derived *d, const struct item *base, struct item *item);

static bool set_dso(struct item *item, const struct mapping *mapping)
{
	if (!mapping)
		return false;
	item->bytes = (const uint8_t *)mapping->dso;
	item->text_len = (uint32_t)strlen(mapping->dso);
	return true;
}

static const struct mapping *mapping_of_ip(struct derived *d, uint64_t ip)
{
	return mappings_find(reader_mappings(d->reader), d->info, d->info->misc & CPUMODE_MASK, ip,
			     NULL);
}

static bool dso_of_ip(struct derived *d, const struct item *base, struct item *item)
{
	return set_dso(item, mapping_of_ip(d, base->num));
}

static bool offset_of_ip(struct derived *d, const struct item *base, struct item *item)
{
	const struct mapping *mapping = mapping_of_ip(d, base->num);

	return mapping && mapping_offset(mapping, base->num, &item->num);
}

static bool dso_of_frame(struct derived *d, const struct item *base, struct item *item)
{
	return set_dso(item, mappings_find(reader_mappings(d->reader), d->info, d->mode, base->num,
					   NULL));
}

static bool dso_of_any(struct derived *d, const struct item *base, struct item *item)
{
	return set_dso(item,
		       mappings_find_any(reader_mappings(d->reader), d->info, base->num, NULL));
}

/*
 * As perf c2c tells lines of several processes apart, but that what is mapped of a file and not
 * shared is a process's own, too: what was written there is.
 */
static bool pid_of_addr(struct derived *d, const struct item *base, struct item *item)
{
	const struct mapping *mapping =
		mappings_find_any(reader_mappings(d->reader), d->info, base->num, NULL);
	bool user = (int64_t)base->num >= 0;

	if (mapping)
		user = (mapping->kind == MAPPING_USER || mapping->kind == MAPPING_GUEST_USER) &&
		       !(mapping->flags & MAP_SHARED);
	item->num = (uint64_t)(int64_t)(int32_t)d->info->pid;
	return user && d->info->has_pid;
}

static bool find_symbol(struct derived *d, const struct mapping *mapping, uint64_t addr,
			struct symbols_answer *answer)
{
	symbols_find(reader_symbols(d->reader), d->info, mapping, addr, answer);
	return answer->answer == SYMS_FOUND;
}

static bool set_sym(struct derived *d, const struct mapping *mapping, uint64_t addr,
		    struct item *item)
{
	struct symbols_answer answer;

	if (!find_symbol(d, mapping, addr, &answer))
		return false;
	item->bytes = (const uint8_t *)answer.name;
	item->text_len = (uint32_t)answer.len;
	return true;
}

static bool set_symoff(struct derived *d, const struct mapping *mapping, uint64_t addr,
		       struct item *item)
{
	struct symbols_answer answer;

	if (!find_symbol(d, mapping, addr, &answer))
		return false;
	item->num = answer.off;
	return true;
}

static bool sym_of_ip(struct derived *d, const struct item *base, struct item *item)
{
	return set_sym(d, mapping_of_ip(d, base->num), base->num, item);
}

static bool symoff_of_ip(struct derived *d, const struct item *base, struct item *item)
{
	return set_symoff(d, mapping_of_ip(d, base->num), base->num, item);
}

static const struct mapping *mapping_of_frame(struct derived *d, uint64_t ip)
{
	return mappings_find(reader_mappings(d->reader), d->info, d->mode, ip, NULL);
}

static bool sym_of_frame(struct derived *d, const struct item *base, struct item *item)
{
	return set_sym(d, mapping_of_frame(d, base->num), base->num, item);
}

static bool symoff_of_frame(struct derived *d, const struct item *base, struct item *item)
{
	return set_symoff(d, mapping_of_frame(d, base->num), base->num, item);
}

static bool sym_of_any(struct derived *d, const struct item *base, struct item *item)
{
	return set_sym(d, mappings_find_any(reader_mappings(d->reader), d->info, base->num, NULL),
		       base->num, item);
}

static bool set_source(struct derived *d, const struct mapping *mapping, uint64_t addr,
		       enum symbols_text what, struct item *item)
{
	size_t len = 0;
	const char *text =
		symbols_source_text(reader_symbols(d->reader), d->info, mapping, addr, what, &len);

	item->bytes = (const uint8_t *)text;
	item->text_len = (uint32_t)len;
	return text;
}

static bool srcline_of_ip(struct derived *d, const struct item *base, struct item *item)
{
	return set_source(d, mapping_of_ip(d, base->num), base->num, SYMBOLS_SRCLINE, item);
}

static bool srcfile_of_ip(struct derived *d, const struct item *base, struct item *item)
{
	return set_source(d, mapping_of_ip(d, base->num), base->num, SYMBOLS_SRCFILE, item);
}

static bool inline_of_ip(struct derived *d, const struct item *base, struct item *item)
{
	return set_source(d, mapping_of_ip(d, base->num), base->num, SYMBOLS_INLINE, item);
}

static bool srcline_of_frame(struct derived *d, const struct item *base, struct item *item)
{
	return set_source(d, mapping_of_frame(d, base->num), base->num - d->caller, SYMBOLS_SRCLINE,
			  item);
}

static bool inline_of_frame(struct derived *d, const struct item *base, struct item *item)
{
	return set_source(d, mapping_of_frame(d, base->num), base->num - d->caller, SYMBOLS_INLINE,
			  item);
}

static bool path_of_cgroup(struct derived *d, const struct item *base, struct item *item)
{
	size_t len = 0;

	item->bytes =
		(const uint8_t *)cgroups_path(reader_cgroups(d->reader), d->info, base->num, &len);
	item->text_len = (uint32_t)len;
	return item->bytes;
}

/* linux/perf_event.h, struct perf_branch_entry: from, to, flags; the newest entry comes first. */
static bool start_of_block(struct derived *d, const struct item *base, struct item *item)
{
	enum {
		ENTRY = 24
	};
	size_t at = (size_t)base->off + ENTRY;

	if (base->index + 1 >= d->branches || at + sizeof(item->num) > d->len)
		return false;
	item->num = load_uint(d->rec + at, sizeof(item->num), d->layout->big);
	return true;
}

static bool set_event(struct derived *d, uint64_t id, struct item *item)
{
	const struct events *events = &reader_file(d->reader, d->info)->events;
	int event = events_by_id(events, id);

	if (event == EVENT_NONE)
		return false;
	item->bytes = (const uint8_t *)events->list.v[event].name;
	item->text_len = (uint32_t)strlen(events->list.v[event].name);
	return true;
}

/* The plain id is the body's where that has one, else the trailer's. */
static bool event_of_body(struct derived *d, const struct item *base, struct item *item)
{
	return base->word == W_id && schema_has_id(d->info->type) && set_event(d, base->num, item);
}

static bool event_of_trailer(struct derived *d, const struct item *base, struct item *item)
{
	return (base->word == W_sid_id || !schema_has_id(d->info->type)) &&
	       set_event(d, base->num, item);
}

/* The first two are DERIVED_IDS. */
static const struct {
	enum word word;
	derive_fn *derive;
} words[] = {
	{ W_id_event, event_of_body },
	{ W_sid_event, event_of_trailer },
	{ W_dso, dso_of_ip },
	{ W_map_off, offset_of_ip },
	{ W_sym, sym_of_ip },
	{ W_symoff, symoff_of_ip },
	{ W_srcline, srcline_of_ip },
	{ W_srcfile, srcfile_of_ip },
	{ W_inline, inline_of_ip },
	{ W_addr_sym, sym_of_any },
	{ W_callchain_sym, sym_of_frame },
	{ W_callchain_symoff, symoff_of_frame },
	{ W_callchain_srcline, srcline_of_frame },
	{ W_callchain_inline, inline_of_frame },
	{ W_br_from_sym, sym_of_any },
	{ W_br_to_sym, sym_of_any },
	{ W_addr_dso, dso_of_any },
	{ W_addr_pid, pid_of_addr },
	{ W_callchain_dso, dso_of_frame },
	{ W_uframes_dso, dso_of_frame },
	{ W_uframes_sym, sym_of_frame },
	{ W_uframes_symoff, symoff_of_frame },
	{ W_uframes_srcline, srcline_of_frame },
	{ W_uframes_inline, inline_of_frame },
	{ W_br_from_dso, dso_of_any },
	{ W_br_to_dso, dso_of_any },
	{ W_br_start, start_of_block },
	{ W_cgroup_path, path_of_cgroup },
};

enum {
	WORDS = sizeof(words) / sizeof(words[0])
};

/*
 * Bits of sets beside those of the words above and DERIVED_CHAIN: packets of trace data, frames
 * of the user's stack, and their end.
 */
#define PACKETS (1ull << 60)
#define FRAMES (1ull << 62)
#define FRAMES_END (1ull << 63)

static uint64_t set_of_frames(enum word word)
{
	switch (word) {
	case W_uframes:
	case W_uframes_ip:
	case W_uframes_dso:
	case W_uframes_sym:
	case W_uframes_symoff:
	case W_uframes_srcline:
	case W_uframes_inline:
		return FRAMES;
	case W_uframes_end:
		return FRAMES_END;
	case W_pkt:
	case W_pkt_offset:
	case W_pkt_size:
	case W_pkt_type:
	case W_pkt_ip:
	case W_pkt_value:
	case W_pkt_text:
	case W_pkt_problem:
		return PACKETS;
	default:
		return vocabulary_base(word) == W_callchain_ip ? DERIVED_CHAIN : 0;
	}
}

uint64_t derived_set(enum word word)
{
	for (unsigned i = 0; i < WORDS; i++)
		if (words[i].word == word)
			return 1ull << i | set_of_frames(word);
	return set_of_frames(word);
}

enum cpumode derived_context_mode(uint64_t context)
{
	switch ((int64_t)context) {
	case -128:
		return CPUMODE_KERNEL;
	case -512:
		return CPUMODE_USER;
	case -2176:
		return CPUMODE_GUEST_KERNEL;
	case -2560:
		return CPUMODE_GUEST_USER;
	default:
		return CPUMODE_HYPERVISOR;
	}
}

static bool give(struct derived *d, const struct item *base, unsigned number)
{
	struct item item = {
		.word = words[number].word,
		.type = word_info(words[number].word)->type,
		.kind = word_info(words[number].word)->type == WT_STR ? ROW_STR : ROW_UINT,
		.off = base->off,
		.len = base->len,
		.flags = (uint8_t)(ROW_AGAIN | ROW_DERIVED),
		.index = base->index,
	};

	if (!words[number].derive(d, base, &item))
		return true;
	return !d->to->value || d->to->value(d->to, &item);
}

static bool derived_value(struct sink *sink, const struct item *item);

static const struct unwind_frames *frames_of(struct derived *d)
{
	return userstack_frames(reader_userstack(d->reader), d->info, d->layout, d->rec, d->len);
}

/* Addresses of user frames as elements of the list at hand; their bytes are those of at. */
static bool give_ips(struct derived *d, const struct unwind_frames *frames, enum word word,
		     uint32_t index, const struct item *at)
{
	struct item item = {
		.word = word,
		.type = WT_UINT,
		.kind = ROW_UINT,
		.off = at->off,
		.len = at->len,
		.flags = ROW_AGAIN,
	};

	d->mode = CPUMODE_USER;
	d->caller = false;
	d->unwound = true;
	for (size_t i = 0; i < frames->ips.n; i++) {
		item.index = index + (uint32_t)i;
		item.num = frames->ips.v[i];
		if (!derived_value(&d->sink, &item))
			return false;
	}
	d->unwound = false;
	return true;
}

/* What unwinding finds, behind the last that is needed for it. */
static bool give_frames(struct derived *d, const struct item *dyn)
{
	const struct unwind_frames *frames = frames_of(d);
	struct item item = {
		.word = W_uframes,
		.type = WT_LIST,
		.kind = ROW_CHAIN,
		.off = dyn->off,
		.len = dyn->len,
		.flags = ROW_AGAIN,
		.num = frames ? frames->ips.n : 0,
	};

	if (!frames)
		return true;
	if (d->wanted & FRAMES && ((d->to->begin && !d->to->begin(d->to, &item)) ||
				   !give_ips(d, frames, W_uframes_ip, 0, &item) ||
				   (d->to->end && !d->to->end(d->to, &item))))
		return false;
	if (!(d->wanted & FRAMES_END))
		return true;
	item.word = W_uframes_end;
	item.type = WT_STR;
	item.kind = ROW_STR;
	item.bytes = (const uint8_t *)unwind_why_text(frames->why);
	item.text_len = (uint32_t)strlen(unwind_why_text(frames->why));
	return !d->to->value || d->to->value(d->to, &item);
}

/*
 * Who asks what the frames of a call chain are gets those of the user's stack, too, behind
 * those of the kernel, as perf has them.
 */
static bool give_rest_of_chain(struct derived *d, const struct item *chain)
{
	const struct unwind_frames *frames = d->wanted & DERIVED_CHAIN ? frames_of(d) : NULL;

	return !frames || give_ips(d, frames, W_callchain_ip, (uint32_t)chain->num, chain);
}

/* ---- packets of trace data ---- */

static bool give_part(struct derived *d, const struct item *at, enum word word, uint64_t num,
		      const char *text)
{
	struct item item = {
		.word = word,
		.type = word_info(word)->type,
		.kind = text ? ROW_STR : ROW_UINT,
		.off = at->off,
		.len = at->len,
		.flags = ROW_AGAIN | ROW_DERIVED,
		.index = at->index,
		.num = num,
		.bytes = (const uint8_t *)text,
		.text_len = text ? (uint32_t)strlen(text) : 0,
	};

	return !d->to->value || d->to->value(d->to, &item);
}

static bool give_packet(struct derived *d, const struct item *at, enum trace_format format,
			const struct packet *packet)
{
	struct buf text = BUF_INIT;
	uint64_t number;
	bool more;

	trace_text(format, packet, &text);
	more = give_part(d, at, W_pkt_offset, packet->offset, NULL) &&
	       give_part(d, at, W_pkt_size, packet->len, NULL) &&
	       give_part(d, at, W_pkt_type, 0, trace_kind(format, packet->kind));
	if (more && trace_ip(format, packet, &number))
		more = give_part(d, at, W_pkt_ip, number, NULL);
	if (more && trace_value(format, packet, &number))
		more = give_part(d, at, W_pkt_value, number, NULL);
	if (more && text.len)
		more = give_part(d, at, W_pkt_text, 0, text.p);
	if (more && packet->wrong)
		more = give_part(d, at, W_pkt_problem, 0, packet->wrong);
	buf_release(&text);
	return more;
}

/* A list says first how many elements it has. */
static uint64_t count_packets(struct packets *packets)
{
	const struct packets_place start = packets->place;
	struct packet packet;
	uint64_t n = 0;

	while (packets_next(packets, &packet))
		n++;
	packets_seek(packets, &start);
	return n;
}

static bool give_packets(struct derived *d, struct packets *packets)
{
	enum trace_format format = packets->place.trace.format;
	struct item list = { .word = W_pkt, .type = WT_LIST, .kind = ROW_LIST, .flags = ROW_AGAIN };
	struct item element = { .word = W_element,
				.type = WT_OBJECT,
				.kind = ROW_OBJECT,
				.flags = ROW_AGAIN,
				.element = true };
	struct packet packet;
	bool more;

	list.num = count_packets(packets);
	more = !d->to->begin || d->to->begin(d->to, &list);
	while (more && packets_next(packets, &packet)) {
		more = (!d->to->begin || d->to->begin(d->to, &element)) &&
		       give_packet(d, &element, format, &packet) &&
		       (!d->to->end || d->to->end(d->to, &element));
		element.index++;
	}
	return more && (!d->to->end || d->to->end(d->to, &list));
}

/* Trace data of a sample are in its own bytes. */
static bool give_packets_of(struct derived *d, const struct item *item)
{
	enum trace_format format = d->wanted & PACKETS ? reader_trace_format(d->reader, d->info)
						       : TRACE_BYTES;
	struct packets packets;
	bool more;

	if (format == TRACE_BYTES)
		return true;
	if (item->word == W_aux_sample_data)
		packets_init_bytes(&packets, format, d->rec + item->off, item->len);
	else if (!reader_packets(d->reader, d->info, &packets))
		return true;
	more = give_packets(d, &packets);
	packets_release(&packets);
	return more;
}

static bool is_made_of(enum word word, enum word base)
{
	return vocabulary_base(word) == base || (word == W_sid_event && base == W_sid_id);
}

static bool derived_value(struct sink *sink, const struct item *item)
{
	struct derived *d = (struct derived *)sink;

	if (d->to->value && !d->to->value(d->to, item))
		return false;
	if (item->word == W_callchain_context) {
		d->mode = derived_context_mode(item->num);
		d->caller = false;
	}
	for (unsigned i = 0; i < WORDS; i++)
		if (d->wanted >> i & 1 && is_made_of(words[i].word, item->word) && !item->element &&
		    !give(d, item, i))
			return false;
	if (item->word == W_callchain_ip && !d->unwound)
		d->caller = true;
	if (item->word == W_aux_sample_data)
		d->snapshot = *item;
	if (item->word == W_auxtrace_cpu && !give_packets_of(d, item))
		return false;
	return item->word != W_ustack_dyn || !(d->wanted & (FRAMES | FRAMES_END)) ||
	       give_frames(d, item);
}

static bool derived_begin(struct sink *sink, const struct item *item)
{
	struct derived *d = (struct derived *)sink;

	if (item->word == W_brstack && !item->element)
		d->branches = item->num;
	return !d->to->begin || d->to->begin(d->to, item);
}

static bool derived_end(struct sink *sink, const struct item *item)
{
	struct derived *d = (struct derived *)sink;

	if (item->word == W_callchain && !item->element && !give_rest_of_chain(d, item))
		return false;
	if (d->to->end && !d->to->end(d->to, item))
		return false;
	return item->word != W_aux_sample || !d->snapshot.len || give_packets_of(d, &d->snapshot);
}

/* What records of a type can have: samples and their call chains addresses, others ids. */
static uint64_t set_of_type(uint32_t type)
{
	if (type == RECORD_SAMPLE)
		return ~DERIVED_IDS;
	if (type == RECORD_AUXTRACE)
		return PACKETS;
	return record_has_frames(type) ? ~0ull : DERIVED_IDS;
}

const char *derived_walk(struct reader *reader, const struct row_info *info, uint64_t wanted,
			 const struct layout *layout, const uint8_t *rec, size_t len,
			 struct sink *sink)
{
	struct derived d = {
		.sink = { derived_begin, derived_value, derived_end },
		.to = sink,
		.reader = reader,
		.info = info,
		.wanted = wanted & set_of_type(info->type),
		.mode = CPUMODE_USER,
		.layout = layout,
		.rec = rec,
		.len = len,
	};

	if (!d.wanted)
		return decode_record(layout, rec, len, sink);
	return decode_record(layout, rec, len, &d.sink);
}
