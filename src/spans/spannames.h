/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANNAMES_H
#define SPANS_SPANNAMES_H

#include <stddef.h>
#include <stdint.h>

/*
 * The names of spans: each text once, by its number. Threads add, others read when they are done.
 * Texts are bytes of the recording, not escaped, and live as long as the names.
 */
struct spannames;

struct spannames *spannames_open(void);
void spannames_close(struct spannames *names);

/* The number of a text, from 1 on; 0: there are too many others (SPANNAMES_MAX). */
uint32_t spannames_add(struct spannames *names, const char *text, size_t len);

/* The same, remembered for a value of a group: make() is called once for each. */
typedef uint32_t spannames_make(void *arg, uint64_t value);
uint32_t spannames_of_value(struct spannames *names, uint32_t group, uint64_t value,
			    spannames_make *make, void *arg);

/* The text of a number; "" of 0. The first one while another thread adds some. */
const char *spannames_text_now(struct spannames *names, uint32_t number, size_t *len);
const char *spannames_text(const struct spannames *names, uint32_t number, size_t *len);

/* How many numbers there are, 0 included. */
uint32_t spannames_count(const struct spannames *names);

enum {
	SPANNAMES_MAX = 1 << 20
};

#endif
