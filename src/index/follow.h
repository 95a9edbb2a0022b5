/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_FOLLOW_H
#define INDEX_FOLLOW_H

#include "index/build.h"

/*
 * The builder of a growing recording after it has reached the end of the file. It waits for more
 * data as long as the recording is followed or a pipe is open. The last record, and apparent damage
 * at the end, are not indexed until more data have arrived or the recording is no longer followed.
 * Then the file is read up to its current end. Later rows are not stored in the index file: they
 * are read again when the recording is opened the next time.
 */
struct follow {
	struct build *b;
	struct records *records;
	struct stream *stream; /* its end grows */
	struct inflater *z;
	bool pipe;
	bool kept;	/* the index of the initial data is complete */
	bool held;	/* it was followed, and its last record may be held back */
	uint64_t again; /* offset of damage at the end that may have become a record; 0: none */
};

/* Return at the end of the recording, or when the build must stop. */
int follow_run(struct follow *follow);

#endif
