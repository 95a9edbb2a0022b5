/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_TEXT_H
#define OUT_TEXT_H

#include "out/writer.h"

/*
 * Records as lines for people: number, time, CPU, task, type or event, summary, whose addresses are
 * those of recording/addresstext.h; or chosen fields, with - for one that the row does not have.
 * Everything from the recording is escaped.
 */
struct writer *text_open(struct reader *reader, const struct writer_options *options);

#endif
