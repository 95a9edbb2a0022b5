/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MAPPING_WHY_H
#define RECORDING_MAPPING_WHY_H

/* Why an address has no mapping. */
enum mapping_why {
	MAPPING_FOUND,
	MAPPING_NO_PROCESS, /* the record does not have the process of the address */
	MAPPING_NO_MODE,    /* the address is one of a hypervisor, or its cpumode is unknown */
	MAPPING_UNKNOWN,    /* the recording has no mapping of the process */
	MAPPING_NOTHING,    /* nothing was mapped there */
	MAPPING_LATER,	    /* something was mapped there, but only later */
	MAPPING_BEFORE,	    /* something was mapped there, but before the process called exec or
			     * started */
	MAPPING_UNREADABLE, /* the record of the mapping cannot be read */
	MAPPING_WHYS
};

/* A description of one line, and the remedy ("": there is none). Both are "" for MAPPING_FOUND. */
const char *mapping_why_text(enum mapping_why why);
const char *mapping_why_remedy(enum mapping_why why);

#endif
