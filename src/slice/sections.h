/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_SECTIONS_H
#define SLICE_SECTIONS_H

#include "file/rewrite.h"
#include "slice/scrub.h"

/*
 * The feature sections of a slice: those of the recording, except those that would be wrong in the
 * slice.
 */
struct sections {
	const struct perf_file *file;
	const struct scrub *scrub;	  /* NULL: names are kept */
	VEC(struct rewrite_feature) list; /* in ascending order of numbers */
	VEC(uint8_t *) made;		  /* the bytes of sections that are not copied */
	VEC(char *) notes; /* omitted sections with the reason, one line each, escaped */
};

/* Facts about the slice's records. */
struct sections_facts {
	uint64_t first, last;	  /* times of its samples; 0: none */
	const uint64_t *auxtrace; /* n_auxtrace offsets of AUXTRACE records in the slice */
	size_t n_auxtrace;
	bool auxtrace_cut;	     /* the slice has more of these records */
	const struct buf *build_ids; /* for a pipe stream: the BUILD_ID records */
	bool stat;		     /* there are records of perf stat */
};

/* Make the list. It points into the recording's file and to the bytes of facts->build_ids. */
void sections_init(struct sections *sections, const struct perf_file *file,
		   const struct scrub *scrub, const struct sections_facts *facts);
void sections_release(struct sections *sections);

/* Note that a section is not in the slice. */
void sections_note_omitted(struct sections *sections, unsigned number, const char *why);

#endif
