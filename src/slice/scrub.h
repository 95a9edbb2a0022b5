/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_SCRUB_H
#define SLICE_SCRUB_H

#include "base/vec.h"
#include "file/features.h"
#include "slice/pseudonym.h"
#include "wire/layout.h"

/*
 * Removes data about people from records and feature sections: contents of stacks and registers are
 * removed, and names of files, tasks, machines and cgroups, and command lines, are replaced by
 * pseudonyms.
 */
struct scrub_edit {
	uint32_t off, len; /* bytes of the record */
	uint8_t kind;	   /* enum edit_kind in scrub.c */
};

struct scrub {
	struct pseudonym pseudonym;
	VEC(struct scrub_edit) edits; /* of the current record */
	bool refused;
};

int scrub_init(struct scrub *scrub, struct err *err);
void scrub_release(struct scrub *scrub);

/* Are all fields of this type of record known? */
bool scrub_knows(uint32_t type);

/*
 * Append the scrubbed record. Returns false, and appends nothing, if its fields cannot be decoded.
 */
bool scrub_record(struct scrub *scrub, const struct layout *layout, const uint8_t *rec, size_t len,
		  struct buf *out);

/* Do the same for a feature section. */
bool scrub_section(const struct scrub *scrub, const struct features *features, unsigned number,
		   const uint8_t *p, size_t len, struct buf *out);

#endif
