/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a perf.data file and how they are laid out. */
#ifndef MK_IMAGE_H
#define MK_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attr.h"
#include "bytes.h"

struct feature {
	unsigned bit;
	struct bytes body;
};

/* A number the description may force; otherwise it follows from the contents. */
struct forced {
	bool set;
	uint64_t value;
};

/*
 * Seekable: header | ids | attrs | data | feature table | features. Pipe: header | data, where
 * attrs and features are records that the description's reader puts into data itself.
 */
struct image {
	bool big;
	bool pipe;
	struct forced magic, header_size, attr_size, data_offset, data_size, table, cut;
	struct attr *attrs;
	size_t nr_attrs;
	struct feature *features; /* by ascending bit */
	size_t nr_features;
	struct bytes data;
};

void image_release(struct image *m);
struct attr *image_add_attr(struct image *m);

/* NULL if the bit is 256 or more or there already. The pointer lives until the next add. */
struct feature *image_add_feature(struct image *m, uint64_t bit);

/*
 * Where data really starts in the file: a forced offset that is too small only makes the header
 * lie. Moves when an attr or an id is added to a seekable file.
 */
uint64_t image_data_offset(const struct image *m);

/* Contents of the EVENT_DESC feature, and a string as features hold them. */
void image_put_event_desc(const struct image *m, struct bytes *out);
void image_put_fstr(const struct image *m, struct bytes *out, const char *text, size_t len);

/* Appends the whole file to `out`. */
void image_build(const struct image *m, struct bytes *out);

#endif
