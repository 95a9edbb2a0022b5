/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_LEX_H
#define QUERY_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* The tokens of a filter expression. */
enum token_kind {
	TOKEN_END,
	TOKEN_WORD,   /* pid, callchain.ip, SAMPLE, UNKNOWN(40) */
	TOKEN_NUMBER, /* 42, 0x1f, 12.5ms, 64Ki; num and negative hold the value */
	TOKEN_STRING, /* "text", without its quotes and escapes in str */
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_BRACE_OPEN,
	TOKEN_BRACE_CLOSE,
	TOKEN_COMMA,
	TOKEN_RANGE, /* .. */
	TOKEN_AND,
	TOKEN_OR,
	TOKEN_NOT,
	TOKEN_IN,
	TOKEN_EQ,
	TOKEN_NE,
	TOKEN_LT,
	TOKEN_LE,
	TOKEN_GT,
	TOKEN_GE,
	TOKEN_CONTAINS
};

enum {
	FILTER_TEXT_MAX = 4096 /* bytes of an expression */
};

struct token {
	enum token_kind kind;
	size_t pos, len; /* in the expression, bytes */
	uint64_t num;	 /* of a number: its magnitude */
	bool negative;
	char str[FILTER_TEXT_MAX];
	size_t str_len;
};

struct lexer {
	const char *text;
	size_t len, pos;
};

/* The next token; ERR_PARSE with the column in err->offset. */
int lex_next(struct lexer *lexer, struct token *token, struct err *err);

#endif
