/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_RESUME_H
#define INDEX_RESUME_H

#include "index/index_private.h"

/*
 * Start the index's file. If an interrupted build has left one, or the recording has grown since
 * its index was built, the usable part is kept and published, and *checkpoint is the place to
 * resume from. Otherwise checkpoint->rows is 0. Incomplete data, and data of another recording, are
 * not used.
 */
int resume_begin(struct index *index, struct checkpoint *checkpoint, struct err *err);

#endif
