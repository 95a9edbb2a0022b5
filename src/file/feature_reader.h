/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_READER_H
#define FILE_FEATURE_READER_H

#include "base/report.h"
#include "file/features.h"
#include "wire/bytes.h"
#include "wire/names.h"

/*
 * What the readers of feature sections share (feature_rows.c has the table of
 * them): reads that stop at the section's end and remember where and why, lists
 * described by tables, and lines of text. JSON always has everything; text shows
 * a list's first elements and says how many more there are.
 */
struct section_reader {
	struct cursor c;
	const uint8_t *start;
	const struct features *features;
	struct report *r;
	const char *key;
	bool dry;	     /* the report is thrown away: the section is only checked */
	uint64_t entry;	     /* of the list that is being read, from 0 */
	uint64_t entries;    /* how many it should have, 0 unknown */
	struct buf problem;  /* the first that was met */
	uint64_t problem_at; /* bytes from the section's start */
};

enum {
	SECTION_SHOWN = 100, /* elements of a list in text */
	SECTION_RANGES = 8,
	SECTION_LINE_MAX = 4096,
	SECTION_COLUMNS = 76 /* a line of text that holds several values is broken there */
};

void section_init(struct section_reader *s, const struct features *features, const uint8_t *p,
		  size_t len);
void section_release(struct section_reader *s);

static inline bool section_text(const struct section_reader *s)
{
	return s->r->form == REPORT_TEXT;
}

/* Say what is wrong at the cursor; all later reads give nothing. The first problem is kept. */
void section_fail(struct section_reader *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Reads from the front; what is named in the message where there are too few bytes. */
const uint8_t *section_take(struct section_reader *s, const char *what, uint64_t len);
uint32_t section_u32(struct section_reader *s, const char *what);
uint64_t section_u64(struct section_reader *s, const char *what);
/* A string with its length before it: *len bytes, without what follows a NUL; NULL: none there. */
const char *section_string(struct section_reader *s, const char *what, size_t *len);
/* Bytes up to and with a NUL; *len without it. */
const char *section_cstring(struct section_reader *s, const char *what, size_t *len);

/* A member of the open object, or a value of the open list (NULL), from the section. */
void section_string_value(struct section_reader *s, const char *key);
void section_u32_value(struct section_reader *s, const char *key);
void section_u64_value(struct section_reader *s, const char *key);

/*
 * Begin element i of n (0 unknown) in a list; false at its end, or when nothing
 * can be read any more. section_shown() tells whether text shows the element,
 * section_more() after the list how many it does not.
 */
bool section_next(struct section_reader *s, uint64_t i, uint64_t n);
bool section_shown(const struct section_reader *s, uint64_t i);
void section_more(struct section_reader *s, uint64_t n);

/*
 * A list with a u32 in front, which count calls. read reads an element, and says it when
 * JSON is written or when it is shown; false: it could not be read.
 */
typedef bool section_element_fn(struct section_reader *s, bool shown);
void section_each(struct section_reader *s, const char *count, section_element_fn *read);

/* One line of text under a key (NULL: an element of a list); the buffer is empty then. */
void section_line(struct section_reader *s, const char *key, struct buf *line);

/* Text: many short values under one key, as lines of SECTION_COLUMNS. */
struct section_wrap {
	struct report *r;
	const char *key;
	const char *join;
	struct buf line;
	uint64_t n;
};
void section_wrap_begin(struct section_wrap *w, struct report *r, const char *key,
			const char *join);
void section_wrap_add(struct section_wrap *w, const void *p, size_t len);
void section_wrap_end(struct section_wrap *w);

/* Text: numbers, those that follow each other as a range, "2163-2164 2170"; { out } begins. */
struct section_ranges {
	struct buf *out;
	uint64_t first, n; /* of the range that is open */
	uint64_t ranges, left_out;
};
void section_ranges_add(struct section_ranges *r, uint64_t v);
void section_ranges_end(struct section_ranges *r);

/* Values that text shows with their unit. */
enum field_kind {
	FIELD_END,
	FIELD_U32,
	FIELD_S32,
	FIELD_U64,
	FIELD_HEX32,
	FIELD_SIZE32, /* bytes */
	FIELD_SIZE64,
	FIELD_KB,
	FIELD_STR
};

struct feature_field {
	const char *key;
	uint8_t kind;
	const struct names *names; /* text shows the value's name, JSON has it as name_key */
	const char *name_key;
};

/*
 * One structure, or a list of them. line is the text of one: {key} stands for a
 * value of it.
 */
struct feature_list {
	const struct feature_field *fields;
	const char *line;
	uint8_t count; /* bytes of the number before the elements, 4 or 8, or one of these: */
	bool wrap;     /* text: several on one line */
};

enum {
	COUNT_NONE = 0, /* one, without a list */
	COUNT_TO_END = 1
};

enum {
	FIELDS_MAX = 8
};

void section_list(struct section_reader *s, const char *key, const struct feature_list *list);

/* "512 bytes", "128 MiB", "23.5 GiB" */
void section_add_size(struct buf *buf, uint64_t bytes);

/* Sections that are looked up besides those of features.h. */
enum {
	FEATURE_GROUP_DESC = 17,
	FEATURE_CLOCK_DATA = 29,
	FEATURE_SIMPLEPERF_META = 129
};

/* The readers: each reports its section under s->key. */
typedef void feature_read_fn(struct section_reader *s);

feature_read_fn feature_tracing_read, feature_build_id_read, feature_event_desc_read;
feature_read_fn feature_nrcpus_read, feature_cpu_topology_read, feature_cache_read;
feature_read_fn feature_mem_topology_read, feature_pmu_caps_read, feature_cpu_domain_read;
feature_read_fn feature_sample_time_read, feature_clock_data_read;
feature_read_fn feature_bpf_prog_read, feature_bpf_btf_read;
feature_read_fn feature_simpleperf_file_read, feature_simpleperf_meta_read;
feature_read_fn feature_simpleperf_unwind_read;
feature_read_fn feature_simpleperf_file2_read, feature_simpleperf_map_read;

#endif
