/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_CODE_LOOPS_H
#define ANNOTATE_CODE_LOOPS_H

#include "annotate/code.h"

/*
 * Mark the loops of code, and the lines to which its jumps lead. A loop is a jump to an earlier
 * line, and all lines from there to the jump. Sets label and loops of the lines, and
 * code->loop_depth.
 */
void code_loops_find(struct code *code);

#endif
