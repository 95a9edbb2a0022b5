/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_DERIVED_H
#define RECORDING_DERIVED_H

#include "recording/reader.h"

/*
 * Words that are made of an address or an id in a record and of what was mapped or known
 * then: dso, map.off, callchain.dso, brstack.from.dso, addr.dso, addr.pid, cgroup.path. They are
 * the rows MADE of wire/words.def. A walk tells them as items behind the item that they are made
 * of (vocabulary_base()), in the same element of a list, with ROW_DERIVED and ROW_AGAIN. They cost
 * a look-up each, and so only those come that are wanted.
 *
 * Two things are told besides: frames of the user's stack behind ustack.dyn, in a list of their
 * own (ustack.frames) or as why it ends (ustack.end); and where a word about frames of the call
 * chain is wanted, the same frames as further ones of it.
 */
enum derived_of {
	DERIVED_OF_ID,	   /* what the recording says of events, at any time */
	DERIVED_OF_IP,	   /* what was mapped there, by the record's cpumode, */
	DERIVED_OF_FRAME,  /* by the markers of the call chain, */
	DERIVED_OF_ANY,	   /* or by the address */
	DERIVED_OF_RECORD, /* the record, and what was known then */
	DERIVED_OF_USTACK, /* the frames of the user's stack */
	DERIVED_OF_TRACE   /* packets of trace data */
};

enum derived_word {
#define MADE(id, ...) DERIVED_##id,
#include "wire/words.def"
	DERIVED_WORDS
};

/* Words that a walk has to make. Zeroed: none. */
struct derived_set {
	uint64_t bits[(DERIVED_WORDS + 63) / 64];
	bool chain; /* further frames of the call chain, as for callchain.sym */
};

/* Add a word, where it is one of those. */
void derived_add(struct derived_set *set, enum word word);

/* Names of events by their ids, which depend on no other records. */
void derived_add_ids(struct derived_set *set);

/* Is a word one of those? */
bool derived_is_made(enum word word);

/* Does it, or one of a set, depend on what other records say? */
bool derived_is_late(enum word word);
bool derived_any_late(const struct derived_set *set);

/*
 * Is a word the name of an address that is in the record: of its symbol, else of its dso? And of
 * what the address is.
 */
bool derived_is_name(enum word word, bool *symbol, enum derived_of *of);

/* Is a word's text made for each item (reader_made_text())? */
bool derived_is_brief(enum word word);

/* linux/perf_event.h, enum perf_callchain_context: what the frames behind a marker are of. */
enum cpumode derived_context_mode(uint64_t context);

/*
 * decode_record() with derived words. Texts of items are good until the reader looks at
 * another row, but those of derived_is_brief() words as reader_made_text() tells.
 */
const char *derived_walk(struct reader *reader, const struct row_info *info,
			 const struct derived_set *wanted, const struct layout *layout,
			 const uint8_t *rec, size_t len, struct sink *sink);

#endif
