/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/derived.h"

#include <string.h>

#include "recording/addresstext.h"
#include "recording/cgroups.h"
#include "recording/instructions.h"
#include "recording/mappings.h"
#include "recording/symbols.h"
#include "wire/bytes.h"
#include "wire/vocabulary.h"

static bool set_text(struct item *item, const char *text, size_t len)
{
	item->bytes = (const uint8_t *)text;
	item->text_len = (uint32_t)len;
	return text;
}

/* The walk itself makes it: frames and packets. */
#define make_nothing NULL

static bool make_dso(const struct derived_making *m, struct item *item)
{
	return m->mapping && set_text(item, m->mapping->dso, strlen(m->mapping->dso));
}

static bool make_map_off(const struct derived_making *m, struct item *item)
{
	return m->mapping && mapping_offset(m->mapping, m->base->num, &item->num);
}

/*
 * Distinguishes lines of different processes, as perf c2c does; but private mappings of files also
 * belong to one process, because it may have written to them.
 */
static bool make_pid(const struct derived_making *m, struct item *item)
{
	bool user = (int64_t)m->base->num >= 0;

	if (m->mapping)
		user = (m->mapping->kind == MAPPING_USER ||
			m->mapping->kind == MAPPING_GUEST_USER) &&
		       !(m->mapping->flags & FLAG_SHARED);
	item->num = (uint64_t)(int64_t)(int32_t)m->record->info->pid;
	return user && m->record->info->has_pid;
}

static bool find_symbol(const struct derived_making *m, struct symbols_answer *answer)
{
	symbols_find(reader_symbols(m->record->reader), m->record->info, m->mapping, m->base->num,
		     answer);
	return answer->answer == SYMS_FOUND;
}

static bool make_sym(const struct derived_making *m, struct item *item)
{
	struct symbols_answer answer;

	return find_symbol(m, &answer) && set_text(item, answer.name, answer.len);
}

static bool set_place(const struct derived_making *m, const struct mapping *mapping, uint64_t addr,
		      struct item *item)
{
	struct buf *text = reader_made_text(m->record->reader);
	struct symbols_answer symbol;

	if (mapping) {
		symbols_find(reader_symbols(m->record->reader), m->record->info, mapping, addr,
			     &symbol);
		addresstext_place(mapping, symbol.answer == SYMS_FOUND ? symbol.name : NULL,
				  symbol.len, symbol.off, addr, text);
	}
	if (!text->len)
		buf_add0x(text, addr);
	return set_text(item, text->p, text->len);
}

static bool make_place(const struct derived_making *m, struct item *item)
{
	return set_place(m, m->mapping, m->base->num, item);
}

static bool make_symaddr(const struct derived_making *m, struct item *item)
{
	struct symbols_answer answer;

	if (!find_symbol(m, &answer))
		return false;
	item->num = answer.start;
	return true;
}

static bool make_symoff(const struct derived_making *m, struct item *item)
{
	struct symbols_answer answer;

	if (!find_symbol(m, &answer))
		return false;
	item->num = answer.off;
	return true;
}

static bool set_source_text(const struct derived_making *m, enum symbols_text what,
			    struct item *item)
{
	size_t len = 0;
	const char *text = symbols_source_text(reader_symbols(m->record->reader), m->record->info,
					       m->mapping, m->addr, what, &len);

	return set_text(item, text, len);
}

static bool make_srcline(const struct derived_making *m, struct item *item)
{
	return set_source_text(m, SYMBOLS_SRCLINE, item);
}

static bool make_srcfile(const struct derived_making *m, struct item *item)
{
	return set_source_text(m, SYMBOLS_SRCFILE, item);
}

static bool make_inline(const struct derived_making *m, struct item *item)
{
	return set_source_text(m, SYMBOLS_INLINE, item);
}

static bool make_asm(const struct derived_making *m, struct item *item)
{
	struct instruction in;

	return instructions_find(reader_instructions(m->record->reader), m->record->info,
				 m->mapping, m->addr, &in) &&
	       set_text(item, in.text, in.text_len);
}

static bool make_insn(const struct derived_making *m, struct item *item)
{
	struct instruction in;

	return instructions_find(reader_instructions(m->record->reader), m->record->info,
				 m->mapping, m->addr, &in) &&
	       set_text(item, in.hex, in.hex_len);
}

static bool make_cgroup_path(const struct derived_making *m, struct item *item)
{
	size_t len = 0;
	const char *path = cgroups_path(reader_cgroups(m->record->reader), m->record->info,
					m->base->num, &len);

	return set_text(item, path, len);
}

/* linux/perf_event.h, struct perf_branch_entry: from, to, flags; the newest entry comes first. */
static bool make_block_start(const struct derived_making *m, struct item *item)
{
	enum {
		ENTRY = 24
	};
	const struct row_record *record = m->record;
	size_t at = (size_t)m->base->off + ENTRY;

	if (m->base->index + 1 >= m->branches || at + sizeof(item->num) > record->len)
		return false;
	item->num = load_uint(record->p + at, sizeof(item->num), record->layout.big);
	return true;
}

static bool make_start_place(const struct derived_making *m, struct item *item)
{
	struct item start = { .num = 0 };
	const struct mapping *mapping;

	if (!make_block_start(m, &start))
		return false;
	mapping = mappings_find_any(reader_mappings(m->record->reader), m->record->info, start.num,
				    NULL);
	return set_place(m, mapping, start.num, item);
}

static bool set_event(const struct derived_making *m, struct item *item)
{
	const struct events *events = &reader_file(m->record->reader, m->record->info)->events;
	int event = events_by_id(events, m->base->num);
	const char *name = event == EVENT_NONE ? NULL : events->list.v[event].name;

	return name && set_text(item, name, strlen(name));
}

/* The event of an id: the id in the body of the record comes first, then the one in the trailer. */
static bool make_event(const struct derived_making *m, struct item *item)
{
	return m->base->field == F_id && schema_has_id(m->record->info->type) && set_event(m, item);
}

static bool make_trailer_event(const struct derived_making *m, struct item *item)
{
	return (m->base->field == F_sid_id || !schema_has_id(m->record->info->type)) &&
	       set_event(m, item);
}

const struct made_field derived_fields[DERIVED_FIELDS] = {
#define MADE(id, name, alias, type, form, names, tier, help, maker, base, of, rank, records)       \
	{ F_##id, F_##base, make_##maker, DERIVED_OF_##of, rank },
#include "wire/fields.def"
};

/* Indexes of fields, from 1. */
static const uint8_t numbers[FIELD_COUNT] = {
#define MADE(id, ...) [F_##id] = DERIVED_##id + 1,
#include "wire/fields.def"
};
_Static_assert(DERIVED_FIELDS < UINT8_MAX, "too many fields for their numbers");

static const struct made_field *made(enum field_id field)
{
	return numbers[field] ? &derived_fields[numbers[field] - 1] : NULL;
}

void derived_add(struct derived_set *set, enum field_id field)
{
	unsigned i = numbers[field] - 1u;

	if (!numbers[field])
		return;
	bitset_add(set->bits, i);
	set->chain = set->chain || derived_fields[i].base == F_callchain_ip;
}

void derived_add_ids(struct derived_set *set)
{
	for (size_t i = 0; i < DERIVED_FIELDS; i++)
		if (derived_fields[i].of == DERIVED_OF_ID)
			derived_add(set, derived_fields[i].field);
}

bool derived_is_made(enum field_id field)
{
	return made(field);
}

enum field_id derived_base(enum field_id field)
{
	const struct made_field *m = made(field);

	return m && (m->of == DERIVED_OF_IP || m->of == DERIVED_OF_ANY) ? m->base : FIELD_NONE;
}

bool derived_is_late(enum field_id field)
{
	return made(field) && made(field)->of != DERIVED_OF_ID;
}

bool derived_any_late(const struct derived_set *set)
{
	for (unsigned i = 0; i < DERIVED_FIELDS; i++)
		if (bitset_has(set->bits, i) && derived_fields[i].of != DERIVED_OF_ID)
			return true;
	return set->chain;
}

bool derived_is_name(enum field_id field, bool *symbol, enum derived_of *of)
{
	const struct made_field *m = made(field);

	if (!m || (m->make != make_sym && m->make != make_dso) || made(m->base))
		return false;
	*symbol = m->make == make_sym;
	*of = m->of;
	return true;
}

bool derived_is_brief(enum field_id field)
{
	const struct made_field *m = made(field);

	return m && (m->make == make_place || m->make == make_start_place || field == F_pkt_text);
}

enum cpumode derived_context_mode(uint64_t context)
{
	switch (context) {
	case DECODE_CONTEXT_KERNEL:
		return CPUMODE_KERNEL;
	case DECODE_CONTEXT_USER:
		return CPUMODE_USER;
	case DECODE_CONTEXT_GUEST_KERNEL:
		return CPUMODE_GUEST_KERNEL;
	case DECODE_CONTEXT_GUEST_USER:
		return CPUMODE_GUEST_USER;
	default:
		return CPUMODE_HYPERVISOR;
	}
}
