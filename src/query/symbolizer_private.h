/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_SYMBOLIZER_PRIVATE_H
#define QUERY_SYMBOLIZER_PRIVATE_H

/* Private to symbolizer.c and symbolizer_answers.c, which share it. */

#include <stdatomic.h>

#include "query/symbolizer.h"

struct answer_slot {
	_Atomic(struct given_symbol *) symbol; /* NULL: not known yet */
	_Atomic(struct given_source *) source;
	uint32_t symbol_round, source_round; /* the request's round in which they were found */
};

/*
 * A request begins with round 1. The thread takes the newest request, and finds the mappings of all
 * addresses, then the symbols and sources that have already been read. Meanwhile it works on older
 * requests, and waits for what is being read. It returns to a request until everything is found;
 * then the round is done. symbolizer_again() begins another round, whose results replace the
 * earlier ones.
 */
struct symbolizer_request {
	struct symbolizer_request *next; /* an older request */
	struct row_info row;
	struct symbolizer_address *addresses;
	struct symbolizer_name *names;
	struct answer_slot *slots;
	size_t n;		 /* addresses */
	_Atomic size_t named;	 /* number of names, from the first on, that are complete */
	_Atomic size_t progress; /* symbols and sources found, in all rounds */
	_Atomic bool done;	 /* a round was done */
	_Atomic bool dropped;	 /* the caller does not need it any more */
	bool running;		 /* the thread works on it, and frees it once it is dropped */
	bool tried;		 /* in this pass over the requests */
	_Atomic uint32_t round;	 /* the round that is requested */
	_Atomic uint32_t rounds_done;
};

/*
 * Find what is still missing in this round: all mappings first, then the symbols and sources that
 * are available. Returns false if something is still being read; *found: something was found.
 */
bool symbolizer_find(struct symbolizer *symbolizer, struct symbolizer_request *request,
		     struct reader *reader, bool *found);

void symbolizer_free_answers(struct symbolizer_request *request);

/* Add the mappings of folders to `maps`. For the thread, and without the lock. */
void symbolizer_copy_maps(struct symbolizer *symbolizer, struct srcfile_maps *maps);

#endif
