/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SECTION_H
#define FILE_SECTION_H

#include "file/features.h"
#include "file/section_limit.h"
#include "wire/bytes.h"

/*
 * What the readers of feature sections (file/feature_rows.h) share. Reads stop at the section's end
 * and remember where and why. JSON always has all elements of a list; text shows the first elements
 * and says how many follow. file/section_list.h reads sections that are lists of structures.
 */
struct section_reader {
	struct cursor c;
	const uint8_t *start;
	const struct features *features;
	struct report *r;
	const char *key;
	bool dry;	     /* discard the report: the section is only checked */
	uint64_t entry;	     /* number of the element that is read now, from 0 */
	uint64_t entries;    /* elements that the list should have, 0 unknown */
	struct buf problem;  /* the first problem */
	uint64_t problem_at; /* its offset from the section's start */
};

void section_init(struct section_reader *s, const struct features *features, const uint8_t *p,
		  size_t len);
void section_release(struct section_reader *s);

static inline bool section_text(const struct section_reader *s)
{
	return s->r->form == REPORT_TEXT;
}

/* State a problem at the cursor. All later reads return nothing. The first problem is kept. */
void section_fail(struct section_reader *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Read len bytes from the front. A problem's message names what is missing. */
const uint8_t *section_take(struct section_reader *s, const char *what, uint64_t len);
uint32_t section_u32(struct section_reader *s, const char *what);
uint64_t section_u64(struct section_reader *s, const char *what);
/*
 * Read a string that has its length before it. *len gets the bytes before the first NUL. NULL:
 * there is none.
 */
const char *section_string(struct section_reader *s, const char *what, size_t *len);
/* Read bytes up to and including a NUL. *len gets the number without it. */
const char *section_cstring(struct section_reader *s, const char *what, size_t *len);

/* Read a value and report it as a member of the open object, or of the open list if key is NULL. */
void section_string_value(struct section_reader *s, const char *key);
void section_u32_value(struct section_reader *s, const char *key);
void section_u64_value(struct section_reader *s, const char *key);

/*
 * Begin element i of n (0 unknown) in a list. False at the list's end, and after a problem.
 * section_shown() tells whether text shows the element; after the list section_more() reports how
 * many elements text left out.
 */
bool section_next(struct section_reader *s, uint64_t i, uint64_t n);
bool section_shown(const struct section_reader *s, uint64_t i);
void section_more(struct section_reader *s, uint64_t n);

/*
 * Read a list with a u32 in front, whose report member is called count. The function read() reads
 * one element, and reports it if the report is JSON or if `shown` is true. It returns false if the
 * element could not be read.
 */
typedef bool section_element_fn(struct section_reader *s, bool shown);
void section_each(struct section_reader *s, const char *count, section_element_fn *read);

/* Report one line of text under a key (NULL: an element of a list), and empty the buffer. */
void section_line(struct section_reader *s, const char *key, struct buf *line);

/* Numbers of sections that are looked up, in addition to those of features.h. */
enum {
	FEATURE_GROUP_DESC = 17,
	FEATURE_CLOCK_DATA = 29,
	FEATURE_SIMPLEPERF_META = 129
};

#endif
