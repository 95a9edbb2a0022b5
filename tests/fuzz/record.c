/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For libFuzzer: one record under any attr. The first byte has options, the second says how many
 * bytes of attr follow; the rest is the record, whose size is put right.
 */
#include "file/events.h"
#include "fuzz/fuzz.h"
#include "tiles.h"
#include "wire/bytes.h"
#include "wire/field_offset.h"
#include "wire/find.h"
#include "wire/index_offsets.h"
#include "wire/tree_value.h"

enum {
	HEAD = 2,
	ATTR_MIN = 48,
	ATTR_SPAN = 97,
	RECORD_MAX = 65535,
	OPTION_BIG = 1,
	OPTION_FORMAT = 2, /* raw data are of a tracepoint */
	OPTION_ARCH = 4	   /* and up: enum regs_arch */
};

static const struct tracefmt_field fields[] = {
	{ "common_type", 0, 2, 0, 0 },
	{ "number", 4, 4, 0, TRACEFMT_SIGNED },
	{ "comm", 8, 8, 1, TRACEFMT_STRING | TRACEFMT_ARRAY },
	{ "name", 16, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC },
	{ "late", 20, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC | TRACEFMT_RELATIVE },
	{ "list", 24, 4, 4, TRACEFMT_DYNAMIC | TRACEFMT_ARRAY },
	{ "rest", 28, 0, 8, TRACEFMT_ARRAY | TRACEFMT_ADDRESS },
};

static struct tracefmts formats;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const struct tracefmt_desc desc = {
		.system = "a",
		.name = "b",
		.fields = fields,
		.n = sizeof(fields) / sizeof(fields[0]),
	};

	(void)argc;
	(void)argv;
	tracefmts_add(&formats, &desc);
	return 0;
}

static void check_tree(const struct layout *layout, const uint8_t *rec, size_t len)
{
	struct tree tree = TREE_INIT;
	struct buf text = BUF_INIT;
	const char *wrong;

	tree_decode(&tree, layout, rec, len);
	wrong = tiles_wrong(&tree, len);
	if (wrong)
		give_up(wrong);
	for (size_t i = 0; i < tree.nodes.n; i++) {
		tree_value(&tree, &tree.nodes.v[i], &text);
		tree_value_raw(&tree.nodes.v[i], &text);
		buf_reset(&text);
	}
	buf_release(&text);
	tree_release(&tree);
}

/* Check that a load from a field's place gives the same as a walk. */
static void check_places(const struct layout *layout, uint32_t type, const uint8_t *rec, size_t len)
{
	struct index_offsets offsets;

	index_offsets_bind(&offsets, layout, type);
	for (unsigned tap = 0; tap < INDEX_FIELDS; tap++) {
		unsigned size = tap == INDEX_FIELD_TIME || tap == INDEX_FIELD_ID ? 8 : 4;
		uint64_t walked, loaded;

		if (!index_offsets_has(&offsets, tap) || len < offsets.min)
			continue;
		loaded = load_uint(index_offsets_ptr(&offsets, tap, rec, len), size, layout->big);
		if (find_number(layout, rec, len, index_offsets_field(tap), &walked) &&
		    (size == 4 ? (uint32_t)walked : walked) != loaded)
			give_up("a place has another value than a walk");
	}
	for (enum field_id field = 1; field < FIELD_COUNT; field++) {
		struct field_offset place;
		uint64_t walked, loaded;

		field_offset_find(&place, layout, type, field);
		if (place.kind == OFFSET_FIXED &&
		    field_offset_load(&place, layout, type, rec, len, &loaded) &&
		    find_number(layout, rec, len, field, &walked) && walked != loaded)
			give_up("a word has another value than a walk");
	}
}

static void check_record(uint8_t options, const uint8_t *attr, size_t attr_len, uint8_t *rec,
			 size_t len)
{
	struct events events;
	struct layout layout;
	uint32_t type;
	int event;

	events_init(&events, options & OPTION_BIG);
	events_add(&events, attr, attr_len);
	events_add_id(&events, 0, 1);
	events_finish(&events, options / OPTION_ARCH % (REGS_CSKY + 1), &formats);
	store_u16(rec + 6, (uint16_t)len, options & OPTION_BIG);
	type = load_u32(rec, options & OPTION_BIG);
	event = events_bind(&events, type, rec, len);
	layout = *events_layout(&events, event);
	if (options & OPTION_FORMAT)
		layout.format = formats.list.v[0];
	check_tree(&layout, rec, len);
	check_places(&layout, type, rec, len);
	events_release(&events);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t attr_len, len;
	uint8_t *rec;

	if (size < HEAD)
		return 0;
	attr_len = ATTR_MIN + data[1] % ATTR_SPAN;
	if (size < HEAD + attr_len + RECORD_HEADER_SIZE)
		return 0;
	len = size - HEAD - attr_len;
	if (len > RECORD_MAX)
		return 0;
	/* A copy of its own, so that a byte too much is seen. */
	rec = mem_dup(data + HEAD + attr_len, len);
	check_record(data[0], data + HEAD, attr_len, rec, len);
	free(rec);
	return 0;
}
