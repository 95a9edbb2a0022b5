/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A process gives up what it does not need before it looks at hostile input. There
 * is no way back. Where one of these fails, the process ends.
 */

/* Keep one descriptor, which becomes SANDBOX_FD, and nothing to read or write besides. */
enum {
	SANDBOX_FD = 3
};
void sandbox_descriptors(int fd);

/* Handlers of the process that this one was forked from are not for it. */
void sandbox_signals(void);

/* No capabilities, for root, and none to be had again. */
void sandbox_rights(void);

/*
 * Does this kernel, on this processor, filter system calls? Where it does not, helper processes run
 * without that part of their sandbox.
 */
bool sandbox_filters(void);

/*
 * No opening of files, no other processes, no core dump, at most so many bytes of memory more
 * than there are now, mapped files included; and of the system calls those alone that such a
 * process needs, where the kernel can see to that. No limit that there is gets wider. files: how
 * many descriptors that it is given (base/child.h) it may hold at once, 0 none.
 */
void sandbox_limits(size_t more_memory, unsigned files);

/*
 * Of memory that is not that of files at most so many bytes more than there are now: for a
 * process that maps large files. Before sandbox_limits().
 */
void sandbox_data(size_t more_memory);

/* From now on at most so much CPU time, or the process is killed; 0: no limit. */
void sandbox_time(unsigned milliseconds);

#endif
