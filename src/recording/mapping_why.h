/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MAPPING_WHY_H
#define RECORDING_MAPPING_WHY_H

/* Why there is no mapping of an address. */
enum mapping_why {
	MAPPING_FOUND,
	MAPPING_NO_PROCESS, /* the record does not say whose address it is */
	MAPPING_NO_MODE,    /* the address is of a hypervisor, or nothing says of what */
	MAPPING_UNKNOWN,    /* no mapping of the process is in the recording */
	MAPPING_NOTHING,    /* nothing was mapped there */
	MAPPING_LATER,	    /* something was mapped there later only */
	MAPPING_BEFORE,	    /* something was, before the process called exec or began */
	MAPPING_UNREADABLE, /* the record that tells of it cannot be read */
	MAPPING_WHYS
};

/* One line for people; what can be done about it, "": nothing. Both are "" of MAPPING_FOUND. */
const char *mapping_why_text(enum mapping_why why);
const char *mapping_why_remedy(enum mapping_why why);

#endif
