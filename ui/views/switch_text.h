/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SWITCH_TEXT_H
#define VIEWS_SWITCH_TEXT_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * The fields of a sched_switch in the short form of the list: "S ==> sh:7", as perf's plugin writes
 * them, for "prev_prio=120 prev_state=S ==> next_comm=sh next_pid=7 next_prio=120".
 */

/*
 * Shorten a text that has only these fields. A pid before them is dropped: the caller has removed
 * the name of the same task. So is the idle task. A name and a pid before them become "sh:6 S ==>
 * ...". Other texts stay.
 */
void switch_text_shorten(struct buf *text);

/*
 * Append a regular expression that finds a part of the short form in a record's line. False, with
 * nothing appended: the text is no such part, or can be found as it is.
 */
bool switch_text_pattern(const char *part, struct buf *out);

#endif
