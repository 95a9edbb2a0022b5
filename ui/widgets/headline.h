/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_HEADLINE_H
#define WIDGETS_HEADLINE_H

#include "base/buf.h"
#include "recording/recording.h"

/* A recording in a few lines of text: the machine is that of its first file. */
enum headline {
	HEADLINE_COMMAND, /* the command line that recorded it */
	HEADLINE_MACHINE, /* host, kernel, CPUs, version of perf */
	HEADLINE_EXTENT,  /* when it begins, how long it lasts, size, records */
	HEADLINES
};

/* Append a line, escaped; what the recording does not have is left out, or named as missing. */
void headline_add(const struct recording *recording, enum headline line, struct buf *out);

#endif
