/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/vocabulary.h"

#include <string.h>

enum {
	SHOWN_MAX = 4
};

/* In a table: 0 not, 1 only as structure, 2 as a field. */
static unsigned carries(const struct row *rows, enum word word)
{
	unsigned best = 0;

	for (; rows && rows->kind != ROW_END; rows++) {
		unsigned here = carries(rows->sub, word);

		if (rows->word == word && here < 2)
			here = rows->flags & ROW_STRUCTURAL ? 1 : 2;
		if (rows->kind == ROW_CHAIN &&
		    (word == W_callchain_ip || word == W_callchain_context ||
		     word == W_callchain_cookie))
			here = 2;
		if (here > best)
			best = here;
	}
	return best;
}

static unsigned carries_record(const struct record_desc *desc, enum word word)
{
	unsigned body = carries(desc->rows, word), misc = carries(desc->misc, word);

	return body > misc ? body : misc;
}

static bool nests(const struct row *rows, enum word outer, enum word inner)
{
	for (; rows && rows->kind != ROW_END; rows++)
		if ((rows->word == outer && carries(rows->sub, inner)) ||
		    nests(rows->sub, outer, inner))
			return true;
	return false;
}

bool vocabulary_nests(enum word outer, enum word inner)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (nests(d->rows, outer, inner))
				return true;
	return false;
}

/* Words that are made of what another word says and of what was known then. */
static const struct {
	enum word word, base;
} bases[] = {
	{ W_id_event, W_id },
	{ W_sid_event, W_id }, /* or sid.id, where the body has an id of its own */
	{ W_dso, W_ip },
	{ W_map_off, W_ip },
	{ W_sym, W_ip },
	{ W_symoff, W_ip },
	{ W_srcline, W_ip },
	{ W_srcfile, W_ip },
	{ W_inline, W_ip },
	{ W_addr_sym, W_addr },
	{ W_callchain_sym, W_callchain_ip },
	{ W_callchain_symoff, W_callchain_ip },
	{ W_callchain_srcline, W_callchain_ip },
	{ W_callchain_inline, W_callchain_ip },
	{ W_br_from_sym, W_br_from },
	{ W_br_to_sym, W_br_to },
	{ W_addr_dso, W_addr },
	{ W_addr_pid, W_addr },
	{ W_callchain_dso, W_callchain_ip },
	{ W_br_from_dso, W_br_from },
	{ W_br_to_dso, W_br_to },
	{ W_br_start, W_br_to },
	{ W_cgroup_path, W_cgroup },
	{ W_pkt, W_auxtrace_cpu },
	{ W_pkt_offset, W_auxtrace_cpu },
	{ W_pkt_size, W_auxtrace_cpu },
	{ W_pkt_type, W_auxtrace_cpu },
	{ W_pkt_ip, W_auxtrace_cpu },
	{ W_pkt_value, W_auxtrace_cpu },
	{ W_pkt_text, W_auxtrace_cpu },
	{ W_pkt_problem, W_auxtrace_cpu },
	{ W_uframes, W_ustack_dyn },
	{ W_uframes_ip, W_ustack_dyn },
	{ W_uframes_end, W_ustack_dyn },
	{ W_uframes_dso, W_uframes_ip },
	{ W_uframes_sym, W_uframes_ip },
	{ W_uframes_symoff, W_uframes_ip },
	{ W_uframes_srcline, W_uframes_ip },
	{ W_uframes_inline, W_uframes_ip },
};

enum word vocabulary_base(enum word word)
{
	for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
		if (bases[i].word == word)
			return bases[i].base;
	return WORD_NONE;
}

/* Words that come with every row, from the index or derived. */
static bool everywhere(enum word word)
{
	switch (word) {
	case W_ordinal:
	case W_type:
	case W_misc:
	case W_size:
	case W_stream:
	case W_offset:
	case W_file:
	case W_bytes:
		return true;
	default:
		return false;
	}
}

/* Words that are made of what the records say, and are not in their bytes. */
static const char *derived_records(enum word word)
{
	switch (word) {
	case W_in:
		return "all that were compressed";
	case W_damage:
	case W_line:
		return "all";
	case W_flagged:
	case W_note:
		return "those that were noted";
	case W_problem:
		return "DAMAGE LOST LOST_SAMPLES THROTTLE ...";
	case W_callchain_depth:
		return "SAMPLE CALLCHAIN_DEFERRED SIMPLEPERF_CALLCHAIN";
	case W_folded:
	case W_folded_inlined:
		return "SAMPLE";
	case W_rel:
	case W_wall:
	case W_gap:
	case W_gap_tid:
	case W_gap_cpu:
	case W_ppid:
		return "kernel";
	default:
		return NULL;
	}
}

/* Words about the trace behind an AUXTRACE record. */
static bool of_payload(enum word word)
{
	return word == W_auxtrace_data_offset || word == W_auxtrace_cut;
}

static bool of_trailer(enum word word)
{
	return !strncmp(word_name(word), "sid.", 4) || carries(rows_trailer, word) == 2 ||
	       word == W_cpumode || word == W_comm;
}

/* Words that a few types have, by a rule that is not in the tables. */
static const char *records_of(enum word word)
{
	switch (word) {
	case W_event:
		return "SAMPLE READ";
	case W_id_event:
		return "LOST THROTTLE UNTHROTTLE STAT EVENT_UPDATE";
	case W_tp:
	case W_tp_field:
		return "SAMPLE";
	default:
		return derived_records(word);
	}
}

bool vocabulary_is_field(enum word word)
{
	if (everywhere(word) || records_of(word) || vocabulary_base(word) || of_trailer(word) ||
	    of_payload(word))
		return true;
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (carries_record(d, word) == 2)
				return true;
	return false;
}

void vocabulary_records(enum word word, struct buf *out)
{
	size_t n = 0, start = out->len;

	if (everywhere(word)) {
		buf_adds(out, "all");
		return;
	}
	if (records_of(word)) {
		buf_adds(out, records_of(word));
		return;
	}
	if (vocabulary_base(word)) {
		vocabulary_records(vocabulary_base(word), out);
		return;
	}
	if (of_payload(word)) {
		record_name(out, RECORD_AUXTRACE);
		return;
	}
	if (of_trailer(word)) {
		buf_adds(out, "kernel");
		return;
	}
	for (size_t i = 0; i < RECORD_TABLES; i++) {
		for (const struct record_desc *d = record_tables[i]; d->name; d++) {
			if (carries_record(d, word) != 2)
				continue;
			if (n++ == SHOWN_MAX)
				buf_adds(out, " ...");
			if (n > SHOWN_MAX)
				continue;
			buf_addf(out, "%s%s", out->len > start ? " " : "", d->name);
		}
	}
}

bool vocabulary_counted(enum word word, struct buf *out)
{
	const char *name = word_name(word), *dot = strrchr(name, '.');
	enum word list = dot ? word_find(name, (size_t)(dot - name)) : WORD_NONE;

	if (word != W_raw_size && (!list || strcmp(dot, ".nr") != 0))
		return false;
	buf_add(out, name, (size_t)(dot - name));
	return true;
}

/* The row of a type's misc that holds the word, or NULL. */
static const struct row *misc_row(const struct record_desc *desc, enum word word)
{
	const struct row *row = desc ? desc->misc : NULL;

	for (; row && row->kind != ROW_END; row++)
		if (row->word == word)
			return row;
	return NULL;
}

bool vocabulary_of_misc(enum word word)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (misc_row(d, word))
				return true;
	return word == W_cpumode;
}

bool vocabulary_misc_value(enum word word, uint32_t type, uint16_t misc, uint64_t *v)
{
	const struct row *row = misc_row(record_find(type), word);

	if (word == W_cpumode) {
		*v = misc & 7;
		return record_has_cpumode(type);
	}
	if (!row)
		return false;
	*v = misc >> row->shift & ((1u << row->size) - 1);
	return true;
}

bool vocabulary_is_derived(enum word word)
{
	return derived_records(word) || of_payload(word);
}
