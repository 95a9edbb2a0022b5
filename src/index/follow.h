/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_FOLLOW_H
#define INDEX_FOLLOW_H

#include "index/build.h"

/*
 * The builder of a growing recording after it has reached the end of the file: it waits for more
 * data as long as the recording is followed or a pipe is open. The last record, and apparent damage
 * at the end, are held back until more data have come or nobody follows any more; then the file is
 * read up to its current end. Rows that come later are not in the index's file: the next time the
 * recording is opened they are read again.
 */
struct follow {
	struct build *b;
	struct records *records;
	struct stream *stream; /* its end moves on */
	struct inflater *z;
	bool pipe;
	bool kept;	/* the index of the initial data is complete */
	bool held;	/* it was followed, and its last record may be held back */
	uint64_t again; /* offset of damage at the end that may have become a record; 0: none */
};

/* Returns at the end of the recording, or when the build has to stop. */
int follow_run(struct follow *follow);

#endif
