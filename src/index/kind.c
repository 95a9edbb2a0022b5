/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/kind.h"

#include "index/index_private.h"
#include "wire/bytes.h"

bool kind_same(const struct kind_entry *a, const struct kind_entry *b)
{
	return a->type == b->type && a->misc == b->misc && a->flags == b->flags &&
	       a->layout == b->layout && a->event == b->event && a->reason == b->reason;
}

uint64_t kind_field(const struct index *index, const struct kind *kind, enum index_field f,
		    const struct record *rec)
{
	return kind_tap_of(index->file->header.big, kind, f, rec);
}

/*
 * Return the event of a SAMPLE or a READ. Other records have no event, even if they have ids. If
 * the trailer of a READ has no known id, its event is the only one of the recording, if there is
 * only one: perf writes no ids then.
 */
static int32_t event_of(const struct index *index, const struct kind_entry *entry,
			const struct record *rec)
{
	const struct events *events = &index->file->events;
	struct kind kind;
	int event = EVENT_NONE;

	if (entry->type == RECORD_SAMPLE)
		return entry->layout;
	if (entry->type != RECORD_READ)
		return EVENT_NONE;
	kind = kind_of_entry(index, entry);
	if (index_offsets_has(&kind.offsets, INDEX_FIELD_ID) && rec->size >= kind.offsets.min)
		event = events_by_id(events, kind_field(index, &kind, INDEX_FIELD_ID, rec));
	return event == EVENT_NONE && events->list.n == 1 ? 0 : event;
}

uint64_t kind_whole_size(const struct index *index, const struct kind_entry *entry)
{
	const struct layout *layout = events_layout(&index->file->events, entry->layout);
	const struct record_desc *desc = record_find(entry->type);

	return desc && desc->trailer ? (uint64_t)desc->min + layout->trailer : 0;
}

uint16_t kind_least_size(const struct index *index, const struct kind *kind)
{
	uint64_t whole = kind_whole_size(index, &kind->entry);

	if (kind->entry.flags & KIND_NO_TRAILER || !index->file->events.same_place)
		return 0;
	return kind->offsets.min > whole ? kind->offsets.min : (uint16_t)whole;
}

struct kind_entry kind_of_record(const struct index *index, const struct record *rec)
{
	struct kind_entry entry = {
		.type = rec->type,
		.misc = rec->misc,
		.layout = events_bind(&index->file->events, rec->type, rec->bytes, rec->size),
		.event = EVENT_NONE,
	};

	if (rec->size < kind_whole_size(index, &entry))
		entry.flags |= KIND_NO_TRAILER;
	entry.event = event_of(index, &entry, rec);
	return entry;
}
