/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOTS_PLAIN_H
#define ANNOTATE_SPOTS_PLAIN_H

#include "annotate/plain_counts.h"
#include "annotate/spot_places.h"
#include "field/fetch.h"
#include "recording/row_run.h"

/*
 * Plain samples: they are counted only by ip and period, which have fixed offsets in their records.
 * Most samples are plain, and cost a quarter of another sample.
 */
enum {
	SPOT_KINDS = 16,
	/* about the size of a struct kind, so that neighbouring kinds get different places */
	SPOT_KIND_BYTES = 64
};

/* How the samples of a kind of records are counted. */
struct spot_kind {
	const struct kind *kind; /* NULL: unused */
	bool plain;
	size_t event;
	struct layout layout;
	struct field_offset ip, period;
	struct fetch_plan plan; /* loads ip and period */
	uint64_t usual_period;	/* of samples without a period */
};

/* What a member keeps for plain samples. */
struct spots_plain {
	struct spot_kind kinds[SPOT_KINDS];
	/* of the mappings for the thread and the mode of the previous plain sample */
	struct mappings_lifetime lifetime;
	bool has_lifetime;   /* lifetime is set */
	bool late;	     /* count rows that other members have put aside */
	VEC(uint64_t) later; /* rows that were put aside, ascending */
	struct plain_counts counts[ANNOTATION_EVENTS][SPOT_DENSE_FUNCTIONS];
	uint64_t n; /* samples in counts */
};

struct spots_member;

void spots_plain_release(struct spots_plain *plain);

/* Before the rows of another block: forget the previous sample, and make room for a block. */
void spots_plain_begin(struct spots_member *m);

/* Set how to count the samples of a row's kind. */
void spots_plain_set_kind(struct spots_member *m, const struct row_info *info, struct spot_kind *k);

/*
 * Count the current row of a run. same: the previous one has its thread and its mode. The row is
 * put aside if the kernel's symbols are needed and must not be waited for (spot_places.patience).
 */
void spots_plain_add(struct spots_member *m, const struct spot_kind *k, struct row_run *run,
		     bool same);

/*
 * Count the rows of a run from i on, up to end, that are in a range of addresses that is known. Row
 * i - 1 must be the current row of the run. Returns the number of counted rows; a further call may
 * count more.
 */
uint32_t spots_plain_add_range(struct spots_member *m, const struct spot_kind *k,
			       const struct row_run *run, uint32_t i, uint32_t end);

#endif
