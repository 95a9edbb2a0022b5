/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/complete_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "field/value.h"
#include "filter/eval.h"
#include "filter/filter.h"
#include "recording/mappings.h"
#include "recording/reader_text.h"
#include "shell/complete.h"
#include "shell/wordlist.h"
#include "sym/syms.h"
#include "widgets/quoted.h"
#include "wire/names.h"
#include "wire/schema.h"
#include "wire/vocabulary.h"

/* Threads whose names are offered: looking them up must be fast enough for a key. */
#define THREADS_MAX 4096

/* ---- a value ---- */

bool complete_values_is_plain(const char *value)
{
	return *value && !value[strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					      "0123456789_()")];
}

/*
 * Inside of a string: offer the rest of the value, escaped for the filter language, and the quote.
 */
static void offer_rest(const struct completion_place *p, const char *encoded, const char *help)
{
	size_t typed = p->end - p->open - 1, before = p->start - p->open - 1;

	if (strncmp(encoded + 1, p->line + p->open + 1, typed) == 0 && strlen(encoded) > typed + 1)
		wordlist_offer_as(encoded + 1 + before, encoded, help);
}

static void offer_value(const struct completion_place *p, const void *value, size_t len, bool text,
			const char *help)
{
	struct buf plain = BUF_INIT, encoded = BUF_INIT, offer = BUF_INIT;

	buf_add(&plain, value, len);
	quoted_add_string(&encoded, value, len);
	if (p->quoted) {
		offer_rest(p, encoded.p, help);
	} else if (!strncasecmp(plain.p, p->line + p->start, p->end - p->start)) {
		if (p->condition)
			buf_addf(&offer, "%s == ", field_id_name(p->condition));
		buf_adds(&offer, text || !complete_values_is_plain(plain.p) ? encoded.p : plain.p);
		wordlist_offer(offer.p, help);
	}
	buf_release(&plain);
	buf_release(&encoded);
	buf_release(&offer);
}

/* ---- values by kind ---- */

static void offer_names(const struct completion_place *p, const struct names *names)
{
	struct buf help = BUF_INIT;

	for (const struct name *n = names->list; n && n->name; n++) {
		buf_reset(&help);
		buf_add0x(&help, n->value);
		if (n->text && strcmp(n->text, n->name) != 0)
			buf_addf(&help, "  shown as %s", n->text);
		offer_value(p, n->name, strlen(n->name), false, help.p);
	}
	buf_release(&help);
}

static bool occurs(const struct completion_place *p, uint32_t type)
{
	const struct recording *recording = reader_recording(p->reader);

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct index *index = recording_index(recording, part);
		uint64_t n = index ? index_kinds(index) : 0;

		for (uint64_t i = 0; i < n; i++)
			if (index_kind(index, i)->entry.type == type)
				return true;
	}
	return false;
}

/* Offer the types that occur, or those that do not. */
static void offer_types_that(const struct completion_place *p, bool do_occur)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *desc = record_tables[i]; desc->name; desc++)
			if (!p->reader || occurs(p, desc->type) == do_occur)
				offer_value(p, desc->name, strlen(desc->name), false, desc->help);
}

void complete_values_types(const struct completion_place *p)
{
	/* Types in the recording come first. */
	if (p->reader) {
		wordlist_offer_ordered();
		offer_types_that(p, true);
	}
	offer_types_that(p, false);
	offer_value(p, "DAMAGE", 6, false, "damaged bytes of the file");
}

static void offer_events(const struct completion_place *p)
{
	const struct recording *recording = reader_recording(p->reader);

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;

		for (size_t i = 0; i < events->list.n; i++)
			offer_value(p, events->list.v[i].name, strlen(events->list.v[i].name), true,
				    NULL);
	}
}

/* Offer the last name of a thread, or one of its numbers. */
static void offer_thread(const struct completion_place *p, const struct row_info *info,
			 enum field_id field)
{
	struct buf name = BUF_INIT, number = BUF_INIT, help = BUF_INIT;
	bool named = reader_comm_bytes(p->reader, info, &name) && name.len;

	buf_addf(&number, "%d", field == F_pid ? info->pid : info->tid);
	if (field != F_comm) {
		text_escape(&help, name.p, name.len);
		if (!named || field == F_tid || info->pid == info->tid)
			offer_value(p, number.p, number.len, false, help.p);
	} else if (named) {
		buf_addf(&help, "tid %s", number.p);
		offer_value(p, name.p, name.len, true, help.p);
	}
	buf_release(&name);
	buf_release(&number);
	buf_release(&help);
}

/* Offer up to max threads of a part. Returns how many threads it has. */
static uint64_t offer_threads_of(const struct completion_place *p, size_t part, uint64_t max,
				 enum field_id field)
{
	const struct recording *recording = reader_recording(p->reader);
	const struct index *index = recording_index(recording, part);
	uint64_t n = index_threads(index), rows = index_rows(index), i;

	for (i = 0; i < n && i < max && rows; i++) {
		struct row_info info = {
			.type = RECORD_SAMPLE,
			.part = part,
			.row = recording_first_row(recording, part) + rows - 1,
			.has_tid = true,
		};

		info.tid = index_thread(index, i)->tid;
		info.pid = index_thread(index, i)->pid;
		offer_thread(p, &info, field);
	}
	return i;
}

static void offer_threads(const struct completion_place *p, enum field_id field)
{
	size_t parts = recording_parts_ready(reader_recording(p->reader));
	uint64_t left = THREADS_MAX;

	for (size_t i = 0; i < parts && left; i++)
		left -= offer_threads_of(p, i, left, field);
}

/* ---- files that were mapped ---- */

/* Records of mappings that are read, and names that are offered: few enough for a key. */
#define MAPPINGS_MAX 4096
#define FILES_MAX 512

struct files {
	const struct completion_place *place;
	bool dso; /* names as in perf, else as in the records */
	VEC(char *) seen;
	struct buf room; /* for a value */
	struct buf name;
};

static void offer_file(struct files *f, const struct row_info *row)
{
	buf_reset(&f->name);
	if (f->dso) {
		mappings_add_dso(reader_mappings(f->place->reader), row->row, &f->name);
	} else {
		struct value v = value_get(f->place->reader, row, F_mmap_file, &f->room);

		if (v.is == VALUE_TEXT)
			buf_add(&f->name, v.p, v.len);
	}
	if (!f->name.len || f->seen.n == FILES_MAX)
		return;
	for (size_t i = 0; i < f->seen.n; i++)
		if (!strcmp(f->seen.v[i], f->name.p))
			return;
	vec_push(&f->seen, mem_strdup(f->name.p));
	offer_value(f->place, f->name.p, f->name.len, true, NULL);
}

/*
 * Offer files of a block. Returns the number of its records of mappings, of which up to max are
 * read.
 */
static size_t offer_files_of(struct files *f, struct eval *eval, uint64_t number, size_t max)
{
	struct rows rows;
	size_t n = 0;

	if (!eval_may(eval, number) || eval_block(eval, number, &rows) <= 0)
		return 0;
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS && n < max;
	     i = rows_next(&rows, i + 1)) {
		struct row_info row;
		uint64_t first =
			recording_block(reader_recording(f->place->reader), number).first_row;

		if (reader_row(f->place->reader, first + i, &row, NULL) < 0)
			continue;
		offer_file(f, &row);
		n++;
	}
	return n;
}

static void offer_files(const struct completion_place *p, bool dso)
{
	struct files f = { .place = p, .dso = dso, .room = BUF_INIT, .name = BUF_INIT };
	uint64_t blocks = recording_blocks(reader_recording(p->reader));
	struct filter *filter;
	struct eval *eval;

	if (filter_parse(&filter, "type in {MMAP, MMAP2}", NULL) < 0)
		return;
	eval = eval_open(p->reader, filter);
	for (uint64_t i = 0, left = MAPPINGS_MAX; i < blocks && left; i++)
		left -= offer_files_of(&f, eval, i, left);
	eval_close(eval);
	filter_free(filter);
	for (size_t i = 0; i < f.seen.n; i++)
		free(f.seen.v[i]);
	vec_release(&f.seen);
	buf_release(&f.room);
	buf_release(&f.name);
}

static bool is_among(enum field_id field, const enum field_id *fields, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (fields[i] == field)
			return true;
	return false;
}

static bool is_dso(enum field_id field)
{
	static const enum field_id fields[] = { F_dso,	       F_addr_dso,  F_callchain_dso,
						F_br_from_dso, F_br_to_dso, F_uframes_dso };

	return is_among(field, fields, sizeof(fields) / sizeof(fields[0]));
}

/* ---- symbols of files that were read already ---- */

static bool is_sym(enum field_id field)
{
	static const enum field_id fields[] = { F_sym,	       F_addr_sym,  F_callchain_sym,
						F_br_from_sym, F_br_to_sym, F_uframes_sym };

	return is_among(field, fields, sizeof(fields) / sizeof(fields[0]));
}

static bool offer_symbol(void *arg, const struct symrange *range)
{
	const struct completion_place *p = arg;

	offer_value(p, range->name, range->len, true, NULL);
	return true;
}

void complete_values_symbols(const struct completion_place *p)
{
	struct syms *syms = recording_syms(reader_recording(p->reader));
	struct syms_status *status = mem_alloc(sizeof(*status));
	struct completion_place place = *p;
	uint32_t first, end;

	syms_modules(syms, &first, &end);
	for (uint32_t i = first; i < end; i++) {
		syms_status(syms, i, status);
		if (status->wanted && status->ready && status->ranges)
			syms_each(syms, i, offer_symbol, &place);
	}
	free(status);
}

/* ---- values of a field ---- */

/* Offer the field's value in the record under the cursor. */
static void offer_own(const struct completion_place *p, enum field_id field)
{
	struct buf text = BUF_INIT;

	if (!p->quoted && field != F_tp_field) {
		buf_addf(&text, "$%s", field_id_name(field));
		complete_word(p->line, p->start, p->end, text.p,
			      "as in the record under the cursor");
	}
	buf_release(&text);
}

void complete_values_offer(const struct completion_place *p, enum field_id field)
{
	const struct field_info *info = field_info(field);

	offer_own(p, field);

	if (field == F_type)
		complete_values_types(p);
	else if (field == F_event)
		offer_events(p);
	else if (field == F_comm || field == F_pid || field == F_tid)
		offer_threads(p, field);
	else if (is_sym(field))
		complete_values_symbols(p);
	else if (field == F_mmap_file || is_dso(field))
		offer_files(p, field != F_mmap_file);
	else if (info->names && field_has_names(info))
		offer_names(p, info->names);
}

void complete_values_conditions(const struct completion_place *p)
{
	struct completion_place place = *p;

	if (p->start == p->end)
		return;
	place.condition = F_comm;
	offer_threads(&place, F_comm);
	place.condition = F_event;
	offer_events(&place);
}
