/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_EXIT_STATUS_H
#define UI_EXIT_STATUS_H

/* Exit statuses: part of the command line's contract. */
enum exit_status {
	STATUS_OK = 0,
	STATUS_DAMAGED = 1, /* success, but the recording is damaged or unfinished */
	STATUS_USAGE = 2,
	STATUS_OPEN = 3,
	STATUS_IO = 4,	   /* also for no memory */
	STATUS_MATCHED = 5 /* a record matched --fail-if */
};

#endif
