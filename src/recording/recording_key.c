/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/recording_key.h"

#include <stdlib.h>

#include "base/hash.h"
#include "index/container.h"
#include "index/identity.h"

uint64_t recording_key(const struct recording *recording)
{
	VEC(uint64_t) ids = { 0 };
	uint64_t key;

	for (size_t i = 0; i < recording_parts(recording); i++) {
		const struct perf_file *file = recording_file(recording, i);

		if (file->spooled) {
			vec_release(&ids);
			return 0;
		}
		vec_push(&ids, file->id.dev);
		vec_push(&ids, file->id.ino);
	}
	key = hash_stable(ids.v, ids.n * sizeof(*ids.v));
	vec_release(&ids);
	return key ? key : 1;
}

/* The members of an identity, as numbers in their order. */
enum {
	MEMBERS = sizeof(struct index_identity) / sizeof(uint64_t)
};

void recording_key_text(const struct recording *recording, struct buf *out)
{
	for (size_t i = 0; i < recording_parts(recording); i++) {
		struct index_identity identity;
		uint64_t members[MEMBERS];

		identity_of_file(recording_file(recording, i), &identity);
		memcpy(members, &identity, sizeof(members));
		for (size_t k = 0; k < MEMBERS; k++)
			buf_addf(out, "%s%llx",
				 k   ? ":"
				 : i ? " "
				     : "",
				 (unsigned long long)members[k]);
	}
}

static bool read_identity(const char **text, struct index_identity *identity)
{
	uint64_t members[MEMBERS] = { 0 };
	char *end;

	for (size_t k = 0; k < MEMBERS; k++) {
		members[k] = strtoull(*text, &end, 16);
		if (end == *text || (k + 1 < MEMBERS && *end != ':'))
			return false;
		*text = end + (*end == ':' || *end == ' ');
	}
	memcpy(identity, members, sizeof(*identity));
	return true;
}

bool recording_key_matches(const struct recording *recording, const char *text)
{
	for (size_t i = 0; i < recording_parts(recording); i++) {
		struct index_identity identity;

		if (!read_identity(&text, &identity) ||
		    identity_compare(recording_file(recording, i), &identity) == IDENTITY_OTHER)
			return false;
	}
	return !*text;
}
