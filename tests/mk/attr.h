/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One perf_event_attr with its ids and name. */
#ifndef MK_ATTR_H
#define MK_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"

struct attr {
	struct bytes body; /* long enough for every field, in the byte order of the file */
	uint64_t size;	   /* of the structure, by its own size field */
	uint64_t stored;   /* bytes of it in the file: size unless the description says otherwise */
	char *name;	   /* for EVENT_DESC */
	uint64_t *ids;
	size_t nr_ids;
};

void attr_init(struct attr *a, bool big);
void attr_release(struct attr *a);

/* Sets a field by its name in struct perf_event_attr; false if there is no such field. */
bool attr_set(struct attr *a, const char *key, size_t len, uint64_t value, bool big);
void attr_add_id(struct attr *a, uint64_t id);

/* Appends the structure, cut or filled with zeros to `len` bytes. */
void attr_put(const struct attr *a, struct bytes *out, uint64_t len);

#endif
