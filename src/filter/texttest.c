/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/texttest.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "field/problem.h"
#include "filter/regex.h"
#include "recording/line.h"
#include "recording/reader_text.h"
#include "spans/syscalls.h"
#include "wire/wrong.h"

enum {
	ANSWERS = 1 << 12,
	TEXT_MAX_KEPT = 40
};

enum answer {
	ANSWER_UNKNOWN,
	ANSWER_NO,
	ANSWER_NAME,	/* of no row unless its task has a matching name */
	ANSWER_STRINGS, /* the strings in a row's raw data decide between the other answers */
	ANSWER_RAW,	/* of no row unless its raw data have the text */
	ANSWER_MAY
};

struct kind_answer {
	uint8_t answer; /* an enum answer */
	size_t raw;	/* of ANSWER_NO, ANSWER_NAME and ANSWER_STRINGS: see line_shape() */
};

/* The answer for rows of a kind with a text: a name of a task, or the strings in raw data. */
struct text_answer {
	uint8_t answer; /* ANSWER_UNKNOWN: the slot is empty */
	bool name;
	uint8_t len;
	char text[TEXT_MAX_KEPT];
	uint64_t kind;
};

struct texttest {
	struct reader *reader;
	enum field_id field;
	struct shape_needle needle;
	uint64_t numbers; /* the result of shape_look() for the numbers that lines begin with */
	uint64_t named;	  /* the same with the name of any task after them */
	uint64_t version; /* of the task names; 0: not read yet */
	struct shape shape;
	struct buf comm, strings; /* of the current row */
	VEC(struct kind_answer) kinds;
	struct text_answer *answers; /* of F_line; else NULL */
};

/* ---- the text to search for ---- */

static bool find_needle(const struct node *node, struct shape_needle *needle)
{
	const char *text;
	bool nocase;
	size_t len;

	if (node->kind == NODE_MATCH) {
		text = regex_literal(node->regex, &len, &nocase);
		return text && shape_needle(needle, text, len, nocase);
	}
	return node->kind == NODE_TEXTS && node->op == OP_CONTAINS && !node->negate &&
	       node->texts.n == 1 &&
	       shape_needle(needle, node->texts.v[0].p, node->texts.v[0].len, false);
}

static bool is_tested(enum field_id field)
{
	return field == F_line || field == F_damage || field == F_problem || field == F_comm;
}

/* Is it a search in the texts of a tracepoint's fields? They are parts of its raw data. */
static bool is_of_raw(const struct node *node)
{
	return node->kind == NODE_MATCH && node->a->field == F_tp_field && !node->all;
}

struct texttest *texttest_open(struct reader *reader, const struct node *node)
{
	struct shape numbers = SHAPE_INIT;
	struct shape_needle needle;
	struct texttest *t;

	if (!node->a || node->a->kind != NODE_FIELD || node->a->slot >= 0 || node->other ||
	    !(is_of_raw(node) || (!node->each && is_tested(node->a->field))) ||
	    !find_needle(node, &needle))
		return NULL;
	t = mem_zalloc(sizeof(*t));
	t->reader = reader;
	t->field = node->a->field;
	t->needle = needle;
	buf_init(&t->shape.texts);
	buf_init(&t->comm);
	buf_init(&t->strings);
	if (t->field == F_line) {
		t->answers = mem_zalloc(ANSWERS * sizeof(*t->answers));
		shape_chars(&numbers, SHAPE_NUMBER);
	}
	t->numbers = shape_look(&numbers, &t->needle, SHAPE_START);
	shape_release(&numbers);
	return t;
}

void texttest_forget(struct texttest *t)
{
	if (!t)
		return;
	t->kinds.n = 0;
	if (t->answers)
		memset(t->answers, 0, ANSWERS * sizeof(*t->answers));
}

void texttest_close(struct texttest *t)
{
	if (!t)
		return;
	shape_release(&t->shape);
	buf_release(&t->comm);
	buf_release(&t->strings);
	vec_release(&t->kinds);
	free(t->answers);
	free(t);
}

/* ---- names of tasks ---- */

static bool is_plain(const char *text, size_t len)
{
	return text_plain((const uint8_t *)text, len) == len;
}

/* A comm is compared with the raw name, a line with the escaped one. */
static bool add_name(void *arg, const char *name, size_t len)
{
	struct texttest *t = arg;
	uint64_t bits;

	shape_reset(&t->shape);
	if (t->field == F_comm && !is_plain(name, len))
		shape_any(&t->shape);
	else
		shape_text(&t->shape, name, len);
	bits = shape_look(&t->shape, &t->needle, t->numbers);
	t->named = bits == SHAPE_FOUND ? SHAPE_FOUND : t->named | bits;
	return t->named != SHAPE_FOUND;
}

static uint64_t names_version(const struct recording *recording, size_t parts)
{
	uint64_t version = 1 + parts;

	for (size_t i = 0; i < parts; i++)
		version += tasks_version(index_tasks(recording_index(recording, i)));
	return version;
}

bool texttest_renew(struct texttest *t)
{
	struct recording *recording = reader_recording(t->reader);
	size_t parts = recording_parts_ready(recording);
	uint64_t version = names_version(recording, parts);

	if ((t->field != F_line && t->field != F_comm) || version == t->version)
		return false;
	t->version = version;
	t->named = t->numbers;
	add_name(t, "swapper", strlen("swapper")); /* the idle task, which is in no record */
	for (size_t i = 0; i < parts && t->named != SHAPE_FOUND; i++)
		tasks_each_name(index_tasks(recording_index(recording, i)), add_name, t);
	if (t->field == F_line && t->named != SHAPE_FOUND)
		t->named = shape_look_text(&t->needle, " ", 1, t->named);
	texttest_forget(t);
	return true;
}

/* ---- kinds ---- */

/* The shape of a line after the name of the task, for rows of a kind. strings: see line_shape(). */
static size_t after_name(struct texttest *t, const struct row_info *info, const struct buf *strings)
{
	size_t raw, names;
	uint32_t choice;
	bool replaces;

	shape_reset(&t->shape);
	choice = shape_begin(&t->shape);
	/* The names of system calls replace a part of the line. */
	replaces = syscalls_shape(t->reader, info, &t->shape);
	if (!replaces)
		shape_end(&t->shape, choice);
	names = t->shape.pieces.n;
	line_shape(t->reader, info, strings, &t->shape, &raw);
	if (replaces)
		syscalls_shape_rest(&t->shape, names);
	shape_end(&t->shape, choice);
	return raw;
}

static struct kind_answer strings_answer(struct texttest *t, const struct row_info *info,
					 const struct buf *strings)
{
	struct kind_answer answer = { .answer = ANSWER_MAY };

	answer.raw = after_name(t, info, strings);
	if (t->numbers == SHAPE_FOUND ||
	    shape_look(&t->shape, &t->needle, t->numbers) == SHAPE_FOUND)
		return answer;
	answer.answer = ANSWER_NO;
	if (t->named == SHAPE_FOUND || shape_look(&t->shape, &t->needle, t->named) == SHAPE_FOUND)
		answer.answer = ANSWER_NAME;
	return answer;
}

static struct kind_answer line_answer(struct texttest *t, const struct row_info *info)
{
	static const struct buf none = BUF_INIT;
	struct kind_answer answer = strings_answer(t, info, NULL);

	if (answer.answer != ANSWER_MAY || !answer.raw ||
	    strings_answer(t, info, &none).answer == ANSWER_MAY)
		return answer;
	answer.answer = ANSWER_STRINGS;
	return answer;
}

static bool one_may(const struct texttest *t, const char *text)
{
	return shape_look_text(&t->needle, text, strlen(text), SHAPE_START) == SHAPE_FOUND;
}

static bool may_be_damage(const struct texttest *t, const struct row_info *info)
{
	static const char *const wrong[] = { WRONG_LIST };
	bool may = info->type == RECORD_DAMAGE;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		may = may || one_may(t, wrong[i]);
	return may;
}

static bool may_be_problem(const struct texttest *t)
{
	bool may = false;

	for (int kind = 0; kind < PROBLEM_KINDS; kind++)
		may = may || one_may(t, problem_name((enum problem_kind)kind));
	return may;
}

static struct kind_answer find_answer(struct texttest *t, const struct row_info *info)
{
	bool may;

	switch (t->field) {
	case F_line:
		return line_answer(t, info);
	case F_damage:
		may = may_be_damage(t, info);
		break;
	case F_problem:
		may = may_be_problem(t);
		break;
	case F_tp_field:
		return (struct kind_answer){ .answer = ANSWER_RAW };
	/* A COMM record has its own name. */
	default:
		may = info->type == RECORD_COMM || t->named == SHAPE_FOUND;
		break;
	}
	return (struct kind_answer){ .answer = may ? ANSWER_MAY : ANSWER_NO };
}

bool texttest_kind(struct texttest *t, uint64_t kind, const struct row_info *info)
{
	while (t->kinds.n <= kind)
		vec_push(&t->kinds, (struct kind_answer){ .answer = ANSWER_UNKNOWN });
	t->kinds.v[kind] = find_answer(t, info);
	/* A row that does not fit its kind has another line. */
	return t->kinds.v[kind].answer != ANSWER_NO || t->kinds.v[kind].raw;
}

/* ---- rows ---- */

/* The slot for an answer; NULL: the text is too long. ANSWER_UNKNOWN: the answer is not known. */
static struct text_answer *slot_for(struct texttest *t, uint64_t kind, const struct buf *text,
				    bool name)
{
	struct text_answer *kept;
	size_t len = text->len;

	if (len > TEXT_MAX_KEPT)
		return NULL;
	kept = &t->answers[(hash_bytes(text->p, len) + kind * 31) % ANSWERS];
	if (kept->answer && kept->kind == kind && kept->name == name && kept->len == len &&
	    !memcmp(kept->text, text->p, len))
		return kept;
	*kept = (struct text_answer){ .name = name, .len = (uint8_t)len, .kind = kind };
	memcpy(kept->text, text->p, len);
	return kept;
}

/* strings: of the row; NULL: its kind has none. */
static bool look_named(struct texttest *t, const struct row_info *info, const struct buf *strings)
{
	uint64_t from;

	if (!is_plain(t->comm.p, t->comm.len))
		return true;
	buf_addc(&t->comm, ' ');
	from = shape_look_text(&t->needle, t->comm.p, t->comm.len, t->numbers);
	if (from == SHAPE_FOUND)
		return true;
	after_name(t, info, strings);
	return shape_look(&t->shape, &t->needle, from) == SHAPE_FOUND;
}

static bool name_may(struct texttest *t, uint64_t kind, const struct row_info *info)
{
	struct text_answer *kept;

	buf_reset(&t->comm);
	if (!reader_comm_bytes(t->reader, info, &t->comm))
		return false;
	kept = slot_for(t, kind, &t->comm, true);
	if (!kept)
		return true;
	if (!kept->answer)
		kept->answer = look_named(t, info, NULL) ? ANSWER_MAY : ANSWER_NO;
	return kept->answer == ANSWER_MAY;
}

/* The strings of the row are known. */
static bool strings_may(struct texttest *t, uint64_t kind, const struct row_info *info)
{
	struct text_answer *kept = slot_for(t, kind, &t->strings, false);
	enum answer answer = kept ? kept->answer : ANSWER_UNKNOWN;

	if (!answer)
		answer = strings_answer(t, info, &t->strings).answer;
	if (kept)
		kept->answer = (uint8_t)answer;
	if (answer != ANSWER_NAME)
		return answer == ANSWER_MAY;
	buf_reset(&t->comm);
	return reader_comm_bytes(t->reader, info, &t->comm) && look_named(t, info, &t->strings);
}

/*
 * Characters outside ASCII that PCRE2 takes for k and s if it ignores case (CaseFolding.txt of
 * Unicode). No other ASCII character has any.
 */
static bool has_folded(const struct shape_needle *needle, const uint8_t *raw, size_t len)
{
	static const char kelvin[] = "\u212a", long_s[] = "\u017f";

	return needle->nocase &&
	       ((memchr(needle->text, 'k', needle->len) && memmem(raw, len, kelvin, 3)) ||
		(memchr(needle->text, 's', needle->len) && memmem(raw, len, long_s, 2)));
}

static bool raw_may(const struct texttest *t, const struct row_info *info)
{
	const uint8_t *raw;
	size_t len;

	return !reader_trace_raw(t->reader, info, &raw, &len) ||
	       shape_look_text(&t->needle, (const char *)raw, len, SHAPE_START) == SHAPE_FOUND ||
	       has_folded(&t->needle, raw, len);
}

bool texttest_row(struct texttest *t, uint64_t kind, const struct row_info *info)
{
	const struct kind_answer *answer;

	if (kind >= t->kinds.n)
		return true;
	answer = &t->kinds.v[kind];
	if (answer->answer == ANSWER_UNKNOWN || answer->answer == ANSWER_MAY)
		return true;
	if (answer->answer == ANSWER_RAW)
		return raw_may(t, info);
	buf_reset(&t->strings);
	if (answer->raw &&
	    !reader_summary_fits(t->reader, info, answer->raw,
				 answer->answer == ANSWER_STRINGS ? &t->strings : NULL))
		return true;
	if (answer->answer == ANSWER_STRINGS)
		return strings_may(t, kind, info);
	return answer->answer == ANSWER_NAME && name_may(t, kind, info);
}
