/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A description split into lines and words. */
#ifndef MK_SCRIPT_H
#define MK_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Words are separated by blanks; # starts a comment. A quoted part is stored unescaped
 * (it may hold any byte, so use len) and does not end the word: name="a b" is one word.
 */
struct word {
	char *text;
	size_t len;
	size_t quote; /* where in text the quoted part starts; past len if nothing is quoted */
};

struct line {
	const char *file; /* lives as long as the script */
	int number;
	struct word *words; /* never empty: lines without words are skipped */
	size_t count;
};

struct script {
	char *file;
	struct line *lines;
	size_t count;
};

/* Reads the file (- is standard input). An error ends the program with a message. */
void script_load(struct script *s, const char *file);
void script_release(struct script *s);

bool word_is(const struct word *w, const char *text);
bool word_is_quoted(const struct word *w);

/* Length of KEY if the word reads KEY=VALUE with an unquoted =, otherwise 0. */
size_t word_key_len(const struct word *w);

/* Prints "FILE:LINE: message" and ends the program. */
void fail_at(const struct line *line, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

#endif
