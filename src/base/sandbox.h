/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A process gives up rights that it does not need before it reads hostile input. It cannot get them
 * back. If one of these functions fails, the process ends.
 */

/* Keep only one descriptor, which becomes SANDBOX_FD. */
enum {
	SANDBOX_FD = 3
};
void sandbox_descriptors(int fd);

/* Remove the signal handlers that the process got at the fork. */
void sandbox_signals(void);

/* Drop all capabilities of root, without a way to regain them. */
void sandbox_rights(void);

/*
 * Can this kernel filter system calls on this processor? If not, helper processes run without that
 * part of their sandbox.
 */
bool sandbox_filters(void);

/*
 * Allow no opening of files, no other processes and no core dump. Memory, mapped files included,
 * may grow by at most more_memory bytes. If the kernel can filter system calls, allow only those
 * that such a process needs. No existing limit is raised. files: the number of received descriptors
 * (base/child.h) that the process may hold at once, 0: none.
 */
void sandbox_limits(size_t more_memory, unsigned files);

/*
 * Allow at most more_memory bytes beyond the present memory, without that of files: for a process
 * that maps large files. Call it before sandbox_limits().
 */
void sandbox_data(size_t more_memory);

/* Kill the process after so much more CPU time; 0: no limit. */
void sandbox_time(unsigned milliseconds);

#endif
