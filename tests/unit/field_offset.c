/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where fields are in samples: at a fixed place as long as all fields before have fixed sizes. */
#include "wire/field_offset.h"

#include <string.h>

#include "tap.h"
#include "wire/fields.h"

static struct field_offset place_of(uint64_t sample_type, enum field_id field)
{
	struct layout layout = { .sample_type = sample_type };
	struct field_offset place;

	field_offset_find(&place, &layout, 9 /* PERF_RECORD_SAMPLE */, field);
	return place;
}

/*
 * The list after the count at 8: as many as it states, at most as many as exist, none in a cut
 * record.
 */
static void test_list(void)
{
	struct layout layout = { .sample_type = SAMPLE_CALLCHAIN };
	struct field_offset count = place_of(SAMPLE_CALLCHAIN, F_callchain_nr);
	uint8_t p[48] = { [8] = 2 };
	size_t at = 0, n = 0;

	ok(count.kind == OFFSET_FIXED && count.at == 8, "the count of a call chain");
	ok(field_offset_list(&count, &layout, 9, p, 48, &at, &n), "its list");
	is_uint(at, 16, "begins behind the count");
	is_uint(n, 2, "and has as many as that says");
	memset(p + 8, 0xff, 8);
	ok(field_offset_list(&count, &layout, 9, p, 47, &at, &n) && n == 3,
	   "no more than are there");
	ok(field_offset_list(&count, &layout, 9, p, 16, &at, &n) && n == 0, "which may be none");
	ok(!field_offset_list(&count, &layout, 9, p, 15, &at, &n),
	   "a record that ends in the count");
}

/* index/states.c loads the fields from which it makes entries, instead of walking. */
static void test_states(void)
{
#define LIST(...) __VA_ARGS__
#define KERNEL(id, type, name, min, rows, misc, tail, slice, in_pipe, state, fields, ...)          \
	{ type, { LIST fields } },
#define PERF KERNEL
	static const struct {
		uint32_t type;
		uint16_t fields[5];
	} rules[] = {
#include "wire/records.def"
	};
	struct layout layout = { 0 };
	unsigned seen = 0;

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		for (unsigned k = 0; rules[i].fields[k]; k++, seen++) {
			struct field_offset place;

			field_offset_find(&place, &layout, rules[i].type,
					  (enum field_id)rules[i].fields[k]);
			ok(place.kind == OFFSET_FIXED && place.at >= RECORD_HEADER_SIZE,
			   "record type %u: %s", rules[i].type, field_id_name(rules[i].fields[k]));
		}
	ok(seen > 20, "%u fields", seen);
}

int main(void)
{
	uint64_t access = SAMPLE_IP | SAMPLE_TID | SAMPLE_ADDR | SAMPLE_WEIGHT | SAMPLE_DATA_SRC;
	static const uint64_t before[] = {
		SAMPLE_READ,	     SAMPLE_CALLCHAIN, SAMPLE_RAW,
		SAMPLE_BRANCH_STACK, SAMPLE_REGS_USER, SAMPLE_STACK_USER
	};
	struct field_offset place = place_of(access | SAMPLE_PHYS_ADDR, F_weight);

	ok(place.kind == OFFSET_FIXED && place.at == 32 && place.size == 8, "weight");
	place = place_of(access | SAMPLE_PHYS_ADDR, F_mem_snoop);
	ok(place.kind == OFFSET_FIXED && place.at == 40 && place.shift == 19 && place.bits == 5,
	   "a part of data_src");
	place = place_of(access | SAMPLE_PHYS_ADDR, F_phys_addr);
	ok(place.kind == OFFSET_FIXED && place.at == 48, "what is behind it");
	ok(place_of(access, F_phys_addr).kind == OFFSET_NONE, "what the samples do not have");
	ok(place_of(access, F_hw_idx).kind == OFFSET_NONE, "... of a branch stack, too");
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
		ok(place_of(access | before[i], F_weight).kind == OFFSET_WALK,
		   "behind field %#llx: a walk tells", (unsigned long long)before[i]);
	test_list();
	test_states();
	return done_testing();
}
