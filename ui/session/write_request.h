/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_WRITE_REQUEST_H
#define SESSION_WRITE_REQUEST_H

#include <stdbool.h>

#include "base/err.h"
#include "out/formats.h"

/* What a command asks to be written: the command, which records, how, and where. */
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
	SCOPE_RANGE /* filtered records from mark a to mark b */
};

/* What has to change before a request can be done; the user does that. */
enum write_lack {
	WRITE_LACKS_NOTHING,
	WRITE_LACKS_END,   /* of a file that is being written */
	WRITE_LACKS_FLAGS, /* no record is flagged */
	WRITE_LACKS_MARKS, /* one of the marks a and b is not set */
	WRITE_LACKS_FORCE  /* the file exists */
};

struct write_request {
	enum write_what what;
	bool force;   /* replace an existing file */
	bool can_out; /* "-" is standard output, because that is no terminal of the browser */
	char *path;
	enum write_scope scope;
	const char *command;	     /* of a pipe: the text after its options */
	const struct format *format; /* NULL: by the name of the file */
	bool inlined, scrub;
	enum write_lack lack; /* of a request that was refused */
	int reader;	      /* of a pipe: the end that the command reads */
};

/*
 * Parse the argument of the command request->what: "FILE [--format F] [--inline] [--scope S]"; of a
 * pipe, the same with COMMAND at the end instead of FILE; "FILE [--scrub]" of a slice; "FILE" of a
 * repair. A word between quotes may have blanks, \" and \\. Before, the caller sets what, force and
 * can_out, and zeroes the rest. arg outlives the request.
 */
int write_request_parse(struct write_request *request, const char *arg, struct err *err);
void write_request_release(struct write_request *request);

/* Is a recording written? */
bool write_request_is_slice(const struct write_request *request);

/* Is it written to standard output? A file of that name is ./- */
bool write_request_is_out(const struct write_request *request);

/* The name of the command. */
const char *write_request_command(enum write_what what);

#endif
