/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_REPORT_H
#define BASE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/jsonw.h"

/*
 * A report of named values and lists, which is written as JSON or as indented text. The program
 * defines the keys; text values can come from a recording, and are escaped here. Elements of lists
 * have the key NULL.
 */
enum report_form {
	REPORT_TEXT,
	REPORT_JSON
};

struct report {
	enum report_form form;
	struct buf *out;
	struct jsonw json;
	unsigned depth;
	bool dash;	  /* text: the next line begins an element of a list */
	bool inline_list; /* text: values of the open list are on one line */
	bool first;	  /* text: the list has no value yet */
};

void report_init(struct report *report, enum report_form form, struct buf *out);

void report_object(struct report *report, const char *key);
void report_list(struct report *report, const char *key);
void report_values(struct report *report, const char *key); /* a list of plain values */
void report_end_object(struct report *report);
void report_end_list(struct report *report);
void report_end_values(struct report *report);

void report_u64(struct report *report, const char *key, uint64_t v);
void report_s64(struct report *report, const char *key, int64_t v);
void report_hex(struct report *report, const char *key, uint64_t v); /* JSON: a number */
void report_bool(struct report *report, const char *key, bool v);
void report_str(struct report *report, const char *key, const char *s);
/* len bytes of a recording. If they are not UTF-8, JSON adds key_hex. */
void report_bytes(struct report *report, const char *key, const void *p, size_t len);
void report_hexbytes(struct report *report, const char *key, const uint8_t *p, size_t len);
void report_time(struct report *report, const char *key, uint64_t ns);	  /* JSON: ns */
void report_size(struct report *report, const char *key, uint64_t bytes); /* JSON: bytes */

#endif
