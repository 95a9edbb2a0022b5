/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_PERF_FILE_H
#define FILE_PERF_FILE_H

#include "file/events.h"
#include "file/features.h"
#include "file/header.h"
#include "file/records.h"

/*
 * An open recording's container: header, attrs, features, streams. Not changed
 * once it is open, so that all threads can read it.
 */
struct perf_file {
	char *path; /* as the user gave it */
	struct source *source;
	struct header header;
	struct features features;
	struct events events;
	VEC(struct stream) streams;
	VEC(char *) warnings; /* what is wrong with the container, one line each, escaped */
	struct source_id id;  /* of the source, when it was opened */
};

/* ERR_OPEN or ERR_FORMAT; the message does not name the file. */
int perf_file_open(struct perf_file **file, const char *path, struct err *err);
void perf_file_close(struct perf_file *file);

#endif
