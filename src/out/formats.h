/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_FORMATS_H
#define OUT_FORMATS_H

#include "out/writer.h"

struct profile_job;

/*
 * The formats of records, a row each: name, alias (NULL: none), extensions of files, function,
 * flags. The first format is the default. The function of ROWS opens a writer that takes row after
 * row; the function of PROFILE writes a file from all samples together (out/profile_job.h). print
 * and :write offer all formats. Options, commands, help, completion and messages take the names
 * from here; so do the declarations of the functions.
 */
#define FORMAT_ROWS(FIRST, ROW, ROWS, PROFILE)                                                     \
	FIRST("text", NULL, ".txt", ROWS(text_open), 0)                                            \
	ROW("json", "jsonl", ".jsonl .json", ROWS(json_open), 0)                                   \
	ROW("csv", NULL, ".csv", ROWS(csv_open), 0)                                                \
	ROW("perf-script", "script", ".script", ROWS(perfscript_open),                             \
	    FORMAT_SCRIPT | FORMAT_INLINE)                                                         \
	ROW("folded", NULL, ".folded", PROFILE(profile_folded),                                    \
	    FORMAT_INLINE | FORMAT_WEIGHT | FORMAT_EVENT)                                          \
	ROW("pprof", NULL, ".pb.gz", PROFILE(profile_pprof),                                       \
	    FORMAT_BINARY | FORMAT_FILE | FORMAT_INLINE)                                           \
	ROW("firefox", NULL, ".gecko.json", PROFILE(profile_firefox),                              \
	    FORMAT_FILE | FORMAT_INLINE | FORMAT_EVENT | FORMAT_MARKS)                             \
	ROW("sqlite", NULL, ".sqlite", PROFILE(profile_sqlite),                                    \
	    FORMAT_BINARY | FORMAT_FILE | FORMAT_INLINE)                                           \
	ROW("chrome-trace", NULL, ".trace.json", ROWS(chrometrace_open), FORMAT_WITHOUT_FIELDS)

enum format_flag {
	FORMAT_FILE = 1,    /* print requires --output */
	FORMAT_BINARY = 2,  /* binary, not for a terminal */
	FORMAT_SCRIPT = 4,  /* the format of perf script, with its options and its order */
	FORMAT_INLINE = 8,  /* inlined functions can be frames in it */
	FORMAT_WEIGHT = 16, /* stacks can have sums of a field instead of numbers of samples */
	FORMAT_WITHOUT_FIELDS = 64, /* its fields cannot be selected */
	FORMAT_MARKS = 128,	    /* it has marks of records of other events */
	FORMAT_EVENT = 32	    /* it has the samples of one event (filter/shown_event.h) */
};

typedef struct writer *format_open_fn(struct reader *reader, const struct writer_options *options);
typedef int format_profile_fn(struct profile_job *job, struct err *err);

struct format {
	const char *name, *alias, *ends;
	format_open_fn *open;	    /* writes row by row, or */
	format_profile_fn *profile; /* writes all samples together */
	unsigned flags;
};

#define FORMAT_FUNCTION(name, alias, ends, function, flags) function
#define FORMAT_OPENS(function) format_open_fn function;
#define FORMAT_WRITES(function) format_profile_fn function;
FORMAT_ROWS(FORMAT_FUNCTION, FORMAT_FUNCTION, FORMAT_OPENS, FORMAT_WRITES)

/* The names, for help: "text|json|...". */
#define FORMAT_NO_NAME(...)
#define FORMAT_FIRST_NAME(name, ...) name
#define FORMAT_NAME(name, ...) "|" name
#define FORMATS_NAMES FORMAT_ROWS(FORMAT_FIRST_NAME, FORMAT_NAME, FORMAT_NO_NAME, FORMAT_NO_NAME)

/* Find a format by name or alias; name NULL: the first format. Returns NULL if there is none. */
const struct format *format_of_name(const char *name);

/* A format by its number; NULL: the number is past the last format. */
const struct format *format_at(size_t i);

/*
 * Find the format for a file name by its extension, else the first format; path NULL: the first
 * format.
 */
const struct format *format_of_file(const char *path);

/*
 * Append "a, b or c": the names of the formats that have all flags. The text `last` precedes the
 * last name, such as " or ".
 */
void formats_names(unsigned flags, const char *last, struct buf *out);

#endif
