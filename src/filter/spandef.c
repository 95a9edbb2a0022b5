/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/spandef.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/container_of.h"
#include "field/value.h"
#include "filter/check.h"
#include "filter/check_absent.h"
#include "filter/eval.h"
#include "filter/fieldlist.h"
#include "filter/spanfields.h"
#include "spans/spans.h"

enum {
	KEYS_MAX = 8
};

struct spandef {
	struct spanpair pair;
	char *name;
	struct filter *filters[2]; /* by enum span_side: for the begin, for the end */
	size_t at[2];		   /* their places in the text of the definition */
	struct field keys[2][KEYS_MAX];
	size_t n_keys;
	struct field as;
	bool has_as;
};

/* ---- one thread's ---- */

struct pair_state {
	const struct spandef *def;
	struct reader *reader;
	struct eval *evals[2];
	struct buf room; /* for a value */
};

static void *open_state(const struct spanpair *pair, struct reader *reader,
			const _Atomic bool *stop)
{
	struct pair_state *s = mem_zalloc(sizeof(*s));

	s->def = container_of(pair, struct spandef, pair);
	s->reader = reader;
	buf_init(&s->room);
	for (int side = 0; side < 2; side++) {
		s->evals[side] = eval_open(reader, s->def->filters[side]);
		if (stop)
			eval_stop_at(s->evals[side], stop);
	}
	return s;
}

static void close_state(void *state)
{
	struct pair_state *s = state;

	eval_close(s->evals[0]);
	eval_close(s->evals[1]);
	buf_release(&s->room);
	free(s);
}

static void match(void *state, uint64_t block, uint64_t *begins, uint64_t *ends)
{
	struct pair_state *s = state;
	uint64_t *bits[2] = { begins, ends };
	struct rows rows;

	for (int side = 0; side < 2; side++) {
		memset(bits[side], 0, sizeof(rows.bits));
		if (eval_block(s->evals[side], block, &rows) > 0)
			memcpy(bits[side], rows.bits, sizeof(rows.bits));
	}
}

/* Up to two numbers are used as the key; of more, or of texts, the hashes. */
static void add_key(uint64_t key[2], size_t i, const struct field *field, const struct value *v)
{
	bool is_signed = field_info(v->field)->type == FT_SINT;
	uint64_t part = v->is == VALUE_NUMBER ? field_cut_number(field, is_signed, value_bits(v))
					      : hash_bytes(v->p, v->len);

	if (i < 2) {
		key[i] = part;
		return;
	}
	key[0] = hash_pair(key[0], part);
	key[1] = hash_pair(part, key[1]);
}

static bool key_of(void *state, const struct row_info *info, bool begins, uint64_t key[2])
{
	struct pair_state *s = state;
	const struct spandef *def = s->def;

	key[0] = def->n_keys ? 0 : spanpair_thread(info);
	key[1] = 0;
	for (size_t i = 0; i < def->n_keys; i++) {
		const struct field *field = &def->keys[!begins][i];
		struct value v = value_of_field(s->reader, info, field, &s->room);

		if (v.is == VALUE_ABSENT)
			return false;
		add_key(key, i, field, &v);
	}
	return true;
}

static void name_of(void *state, const struct row_info *info, struct buf *out)
{
	struct pair_state *s = state;
	const struct spandef *def = s->def;
	struct value v;

	if (!def->has_as) {
		buf_adds(out, def->name);
		return;
	}
	v = value_of_field(s->reader, info, &def->as, &s->room);
	if (value_is_text(&v))
		buf_add(out, v.p, v.len);
	else
		value_text(&v, def->as.id, out);
}

static void free_def(struct spanpair *pair)
{
	struct spandef *def = container_of(pair, struct spandef, pair);

	for (int side = 0; side < 2; side++) {
		filter_free(def->filters[side]);
		for (size_t i = 0; i < KEYS_MAX; i++)
			field_release(&def->keys[side][i]);
	}
	field_release(&def->as);
	free(def->name);
	free(def);
}

/* ---- the text of a definition ---- */

/* A part of a text. */
struct text_piece {
	size_t at, len;
};

/* The place of a word of letters that is between blanks and not in quotes; len: there is none. */
static size_t find_word(const char *text, size_t at, const char *word)
{
	size_t n = strlen(word), len = strlen(text);
	bool quoted = false;

	for (; at < len; at++) {
		if (quoted && text[at] == '\\' && text[at + 1])
			at++;
		else if (text[at] == '"')
			quoted = !quoted;
		else if (!quoted && !strncmp(text + at, word, n) &&
			 (!isalpha((unsigned char)*word) ||
			  ((at == 0 || isspace((unsigned char)text[at - 1])) &&
			   (!text[at + n] || isspace((unsigned char)text[at + n])))))
			return at;
	}
	return len;
}

static struct text_piece trim(const char *text, size_t at, size_t end)
{
	while (at < end && isspace((unsigned char)text[at]))
		at++;
	while (end > at && isspace((unsigned char)text[end - 1]))
		end--;
	return (struct text_piece){ at, end - at };
}

/* Set the error of a piece, at its place in the whole text. */
static int moved(struct err *err, int rc, const struct text_piece *piece)
{
	if (rc)
		err->offset = piece->at + (err->offset == ERR_NO_OFFSET ? 0 : err->offset);
	return rc;
}

static int parse_filter(struct filter **filter, const char *text, const struct text_piece *piece,
			const char *what, struct err *err)
{
	char *expr = mem_strndup(text + piece->at, piece->len);
	int rc = 0;

	if (!piece->len)
		rc = err_set_at(err, ERR_PARSE, 0, "expected an expression for the %s of the span",
				what);
	rc = rc ? rc : filter_parse(filter, expr, err);
	if (!rc && spanfields_in(*filter))
		rc = err_set_at(err, ERR_PARSE, 0,
				"the definition of a span cannot use span.* fields");
	free(expr);
	return moved(err, rc, piece);
}

static int parse_field(struct field *field, const char *text, const struct text_piece *piece,
		       struct err *err)
{
	char *name = mem_strndup(text + piece->at, piece->len);
	size_t n;
	int rc = fieldlist_parse(name, field, 1, &n, err);

	if (!rc && !n)
		rc = err_set_at(err, ERR_PARSE, 0, "expected a field");
	if (!rc && spanfields_is(field->id))
		rc = err_set_at(err, ERR_PARSE, 0,
				"the definition of a span cannot use span.* fields");
	free(name);
	return moved(err, rc, piece);
}

/* "F" or "F=G" */
static int parse_key(struct spandef *def, const char *text, const struct text_piece *piece,
		     struct err *err)
{
	const char *equals = memchr(text + piece->at, '=', piece->len);
	size_t end = piece->at + piece->len;
	size_t middle = equals ? (size_t)(equals - text) : end;
	struct text_piece begin = trim(text, piece->at, middle);
	struct text_piece other = equals ? trim(text, middle + 1, end) : begin;

	if (def->n_keys == KEYS_MAX)
		return err_set_at(err, ERR_PARSE, piece->at, "at most %d fields", KEYS_MAX);
	if (parse_field(&def->keys[0][def->n_keys], text, &begin, err) ||
	    parse_field(&def->keys[1][def->n_keys], text, &other, err))
		return ERR_PARSE;
	def->n_keys++;
	return 0;
}

/* Commas in parentheses belong to the fields. */
static int parse_keys(struct spandef *def, const char *text, const struct text_piece *all,
		      struct err *err)
{
	size_t end = all->at + all->len, at = all->at;
	int depth = 0, rc = 0;

	for (size_t i = at; !rc && i <= end; i++) {
		struct text_piece one;

		if (i < end)
			depth += (text[i] == '(') - (text[i] == ')');
		if (i < end && (text[i] != ',' || depth))
			continue;
		one = trim(text, at, i);
		rc = parse_key(def, text, &one, err);
		at = i + 1;
	}
	return rc;
}

static int parse_name(struct spandef *def, const char *text, size_t *at, struct err *err)
{
	struct text_piece all = trim(text, 0, strlen(text));
	size_t n = 0;

	while (isalnum((unsigned char)text[all.at + n]) || text[all.at + n] == '_' ||
	       text[all.at + n] == '-')
		n++;
	if (!n || !isspace((unsigned char)text[all.at + n]))
		return err_set_at(err, ERR_PARSE, all.at + n,
				  "expected NAME EXPR -> EXPR [by FIELD,...] [as FIELD]; a "
				  "name has letters, digits, _ and -");
	def->name = mem_strndup(text + all.at, n);
	for (const struct span_kind *kind = span_kinds; kind->name; kind++)
		if (!strcmp(kind->name, def->name))
			return err_set_at(err, ERR_PARSE, all.at,
					  "%s is already a kind of spans: choose another name",
					  def->name);
	*at = all.at + n;
	return 0;
}

static int parse(struct spandef *def, const char *text, struct err *err)
{
	size_t len = strlen(text), at = 0, arrow, by, as;
	struct text_piece piece;
	int rc = parse_name(def, text, &at, err);

	if (rc)
		return rc;
	arrow = find_word(text, at, "->");
	if (arrow == len)
		return err_set_at(err, ERR_PARSE, len,
				  "expected -> and a condition that ends the span");
	as = find_word(text, arrow, "as");
	by = find_word(text, arrow, "by");
	if (as < by && by < len)
		return err_set_at(err, ERR_PARSE, by, "expected \"by FIELDS\" before \"as FIELD\"");
	by = by < as ? by : as;
	piece = trim(text, at, arrow);
	def->at[0] = piece.at;
	rc = parse_filter(&def->filters[0], text, &piece, "begin", err);
	piece = trim(text, arrow + 2, by);
	def->at[1] = piece.at;
	rc = rc ? rc : parse_filter(&def->filters[1], text, &piece, "end", err);
	piece = trim(text, by + (by < as ? 2 : 0), as);
	if (!rc && by < as)
		rc = parse_keys(def, text, &piece, err);
	piece = trim(text, as + (as < len ? 2 : 0), len);
	if (!rc && as < len)
		rc = parse_field(&def->as, text, &piece, err);
	def->has_as = as < len;
	return rc;
}

int spandef_parse(struct spanpair **pair, const char *text, struct err *err)
{
	struct spandef *def = mem_zalloc(sizeof(*def));
	int rc = parse(def, text, err);

	if (rc) {
		free_def(&def->pair);
		return rc;
	}
	def->pair = (struct spanpair){
		.kind = { .name = def->name, .scope = def->n_keys ? SPAN_KEY : SPAN_THREAD },
		.open = open_state,
		.close = close_state,
		.match = match,
		.key = key_of,
		.name = name_of,
		.free = free_def,
	};
	*pair = &def->pair;
	return 0;
}

int spandef_check(const struct spanpair *pair, struct recording *recording, struct err *err)
{
	const struct spandef *def = (const struct spandef *)pair;

	for (int side = 0; side < 2; side++) {
		if (check_filter(def->filters[side], recording, err)) {
			err->offset += def->at[side];
			return ERR_PARSE;
		}
		for (size_t i = 0; i < def->n_keys; i++)
			if (check_field(&def->keys[side][i], recording, err))
				return ERR_PARSE;
	}
	return def->has_as ? check_field(&def->as, recording, err) : 0;
}

bool spandef_warn(const struct spanpair *pair, const struct recording *recording, struct buf *out)
{
	const struct spandef *def = (const struct spandef *)pair;

	return check_absent(def->filters[0], recording, out) ||
	       check_absent(def->filters[1], recording, out);
}

/* The kind of the table whose spans begin at records of a part that may begin spans, or NULL. */
static const char *rival_in(struct recording *recording, size_t part, struct eval *begin)
{
	const struct index *index = recording_index(recording, part);
	const char *rival = NULL;

	for (uint64_t i = 0; i < index_kinds(index) && !rival; i++)
		if (index_kind(index, i)->entry.type == RECORD_SAMPLE &&
		    eval_may_kind(begin, part, i))
			rival = spans_kind_of_event(recording, part,
						    index_kind(index, i)->entry.event);
	return rival;
}

const char *spandef_rival(const struct spanpair *pair, struct recording *recording)
{
	struct reader *reader = reader_open(recording);
	struct eval *begin = eval_open(reader, ((const struct spandef *)pair)->filters[0]);
	const char *rival = NULL;

	for (size_t part = 0; part < recording_parts_ready(recording) && !rival; part++)
		rival = rival_in(recording, part, begin);
	eval_close(begin);
	reader_close(reader);
	return rival;
}
