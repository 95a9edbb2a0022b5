/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Functions with which a process gives up rights that it does not need, before it reads hostile
 * input. It cannot regain them. If one of these functions fails, the process ends.
 */

/* Keep only one descriptor, which becomes SANDBOX_FD. */
enum {
	SANDBOX_FD = 3
};
void sandbox_descriptors(int fd);

/* Remove the signal handlers that the process has inherited. */
void sandbox_signals(void);

/* Drop all capabilities of root permanently. */
void sandbox_rights(void);

/*
 * Can this kernel filter system calls on this processor? If not, helper processes run without that
 * part of their sandbox.
 */
bool sandbox_filters(void);

/*
 * Forbid opening files, starting processes and core dumps. Limit the growth of memory, mapped files
 * included, to more_memory bytes. If the kernel can filter system calls, allow only those that a
 * helper process needs. Existing limits are never raised. files: the number of received descriptors
 * (base/child.h) that the process may hold at a time, 0: none.
 */
void sandbox_limits(size_t more_memory, unsigned files);

/*
 * Limit the growth of memory without mapped files to more_memory bytes, for a process that maps
 * large files. Call this before sandbox_limits().
 */
void sandbox_data(size_t more_memory);

/* Kill the process after this much more CPU time; 0: no limit. */
void sandbox_time(unsigned milliseconds);

#endif
