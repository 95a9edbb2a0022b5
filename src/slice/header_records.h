/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_HEADER_RECORDS_H
#define SLICE_HEADER_RECORDS_H

#include "recording/reader.h"
#include "slice/record_class.h"

/* Records of a pipe stream that become sections in the header of a slice. */
struct header_records {
	struct buf types;     /* the section event_types, from EVENT_TYPE records */
	struct buf build_ids; /* the feature section BUILD_ID, from BUILD_ID records */
};

void header_records_init(struct header_records *header);
void header_records_release(struct header_records *header);

/* Keep the records of CLASS_HEADER in a block, up to a limit in bytes. */
void header_records_keep(struct header_records *header, struct reader *reader,
			 const struct record_classes *classes, struct block *block);

#endif
