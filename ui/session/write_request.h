/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_WRITE_REQUEST_H
#define SESSION_WRITE_REQUEST_H

#include <stdbool.h>

#include "base/err.h"
#include "out/formats.h"

/* What a command has to write: which records, in which format, and where. */
enum write_what {
	WRITE_FILE,
	WRITE_SLICE,  /* a recording instead of text */
	WRITE_REPAIR, /* a slice with all records */
	WRITE_PIPE
};

enum write_scope {
	SCOPE_FILTERED,
	SCOPE_ALL,
	SCOPE_FLAGGED,
	SCOPE_RANGE, /* filtered records from mark a to mark b */
	WRITE_SCOPES
};

/* What the user has to change before the request can be carried out. */
enum write_lack {
	WRITE_LACKS_NOTHING,
	WRITE_LACKS_END,   /* the file is still being written */
	WRITE_LACKS_FLAGS, /* no record is flagged */
	WRITE_LACKS_MARKS, /* one of the marks a and b is not set */
	WRITE_LACKS_FORCE  /* the file exists */
};

struct write_request {
	enum write_what what;
	bool force; /* replace an existing file */
	/* "-" is standard output, because the browser does not use it for its screen */
	bool can_out;
	char *path;
	enum write_scope scope;
	const char *command;	     /* for a pipe: the text after the options */
	const struct format *format; /* NULL: the suffix of the file name selects the format */
	const char *columns;	     /* of the list, if the format writes the list; else NULL */
	struct field *fields;	     /* an array; NULL: the default fields of the format */
	size_t n;		     /* its length */
	bool inlined, scrub;
	enum write_lack lack; /* why the request was rejected */
	int reader;	      /* for a pipe: the end that the command reads */
};

/*
 * Parse the argument of the command request->what: "FILE [--format F] [--fields LIST] [--inline]
 * [--scope S]"; for a pipe, the same with COMMAND at the end instead of FILE; "FILE [--scrub]" for
 * a slice; "FILE" for a repair. A word in quotes may contain blanks, \" and \\. The caller has set
 * `what`, `force` and `can_out`, and zeroed the rest. arg must outlive the request.
 */
int write_request_parse(struct write_request *request, const char *arg, struct err *err);
void write_request_release(struct write_request *request);

/* Does the request write a recording? */
bool write_request_is_slice(const struct write_request *request);

/* Does the request write to standard output? A file of the name - is written as ./- */
bool write_request_is_out(const struct write_request *request);

/* The name of a scope, for --scope. */
const char *write_scope_name(enum write_scope scope);

/* The name of the command. */
const char *write_request_command(enum write_what what);

#endif
