/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/derived_walk.h"

#include <string.h>

#include "recording/derived_packets.h"
#include "recording/mappings.h"
#include "recording/userstack.h"

struct derived_walk {
	struct sink sink;
	struct sink *to;
	const struct row_record *record;
	const struct made_field *wanted[DERIVED_FIELDS]; /* n entries */
	unsigned n;
	bool chain, frames, frames_end, packets; /* requested */
	enum cpumode mode;			 /* of the following frames of the call chain */
	bool is_return;	      /* they are return addresses: the call is the previous instruction */
	bool unwound;	      /* unwound frames are not return addresses */
	uint64_t branches;    /* entries of the branch stack */
	struct item snapshot; /* trace data of a sample; len 0: not found yet */
};

static const struct mapping *find_mapping(struct derived_walk *d, enum derived_of of, uint64_t addr)
{
	struct mappings *mappings = reader_mappings(d->record->reader);

	if (of == DERIVED_OF_ANY)
		return mappings_find_any(mappings, d->record->info, addr, NULL);
	return mappings_find(mappings, d->record->info,
			     of == DERIVED_OF_FRAME ? d->mode
						    : d->record->info->misc & CPUMODE_MASK,
			     addr, NULL);
}

static bool give_made(struct derived_walk *d, const struct item *base,
		      const struct made_field *made)
{
	struct derived_making m = {
		.record = d->record, .base = base, .addr = base->num, .branches = d->branches
	};
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
		m.addr -= d->is_return;
	if (!made->make(&m, &item))
		return true;
	return sink_value(d->to, &item);
}

static bool walk_value(struct sink *sink, const struct item *item);

static const struct unwind_frames *frames_of(struct derived_walk *d)
{
	return userstack_frames(reader_userstack(d->record->reader), d->record->info,
				&d->record->layout, d->record->p, d->record->len);
}

/* Pass addresses of user frames as elements of the current list; their bytes are those of `at`. */
static bool give_ips(struct derived_walk *d, const struct unwind_frames *frames,
		     enum field_id field, uint32_t index, const struct item *at)
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
	d->is_return = false;
	d->unwound = true;
	for (size_t i = 0; i < frames->ips.n; i++) {
		item.index = index + (uint32_t)i;
		item.num = frames->ips.v[i];
		if (!walk_value(&d->sink, &item))
			return false;
	}
	d->unwound = false;
	return true;
}

/* Pass the unwound frames, after the last item that unwinding needs. */
static bool give_frames(struct derived_walk *d, const struct item *dyn)
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
	if (d->frames && !(sink_begin(d->to, &item) &&
			   give_ips(d, frames, F_uframes_ip, 0, &item) && sink_end(d->to, &item)))
		return false;
	if (!d->frames_end)
		return true;
	item.field = F_uframes_end;
	item.type = FT_STR;
	item.kind = ROW_STR;
	item.bytes = (const uint8_t *)unwind_why_text(frames->why);
	item.text_len = (uint32_t)strlen(unwind_why_text(frames->why));
	return sink_value(d->to, &item);
}

/*
 * If fields of the call chain's frames are requested, the user frames follow those of the kernel,
 * as in perf.
 */
static bool give_rest_of_chain(struct derived_walk *d, const struct item *chain)
{
	const struct unwind_frames *frames = d->chain ? frames_of(d) : NULL;

	return !frames || give_ips(d, frames, F_callchain_ip, (uint32_t)chain->num, chain);
}

static bool give_packets(struct derived_walk *d, const struct item *item)
{
	return !d->packets || derived_packets_give(d->record, item, d->to);
}

/* The name of an event by the trailer's id is also made of sid.id if the body has an id. */
static bool is_made_of(const struct made_field *made, enum field_id base)
{
	return made->base == base || (made->field == F_sid_event && base == F_sid_id);
}

static bool walk_value(struct sink *sink, const struct item *item)
{
	struct derived_walk *d = (struct derived_walk *)sink;

	if (!sink_value(d->to, item))
		return false;
	if (item->field == F_callchain_context) {
		d->mode = derived_context_mode(item->num);
		d->is_return = false;
	}
	for (unsigned i = 0; i < d->n; i++)
		if (is_made_of(d->wanted[i], item->field) && !item->element &&
		    !give_made(d, item, d->wanted[i]))
			return false;
	if (item->field == F_callchain_ip && !d->unwound)
		d->is_return = true;
	if (item->field == F_aux_sample_data)
		d->snapshot = *item;
	if (item->field == F_auxtrace_cpu && !give_packets(d, item))
		return false;
	return item->field != F_ustack_dyn || !(d->frames || d->frames_end) || give_frames(d, item);
}

static bool walk_begin(struct sink *sink, const struct item *item)
{
	struct derived_walk *d = (struct derived_walk *)sink;

	if (item->field == F_brstack && !item->element)
		d->branches = item->num;
	return sink_begin(d->to, item);
}

static bool walk_end(struct sink *sink, const struct item *item)
{
	struct derived_walk *d = (struct derived_walk *)sink;

	if (item->field == F_callchain && !item->element && !give_rest_of_chain(d, item))
		return false;
	if (!sink_end(d->to, item))
		return false;
	return item->field != F_aux_sample || !d->snapshot.len || give_packets(d, &d->snapshot);
}

/* Can records of a type have such a base? Samples have addresses, other types have ids. */
static bool may_have(uint32_t type, enum derived_of of)
{
	if (of == DERIVED_OF_ID)
		return type != RECORD_SAMPLE && type != RECORD_AUXTRACE;
	return record_has_frames(type) || (type == RECORD_AUXTRACE && of == DERIVED_OF_TRACE);
}

static void want(struct derived_walk *d, const struct made_field *made)
{
	unsigned at;

	d->frames_end |= made->field == F_uframes_end;
	d->frames |= made->base == F_uframes_ip ||
		     (made->of == DERIVED_OF_USTACK && made->field != F_uframes_end);
	d->packets |= made->of == DERIVED_OF_TRACE;
	if (!made->make)
		return;
	for (at = d->n++; at && d->wanted[at - 1]->rank > made->rank; at--)
		d->wanted[at] = d->wanted[at - 1];
	d->wanted[at] = made;
}

/* Returns false if no field of the set can be made. */
static bool want_all(struct derived_walk *d, const struct derived_set *set)
{
	d->chain = set->chain && record_has_frames(d->record->info->type);
	for (unsigned i = 0; i < sizeof(set->bits) / sizeof(set->bits[0]); i++)
		for (uint64_t bits = set->bits[i]; bits; bits &= bits - 1) {
			const struct made_field *made =
				&derived_fields[64 * i + (unsigned)__builtin_ctzll(bits)];

			if (may_have(d->record->info->type, made->of))
				want(d, made);
		}
	return d->n || d->chain || d->frames || d->frames_end || d->packets;
}

/* Returns false if nothing of the set can be made. */
static bool start(struct derived_walk *d, const struct row_record *record,
		  const struct derived_set *wanted, struct sink *sink)
{
	d->n = 0;
	d->frames = d->frames_end = d->packets = false;
	d->record = record;
	if (!want_all(d, wanted))
		return false;
	d->sink = (struct sink){ walk_begin, walk_value, walk_end };
	d->to = sink;
	d->mode = CPUMODE_USER;
	d->is_return = d->unwound = false;
	d->branches = 0;
	d->snapshot.len = 0;
	return true;
}

const char *derived_walk(struct row_record *record, const struct derived_set *wanted,
			 struct sink *sink)
{
	struct derived_walk d;

	row_record_read(record);
	return decode_record(&record->layout, record->p, record->len,
			     start(&d, record, wanted, sink) ? &d.sink : sink);
}

void derived_walk_number(const struct row_record *record, const struct derived_set *wanted,
			 enum field_id base, uint64_t number, struct sink *sink)
{
	struct item item = {
		.field = base, .type = field_info(base)->type, .kind = ROW_UINT, .num = number
	};
	struct derived_walk d;

	if (start(&d, record, wanted, sink))
		walk_value(&d.sink, &item);
}
