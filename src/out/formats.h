/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_FORMATS_H
#define OUT_FORMATS_H

#include "out/writer.h"

struct whole;

/*
 * The forms that records are written in, a row each: its name, the name that :write lists it by,
 * the ends of names of files that are in it, how it is written, what else it has. The first one is
 * for who names none. FIRST and PRINT are those of print and :write, WRITE those of :write alone.
 * Options, commands, their help, completion and messages have the names from here.
 */
#define FORMAT_ROWS(FIRST, PRINT, WRITE)                                                           \
	FIRST("text", "text", ".txt", text_open, NULL, 0)                                          \
	PRINT("json", "jsonl", ".jsonl .json", json_open, NULL, 0)                                 \
	PRINT("csv", "csv", ".csv", csv_open, NULL, 0)                                             \
	PRINT("perf-script", "script", ".script", perfscript_open, NULL,                           \
	      FORMAT_SCRIPT | FORMAT_INLINE)                                                       \
	PRINT("folded", "folded", ".folded", NULL, profile_folded,                                 \
	      FORMAT_INLINE | FORMAT_WEIGHT | FORMAT_EVENT)                                        \
	WRITE("pprof", "pprof", ".pb.gz", NULL, profile_pprof, FORMAT_BINARY)                      \
	WRITE("firefox", "firefox", ".gecko.json", NULL, profile_firefox, FORMAT_EVENT)            \
	WRITE("sqlite", "sqlite", ".sqlite", NULL, profile_sqlite, FORMAT_BINARY)

enum format_flag {
	FORMAT_PRINTS = 1,  /* print has it, too */
	FORMAT_BINARY = 2,  /* nothing that a terminal can show */
	FORMAT_SCRIPT = 4,  /* that of perf script: its options, and the order in which it prints */
	FORMAT_INLINE = 8,  /* functions that were inlined can be frames in it */
	FORMAT_WEIGHT = 16, /* stacks can have sums of a field instead of numbers of samples */
	FORMAT_EVENT = 32   /* it has the samples of one event (query/shown_event.h) */
};

struct format {
	const char *name, *in_write, *ends;
	/* Row by row, or */
	struct writer *(*open)(struct reader *reader, const struct writer_options *options);
	int (*whole)(struct whole *whole, struct err *err); /* all samples together (out/whole.h) */
	unsigned flags;
};

/* The names for help: those of print, those of :write. */
#define FORMAT_NO_NAME(...)
#define FORMAT_FIRST_NAME(name, ...) name
#define FORMAT_NAME(name, ...) "|" name
#define FORMAT_WRITE_NAME(name, in_write, ...) "|" in_write
#define FORMATS_OF_PRINT FORMAT_ROWS(FORMAT_FIRST_NAME, FORMAT_NAME, FORMAT_NO_NAME)
#define FORMATS_OF_WRITE FORMAT_ROWS(FORMAT_FIRST_NAME, FORMAT_WRITE_NAME, FORMAT_WRITE_NAME)

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
