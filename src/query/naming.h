/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_NAMING_H
#define QUERY_NAMING_H

#include "recording/mappings.h"
#include "recording/reader.h"
#include "recording/symbols.h"
#include "sym/srcfile.h"

/*
 * What addresses of records belonged to, looked up by a thread of its own: who asks shows the
 * addresses meanwhile. All functions are for one thread, and none of them waits for a look-up
 * but naming_close(), which waits for one, and naming_settle().
 */
struct naming;
struct naming_request;

struct naming_address {
	uint64_t addr;
	enum cpumode mode;
	bool any;      /* it may be of the kernel or the user, whatever mode says */
	uint32_t code; /* bytes of code that are wanted from there on */
	bool lines;    /* source lines are wanted, */
	bool caller;   /* of the call before it: it is a return address */
	bool text;     /* and the source of its function number `function` */
	uint32_t function;
};

/* Texts are bytes of the recording; they live as long as the request. */
struct naming_name {
	enum mapping_why why; /* MAPPING_FOUND: the rest is there */
	struct mapping mapping;
	bool has_offset;
	uint64_t offset;  /* in the file */
	char *file, *dso; /* those of the mapping */
};

/* Comes later than the mapping. */
struct naming_symbol {
	char *name;	  /* NULL: it has none, */
	enum sym_why why; /* as this tells */
	uint64_t off;	  /* of the address in it */
	uint64_t start, size;
	struct machinecode code; /* of the file that was mapped */
};

/* Comes last, where it was asked for. */
struct naming_source {
	enum sym_why why; /* NONE, or why not all is known */
	uint32_t n;
	const struct source_frame *v; /* innermost first */
	struct srcfile file;	      /* where the text was asked for */
	bool newer;		      /* than the program */
	struct buf packed;
	struct srcstack *stack;
};

/* wake is called from the thread when something was found. */
struct naming *naming_open(struct recording *recording, void (*wake)(void *arg), void *arg);

/* All requests were dropped before. */
void naming_close(struct naming *naming);

/* Look up the addresses of a row; the newest request comes first. */
struct naming_request *naming_ask(struct naming *naming, const struct row_info *row,
				  const struct naming_address *addresses, size_t n);
void naming_drop(struct naming *naming, struct naming_request *request);

/* There may be better names than those that were found: all are asked for again. */
void naming_again(struct naming *naming);

bool naming_is_done(const struct naming_request *request);

/* Is anything still looked for? */
bool naming_busy(struct naming *naming);

/*
 * For who draws soon: from naming_hold(), the first one, to naming_settle() nobody is woken.
 * naming_settle() waits until all is found that can be without reading files, at most so long: what
 * was looked at lately is there at once, and need not be drawn twice. True: something was found
 * since naming_hold().
 */
void naming_hold(struct naming *naming);
bool naming_settle(struct naming *naming, unsigned ms);

/* NULL: not known yet. What was told stays where it is until the request is dropped. */
const struct naming_name *naming_get(const struct naming_request *request, size_t i);
const struct naming_symbol *naming_symbol(const struct naming_request *request, size_t i);
const struct naming_source *naming_source(const struct naming_request *request, size_t i);

/* How much of it is known: a number that grows. */
size_t naming_progress(const struct naming_request *request);

/* Source files whose path begins with from, a folder, are looked for below to. */
void naming_map_path(struct naming *naming, const char *from, const char *to);

/* Those that were given, for the thread that gives them: they last as long as naming. */
const struct srcfile_maps *naming_maps(const struct naming *naming);

#endif
