/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_FRAMES_H
#define RECORDS_FRAMES_H

#include <stdbool.h>

struct view_records;

/* Begin to unwind the record that is now under the cursor. */
void records_frames_begin(struct view_records *v);

/* Show the record's frames when they are known. Returns true if there is news. */
bool records_frames_resume(struct view_records *v);

#endif
