/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_ANNOTATE_JSON_H
#define CLI_ANNOTATE_JSON_H

#include "annotate/annotation.h"

/*
 * Write an annotation to standard output, with a JSON object for each line of its functions.
 * Returns an exit status.
 */
int annotate_json(const struct annotation *annotation);

#endif
