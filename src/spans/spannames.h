/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANNAMES_H
#define SPANS_SPANNAMES_H

#include <stddef.h>
#include <stdint.h>

/*
 * The names of spans: each text once, with a number. Threads add names; other threads read them
 * afterwards. Texts are bytes of the recording, not escaped, and valid as long as the names.
 */
struct spannames;

struct spannames *spannames_open(void);
void spannames_close(struct spannames *names);

/* Add a text and return its number, from 1; 0: there are too many (SPANNAMES_MAX). */
uint32_t spannames_add(struct spannames *names, const char *text, size_t len);

/*
 * Return the number for a value of a group of values, whose number the caller chooses. If the value
 * has no number yet, make() returns it: a number of spannames_add(). make() is called without a
 * lock, and more than once if two threads need the value at once.
 */
typedef uint32_t spannames_make(void *arg, uint64_t value);
uint32_t spannames_of_value(struct spannames *names, uint32_t group, uint64_t value,
			    spannames_make *make, void *arg);

/*
 * Return the text of a number; "" for 0. Use spannames_text_now() while another thread adds names.
 */
const char *spannames_text_now(struct spannames *names, uint32_t number, size_t *len);
const char *spannames_text(const struct spannames *names, uint32_t number, size_t *len);

/* Return how many numbers there are, including 0. */
uint32_t spannames_count(const struct spannames *names);

enum {
	SPANNAMES_MAX = 1 << 20
};

#endif
