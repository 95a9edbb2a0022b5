/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_STACKS_OTHER_H
#define ANALYSIS_STACKS_OTHER_H

#include "analysis/stacks.h"

/*
 * The stacks of another recording, which is opened and counted in the background. Functions are for
 * one thread.
 */
struct stacks_other;

/*
 * Open the recording at a path with the options of another recording, which must outlive this, and
 * count its stacks when its index is complete. Of the options, row and so_far are ignored, events
 * must be NULL; filter and weight are taken over as by stacks_start().
 */
struct stacks_other *stacks_other_start(struct recording *recording, const char *path,
					const struct stacks_options *options);
void stacks_other_free(struct stacks_other *other);

/* Stop; the results so far remain. */
void stacks_other_cancel(struct stacks_other *other);

/* Return its stacks. NULL: the recording is not open yet, or cannot be opened. */
struct stacks *stacks_other_get(const struct stacks_other *other);

/* Have opening and counting ended? */
bool stacks_other_ended(const struct stacks_other *other);

/* Once it has ended: why it was not opened; the code is 0 if it was. */
const struct err *stacks_other_error(const struct stacks_other *other);

#endif
