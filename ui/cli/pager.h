/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PAGER_H
#define CLI_PAGER_H

#include <stdbool.h>

/*
 * Output of commands on a terminal goes through a pager, as in git. The pager is the command in
 * $PERFNAV_PAGER, else in $PAGER, else less if it is installed. An empty command and "cat" disable
 * the pager. Only the main thread may call pager_allow().
 */

/* Allow a pager from now on, if standard output is a terminal. */
void pager_allow(void);

/*
 * Start the pager if it is allowed and not started yet. Standard output then becomes a pipe to the
 * pager, so call this before the first byte is written. When the program exits, it waits for the
 * pager.
 */
void pager_start(void);

#endif
