/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_TEXTS_H
#define RECORDING_TEXTS_H

#include "base/shape.h"
#include "recording/reader.h"
#include "wire/raw_offset.h"

/*
 * The texts of tracepoints' samples. They are made by the compiled print format
 * (tracing/printfmt.h), or else by the helper process. A request to the helper has several rows:
 * the more texts of the last reply were used, the more rows the next request has.
 */
enum {
	TEXTS_KINDS = 64
};

struct texts {
	/* The offsets of the raw data in samples with the same layout. */
	struct texts_kind {
		bool used;
		size_t part;
		int layout;
		struct raw_offset raw;
	} kinds[TEXTS_KINDS];
	struct tracetexts answer;
	VEC(uint64_t) rows;	    /* of the samples in answer, ascending */
	uint32_t ahead;		    /* rows that the last request examined */
	uint32_t used;		    /* used texts of the last request */
	struct tracehelper *helper; /* the helper of the last request */
	struct buf printed;	    /* the text made by a program */
};

void texts_init(struct texts *texts);
void texts_release(struct texts *texts);

/*
 * Append the shape (base/shape.h) of the texts of samples like this one, escaped. Returns false if
 * it is not known. strings: see tracing/printshape.h. *raw_len is set to the argument for
 * texts_fit(): a text certainly has the shape only if texts_fit() is true. 0: all texts have it.
 */
bool texts_shape(struct reader *reader, const struct row_info *info, const struct buf *strings,
		 struct shape *shape, size_t *raw_len);

/* The same test also appends the strings of the sample, unless strings is NULL. */
bool texts_fit(struct texts *texts, struct reader *reader, const struct row_info *info,
	       size_t raw_len, struct buf *strings);

/* Find the raw data of a row's sample. Returns false if it is not a tracepoint's sample. */
bool texts_raw(struct texts *texts, struct reader *reader, const struct row_info *info,
	       const uint8_t **raw, size_t *len);

/* The text of a row's sample, not escaped, valid until the next call. NULL: it has none. */
const char *texts_get(struct texts *texts, struct reader *reader, const struct row_info *info,
		      size_t *len);

#endif
