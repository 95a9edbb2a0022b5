/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_FOLLOW_H
#define INDEX_FOLLOW_H

#include "index/build.h"

/*
 * The builder of a recording that may grow, after it has come to the end of the file: it waits
 * for more as long as somebody follows, or a pipe is open. The last record, and what looks damaged
 * at the end, are held back until more has come, or until nobody follows: then the file is read up
 * to its end of that moment. The index's file has nothing of what comes then: the next open of the
 * recording reads that again.
 */
struct follow {
	struct build *b;
	struct records *records;
	struct stream *stream; /* its end moves on */
	struct inflater *z;
	bool pipe;
	bool kept;	/* the index of what was there at first is complete */
	bool held;	/* it was followed, and its last record may be held back */
	uint64_t again; /* place of damage at the end, which may be a record by now; 0: none */
};

/* Returns at the end of the recording, or when the build is to stop. */
int follow_run(struct follow *follow);

#endif
