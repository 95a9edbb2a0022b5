/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_SYMBOLIZER_H
#define QUERY_SYMBOLIZER_H

#include "recording/mappings.h"
#include "recording/reader.h"
#include "recording/symbols.h"
#include "sym/srcfile.h"

/*
 * Looks up mapping, symbol and source of records' addresses in a background thread; meanwhile the
 * caller shows addresses. All functions are for one thread. None of them waits for a look-up except
 * symbolizer_close(), which waits for the current one, and symbolizer_settle().
 */
struct symbolizer;
struct symbolizer_request;

struct symbolizer_address {
	uint64_t addr;
	enum cpumode mode;
	bool any;	/* it may be in the kernel or in user space, whatever mode is */
	uint32_t code;	/* number of bytes of code to copy from there on */
	bool lines;	/* look up source lines */
	bool is_return; /* a return address: use the symbol and line of the call before it */
	bool text;	/* also read the source file of function number `function` */
	uint32_t function;
};

/* Texts are bytes of the recording; they live as long as the request. */
struct symbolizer_name {
	enum mapping_why why; /* MAPPING_FOUND: the other members are set */
	struct mapping mapping;
	bool has_offset;
	uint64_t offset;  /* offset in the file */
	char *file, *dso; /* of the mapping */
};

/* Found after the mapping. */
struct symbolizer_symbol {
	char *name;	  /* NULL: it has no symbol */
	enum sym_why why; /* the reason why name is NULL */
	uint64_t off;	  /* offset of the address in the symbol */
	uint64_t start, size;
	struct machinecode code; /* code of the mapped file */
};

/* Found last, if it was requested. */
struct symbolizer_source {
	enum sym_why why; /* NONE, or why some of it is missing */
	uint32_t n;
	const struct source_frame *v; /* innermost first */
	struct srcfile file;	      /* if the text was requested */
	bool newer;		      /* the source is newer than the program */
	struct buf packed;
	struct srcstack *stack;
};

/* wake is called from the thread when something was found. */
struct symbolizer *symbolizer_open(struct recording *recording, void (*wake)(void *arg), void *arg);

/* Close it; all requests must have been dropped. */
void symbolizer_close(struct symbolizer *symbolizer);

/* Look up the addresses of a row; the newest request is served first. */
struct symbolizer_request *symbolizer_ask(struct symbolizer *symbolizer, const struct row_info *row,
					  const struct symbolizer_address *addresses, size_t n);
void symbolizer_drop(struct symbolizer *symbolizer, struct symbolizer_request *request);

/* Look up all names again, because better ones may be available now. */
void symbolizer_again(struct symbolizer *symbolizer);

bool symbolizer_is_done(const struct symbolizer_request *request);

/* Is a look-up pending? */
bool symbolizer_busy(struct symbolizer *symbolizer);

/*
 * For a caller that is about to draw: between symbolizer_hold() and symbolizer_settle(), wake is
 * not called. symbolizer_settle() waits, at most ms milliseconds, until everything is found that
 * needs no reading of files. So recently used names are available at once, and need no second
 * drawing. It returns true if something was found since symbolizer_hold().
 */
void symbolizer_hold(struct symbolizer *symbolizer);
bool symbolizer_settle(struct symbolizer *symbolizer, unsigned ms);

/* The results; NULL: not known yet. A result stays valid until the request is dropped. */
const struct symbolizer_name *symbolizer_get(const struct symbolizer_request *request, size_t i);
const struct symbolizer_symbol *symbolizer_symbol(const struct symbolizer_request *request,
						  size_t i);
const struct symbolizer_source *symbolizer_source(const struct symbolizer_request *request,
						  size_t i);

/* The number of results so far; it only grows. */
size_t symbolizer_progress(const struct symbolizer_request *request);

/* Look for a source file below the folder `to` if its path begins with the folder `from`. */
void symbolizer_map_path(struct symbolizer *symbolizer, const char *from, const char *to);

/* The mappings of folders, for the thread that adds them; valid as long as the symbolizer. */
const struct srcfile_maps *symbolizer_maps(const struct symbolizer *symbolizer);

#endif
