/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/perfopts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "field/walltime.h"
#include "filter/lex.h"

enum {
	NS_DIGITS = 9,
	PERCENT_DIGITS = 9,
	NUMBER_DIGITS = 19 /* digits that always fit into 64 bits */
};

/* The line of options, its error, and the resulting expression. */
struct option_text {
	const char *text;
	struct err *err;
	struct buf *out;
};

struct option_piece {
	const char *p;
	size_t len;
};

struct option {
	const char *name; /* --name */
	char letter;	  /* -l, 0 none */
	int (*add)(const struct option_text *line, const struct option *option,
		   struct option_piece value);
	const char *word; /* a word of the filter language */
	const char *refusal;
};

static int wrong(const struct option_text *line, const char *at, const char *what)
{
	return err_set_at(line->err, ERR_PARSE, (uint64_t)(at - line->text), "%s", what);
}

/* The next part of a list. At the end: false, and an empty part. */
static bool next_part(struct option_piece *list, char separator, struct option_piece *part)
{
	const char *end;

	*part = (struct option_piece){ NULL, 0 };
	if (!list->p)
		return false;
	end = memchr(list->p, separator, list->len);
	*part = (struct option_piece){ list->p, end ? (size_t)(end - list->p) : list->len };
	if (end)
		*list = (struct option_piece){ end + 1, list->len - part->len - 1 };
	else
		list->p = NULL;
	return true;
}

static bool is_digits(struct option_piece piece)
{
	for (size_t i = 0; i < piece.len; i++)
		if (!isdigit((unsigned char)piece.p[i]))
			return false;
	return piece.len;
}

static bool is_number(struct option_piece piece)
{
	return is_digits(piece) && piece.len <= NUMBER_DIGITS;
}

/* Numbers, and ranges where they are allowed (-C 0-3,5). */
static int add_numbers(const struct option_text *line, const struct option *option,
		       struct option_piece value)
{
	struct option_piece part;
	bool first = true, ranges = !strcmp(option->word, "cpu");

	buf_addf(line->out, "%s in {", option->word);
	while (next_part(&value, ',', &part)) {
		struct option_piece whole = part, lo, hi = { NULL, 0 };

		next_part(&whole, '-', &lo);
		if (ranges && whole.p)
			hi = whole;
		if (!is_number(hi.p ? lo : part) || (hi.p && !is_number(hi)))
			return wrong(line, part.p,
				     ranges ? "expected CPU numbers, as in 0-3,5"
					    : "expected numbers, as in 4312,4318");
		buf_addf(line->out, "%s%.*s", first ? "" : ", ", (int)(hi.p ? lo : part).len,
			 part.p);
		if (hi.p && strtoull(lo.p, NULL, 10) > strtoull(hi.p, NULL, 10))
			return wrong(line, part.p, "the range ends before it begins");
		if (hi.p)
			buf_addf(line->out, "..%.*s", (int)hi.len, hi.p);
		first = false;
	}
	buf_addc(line->out, '}');
	return 0;
}

static int add_texts(const struct option_text *line, const struct option *option,
		     struct option_piece value)
{
	struct option_piece part;
	bool first = true;

	buf_addf(line->out, "%s in {", option->word);
	while (next_part(&value, ',', &part)) {
		buf_adds(line->out, first ? "" : ", ");
		lex_quote(line->out, part.p, part.len);
		first = false;
	}
	buf_addc(line->out, '}');
	return 0;
}

/* ---- times ---- */

/* 12.5: digits with a point and at most so many digits after it. */
static bool is_decimal(struct option_piece piece, unsigned digits)
{
	struct option_piece whole;

	next_part(&piece, '.', &whole);
	return is_digits(whole) && (!piece.p || (is_digits(piece) && piece.len <= digits));
}

static bool take_percent(struct option_piece *piece)
{
	if (!piece->len || piece->p[piece->len - 1] != '%')
		return false;
	piece->len--;
	return is_decimal(*piece, PERCENT_DIGITS);
}

/* A decimal number in billionths; is_decimal() is true of it. UINT64_MAX: it does not fit. */
static uint64_t billionths(struct option_piece piece)
{
	uint64_t v = 0, scale = 1000000000;
	bool point = false;

	for (size_t i = 0; i < piece.len; i++) {
		if (piece.p[i] == '.') {
			point = true;
			continue;
		}
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(piece.p[i] - '0'), &v))
			return UINT64_MAX;
		if (point)
			scale /= 10;
	}
	return __builtin_mul_overflow(v, scale, &v) ? UINT64_MAX : v;
}

static bool is_second(struct option_piece piece)
{
	return !piece.len || (is_decimal(piece, NS_DIGITS) && billionths(piece) != UINT64_MAX);
}

/* 12.5, 12.5s, or a time of day as screens show it. */
static bool is_moment(struct option_piece piece)
{
	struct walltime moment;

	if (piece.len && piece.p[piece.len - 1] == 's')
		piece.len--;
	return is_second(piece) || walltime_parse(piece.p, piece.len, &moment);
}

static void add_moment(struct buf *out, const char *op, struct option_piece piece)
{
	if (piece.p[piece.len - 1] == 's')
		piece.len--;
	buf_addf(out, "time %s ", op);
	if (is_second(piece))
		buf_addf(out, "%.*ss", (int)piece.len, piece.p);
	else
		lex_quote(out, piece.p, piece.len);
}

static bool is_reversed(struct option_piece start, struct option_piece stop)
{
	return stop.len && is_second(start) && is_second(stop) &&
	       billionths(start) > billionths(stop);
}

/* Seconds; either side may be omitted: 12.5,13 */
static int add_seconds(const struct option_text *line, struct option_piece start,
		       struct option_piece stop)
{
	if (!is_moment(start) || !is_moment(stop))
		return wrong(line, start.p,
			     "expected START,STOP in seconds (12.5,13) or as times of day "
			     "(08:00:48.5,08:00:49), or a part (10%-20% or 10%/2)");
	if (is_reversed(start, stop))
		return err_set_at(line->err, ERR_PARSE, (uint64_t)(start.p - line->text),
				  "the time ends at %.*s, before it begins at %.*s", (int)stop.len,
				  stop.p, (int)start.len, start.p);
	if (start.len)
		add_moment(line->out, ">=", start);
	else if (!stop.len)
		buf_adds(line->out, "time >= 0s");
	if (start.len && stop.len)
		buf_adds(line->out, " and ");
	if (stop.len)
		add_moment(line->out, "<=", stop);
	return 0;
}

/* As in perf, the end belongs to the next part, except for the end of the recording. */
static void add_part(struct buf *out, uint64_t from, uint64_t to)
{
	const uint64_t one = 1000000000;

	buf_addf(out, "time >= %llu.%09llu%%", (unsigned long long)(from / one),
		 (unsigned long long)(from % one));
	if (to < 100 * one)
		buf_addf(out, " and time < %llu.%09llu%%", (unsigned long long)(to / one),
			 (unsigned long long)(to % one));
	else
		buf_adds(out, " and time <= 100%");
}

/* 10%/2: the second tenth; 10%-20%. */
static int add_percent(const struct option_text *line, struct option_piece part)
{
	const uint64_t whole = 100000000000;
	struct option_piece rest = part, first;
	uint64_t from, to;

	if (memchr(part.p, '/', part.len)) {
		uint64_t size, number;

		next_part(&rest, '/', &first);
		if (!take_percent(&first) || !is_digits(rest) || rest.len > 9)
			return wrong(line, part.p, "expected a part of the time, as in 10%/2");
		size = billionths(first);
		number = strtoull(rest.p, NULL, 10);
		if (!size || size > whole || !number || number > whole / size)
			return wrong(line, part.p,
				     "the time has no such part: 10%/1 to 10%/10 are its tenths");
		from = size * (number - 1);
		to = size * number;
	} else {
		next_part(&rest, '-', &first);
		if (!take_percent(&first) || !rest.p || !take_percent(&rest))
			return wrong(line, part.p, "expected a part of the time, as in 10%-20%");
		from = billionths(first);
		to = billionths(rest);
		if (from > to || to > whole)
			return wrong(line, part.p,
				     "the time has no such part: expected two percentages up to "
				     "100%, the smaller one first");
	}
	add_part(line->out, from, to);
	return 0;
}

static int add_time(const struct option_text *line, const struct option *option,
		    struct option_piece value)
{
	struct option_piece part;
	bool first = true;

	(void)option;
	if (!memchr(value.p, '%', value.len)) {
		next_part(&value, ',', &part);
		return add_seconds(line, part,
				   value.p ? value : (struct option_piece){ part.p, 0 });
	}
	while (next_part(&value, ',', &part)) {
		buf_adds(line->out, first ? "(" : " or ");
		if (add_percent(line, part))
			return ERR_PARSE;
		first = false;
	}
	buf_addc(line->out, ')');
	return 0;
}

/* ---- the options ---- */

#define NEEDS_STATE                                                                                \
	"records between two events cannot be selected; --time START,STOP selects a time"

static const struct option options[] = {
	{ "pid", 'p', add_numbers, "pid", NULL },
	{ "tid", 0, add_numbers, "tid", NULL },
	{ "cpu", 'C', add_numbers, "cpu", NULL },
	{ "comms", 'c', add_texts, "comm", NULL },
	{ "time", 0, add_time, "time", NULL },
	{ "symbols", 'S', add_texts, "sym", NULL },
	{ "dsos", 0, add_texts, "dso", NULL },
	{ "addr-range", 0, NULL, NULL, "write ip in {START..END} instead" },
	{ "switch-on", 0, NULL, NULL, NEEDS_STATE },
	{ "switch-off", 0, NULL, NULL, NEEDS_STATE },
};

enum {
	OPTIONS = sizeof(options) / sizeof(options[0])
};

/* The option at p (-C, -C0, --cpu, --cpu=0); *len is the length of its name. */
static const struct option *find_option(const char *p, size_t *len)
{
	for (size_t i = 0; i < OPTIONS; i++) {
		size_t n = strlen(options[i].name);

		if (p[1] != '-' && options[i].letter && p[1] == options[i].letter) {
			*len = 2;
			return &options[i];
		}
		if (p[1] == '-' && !strncmp(p + 2, options[i].name, n) &&
		    (!p[2 + n] || p[2 + n] == '=' || isspace((unsigned char)p[2 + n]))) {
			*len = 2 + n;
			return &options[i];
		}
	}
	return NULL;
}

static const char *skip_blanks(const char *p)
{
	while (isspace((unsigned char)*p))
		p++;
	return p;
}

bool perfopts_is_line(const char *text)
{
	const char *p = skip_blanks(text);

	if (p[0] != '-')
		return false;
	if (p[1] == '-')
		return isalpha((unsigned char)p[2]);
	return p[1] && strchr("pCcS", p[1]) &&
	       (!p[2] || isdigit((unsigned char)p[2]) || isspace((unsigned char)p[2]));
}

/* Read up to a blank; in quotes, blanks are part of the value. */
static struct option_piece read_value(const char **p)
{
	const char *start = *p, *end;
	char quote = *start == '"' || *start == '\'' ? *start : 0;
	struct option_piece value;

	end = quote ? strchr(start + 1, quote) : start + strcspn(start, " \t\n");
	if (!end)
		end = start + strlen(start);
	value.p = start + (quote != 0);
	value.len = (size_t)(end - value.p);
	*p = quote && *end ? end + 1 : end;
	return value;
}

static int add_option(const struct option_text *line, const char **p)
{
	size_t len;
	const struct option *option = find_option(*p, &len);
	struct option_piece value;

	if (!option)
		return wrong(line, *p,
			     "this option of perf script does not select records: expected --pid, "
			     "--tid, -C, -c, -S, --dsos or --time");
	if (option->refusal)
		return err_set_at(line->err, ERR_PARSE, (uint64_t)(*p - line->text), "--%s: %s",
				  option->name, option->refusal);
	*p += len;
	*p = **p == '=' ? *p + 1 : skip_blanks(*p);
	value = read_value(p);
	if (!value.len)
		return wrong(line, value.p, "the option needs a value");
	if (option->add(line, option, value))
		return ERR_PARSE;
	*p = skip_blanks(*p);
	return 0;
}

int perfopts_expression(const char *text, struct buf *out, struct err *err)
{
	struct option_text line = { .text = text, .err = err, .out = out };
	const char *p = skip_blanks(text);
	bool first = true;

	while (*p) {
		if (*p != '-')
			return wrong(&line, p, "expected an option, as in --pid 4312");
		if (!first)
			buf_adds(out, " and ");
		if (add_option(&line, &p))
			return ERR_PARSE;
		first = false;
	}
	return 0;
}
