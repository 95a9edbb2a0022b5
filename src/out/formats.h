/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_FORMATS_H
#define OUT_FORMATS_H

#include "out/writer.h"

struct whole;

/*
 * The forms that records are written in, a row each: its name, the name that :write lists it by,
 * the ends of names of files that are in it, how it is written, what else it has. The first one is
 * for who names none. FIRST and PRINT are those of print and :write, WRITE those of :write alone;
 * ROWS names what opens a writer of one row after the other, WHOLE what writes a file of all
 * samples together (out/whole.h). Options, commands, their help, completion and messages have the
 * names from here, and the functions their declarations.
 */
#define FORMAT_ROWS(FIRST, PRINT, WRITE, ROWS, WHOLE)                                              \
	FIRST("text", "text", ".txt", ROWS(text_open), 0)                                          \
	PRINT("json", "jsonl", ".jsonl .json", ROWS(json_open), 0)                                 \
	PRINT("csv", "csv", ".csv", ROWS(csv_open), 0)                                             \
	PRINT("perf-script", "script", ".script", ROWS(perfscript_open),                           \
	      FORMAT_SCRIPT | FORMAT_INLINE)                                                       \
	PRINT("chrome-trace", "chrome-trace", ".trace.json", ROWS(chrometrace_open),               \
	      FORMAT_WITHOUT_FIELDS)                                                               \
	PRINT("folded", "folded", ".folded", WHOLE(profile_folded),                                \
	      FORMAT_INLINE | FORMAT_WEIGHT | FORMAT_EVENT)                                        \
	WRITE("pprof", "pprof", ".pb.gz", WHOLE(profile_pprof), FORMAT_BINARY)                     \
	WRITE("firefox", "firefox", ".gecko.json", WHOLE(profile_firefox), FORMAT_EVENT)           \
	WRITE("sqlite", "sqlite", ".sqlite", WHOLE(profile_sqlite), FORMAT_BINARY)

enum format_flag {
	FORMAT_PRINTS = 1,  /* print has it, too */
	FORMAT_BINARY = 2,  /* nothing that a terminal can show */
	FORMAT_SCRIPT = 4,  /* that of perf script: its options, and the order in which it prints */
	FORMAT_INLINE = 8,  /* functions that were inlined can be frames in it */
	FORMAT_WEIGHT = 16, /* stacks can have sums of a field instead of numbers of samples */
	FORMAT_WITHOUT_FIELDS = 64, /* what it has of a record cannot be chosen */
	FORMAT_EVENT = 32	    /* it has the samples of one event (query/shown_event.h) */
};

typedef struct writer *format_open_fn(struct reader *reader, const struct writer_options *options);
typedef int format_whole_fn(struct whole *whole, struct err *err);

struct format {
	const char *name, *in_write, *ends;
	format_open_fn *open;	/* row by row, or */
	format_whole_fn *whole; /* all samples together */
	unsigned flags;
};

#define FORMAT_FUNCTION(name, in_write, ends, function, flags) function
#define FORMAT_OPENS(function) format_open_fn function;
#define FORMAT_WRITES(function) format_whole_fn function;
FORMAT_ROWS(FORMAT_FUNCTION, FORMAT_FUNCTION, FORMAT_FUNCTION, FORMAT_OPENS, FORMAT_WRITES)

/* The names for help: those of print, those of :write. */
#define FORMAT_NO_NAME(...)
#define FORMAT_FIRST_NAME(name, ...) name
#define FORMAT_NAME(name, ...) "|" name
#define FORMAT_WRITE_NAME(name, in_write, ...) "|" in_write
#define FORMATS_OF_PRINT                                                                           \
	FORMAT_ROWS(FORMAT_FIRST_NAME, FORMAT_NAME, FORMAT_NO_NAME, FORMAT_NO_NAME, FORMAT_NO_NAME)
#define FORMATS_OF_WRITE                                                                           \
	FORMAT_ROWS(FORMAT_FIRST_NAME, FORMAT_WRITE_NAME, FORMAT_WRITE_NAME, FORMAT_NO_NAME,       \
		    FORMAT_NO_NAME)

/* The format that print has by a name, NULL: the first. NULL: none. */
const struct format *format_of_print(const char *name);

/* The format that :write has by either name. NULL: none. */
const struct format *format_of_write(const char *name);

/* The format of a file by the end of its name, else the first; NULL: the first. */
const struct format *format_of_file(const char *path);

/* Append "a, b or c": the names of print's formats that have all flags, or those of :write. */
void formats_of_print(unsigned flags, const char *last, struct buf *out);
void formats_of_write(struct buf *out);

#endif
