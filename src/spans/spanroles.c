/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanroles.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void spanroles_find(struct spanroles *r, const struct spanevents *events,
		    const struct recording *recording)
{
	r->parts = recording_parts_ready(recording);
	r->kinds = mem_zalloc(r->parts * sizeof(*r->kinds));
	for (size_t part = 0; part < r->parts; part++) {
		uint64_t n = index_kinds(recording_index(recording, part));

		for (uint64_t kind = 0; kind < n; kind++) {
			unsigned roles = spanevents_roles(events, part, kind);

			vec_push(&r->kinds[part], (uint8_t)roles);
			r->all |= roles;
		}
	}
}

void spanroles_release(struct spanroles *r)
{
	for (size_t part = 0; part < r->parts; part++)
		vec_release(&r->kinds[part]);
	free(r->kinds);
}

struct role_of {
	const struct spanroles *roles;
	size_t part;
	unsigned wanted;
};

static bool has_role(void *arg, uint64_t kind)
{
	const struct role_of *r = arg;

	return spanroles_of(r->roles, r->part, kind) & r->wanted;
}

void spanroles_match(const struct spanroles *roles, struct reader *reader, uint64_t number,
		     unsigned wanted, uint64_t *bits)
{
	struct block *block = reader_block(reader, number);
	struct role_of of = { roles, 0, wanted };

	memset(bits, 0, BLOCK_ROWS / 8);
	if (!block)
		return;
	of.part = reader_block_part(block);
	block_match(block, COL_KIND, has_role, &of, bits);
}
