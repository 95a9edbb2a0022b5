/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_INSNS_H
#define OUT_SCRIPT_INSNS_H

#include "out/script_sample.h"
#include "recording/reader.h"

/*
 * Append the field brstackinsn of a sample as perf script prints it: the instructions of each block
 * between two branches of its stack, oldest first, and those up to the sample. Code is read only
 * from files with the recorded build id; blocks of other files are left out.
 */
void script_insns_add(struct reader *reader, const struct row_info *info,
		      const struct script_sample *sample, struct buf *out);

#endif
