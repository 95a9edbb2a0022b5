/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/likeness.h"

#include <string.h>

#include "index/container.h"
#include "recording/mappings.h"
#include "recording/symbols.h"

enum {
	COMPARED_MAX = 128 /* mappings: a process can have millions, and a version for each */
};

/* What there is of a mapping besides its names. */
struct traits {
	uint64_t start, end; /* of the part that nothing else covers */
	uint64_t from, to, pgoff;
	uint64_t owner; /* the row of what is its process's alone */
	uint64_t part;	/* tells of which kernel it is */
	uint32_t kind, module;
	uint32_t has_file, build_id_size;
	uint8_t build_id[MAPPING_BUILD_ID];
	uint32_t pad;
};

struct comparing {
	const struct recording *recording;
	struct buf all;
};

static bool add(void *arg, const struct mapping *mapping, uint64_t start, uint64_t end)
{
	struct comparing *c = arg;
	enum module_kind module = symbols_kind(mapping);
	struct traits traits = {
		.start = start,
		.end = end,
		.from = mapping->start,
		.to = mapping->end,
		.pgoff = mapping->pgoff,
		.owner = module == MODULE_JIT ? mapping->row : 0,
		.part = recording_part_of_row(c->recording, mapping->row),
		.kind = mapping->kind,
		.module = module,
		.has_file = mapping->has_file,
		.build_id_size = mapping->build_id_size,
	};

	memcpy(traits.build_id, mapping->build_id, mapping->build_id_size);
	buf_add(&c->all, &traits, sizeof(traits));
	buf_add(&c->all, mapping->file, strlen(mapping->file) + 1);
	buf_add(&c->all, mapping->dso, strlen(mapping->dso) + 1);
	return true;
}

uint64_t likeness_of(struct reader *reader, const struct row_info *info, enum cpumode mode)
{
	struct comparing c = { .recording = reader_recording(reader), .all = BUF_INIT };
	struct mappings *mappings = reader_mappings(reader);
	uint64_t version = mappings_version(mappings, info, mode), number;

	if (mode == CPUMODE_USER && mappings_count(mappings, info, mode) <= COMPARED_MAX)
		mappings_each(mappings, info, mode, add, &c);
	else
		buf_add(&c.all, &version, sizeof(version));
	number = container_hash(c.all.p, c.all.len);
	buf_release(&c.all);
	return number;
}
