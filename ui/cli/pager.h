/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PAGER_H
#define CLI_PAGER_H

#include <stdbool.h>

/*
 * Output of commands on a terminal goes through a pager, as in git: the command in $PERFNAV_PAGER,
 * else in $PAGER, else less if it is installed. An empty command and "cat" mean no pager. The main
 * thread calls pager_allow().
 */

/* Allow a pager from now on. Does nothing if standard output is no terminal. */
void pager_allow(void);

/*
 * Start the pager if it is allowed and not started: call this before the first byte is written to
 * standard output, which becomes a pipe to the pager. At its exit the program waits for the pager.
 */
void pager_start(void);

#endif
