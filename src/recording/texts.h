/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_TEXTS_H
#define RECORDING_TEXTS_H

#include "recording/reader.h"
#include "wire/place.h"

/*
 * The texts of tracepoints' samples: by the program of their print format, else asked of the
 * helper process for several rows at a time: the more of a run are used, the more are asked for
 * ahead.
 */
enum {
	TEXTS_KINDS = 64
};

struct texts {
	/* Where the raw data of samples are that are laid out the same, remembered. */
	struct texts_kind {
		bool used;
		size_t part;
		int layout;
		const struct tracefmt *format; /* NULL: none is known */
		struct place size;	       /* raw.size */
	} kinds[TEXTS_KINDS];
	struct tracetexts answer;
	VEC(uint64_t) rows;	    /* of the samples in answer, ascending */
	uint32_t ahead;		    /* rows that the last run looked at */
	uint32_t used;		    /* of its texts */
	struct tracehelper *helper; /* that was asked last */
	struct buf printed;	    /* by a program */
};

void texts_init(struct texts *texts);
void texts_release(struct texts *texts);

/* The text of a row's sample, not escaped, until the next call. NULL: it has none. */
const char *texts_get(struct texts *texts, struct reader *reader, const struct row_info *info,
		      size_t *len);

#endif
