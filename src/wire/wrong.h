/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_WRONG_H
#define WIRE_WRONG_H

/* What decode_record() reports if the fields of a record are not as they should be. */
#define WRONG_UNREADABLE "the bytes cannot be read"
#define WRONG_SHORT "the record is shorter than its header"
#define WRONG_FIELDS "the record ends before its fields"
#define WRONG_BYTES "more bytes are announced than the record has"
#define WRONG_ELEMENTS "more elements are announced than the record has"
#define WRONG_FRAMES "more frames are announced than the record has"
#define WRONG_PLACE "the field is not inside the raw data"

/* All of them. */
#define WRONG_LIST                                                                                 \
	WRONG_UNREADABLE, WRONG_SHORT, WRONG_FIELDS, WRONG_BYTES, WRONG_ELEMENTS, WRONG_FRAMES,    \
		WRONG_PLACE

#endif
