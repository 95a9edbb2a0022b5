/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ANNOTATION_OTHER_H
#define ANNOTATE_ANNOTATION_OTHER_H

#include "annotate/annotation.h"

/*
 * The annotation of the same function in another recording, made in the background once. Functions
 * are for one thread.
 */
struct annotation_other;

/*
 * Open the recording at a path with the options of another one, which outlives this, and annotate
 * it. Of the options symbol, where and chains are copied, and the others ignored. The watcher is
 * woken at the end.
 */
struct annotation_other *annotation_other_start(struct recording *recording, const char *path,
						const struct annotation_options *options,
						struct watcher *watcher);
void annotation_other_free(struct annotation_other *other);

/* Is it made, or has it failed? */
bool annotation_other_done(const struct annotation_other *other);

/* NULL: it is not made, and error says why once it is done. Both live as long as it. */
const struct annotation *annotation_other_get(const struct annotation_other *other);
const struct err *annotation_other_error(const struct annotation_other *other);

const char *annotation_other_path(const struct annotation_other *other);

/*
 * Compare a function with the same one of another annotation. Set shares[i] for each of its lines:
 * per cent of the other's samples in the function that are at the same offset, where the build ids
 * are equal, else at the same line of source; negative: not known. False: the other annotation does
 * not have the function. *by_line: lines of source were compared.
 */
bool annotation_other_shares(const struct annotation *other,
			     const struct annotated_function *function, double *shares,
			     bool *by_line);

#endif
