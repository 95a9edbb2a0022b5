/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_RESUME_H
#define INDEX_RESUME_H

#include "index/index_private.h"

/*
 * Begin the index's file. Where an interrupted build has left it, or the recording
 * has grown since its index was made, what is good of that is kept and published,
 * and *checkpoint tells where to go on; else checkpoint->rows is 0. What is not
 * whole, or of another recording, is not used.
 */
int resume_begin(struct index *index, struct checkpoint *checkpoint, struct err *err);

#endif
