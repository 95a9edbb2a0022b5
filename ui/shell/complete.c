/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/complete.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "filter/eval.h"
#include "filter/filter.h"
#include "filter/functions.h"
#include "filter/shown_event.h"
#include "shell/complete_values.h"
#include "shell/help.h"
#include "shell/wordlist.h"
#include "spans/spans.h"
#include "widgets/operators.h"
#include "wire/names.h"
#include "wire/schema.h"
#include "wire/vocabulary.h"

void complete_word(const char *line, size_t start, size_t end, const char *word, const char *help)
{
	if (!strncmp(word, line + start, end - start))
		wordlist_offer(word, help);
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

/* The most useful fields come first. */
static const enum field_id usual[] = { F_event, F_comm, F_tid,	F_pid, F_cpu,	F_time,
				       F_sym,	F_dso,	F_type, F_gap, F_period };

static bool is_usual(enum field_id field)
{
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (usual[i] == field)
			return true;
	return false;
}

/* Can a record of the recording have the field? Only the kinds of its records are read. */
static bool occurs_field(struct reader *reader, enum field_id field)
{
	const struct recording *recording = reader_recording(reader);
	struct filter *filter;
	struct eval *eval;
	bool found = false;

	if (filter_parse(&filter, field_id_name(field), NULL) < 0)
		return false;
	eval = eval_open(reader, filter);
	for (size_t part = 0; !found && part < recording_parts_ready(recording); part++) {
		const struct index *index = recording_index(recording, part);

		for (uint64_t i = 0, n = index_kinds(index); !found && i < n; i++)
			found = eval_may_kind(eval, part, i);
	}
	eval_close(eval);
	filter_free(filter);
	return found;
}

/* Offer a field: after the usual ones those that records have, then the others. */
static void offer_field(struct reader *reader, enum field_id field)
{
	const char *help = field_info(field)->help;

	if (occurs_field(reader, field))
		wordlist_offer(field_id_name(field), help);
	else
		wordlist_offer_last(field_id_name(field), help);
}

void complete_fields(struct reader *reader, const char *line, size_t start, size_t end)
{
	const char *typed = line + start;
	size_t len = end - start;

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (!strncmp(field_id_name(usual[i]), typed, len))
			wordlist_offer_first(field_id_name(usual[i]), field_info(usual[i])->help);
	for (int i = FIELD_NONE + 1; i < FIELD_COUNT; i++)
		if (vocabulary_is_field((enum field_id)i) && !is_usual((enum field_id)i) &&
		    !strncmp(field_id_name((enum field_id)i), typed, len))
			offer_field(reader, (enum field_id)i);
	offer_kinds(reader_recording(reader), line, start, end);
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
			if (!complete_values_is_plain(field))
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

/* ---- one kind of words ---- */

void complete_types(const char *line, size_t start, size_t end)
{
	struct completion_place p = { .line = line, .start = start, .end = end };

	complete_values_types(&p);
}

void complete_symbols(struct reader *reader, const char *line, size_t start, size_t end)
{
	struct completion_place p = { .reader = reader, .line = line, .start = start, .end = end };

	complete_values_symbols(&p);
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
		complete_values_offer(&p, field);
	} else if (!p.quoted && begins_condition(line, from, start)) {
		if (in_operator(line, from, start))
			return;
		complete_fields(reader, line, start, end);
		complete_values_conditions(&p);
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
