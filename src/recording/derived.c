/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/derived.h"

#include <string.h>
#include <sys/mman.h>

#include "recording/addresstext.h"
#include "recording/cgroups.h"
#include "recording/instructions.h"
#include "recording/mappings.h"
#include "recording/packets.h"
#include "recording/payload.h"
#include "recording/symbols.h"
#include "recording/userstack.h"
#include "wire/bytes.h"
#include "wire/vocabulary.h"

/* A requested field, and how it is made. */
struct made_field;

struct derived {
	struct sink sink;
	struct sink *to;
	struct reader *reader;
	const struct row_info *info;
	const struct made_field *wanted[DERIVED_FIELDS]; /* n entries */
	unsigned n;
	bool chain, frames, frames_end, packets; /* requested */
	enum cpumode mode;			 /* of the following frames of the call chain */
	bool caller;  /* they are return addresses: the call is the instruction before */
	bool unwound; /* unwound frames are not return addresses */
	const struct layout *layout;
	const uint8_t *rec;
	size_t len;
	uint64_t branches;    /* entries of the branch stack */
	struct item snapshot; /* trace data of a sample; len 0: not found yet */
};

/* The state while an item is made: its base item, and the mapping there. */
struct item_making {
	struct derived *d;
	const struct item *base;
	const struct mapping *mapping; /* of DERIVED_OF_IP, _FRAME, _ANY; NULL: unknown */
	uint64_t addr;		       /* the address of a source line: for a frame, that of its
				        * call */
};

/* Set the field's item. Returns false if there is no value. */
typedef bool make_fn(const struct item_making *m, struct item *item);

static bool set_text(struct item *item, const char *text, size_t len)
{
	item->bytes = (const uint8_t *)text;
	item->text_len = (uint32_t)len;
	return text;
}

/* Made by the walk itself (give_frames(), give_packets()). */
static bool make_nothing(const struct item_making *m, struct item *item)
{
	(void)m;
	(void)item;
	return false;
}

static const struct mapping *find_mapping(struct derived *d, enum derived_of of, uint64_t addr);

static bool make_dso(const struct item_making *m, struct item *item)
{
	return m->mapping && set_text(item, m->mapping->dso, strlen(m->mapping->dso));
}

static bool make_map_off(const struct item_making *m, struct item *item)
{
	return m->mapping && mapping_offset(m->mapping, m->base->num, &item->num);
}

/*
 * Distinguishes lines of different processes, as perf c2c does; but private mappings of files also
 * belong to one process, because it may have written to them.
 */
static bool make_pid(const struct item_making *m, struct item *item)
{
	bool user = (int64_t)m->base->num >= 0;

	if (m->mapping)
		user = (m->mapping->kind == MAPPING_USER ||
			m->mapping->kind == MAPPING_GUEST_USER) &&
		       !(m->mapping->flags & MAP_SHARED);
	item->num = (uint64_t)(int64_t)(int32_t)m->d->info->pid;
	return user && m->d->info->has_pid;
}

static bool find_symbol(const struct item_making *m, struct symbols_answer *answer)
{
	symbols_find(reader_symbols(m->d->reader), m->d->info, m->mapping, m->base->num, answer);
	return answer->answer == SYMS_FOUND;
}

static bool make_sym(const struct item_making *m, struct item *item)
{
	struct symbols_answer answer;

	return find_symbol(m, &answer) && set_text(item, answer.name, answer.len);
}

static bool add_place(const struct item_making *m, const struct mapping *mapping, uint64_t addr,
		      struct item *item)
{
	struct buf *text = reader_made_text(m->d->reader);
	struct symbols_answer symbol;

	if (mapping) {
		symbols_find(reader_symbols(m->d->reader), m->d->info, mapping, addr, &symbol);
		addresstext_place(mapping, symbol.answer == SYMS_FOUND ? symbol.name : NULL,
				  symbol.len, symbol.off, addr, text);
	}
	if (!text->len)
		buf_add0x(text, addr);
	return set_text(item, text->p, text->len);
}

static bool make_place(const struct item_making *m, struct item *item)
{
	return add_place(m, m->mapping, m->base->num, item);
}

static bool make_symaddr(const struct item_making *m, struct item *item)
{
	struct symbols_answer answer;

	if (!find_symbol(m, &answer))
		return false;
	item->num = answer.start;
	return true;
}

static bool make_symoff(const struct item_making *m, struct item *item)
{
	struct symbols_answer answer;

	if (!find_symbol(m, &answer))
		return false;
	item->num = answer.off;
	return true;
}

static bool source(const struct item_making *m, enum symbols_text what, struct item *item)
{
	size_t len = 0;
	const char *text = symbols_source_text(reader_symbols(m->d->reader), m->d->info, m->mapping,
					       m->addr, what, &len);

	return set_text(item, text, len);
}

static bool make_srcline(const struct item_making *m, struct item *item)
{
	return source(m, SYMBOLS_SRCLINE, item);
}

static bool make_srcfile(const struct item_making *m, struct item *item)
{
	return source(m, SYMBOLS_SRCFILE, item);
}

static bool make_inline(const struct item_making *m, struct item *item)
{
	return source(m, SYMBOLS_INLINE, item);
}

static bool make_asm(const struct item_making *m, struct item *item)
{
	struct instruction in;

	return instructions_find(reader_instructions(m->d->reader), m->d->info, m->mapping, m->addr,
				 &in) &&
	       set_text(item, in.text, in.text_len);
}

static bool make_insn(const struct item_making *m, struct item *item)
{
	struct instruction in;

	return instructions_find(reader_instructions(m->d->reader), m->d->info, m->mapping, m->addr,
				 &in) &&
	       set_text(item, in.hex, in.hex_len);
}

static bool make_cgroup_path(const struct item_making *m, struct item *item)
{
	size_t len = 0;
	const char *path =
		cgroups_path(reader_cgroups(m->d->reader), m->d->info, m->base->num, &len);

	return set_text(item, path, len);
}

/* linux/perf_event.h, struct perf_branch_entry: from, to, flags; the newest entry comes first. */
static bool make_block_start(const struct item_making *m, struct item *item)
{
	enum {
		ENTRY = 24
	};
	const struct derived *d = m->d;
	size_t at = (size_t)m->base->off + ENTRY;

	if (m->base->index + 1 >= d->branches || at + sizeof(item->num) > d->len)
		return false;
	item->num = load_uint(d->rec + at, sizeof(item->num), d->layout->big);
	return true;
}

static bool make_start_place(const struct item_making *m, struct item *item)
{
	struct item start = { .num = 0 };

	if (!make_block_start(m, &start))
		return false;
	return add_place(m, find_mapping(m->d, DERIVED_OF_ANY, start.num), start.num, item);
}

static bool set_event(const struct item_making *m, struct item *item)
{
	const struct events *events = &reader_file(m->d->reader, m->d->info)->events;
	int event = events_by_id(events, m->base->num);
	const char *name = event == EVENT_NONE ? NULL : events->list.v[event].name;

	return name && set_text(item, name, strlen(name));
}

/* The event of an id: the id in the body of the record comes first, then the one in the trailer. */
static bool make_event(const struct item_making *m, struct item *item)
{
	return m->base->field == F_id && schema_has_id(m->d->info->type) && set_event(m, item);
}

static bool make_trailer_event(const struct item_making *m, struct item *item)
{
	return (m->base->field == F_sid_id || !schema_has_id(m->d->info->type)) &&
	       set_event(m, item);
}

static const struct made_field {
	enum field_id field, base;
	make_fn *make;
	enum derived_of of;
	unsigned rank;
} made_fields[] = {
#define MADE(id, name, alias, type, form, names, tier, help, maker, base, of, rank, records)       \
	{ F_##id, F_##base, make_##maker, DERIVED_OF_##of, rank },
#include "wire/fields.def"
};

/* Indexes of fields, from 1. */
static const uint8_t places[FIELD_COUNT] = {
#define MADE(id, ...) [F_##id] = DERIVED_##id + 1,
#include "wire/fields.def"
};
_Static_assert(DERIVED_FIELDS < UINT8_MAX, "too many fields for their places");

static const struct made_field *made(enum field_id field)
{
	return places[field] ? &made_fields[places[field] - 1] : NULL;
}

void derived_add(struct derived_set *set, enum field_id field)
{
	unsigned i = places[field] - 1u;

	if (!places[field])
		return;
	set->bits[i / 64] |= 1ull << i % 64;
	set->chain = set->chain || made_fields[i].base == F_callchain_ip;
}

void derived_add_ids(struct derived_set *set)
{
	for (size_t i = 0; i < DERIVED_FIELDS; i++)
		if (made_fields[i].of == DERIVED_OF_ID)
			derived_add(set, made_fields[i].field);
}

bool derived_is_made(enum field_id field)
{
	return made(field);
}

enum field_id derived_base(enum field_id field)
{
	const struct made_field *w = made(field);

	return w && (w->of == DERIVED_OF_IP || w->of == DERIVED_OF_ANY) ? w->base : FIELD_NONE;
}

bool derived_is_late(enum field_id field)
{
	return made(field) && made(field)->of != DERIVED_OF_ID;
}

bool derived_any_late(const struct derived_set *set)
{
	for (unsigned i = 0; i < DERIVED_FIELDS; i++)
		if (set->bits[i / 64] >> i % 64 & 1 && made_fields[i].of != DERIVED_OF_ID)
			return true;
	return set->chain;
}

bool derived_is_name(enum field_id field, bool *symbol, enum derived_of *of)
{
	const struct made_field *w = made(field);

	if (!w || (w->make != make_sym && w->make != make_dso) || made(w->base))
		return false;
	*symbol = w->make == make_sym;
	*of = w->of;
	return true;
}

bool derived_is_brief(enum field_id field)
{
	const struct made_field *w = made(field);

	return w && (w->make == make_place || w->make == make_start_place || field == F_pkt_text);
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

static const struct mapping *find_mapping(struct derived *d, enum derived_of of, uint64_t addr)
{
	struct mappings *mappings = reader_mappings(d->reader);

	if (of == DERIVED_OF_ANY)
		return mappings_find_any(mappings, d->info, addr, NULL);
	return mappings_find(mappings, d->info,
			     of == DERIVED_OF_FRAME ? d->mode : d->info->misc & CPUMODE_MASK, addr,
			     NULL);
}

static bool give(struct derived *d, const struct item *base, const struct made_field *made)
{
	struct item_making m = { .d = d, .base = base, .addr = base->num };
	enum field_type type = field_info(made->field)->type;
	struct item item = {
		.field = made->field,
		.type = type,
		.kind = type == FT_STR ? ROW_STR : ROW_UINT,
		.off = base->off,
		.len = base->len,
		.flags = (uint8_t)(ROW_AGAIN | ROW_DERIVED),
		.index = base->index,
	};

	if (made->of >= DERIVED_OF_IP && made->of <= DERIVED_OF_ANY)
		m.mapping = find_mapping(d, made->of, base->num);
	if (made->of == DERIVED_OF_FRAME)
		m.addr -= d->caller;
	if (!made->make(&m, &item))
		return true;
	return !d->to->value || d->to->value(d->to, &item);
}

static bool derived_value(struct sink *sink, const struct item *item);

static const struct unwind_frames *frames_of(struct derived *d)
{
	return userstack_frames(reader_userstack(d->reader), d->info, d->layout, d->rec, d->len);
}

/* Pass addresses of user frames as elements of the current list; their bytes are those of at. */
static bool give_ips(struct derived *d, const struct unwind_frames *frames, enum field_id field,
		     uint32_t index, const struct item *at)
{
	struct item item = {
		.field = field,
		.type = FT_UINT,
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

/* Pass the unwound frames, after the last item that unwinding needs. */
static bool give_frames(struct derived *d, const struct item *dyn)
{
	const struct unwind_frames *frames = frames_of(d);
	struct item item = {
		.field = F_uframes,
		.type = FT_LIST,
		.kind = ROW_CHAIN,
		.off = dyn->off,
		.len = dyn->len,
		.flags = ROW_AGAIN,
		.num = frames ? frames->ips.n : 0,
	};

	if (!frames)
		return true;
	if (d->frames && ((d->to->begin && !d->to->begin(d->to, &item)) ||
			  !give_ips(d, frames, F_uframes_ip, 0, &item) ||
			  (d->to->end && !d->to->end(d->to, &item))))
		return false;
	if (!d->frames_end)
		return true;
	item.field = F_uframes_end;
	item.type = FT_STR;
	item.kind = ROW_STR;
	item.bytes = (const uint8_t *)unwind_why_text(frames->why);
	item.text_len = (uint32_t)strlen(unwind_why_text(frames->why));
	return !d->to->value || d->to->value(d->to, &item);
}

/*
 * If fields of the call chain's frames are requested, the user frames follow those of the kernel,
 * as in perf.
 */
static bool give_rest_of_chain(struct derived *d, const struct item *chain)
{
	const struct unwind_frames *frames = d->chain ? frames_of(d) : NULL;

	return !frames || give_ips(d, frames, F_callchain_ip, (uint32_t)chain->num, chain);
}

/* ---- packets of trace data ---- */

static bool give_part(struct derived *d, const struct item *at, enum field_id field, uint64_t num,
		      const char *text)
{
	struct item item = {
		.field = field,
		.type = field_info(field)->type,
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
	struct buf *text = reader_made_text(d->reader);
	uint64_t number;
	bool more;

	trace_text(format, packet, text);
	more = give_part(d, at, F_pkt_offset, packet->offset, NULL) &&
	       give_part(d, at, F_pkt_size, packet->len, NULL) &&
	       give_part(d, at, F_pkt_type, 0, trace_kind(format, packet->kind));
	if (more && trace_ip(format, packet, &number))
		more = give_part(d, at, F_pkt_ip, number, NULL);
	if (more && trace_value(format, packet, &number))
		more = give_part(d, at, F_pkt_value, number, NULL);
	if (more && text->len)
		more = give_part(d, at, F_pkt_text, 0, text->p);
	if (more && packet->wrong)
		more = give_part(d, at, F_pkt_problem, 0, packet->wrong);
	return more;
}

/* A list begins with its number of elements. */
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
	struct item list = {
		.field = F_pkt,
		.type = FT_LIST,
		.kind = ROW_LIST,
		.flags = ROW_AGAIN,
	};
	struct item element = { .field = F_element,
				.type = FT_OBJECT,
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

/* The trace data of a sample are in its own bytes. */
static bool give_packets_of(struct derived *d, const struct item *item)
{
	enum trace_format format = d->packets ? reader_trace_format(d->reader, d->info)
					      : TRACE_BYTES;
	struct packets packets;
	bool more;

	if (format == TRACE_BYTES)
		return true;
	if (item->field == F_aux_sample_data)
		packets_init_bytes(&packets, format, d->rec + item->off, item->len);
	else if (!reader_packets(d->reader, d->info, &packets))
		return true;
	more = give_packets(d, &packets);
	packets_release(&packets);
	return more;
}

/* The name of an event by the trailer's id is also made of sid.id if the body has an id. */
static bool is_made_of(const struct made_field *made, enum field_id base)
{
	return made->base == base || (made->field == F_sid_event && base == F_sid_id);
}

static bool derived_value(struct sink *sink, const struct item *item)
{
	struct derived *d = (struct derived *)sink;

	if (d->to->value && !d->to->value(d->to, item))
		return false;
	if (item->field == F_callchain_context) {
		d->mode = derived_context_mode(item->num);
		d->caller = false;
	}
	for (unsigned i = 0; i < d->n; i++)
		if (is_made_of(d->wanted[i], item->field) && !item->element &&
		    !give(d, item, d->wanted[i]))
			return false;
	if (item->field == F_callchain_ip && !d->unwound)
		d->caller = true;
	if (item->field == F_aux_sample_data)
		d->snapshot = *item;
	if (item->field == F_auxtrace_cpu && !give_packets_of(d, item))
		return false;
	return item->field != F_ustack_dyn || !(d->frames || d->frames_end) || give_frames(d, item);
}

static bool derived_begin(struct sink *sink, const struct item *item)
{
	struct derived *d = (struct derived *)sink;

	if (item->field == F_brstack && !item->element)
		d->branches = item->num;
	return !d->to->begin || d->to->begin(d->to, item);
}

static bool derived_end(struct sink *sink, const struct item *item)
{
	struct derived *d = (struct derived *)sink;

	if (item->field == F_callchain && !item->element && !give_rest_of_chain(d, item))
		return false;
	if (d->to->end && !d->to->end(d->to, item))
		return false;
	return item->field != F_aux_sample || !d->snapshot.len || give_packets_of(d, &d->snapshot);
}

/* Can records of a type have such a base? Samples have addresses, other types have ids. */
static bool may_have(uint32_t type, enum derived_of of)
{
	if (of == DERIVED_OF_ID)
		return type != RECORD_SAMPLE && type != RECORD_AUXTRACE;
	return record_has_frames(type) || (type == RECORD_AUXTRACE && of == DERIVED_OF_TRACE);
}

static void want(struct derived *d, const struct made_field *made)
{
	unsigned at;

	d->frames_end |= made->field == F_uframes_end;
	d->frames |= made->base == F_uframes_ip ||
		     (made->of == DERIVED_OF_USTACK && made->field != F_uframes_end);
	d->packets |= made->of == DERIVED_OF_TRACE;
	if (made->make == make_nothing)
		return;
	for (at = d->n++; at && d->wanted[at - 1]->rank > made->rank; at--)
		d->wanted[at] = d->wanted[at - 1];
	d->wanted[at] = made;
}

/* Returns false if no field of the set can be made. */
static bool want_all(struct derived *d, const struct derived_set *set)
{
	d->chain = set->chain && record_has_frames(d->info->type);
	for (unsigned i = 0; i < sizeof(set->bits) / sizeof(set->bits[0]); i++)
		for (uint64_t bits = set->bits[i]; bits; bits &= bits - 1) {
			const struct made_field *made =
				&made_fields[64 * i + (unsigned)__builtin_ctzll(bits)];

			if (may_have(d->info->type, made->of))
				want(d, made);
		}
	return d->n || d->chain || d->frames || d->frames_end || d->packets;
}

static bool start(struct derived *d, struct reader *reader, const struct row_info *info,
		  const struct derived_set *wanted, const struct layout *layout, struct sink *sink)
{
	d->n = 0;
	d->frames = d->frames_end = d->packets = false;
	d->info = info;
	if (!want_all(d, wanted))
		return false;
	d->sink = (struct sink){ derived_begin, derived_value, derived_end };
	d->to = sink;
	d->reader = reader;
	d->mode = CPUMODE_USER;
	d->caller = d->unwound = false;
	d->layout = layout;
	d->branches = 0;
	d->snapshot.len = 0;
	return true;
}

const char *derived_walk(struct reader *reader, const struct row_info *info,
			 const struct derived_set *wanted, const struct layout *layout,
			 const uint8_t *rec, size_t len, struct sink *sink)
{
	struct derived d;

	if (!start(&d, reader, info, wanted, layout, sink))
		return decode_record(layout, rec, len, sink);
	d.rec = rec;
	d.len = len;
	return decode_record(layout, rec, len, &d.sink);
}

void derived_of_number(struct reader *reader, const struct row_info *info,
		       const struct derived_set *wanted, const struct layout *layout,
		       enum field_id base, uint64_t number, struct sink *sink)
{
	struct item item = {
		.field = base, .type = field_info(base)->type, .kind = ROW_UINT, .num = number
	};
	struct derived d;

	if (!start(&d, reader, info, wanted, layout, sink))
		return;
	d.rec = NULL;
	d.len = 0;
	derived_value(&d.sink, &item);
}
