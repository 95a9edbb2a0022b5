/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_RESUME_H
#define INDEX_RESUME_H

#include "index/index_private.h"

/*
 * Begin the index's file. If an interrupted build has left one, or the recording has grown since
 * its index was made, the good part is kept and published, and *checkpoint is the place to resume
 * from; otherwise checkpoint->rows is 0. Incomplete data, and those of another recording, are not
 * used.
 */
int resume_begin(struct index *index, struct checkpoint *checkpoint, struct err *err);

#endif
