/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PAGER_H
#define CLI_PAGER_H

#include <stdbool.h>

/*
 * Output of commands on a terminal goes through a pager, as git's does: the command in
 * $PERFNAV_PAGER, else in $PAGER, else less where it is there. An empty command and "cat" mean: no
 * pager. The main thread calls pager_allow().
 */

/* From now on output may be paged. Does nothing where standard output is no terminal. */
void pager_allow(void);

/*
 * Starts the pager, once, if it is allowed: before the first byte is written to standard output,
 * which is a pipe to the pager afterwards. The program waits for it when it exits.
 */
void pager_start(void);

#endif
