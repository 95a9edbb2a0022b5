/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOTS_MEMBER_H
#define ANNOTATE_SPOTS_MEMBER_H

#include "annotate/spot_branches.h"
#include "annotate/spots_plain.h"
#include "stack/chain.h"

/* The samples of an event at a place. */
struct spot_stats {
	struct annotation_count count;
	uint64_t row; /* of the first */
};

/* What one thread counts. It has numbers of its own for functions, events, levels and places. */
struct spots_member {
	const struct annotation_options *options;
	struct reader *reader;
	struct row_values *row_values;
	struct chain chain;
	struct spots found; /* without its list; spots_join() makes that from the following */
	struct spot_places places;
	struct spot_branches branches;
	struct {
		VEC(struct spot_stats) tallies;	      /* by the number of their place */
		VEC(struct annotation_memory) memory; /* by that number; may have fewer */
	} events_at[ANNOTATION_EVENTS];
	struct spots_plain plain; /* samples that are not in events_at yet */
	struct map events;	  /* numbers in found.events by part and event */
	uint64_t event_key; /* 1 + the key in events of the last event; event has its number */
	size_t event;
};

/* The arguments outlive it. user: count only in user space. */
struct spots_member *spots_member_open(struct recording *recording,
				       const struct annotation_options *options, bool user);
void spots_member_close(struct spots_member *m);

/* The number of a row's event. ANNOTATION_EVENTS: the event is not counted. */
size_t spots_member_event(struct spots_member *m, const struct row_info *info);

/* Count a row that is not plain: at its places, and its branches. */
void spots_member_add(struct spots_member *m, const struct row_info *info);

/* The counts at a place, valid until a place is added. */
struct spot_stats *spots_member_stats(struct spots_member *m, size_t event, uint32_t place);

/* Add a sample at a place. */
void spots_member_add_at(struct spots_member *m, uint64_t row, uint64_t period, size_t event,
			 uint32_t place);

/* Add to the totals of all samples, and to those of an event. */
static inline void spots_member_add_totals(struct spots_member *m, size_t event, uint64_t samples,
					   uint64_t periods)
{
	struct annotation_count count = { samples, periods };

	annotation_add(&m->found.total, &count);
	if (event != ANNOTATION_EVENTS)
		annotation_add(&m->found.all[event], &count);
}

/* How to count the samples of a row's kind; valid until the next call. */
static inline const struct spot_kind *spots_member_kind(struct spots_member *m,
							const struct row_info *info)
{
	struct spot_kind *k = &m->plain.kinds[(uintptr_t)info->kind / SPOT_KIND_BYTES % SPOT_KINDS];

	if (k->kind != info->kind || !info->kind)
		spots_plain_set_kind(m, info, k);
	return k;
}

#endif
