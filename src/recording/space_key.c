/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/space_key.h"

#include <string.h>

#include "base/hash.h"
#include "recording/symbols.h"

enum {
	COMPARED_MAX = 128 /* mappings that are compared: a process can have millions, and each
			    * change makes a version */
};

/* The properties of a mapping except its names. */
struct traits {
	uint64_t start, end, pgoff;
	uint64_t owner; /* the row of a mapping that belongs to one process only */
	uint64_t part;	/* distinguishes kernels of different parts */
	uint64_t file, dso;
	uint32_t kind, module;
	uint32_t has_file, build_id_size;
	uint8_t build_id[MAPPING_BUILD_ID];
	uint32_t pad;
};

uint64_t space_key_of_mapping(const struct mapping *mapping, size_t part)
{
	enum module_kind module = symbols_kind(mapping);
	struct traits traits = {
		.start = mapping->start,
		.end = mapping->end,
		.pgoff = mapping->pgoff,
		.owner = module == MODULE_JIT ? mapping->row : 0,
		.part = part,
		.file = hash_stable(mapping->file, strlen(mapping->file)),
		.dso = hash_stable(mapping->dso, strlen(mapping->dso)),
		.kind = mapping->kind,
		.module = module,
		.has_file = mapping->has_file,
		.build_id_size = mapping->build_id_size,
	};

	memcpy(traits.build_id, mapping->build_id, mapping->build_id_size);
	return hash_stable(&traits, sizeof(traits));
}

static bool add_mapping(void *arg, const struct mapping *mapping, uint64_t start, uint64_t end)
{
	uint64_t *number = arg;
	uint64_t key[] = { *number, start, end, mapping->space_key };

	*number = hash_stable(key, sizeof(key));
	return true;
}

uint64_t space_key_of(struct reader *reader, const struct row_info *info, enum cpumode mode)
{
	struct mappings *mappings = reader_mappings(reader);
	uint64_t number = 0;

	if (mode != CPUMODE_USER || mappings_count(mappings, info, mode) > COMPARED_MAX)
		return mappings_version(mappings, info, mode);
	mappings_each(mappings, info, mode, add_mapping, &number);
	return number;
}
