/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/complete.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/vec.h"
#include "query/eval.h"
#include "query/filter.h"
#include "query/functions.h"
#include "query/shown_event.h"
#include "query/value.h"
#include "recording/mappings.h"
#include "tui/field.h"
#include "tui/prompt.h"
#include "wire/names.h"
#include "wire/schema.h"
#include "wire/vocabulary.h"

/* Threads whose names are offered: looking them up has to be fast enough for a key. */
#define THREADS_MAX 4096

struct place {
	struct reader *reader;
	const char *line;
	size_t start, end;
	bool quoted; /* it is inside a string, */
	size_t open; /* whose quote is here */
};

void complete_word(const char *line, size_t start, size_t end, const char *word)
{
	if (!strncmp(word, line + start, end - start))
		prompt_offer(word);
}

/* Needs no quotes. */
static bool is_plain(const char *value)
{
	return *value && !value[strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					      "0123456789_()")];
}

/* ---- fields ---- */

void complete_fields(const char *line, size_t start, size_t end)
{
	for (int i = WORD_NONE + 1; i < WORD_COUNT; i++)
		if (vocabulary_is_field((enum word)i))
			complete_word(line, start, end, word_name((enum word)i));
}

void complete_functions(const char *line, size_t start, size_t end, const char *behind)
{
	const struct function *function;
	struct buf call = BUF_INIT;

	for (size_t i = 0; (function = function_at(i)); i++) {
		buf_reset(&call);
		buf_addf(&call, "%s%s", function->name, behind);
		complete_word(line, start, end, call.p);
	}
	buf_release(&call);
}

/* tp.prev_comm, ... */
static void offer_formats(const struct place *p, const struct tracefmts *formats)
{
	struct buf name = BUF_INIT;

	for (size_t i = 0; i < formats->list.n; i++) {
		for (size_t k = 0; k < formats->list.v[i]->names.n; k++) {
			const char *field = formats->list.v[i]->names.v[k];

			/* Rows that are no fields have names that no field can have. */
			if (!is_plain(field))
				continue;
			buf_reset(&name);
			buf_addf(&name, "tp.%s", field);
			complete_word(p->line, p->start, p->end, name.p);
		}
	}
	buf_release(&name);
}

static void offer_tracepoint_fields(const struct place *p)
{
	const struct recording *recording = reader_recording(p->reader);

	for (size_t i = 0; i < recording_parts(recording); i++)
		offer_formats(p, &recording_file(recording, i)->formats);
}

/* ---- values ---- */

/* In a string: the rest of the value as the language writes it, and the quote. */
static void offer_rest(const struct place *p, const char *encoded)
{
	size_t typed = p->end - p->open - 1, before = p->start - p->open - 1;

	if (strncmp(encoded + 1, p->line + p->open + 1, typed) == 0 && strlen(encoded) > typed + 1)
		prompt_offer(encoded + 1 + before);
}

static void offer_value(const struct place *p, const void *value, size_t len, bool text)
{
	struct buf plain = BUF_INIT, encoded = BUF_INIT;

	buf_add(&plain, value, len);
	field_add_string(&encoded, value, len);
	if (p->quoted)
		offer_rest(p, encoded.p);
	else if (!strncasecmp(plain.p, p->line + p->start, p->end - p->start))
		prompt_offer(text || !is_plain(plain.p) ? encoded.p : plain.p);
	buf_release(&plain);
	buf_release(&encoded);
}

static void offer_names(const struct place *p, const struct names *names)
{
	for (const struct name *n = names->list; n && n->name; n++)
		offer_value(p, n->name, strlen(n->name), false);
}

static void offer_types(const struct place *p)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *desc = record_tables[i]; desc->name; desc++)
			offer_value(p, desc->name, strlen(desc->name), false);
	offer_value(p, "DAMAGE", 6, false);
}

static void offer_events(const struct place *p)
{
	const struct recording *recording = reader_recording(p->reader);

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;

		for (size_t i = 0; i < events->list.n; i++)
			offer_value(p, events->list.v[i].name, strlen(events->list.v[i].name),
				    true);
	}
}

/* The last names that up to max threads of a part have; how many threads there were. */
static uint64_t offer_comms_of(const struct place *p, size_t part, uint64_t max)
{
	const struct recording *recording = reader_recording(p->reader);
	const struct index *index = recording_index(recording, part);
	uint64_t n = index_threads(index), rows = index_rows(index), i;
	struct buf name = BUF_INIT;

	for (i = 0; i < n && i < max && rows; i++) {
		struct row_info info = {
			.type = RECORD_SAMPLE,
			.part = part,
			.row = recording_first_row(recording, part) + rows - 1,
			.has_tid = true,
		};

		info.tid = index_thread(index, i)->tid;
		info.pid = index_thread(index, i)->pid;
		buf_reset(&name);
		if (reader_comm_bytes(p->reader, &info, &name) && name.len)
			offer_value(p, name.p, name.len, true);
	}
	buf_release(&name);
	return i;
}

static void offer_comms(const struct place *p)
{
	size_t parts = recording_parts_ready(reader_recording(p->reader));
	uint64_t left = THREADS_MAX;

	for (size_t i = 0; i < parts && left; i++)
		left -= offer_comms_of(p, i, left);
}

/* ---- files that were mapped ---- */

/* Records of mappings that are looked at, and names that are offered: likewise for a key. */
#define MAPPINGS_MAX 4096
#define FILES_MAX 512

struct files {
	const struct place *place;
	bool dso; /* as perf names them, else as the records have them */
	VEC(char *) seen;
	struct value value;
	struct buf name;
};

static void offer_file(struct files *f, const struct row_info *row)
{
	buf_reset(&f->name);
	if (f->dso) {
		mappings_add_dso(reader_mappings(f->place->reader), row->row, &f->name);
	} else {
		value_get(f->place->reader, row, W_mmap_file, &f->value);
		buf_add(&f->name, f->value.text.p, f->value.text.len);
	}
	if (!f->name.len || f->seen.n == FILES_MAX)
		return;
	for (size_t i = 0; i < f->seen.n; i++)
		if (!strcmp(f->seen.v[i], f->name.p))
			return;
	vec_push(&f->seen, mem_strdup(f->name.p));
	offer_value(f->place, f->name.p, f->name.len, true);
}

/* How many records of mappings a block has; those up to max are looked at. */
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

static void offer_files(const struct place *p, bool dso)
{
	struct files f = { .place = p, .dso = dso, .value = VALUE_INIT, .name = BUF_INIT };
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
	value_release(&f.value);
	buf_release(&f.name);
}

static bool is_dso(enum word word)
{
	static const enum word words[] = { W_dso,	  W_addr_dso,  W_callchain_dso,
					   W_br_from_dso, W_br_to_dso, W_uframes_dso };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i] == word)
			return true;
	return false;
}

static void offer_values(const struct place *p, enum word word)
{
	const struct word_info *info = word_info(word);

	if (word == W_type)
		offer_types(p);
	else if (word == W_event)
		offer_events(p);
	else if (word == W_comm)
		offer_comms(p);
	else if (word == W_mmap_file || is_dso(word))
		offer_files(p, word != W_mmap_file);
	else if (info->names && word_has_names(info))
		offer_names(p, info->names);
}

void complete_types(const char *line, size_t start, size_t end)
{
	struct place p = { .line = line, .start = start, .end = end };

	offer_types(&p);
}

void complete_shown_event(struct recording *recording, const char *line, size_t start, size_t end)
{
	struct shown_events events;

	shown_events_read(&events, recording, NULL);
	for (size_t i = 0; i < events.names.n; i++)
		complete_word(line, start, end, events.names.v[i]);
	complete_word(line, start, end, SHOWN_EVENT_ALL);
	shown_events_release(&events);
}

/* ---- where in the expression we are ---- */

static size_t skip_blanks(const char *line, size_t from, size_t at)
{
	while (at > from && line[at - 1] == ' ')
		at--;
	return at;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Take an operator away that ends at *at. */
static bool take_operator(const char *line, size_t from, size_t *at, bool list)
{
	static const char *const operators[] = { "==", "!=",	   "=~",      "~", "eq",
						 "ne", "contains", "matches", "in" };

	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		size_t len = strlen(operators[i]);
		bool alpha = isalpha((unsigned char)operators[i][0]);

		if (list != !strcmp(operators[i], "in") || *at < from + len ||
		    strncmp(line + *at - len, operators[i], len) != 0)
			continue;
		if (alpha && *at - len > from && is_word(line[*at - len - 1]))
			continue;
		*at -= len;
		return true;
	}
	return false;
}

/* The field whose value stands at a place, WORD_NONE: none does. */
static enum word field_before(const char *line, size_t from, size_t at)
{
	bool list;
	size_t end;

	at = skip_blanks(line, from, at);
	list = at > from && strchr(",{", line[at - 1]);
	while (list && at > from && line[at - 1] != '{')
		at--;
	if (list && at > from)
		at = skip_blanks(line, from, at - 1);
	if (!take_operator(line, from, &at, list))
		return WORD_NONE;
	end = skip_blanks(line, from, at);
	for (at = end; at > from && is_word(line[at - 1]); at--)
		;
	return word_find(line + at, end - at);
}

/* Does a condition begin here, or is there one already? */
static bool begins_condition(const char *line, size_t from, size_t at)
{
	static const char *const before[] = { "and", "or", "not" };

	at = skip_blanks(line, from, at);
	if (at == from || !(is_word(line[at - 1]) || strchr("\"')]}", line[at - 1])))
		return true;
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		size_t len = strlen(before[i]);

		if (at >= from + len && !strncmp(line + at - len, before[i], len) &&
		    (at == from + len || !is_word(line[at - len - 1])))
			return true;
	}
	return false;
}

/* Is the word inside a string? */
static void find_quote(struct place *p, size_t from)
{
	char quote = '\0';

	for (size_t i = from; i < p->start; i++) {
		if (quote && p->line[i] == '\\' && i + 1 < p->start) {
			i++;
		} else if (quote && p->line[i] == quote) {
			quote = '\0';
		} else if (!quote && (p->line[i] == '"' || p->line[i] == '\'')) {
			quote = p->line[i];
			p->open = i;
		}
	}
	p->quoted = quote == '"';
}

void complete_filter(struct reader *reader, const char *line, size_t from, size_t start, size_t end)
{
	struct place p = { .reader = reader, .line = line, .start = start, .end = end };
	enum word word;

	find_quote(&p, from);
	word = field_before(line, from, p.quoted ? p.open : start);
	if (word != WORD_NONE) {
		offer_values(&p, word);
	} else if (!p.quoted && begins_condition(line, from, start)) {
		complete_fields(line, start, end);
		complete_functions(line, start, end, "(");
		offer_tracepoint_fields(&p);
	} else if (!p.quoted) {
		complete_word(line, start, end, "and");
		complete_word(line, start, end, "or");
	}
}
