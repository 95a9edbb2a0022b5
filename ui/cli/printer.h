/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PRINTER_H
#define CLI_PRINTER_H

#include <pthread.h>

#include "base/mem.h"
#include "base/ordered_pool.h"
#include "cli/outfile.h"
#include "filter/filter.h"
#include "out/batch_reader.h"
#include "out/formats.h"
#include "out/perfscript.h"
#include "query/row_cursor.h"

/*
 * Prints the rows of a recording in a format: several threads make the texts of batches of rows,
 * which are written in the order of the rows.
 */
enum {
	PRINT_WORKERS_MAX = 8,
	/* Rows, up to ROW_BATCH_MAX of them; or blocks if a filter answers a block at a time. */
	PRINT_BATCH = 2048
};

/* What one thread needs. */
struct print_worker {
	struct reader *reader;
	struct writer_options output;
	uint64_t origin; /* of times in the batch, found on the way */
	struct writer *writer;
	struct matcher *filter, *fail_if; /* NULL: no filter */
	struct ordered_slot *slot;	  /* the batch's slot */
	struct batch_reader *rows;
	struct buf out;
	char apart[MEM_APART];
};

struct printer {
	/* What is printed. */
	const struct options *options;
	const struct format *format;
	struct row_cursor *(*order)(struct recording *recording, uint64_t first, uint32_t most);
	struct writer_options output;
	struct script_options script; /* for the format perf-script */
	const struct filter *filter, *fail_if;
	uint64_t first, end; /* matching rows to print: from first on and before end */
	bool early;	     /* the index is still being built: print what is settled meanwhile */
	struct recording *recording;
	struct outfile file;
	/* While it is printed. */
	struct row_cursor *cursor;
	uint64_t taken;		 /* rows up to the last batch, guarded as the cursor is */
	_Atomic uint64_t row_ns; /* processor time of a row, in ns, in the last batch; 0: unknown */
	struct print_worker workers[PRINT_WORKERS_MAX];
	unsigned n;
	int status;			  /* of the recording, if it becomes known after opening */
	uint64_t origin;		  /* guarded by turns; 0: no time was printed */
	uint64_t passed;		  /* matching rows so far, guarded by turns */
	_Atomic uint64_t damaged;	  /* 1 + the number of a damaged block; 0: none */
	pthread_mutex_t lock;		  /* guards the next members */
	uint64_t found;			  /* rows that match --fail-if */
	uint64_t found_at, found_ordinal; /* of the first of them: its place in the output */
};

/* Print the rows of p->recording to p->file. Returns an exit status. */
int printer_run(struct printer *p);

/* Print the batch of the first worker into its buffer, in this thread. */
void printer_print_batch(struct printer *p);

/* Warn of values in the typed filter that the recording does not have. */
void printer_warn_absent(const struct printer *p);

#endif
