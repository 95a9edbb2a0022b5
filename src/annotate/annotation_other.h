/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ANNOTATION_OTHER_H
#define ANNOTATE_ANNOTATION_OTHER_H

#include "annotate/annotation.h"

/*
 * The annotation of the same function in another recording, made once in the background. Functions
 * are for one thread.
 */
struct annotation_other;

/*
 * Open the recording at a path with the options of another recording, and annotate it. recording
 * must outlive this. Of the options symbol, where and chains are copied; others are ignored. The
 * watcher is woken at the end.
 */
struct annotation_other *annotation_other_start(struct recording *recording, const char *path,
						const struct annotation_options *options,
						struct watcher *watcher);
void annotation_other_free(struct annotation_other *other);

/* Is the annotation made, or has it failed? */
bool annotation_other_done(const struct annotation_other *other);

/*
 * The annotation, valid as long as `other`. NULL: it is not finished yet; if it is finished, error
 * has the reason.
 */
const struct annotation *annotation_other_get(const struct annotation_other *other);
const struct err *annotation_other_error(const struct annotation_other *other);

const char *annotation_other_path(const struct annotation_other *other);

/*
 * Compare a function with the same function of another annotation. shares[i] is set for each line:
 * the share, in percent, of the other function's samples that are at the same place; negative:
 * unknown. The place is the offset if the build ids are equal, else the source line. *by_line is
 * set if source lines were compared. False: the other annotation lacks the function.
 */
bool annotation_other_shares(const struct annotation *other,
			     const struct annotated_function *function, double *shares,
			     bool *by_line);

#endif
