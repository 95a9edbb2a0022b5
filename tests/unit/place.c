/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where fields lie in samples: at a place as long as nothing before them has a size of its own. */
#include "wire/place.h"

#include "tap.h"
#include "wire/words.h"

static struct place place_of(uint64_t sample_type, enum word word)
{
	struct layout layout = { .sample_type = sample_type };
	struct place place;

	place_find(&place, &layout, 9 /* PERF_RECORD_SAMPLE */, word);
	return place;
}

int main(void)
{
	uint64_t access = SAMPLE_IP | SAMPLE_TID | SAMPLE_ADDR | SAMPLE_WEIGHT | SAMPLE_DATA_SRC;
	static const uint64_t before[] = {
		SAMPLE_READ,	     SAMPLE_CALLCHAIN, SAMPLE_RAW,
		SAMPLE_BRANCH_STACK, SAMPLE_REGS_USER, SAMPLE_STACK_USER
	};
	struct place place = place_of(access | SAMPLE_PHYS_ADDR, W_weight);

	ok(place.kind == PLACE_AT && place.at == 32 && place.size == 8, "weight");
	place = place_of(access | SAMPLE_PHYS_ADDR, W_mem_snoop);
	ok(place.kind == PLACE_AT && place.at == 40 && place.shift == 19 && place.bits == 5,
	   "a part of data_src");
	place = place_of(access | SAMPLE_PHYS_ADDR, W_phys_addr);
	ok(place.kind == PLACE_AT && place.at == 48, "what is behind it");
	ok(place_of(access, W_phys_addr).kind == PLACE_NONE, "what the samples do not have");
	ok(place_of(access, W_hw_idx).kind == PLACE_NONE, "... of a branch stack, too");
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
		ok(place_of(access | before[i], W_weight).kind == PLACE_WALK,
		   "behind field %#llx: a walk tells", (unsigned long long)before[i]);
	return done_testing();
}
