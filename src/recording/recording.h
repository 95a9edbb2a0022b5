/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_RECORDING_H
#define RECORDING_RECORDING_H

#include "file/perf_file.h"
#include "index/index.h"

/*
 * An open recording: its file and its index. Opened by one thread; read by any
 * number, each through a reader of its own (recording/reader.h).
 */
struct recording;

struct recording_options {
	const char *index_path;	 /* NULL: beside the recording, else in cache_dir */
	const char *cache_dir;	 /* for indexes of folders that cannot be written; NULL: none */
	uint64_t cache_limit;	 /* bytes of all indexes in cache_dir */
	const char *spool_dir;	 /* for what comes from a pipe and for an index that is not kept */
	bool no_index;		 /* read and write no index file */
	bool force_index;	 /* make the index again */
	void (*wake)(void *arg); /* called from the builder's thread when rows were published */
	void *wake_arg;
};

/* Returns when the header is read; the index is opened or being built by a thread then. */
int recording_open(struct recording **recording, const char *path,
		   const struct recording_options *options, struct err *err);
void recording_close(struct recording *recording);

const char *recording_path(const struct recording *recording);
const struct perf_file *recording_file(const struct recording *recording);
struct index *recording_index(const struct recording *recording);

/* Where its index is kept, "" when it is not. */
const char *recording_index_path(const struct recording *recording);

/* The event's name, escaped; EVENT_NONE adds nothing. */
void recording_event_name(const struct recording *recording, int event, struct buf *out);

#endif
