/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/complete.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "field/value.h"
#include "filter/eval.h"
#include "filter/filter.h"
#include "filter/functions.h"
#include "filter/shown_event.h"
#include "recording/mappings.h"
#include "shell/help.h"
#include "shell/wordlist.h"
#include "spans/spans.h"
#include "sym/syms.h"
#include "widgets/field.h"
#include "widgets/operators.h"
#include "wire/names.h"
#include "wire/schema.h"
#include "wire/vocabulary.h"

/* Threads whose names are offered: looking them up must be fast enough for a key. */
#define THREADS_MAX 4096

struct completion_place {
	struct reader *reader;
	const char *line;
	size_t start, end;
	bool quoted; /* the cursor is in a string, */
	size_t open; /* whose opening quote is here */
};

void complete_word(const char *line, size_t start, size_t end, const char *word, const char *help)
{
	if (!strncmp(word, line + start, end - start))
		wordlist_offer(word, help);
}

/* Does a value need no quotes? */
static bool is_plain(const char *value)
{
	return *value && !value[strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					      "0123456789_()")];
}

/* ---- fields ---- */

/*
 * Offer span.syscall.dur etc.: for a kind that was typed with its dot all words, for others the
 * duration.
 */
static void offer_kinds(struct recording *recording, const char *line, size_t start, size_t end)
{
	const char *kind, *prefix = "span.";
	size_t len = strlen(prefix);
	struct buf name = BUF_INIT;

	if (end - start < len || memcmp(line + start, prefix, len) != 0)
		return;
	for (size_t i = 0; (kind = spans_kind_name(recording, i)); i++) {
		size_t n = len + strlen(kind) + 1;
		bool typed;

		buf_reset(&name);
		buf_addf(&name, "%s%s.", prefix, kind);
		typed = end - start >= n && !memcmp(line + start, name.p, n);
		for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
			if (!field_is_of_span((enum field_id)w) || (!typed && w != F_span_dur))
				continue;
			buf_truncate(&name, n);
			buf_adds(&name, field_id_name((enum field_id)w) + len);
			complete_word(line, start, end, name.p, field_info((enum field_id)w)->help);
		}
	}
	buf_release(&name);
}

/* The most useful fields come first if nothing is typed yet. */
static const enum field_id usual[] = { F_event, F_comm, F_tid,	F_pid, F_cpu,	F_time,
				       F_sym,	F_dso,	F_type, F_gap, F_period };

static bool is_usual(enum field_id field)
{
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (usual[i] == field)
			return true;
	return false;
}

void complete_fields(struct recording *recording, const char *line, size_t start, size_t end)
{
	for (size_t i = 0; start == end && i < sizeof(usual) / sizeof(usual[0]); i++)
		wordlist_offer_first(field_id_name(usual[i]), field_info(usual[i])->help);
	for (int i = FIELD_NONE + 1; i < FIELD_COUNT; i++)
		if (vocabulary_is_field((enum field_id)i) &&
		    (start != end || !is_usual((enum field_id)i)))
			complete_word(line, start, end, field_id_name((enum field_id)i),
				      field_info((enum field_id)i)->help);
	offer_kinds(recording, line, start, end);
}

void complete_functions(const char *line, size_t start, size_t end, const char *behind)
{
	const struct function *function;
	struct buf call = BUF_INIT;

	for (size_t i = 0; (function = function_at(i)); i++) {
		buf_reset(&call);
		buf_addf(&call, "%s%s", function->name, behind);
		complete_word(line, start, end, call.p, function->help);
	}
	buf_release(&call);
}

/* Offer tp.prev_comm etc. */
static void offer_formats(const struct completion_place *p, const struct tracefmts *formats)
{
	struct buf name = BUF_INIT, help = BUF_INIT;

	for (size_t i = 0; i < formats->list.n; i++) {
		const struct tracefmt *format = formats->list.v[i];

		for (size_t k = 0; k < format->names.n; k++) {
			const char *field = format->names.v[k];

			/* Rows that are no fields have names that no field can have. */
			if (!is_plain(field))
				continue;
			buf_reset(&name);
			buf_addf(&name, "tp.%s", field);
			buf_reset(&help);
			buf_adds(&help, "a field of ");
			text_escape_str(&help, format->system);
			buf_addc(&help, ':');
			text_escape_str(&help, format->name);
			complete_word(p->line, p->start, p->end, name.p, help.p);
		}
	}
	buf_release(&name);
	buf_release(&help);
}

static void offer_tracepoint_fields(const struct completion_place *p)
{
	const struct recording *recording = reader_recording(p->reader);

	for (size_t i = 0; i < recording_parts(recording); i++)
		offer_formats(p, &recording_file(recording, i)->formats);
}

/* ---- values ---- */

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
	struct buf plain = BUF_INIT, encoded = BUF_INIT;

	buf_add(&plain, value, len);
	field_add_string(&encoded, value, len);
	if (p->quoted)
		offer_rest(p, encoded.p, help);
	else if (!strncasecmp(plain.p, p->line + p->start, p->end - p->start))
		wordlist_offer(text || !is_plain(plain.p) ? encoded.p : plain.p, help);
	buf_release(&plain);
	buf_release(&encoded);
}

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

static void offer_types(const struct completion_place *p)
{
	/* Types in the recording come first. */
	if (p->reader) {
		wordlist_offer_ordered();
		offer_types_that(p, true);
	}
	offer_types_that(p, false);
	offer_value(p, "DAMAGE", 6, false, "a stretch of the file that cannot be read");
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

static bool is_dso(enum field_id field)
{
	static const enum field_id fields[] = { F_dso,	       F_addr_dso,  F_callchain_dso,
						F_br_from_dso, F_br_to_dso, F_uframes_dso };

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i] == field)
			return true;
	return false;
}

/* ---- symbols of files that were read already ---- */

static bool is_sym(enum field_id field)
{
	static const enum field_id fields[] = { F_sym,	       F_addr_sym,  F_callchain_sym,
						F_br_from_sym, F_br_to_sym, F_uframes_sym };

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i] == field)
			return true;
	return false;
}

static bool offer_symbol(void *arg, const struct symrange *range)
{
	const struct completion_place *p = arg;

	offer_value(p, range->name, range->len, true, NULL);
	return true;
}

static void offer_symbols(const struct completion_place *p)
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

void complete_symbols(struct reader *reader, const char *line, size_t start, size_t end)
{
	struct completion_place p = { .reader = reader, .line = line, .start = start, .end = end };

	offer_symbols(&p);
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

static void offer_values(const struct completion_place *p, enum field_id field)
{
	const struct field_info *info = field_info(field);

	offer_own(p, field);

	if (field == F_type)
		offer_types(p);
	else if (field == F_event)
		offer_events(p);
	else if (field == F_comm || field == F_pid || field == F_tid)
		offer_threads(p, field);
	else if (is_sym(field))
		offer_symbols(p);
	else if (field == F_mmap_file || is_dso(field))
		offer_files(p, field != F_mmap_file);
	else if (info->names && field_has_names(info))
		offer_names(p, info->names);
}

void complete_types(const char *line, size_t start, size_t end)
{
	struct completion_place p = { .line = line, .start = start, .end = end };

	offer_types(&p);
}

void complete_shown_event(struct recording *recording, const char *line, size_t start, size_t end)
{
	struct shown_events events;

	shown_events_read(&events, recording, NULL);
	for (size_t i = 0; i < events.names.n; i++)
		complete_word(line, start, end, events.names.v[i], "samples of this event");
	complete_word(line, start, end, SHOWN_EVENT_ALL, "samples of all events together");
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

/* Skip an operator that ends at *at. */
static bool take_operator(const char *line, size_t from, size_t *at, bool list)
{
	static const char *const operators[] = { "==", "!=", "=~",	 "~",	    "<=", ">=",
						 "<",  ">",  "eq",	 "ne",	    "lt", "le",
						 "gt", "ge", "contains", "matches", "in" };

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

/* Find a field by its name. Names of tasks are distinguished among the fields of tracepoints. */
static enum field_id find_field(const char *name, size_t len)
{
	struct field field;
	enum field_id id;

	if (len <= 3 || strncmp(name, "tp.", 3) != 0) {
		field_find(&field, name, len);
		id = field.id;
		field_release(&field);
		return id;
	}
	return len > 6 && !strncmp(name + len - 4, "comm", 4) ? F_comm : F_tp_field;
}

/* The field whose value is at a place. FIELD_NONE: no value is there. */
static enum field_id field_before(const char *line, size_t from, size_t at)
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
		return FIELD_NONE;
	end = skip_blanks(line, from, at);
	for (at = end; at > from && is_word(line[at - 1]); at--)
		;
	return find_field(line + at, end - at);
}

/* Does a condition begin here? Otherwise there is one already. */
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

/* Find the quote if the word is inside of a string. */
static void find_quote(struct completion_place *p, size_t from)
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

/* The field that ends at a place. FIELD_NONE: there is none, or it is a value. */
static enum field_id field_at(const char *line, size_t from, size_t at)
{
	size_t end = skip_blanks(line, from, at), begin = end;

	while (begin > from && is_word(line[begin - 1]))
		begin--;
	if (begin == end || field_before(line, from, begin) != FIELD_NONE)
		return FIELD_NONE;
	return find_field(line + begin, end - begin);
}

static void offer_operators(const struct completion_place *p, unsigned kinds)
{
	const struct operator* op;

	wordlist_offer_ordered();
	for (size_t i = 0; (op = operator_at(i)); i++)
		if (op->kinds & kinds)
			complete_word(p->line, p->start, p->end, op->text, op->help);
}

/* Is the text before the place the beginning of an operator? */
static bool in_operator(const char *line, size_t from, size_t at)
{
	return at > from && strchr("=!<>~&|", line[at - 1]);
}

void complete_filter(struct reader *reader, const char *line, size_t from, size_t start, size_t end)
{
	struct completion_place p = { .reader = reader, .line = line, .start = start, .end = end };
	enum field_id field;

	find_quote(&p, from);
	field = field_before(line, from, p.quoted ? p.open : start);
	if (field != FIELD_NONE) {
		offer_values(&p, field);
	} else if (!p.quoted && begins_condition(line, from, start)) {
		if (in_operator(line, from, start))
			return;
		complete_fields(reader_recording(reader), line, start, end);
		complete_functions(line, start, end, "(");
		offer_tracepoint_fields(&p);
		complete_word(line, start, end, "not", operator_find("not", 3)->help);
	} else if (!p.quoted) {
		field = field_at(line, from, start);
		offer_operators(&p,
				(field == FIELD_NONE ? 0 : operator_kind(field)) | OPERATOR_LOGIC);
	}
}

/* ---- what a word is ---- */

static bool explain_operator(const char *word, size_t len, struct buf *out)
{
	const struct operator* op = operator_find(word, len);

	if (op)
		buf_addf(out, "  %s  %s\n", op->text, op->help);
	return op;
}

static bool explain_value(enum field_id field, const char *value, size_t len, struct buf *out)
{
	const struct names *names = field_info(field)->names;
	uint64_t number;

	if (field == F_type && record_type_value(value, len, &number)) {
		help_add_type((uint32_t)number, out);
		return true;
	}
	if (!names || !field_has_names(field_info(field)) ||
	    !names_value(names, value, len, &number))
		return false;
	buf_addf(out, "  %.*s  a value of %s: 0x%llx\n", (int)len, value, field_id_name(field),
		 (unsigned long long)number);
	return true;
}

bool complete_explain(const char *line, size_t from, size_t start, size_t end, struct buf *out)
{
	struct completion_place p = { .line = line, .start = start, .end = end };
	enum field_id field;

	find_quote(&p, from);
	field = field_before(line, from, p.quoted ? p.open : start);
	if (field != FIELD_NONE && explain_value(field, line + start, end - start, out))
		return true;
	if (field != FIELD_NONE)
		return help_add(field_id_name(field), out);
	return explain_operator(line + start, end - start, out);
}
