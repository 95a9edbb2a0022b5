/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_PERF_FILE_H
#define FILE_PERF_FILE_H

#include "file/events.h"
#include "file/features.h"
#include "file/header.h"
#include "file/records.h"
#include "tracing/tracehelper.h"

/* What tells of the architecture. */
enum machine_source {
	MACHINE_UNKNOWN,
	MACHINE_ARCH,	   /* the feature */
	MACHINE_RELEASE,   /* names of the kernel and of perf */
	MACHINE_REGISTERS, /* a set that one architecture alone has */
	MACHINE_MAPS,	   /* names of what was mapped */
	MACHINE_FILES,	   /* these files */
	MACHINE_OPTION	   /* the user */
};

struct machine {
	enum regs_arch arch;
	enum machine_source source;
};

/*
 * An open recording's container: header, attrs, features, streams. A file and a
 * pipe capture have one stream, a directory one for its data section and one for
 * each data.N. Not changed once it is open, so that all threads can read it.
 */
struct perf_file {
	char *path; /* as the user gave it */
	bool directory;
	bool spooled; /* copied from a pipe: nobody can open it again */
	bool stat;    /* counts of perf stat record: no samples */
	bool growing; /* more may come: from a pipe, or the recorder has not come to its end */
	VEC(struct source *) sources; /* the first has the header */
	struct header header;
	struct features features;
	struct events events;
	struct machine machine;	    /* which recorded */
	struct tracedata tracing;   /* pieces of the feature TRACING_DATA */
	struct tracefmts formats;   /* of the tracepoints */
	struct tracehelper *helper; /* tells them as text; NULL: there are none */
	VEC(struct stream) streams;
	VEC(char *) warnings; /* what is wrong with the container, one line each, escaped */
	struct source_id id;  /* of the first source, when it was opened */
	int64_t ctime_ns;     /* the newest of all sources, then */
	uint64_t size;	      /* bytes of all sources */
};

/*
 * path is a file, a directory, "-" for standard input or a FIFO; what can be read
 * only once is copied to spool_dir. ERR_OPEN, ERR_FORMAT or ERR_IO; the message does
 * not name the file.
 */
int perf_file_open(struct perf_file **file, const char *path, const char *spool_dir,
		   struct err *err);

/* The same of bytes that are no file, or are open already; source becomes the file's. */
int perf_file_open_source(struct perf_file **file, const char *name, struct source *source,
			  struct err *err);

/*
 * The same for those who can do with what there is so far (growing): of a pipe stream not more than
 * its beginning is waited for, up to the first sample or until nothing comes for a second.
 */
int perf_file_open_live(struct perf_file **file, const char *path, const char *spool_dir,
			struct err *err);
void perf_file_close(struct perf_file *file);

/* Take the architecture from elsewhere. Only before others look at the file. */
void perf_file_set_machine(struct perf_file *file, struct machine machine);
/* The newest ctime of its files now, in ns. */
int64_t perf_file_ctime(const struct perf_file *file);

/* Add a warning about the container; what comes from the file is escaped by the caller. */
void perf_file_warn(struct perf_file *file, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
