/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_READER_PRIVATE_H
#define RECORDING_READER_PRIVATE_H

/* Private to reader.c, reader_text.c and reader_tree.c, which share it. */

#include "file/windows.h"
#include "recording/block_slots.h"
#include "recording/comms.h"
#include "recording/packets.h"
#include "recording/payload.h"
#include "recording/reader.h"
#include "recording/texts.h"
#include "wire/tree.h"

/* The places where pages of a row's packets begin, as far as they are known. */
struct page_list {
	uint64_t row;
	size_t at; /* the page that is shown */
	VEC(struct packets_place) places;
	struct buf bytes; /* the record and the bytes of the page after it */
};

struct reader {
	struct recording *recording;
	struct block_slots blocks;
	struct windows windows;
	struct frame_cache frame;
	struct tree tree; /* for summaries, without labels */
	struct texts texts;
	struct payload_producer producer;
	struct page_list pages;
	struct comms comms;
	struct span span;
	uint64_t span_blocks; /* blocks for which span was computed */
	bool hurries;	      /* see reader_set_wait() */
	/* NULL: not used yet */
	struct gaps *gaps;
	unsigned gap_kinds; /* kinds of gaps that gaps computes */
	struct mappings *mappings;
	struct userstack *userstack;
	struct cgroups *cgroups;
	struct symbols *symbols;
	struct instructions *instructions;
	struct reader_extra *extra;
	const _Atomic bool *stop; /* see reader_stop_at() */
	struct buf made[READER_MADE];
	unsigned made_turn;
};

/* Return want bytes: the record and what follows it in its stream; *avail of them exist. */
const uint8_t *reader_file_bytes(struct reader *reader, const struct row_info *info, size_t want,
				 size_t *avail);

/* Decode bytes of the row's record into tree. */
void reader_record_tree(struct reader *reader, const struct row_info *info, const uint8_t *p,
			size_t len, struct tree *tree);

#endif
