/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_DERIVED_H
#define RECORDING_DERIVED_H

#include "recording/reader.h"

/*
 * Words that are made of an address or an id in a record and of what was mapped or known
 * then: dso, map.off, callchain.dso, brstack.from.dso, addr.dso, addr.pid, cgroup.path. A
 * walk tells them as items behind the item that they are made of (vocabulary_base()), in the same
 * element of a list, with ROW_DERIVED and ROW_AGAIN. They cost a look-up each, and so only
 * those come that are wanted.
 *
 * Two things are told besides: frames of the user's stack behind ustack.dyn, in a list of their
 * own (ustack.frames) or as why it ends (ustack.end); and where a word about frames of the call
 * chain is wanted, the same frames as further ones of it.
 */

/* The word as a set, to be joined with others by |; 0: it is not derived. */
uint64_t derived_set(enum word word);

/* In a set: further frames of the call chain, as for callchain.sym. */
#define DERIVED_CHAIN (1ull << 61)

/* In a set: names of events by ids (id.event, sid.event), which do not depend on other records. */
#define DERIVED_IDS 3ull

/* linux/perf_event.h, enum perf_callchain_context: what the frames behind a marker are of. */
enum cpumode derived_context_mode(uint64_t context);

/*
 * decode_record() with derived words. Texts of items are good until the reader looks at
 * another row.
 */
const char *derived_walk(struct reader *reader, const struct row_info *info, uint64_t wanted,
			 const struct layout *layout, const uint8_t *rec, size_t len,
			 struct sink *sink);

#endif
