/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_LEX_H
#define FILTER_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

/* The tokens of a filter expression. */
enum token_kind {
	TOKEN_END,
	TOKEN_WORD,    /* pid, callchain.ip, SAMPLE, UNKNOWN(40) */
	TOKEN_NUMBER,  /* 42, 0x1f, 12.5ms, 64Ki; num holds the value */
	TOKEN_PERCENT, /* 12.5%; num holds it in billionths of a percent */
	TOKEN_STRING,  /* "text", without its quotes and escapes in str */
	TOKEN_REF,     /* $time, $'a.time: the name in str, the mark in mark */
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_BRACE_OPEN,
	TOKEN_BRACE_CLOSE,
	TOKEN_BRACKET_OPEN,
	TOKEN_BRACKET_CLOSE,
	TOKEN_COLON,
	TOKEN_DOT,
	TOKEN_COMMA,
	TOKEN_RANGE, /* .. */
	TOKEN_AND,
	TOKEN_OR,
	TOKEN_NOT,
	TOKEN_ALL,
	TOKEN_PLUS,
	TOKEN_MINUS,
	TOKEN_STAR,
	TOKEN_SLASH,
	TOKEN_REMAINDER, /* % between two values */
	TOKEN_BITAND,
	TOKEN_BITOR,
	TOKEN_IN,
	TOKEN_EQ,
	TOKEN_NE,
	TOKEN_LT,
	TOKEN_LE,
	TOKEN_GT,
	TOKEN_GE,
	TOKEN_CONTAINS,
	TOKEN_MATCHES, /* matches, =~ */
	TOKEN_TILDE    /* ~: "matches" between two values, otherwise the inversion of bits */
};

enum {
	FILTER_TEXT_MAX = 16384 /* bytes of an expression with its final 0 */
};

struct token {
	enum token_kind kind;
	size_t pos, len; /* in the expression, bytes */
	uint64_t num;
	bool seconds; /* of a number: it has a point and no unit; num is the value as seconds, in
		       * ns */
	char mark;    /* of a reference: a letter, or 0 for the selected record */
	char str[FILTER_TEXT_MAX];
	size_t str_len;
};

struct lexer {
	const char *text;
	size_t len, pos;
	bool times;   /* 12.5 means seconds; 01:16:45.4 and 2026-11-22 20:16:45 are strings */
	bool pattern; /* the previous token was "matches": a string keeps its backslashes */
};

/* Read the next token. Returns ERR_PARSE with the column in err->offset. */
int lex_next(struct lexer *lexer, struct token *token, struct err *err);

/*
 * The length of the piece at p: a quoted string, or a parenthesis with its contents, either one up
 * to the end of the text if it is not closed; a backslash or $ with the next byte; otherwise one
 * byte. p is not at the end of the text.
 */
size_t lex_piece(const char *p);

/*
 * Report that the text at a column lacks its quotes, as in comm == a-b: from the blank, comma,
 * quote, bracket or operator before it up to a blank, a comma, a quote, && or ||, or a bracket that
 * closes none of the text. The part before the column can be a field: event == cpu-clock.
 */
int lex_unquoted(const struct lexer *lexer, size_t pos, struct err *err);

/* Append a text as a quoted string of an expression. */
void lex_quote(struct buf *out, const char *text, size_t len);

#endif
