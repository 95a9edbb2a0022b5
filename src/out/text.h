/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_TEXT_H
#define OUT_TEXT_H

#include "out/writer.h"

/*
 * Records as lines for people: number, time, CPU, task, type or event, and a summary, whose
 * addresses are shown as in recording/addresstext.h. Or selected fields, with - for a field that
 * the row lacks. All text from the recording is escaped.
 */
struct writer *text_open(struct reader *reader, const struct writer_options *options);

#endif
