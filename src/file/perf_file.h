/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_PERF_FILE_H
#define FILE_PERF_FILE_H

#include "file/events.h"
#include "file/features.h"
#include "file/header.h"
#include "file/records.h"
#include "tracing/tracehelper.h"

/* How the architecture is known. */
enum machine_source {
	MACHINE_UNKNOWN,
	MACHINE_ARCH,	   /* by the feature ARCH */
	MACHINE_RELEASE,   /* by the names of the kernel and of perf */
	MACHINE_REGISTERS, /* by a set of registers that only one architecture has */
	MACHINE_MAPS,	   /* by names of mapped files */
	MACHINE_FILES,	   /* by the mapped files themselves */
	MACHINE_OPTION	   /* the user named it */
};

struct machine {
	enum regs_arch arch;
	enum machine_source source;
};

/*
 * An open recording: header, attrs, features and streams. A file and the copy of a pipe have one
 * stream; a directory has one for its data section and one for each data.N. It does not change once
 * it is open, so all threads may read it.
 */
struct perf_file {
	char *path; /* as the user named it */
	bool directory;
	bool spooled;		      /* a copy of a pipe, which cannot be opened again */
	bool stat;		      /* counts of perf stat record; there are no samples */
	bool growing;		      /* it may grow: a pipe, or the recorder has not finished */
	VEC(struct source *) sources; /* the first source has the header */
	struct header header;
	struct features features;
	struct events events;
	struct machine machine;	    /* the machine that recorded */
	struct tracedata tracing;   /* parts of the feature TRACING_DATA */
	struct tracefmts formats;   /* formats of the tracepoints */
	struct tracehelper *helper; /* formats tracepoints as text; NULL: there are none */
	VEC(struct stream) streams;
	VEC(char *) warnings; /* problems of the container, one line each, escaped */
	struct source_id id;  /* of the first source at the time of opening */
	int64_t ctime_ns;     /* the newest of all sources at the time of opening */
	uint64_t size;	      /* of all sources */
};

/*
 * Open a file, a directory, "-" (standard input) or a FIFO. A recording that can be read only once
 * is copied to spool_dir. Returns ERR_OPEN, ERR_FORMAT or ERR_IO; the message does not name the
 * file.
 */
int perf_file_open(struct perf_file **file, const char *path, const char *spool_dir,
		   struct err *err);

/* Open a source: memory, or a file that is open already. The recording owns the source then. */
int perf_file_open_source(struct perf_file **file, const char *name, struct source *source,
			  struct err *err);

/*
 * The same as perf_file_open(), for callers that accept an incomplete recording (growing). For a
 * pipe stream, wait only for its beginning: up to the first sample, or until no data arrive for a
 * second.
 */
int perf_file_open_live(struct perf_file **file, const char *path, const char *spool_dir,
			struct err *err);
void perf_file_close(struct perf_file *file);

/* Replace the architecture. Call it before other threads use the recording. */
void perf_file_set_machine(struct perf_file *file, struct machine machine);
/* The newest ctime of the files at this moment, in ns. */
int64_t perf_file_ctime(const struct perf_file *file);

/* Add a warning about the container. The caller escapes text that comes from the file. */
void perf_file_warn(struct perf_file *file, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
