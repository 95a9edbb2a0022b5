/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_HEADLINE_H
#define WIDGETS_HEADLINE_H

#include "base/buf.h"
#include "recording/recording.h"

/* A recording in a few lines of text. The machine is the machine of its first file. */
enum headline {
	HEADLINE_COMMAND, /* the command line of the recorder */
	HEADLINE_MACHINE, /* host, kernel, CPUs, version of perf */
	HEADLINE_EXTENT,  /* start, duration, size, records */
	HEADLINES
};

/* Append a line, escaped. Missing information is omitted, or shown as missing. */
void headline_add(const struct recording *recording, enum headline line, struct buf *out);

#endif
