/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named constants and the expressions made of them. */
#ifndef MK_NAMES_H
#define MK_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "script.h"

struct name {
	char *text;
	uint64_t value;
};

/* Later entries hide earlier ones: macro parameters are pushed and popped at the end. */
struct names {
	struct name *list;
	size_t count;
};

void names_push(struct names *n, const char *text, size_t len, uint64_t value);
void names_pop_to(struct names *n, size_t count);
bool names_find(const struct names *n, const char *text, size_t len, uint64_t *value);

/* A letter or _, then letters, digits and _. */
bool name_is_valid(const char *text, size_t len);

/*
 * Value of an expression without blanks: numbers (decimal, 0x), constants, ( ), unary - and ~,
 * and * + - << | with the precedence of C, modulo 2^64. An error ends the program.
 */
uint64_t names_eval(const struct names *n, const struct line *line, const char *text);

#endif
