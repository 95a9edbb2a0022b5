/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SCHED_TEXT_H
#define VIEWS_SCHED_TEXT_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * The name of thread 0, the idle task: in records of a pid namespace, threads outside of it also
 * have the number 0.
 */
#define IDLE_NAME "idle or outside"

/*
 * The fields of scheduler events in the short form of the list:
 *   "S ==> sh:7", as perf's plugin writes a sched_switch, for
 *       "prev_prio=120 prev_state=S ==> next_comm=sh next_pid=7 next_prio=120"
 *   "sh:7 on CPU 1" of a wakeup, for "comm=sh pid=7 prio=120 target_cpu=001"
 */

/*
 * Shorten a text that has only the fields of a switch. A pid before them is dropped: the caller has
 * removed the name of the same task. So is the idle task. A name and a pid before them become "sh:6
 * S ==> ...". Other texts stay.
 */
void sched_text_shorten_switch(struct buf *text);

/* Shorten a text that has only the fields of a wakeup. False: it has others. */
bool sched_text_shorten_wakeup(struct buf *text);

/*
 * Append a regular expression that finds a part of the short form in a record's line. False, with
 * nothing appended: the text is no such part, or can be found as it is.
 */
bool sched_text_pattern(const char *part, struct buf *out);

#endif
