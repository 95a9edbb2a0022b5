/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/profile_libs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "recording/symbols.h"

enum {
	OFFSET_BITS = 32,
	LIBS_MAX = 1 << 20, /* so that JavaScript's numbers are exact */
	GUID_BYTES = 16,
	NAME_MARK = '=' /* before the name of a file */
};

void profile_libs_init(struct profile_libs *libs, const char *dir)
{
	*libs = (struct profile_libs){ 0 };
	stacktree_init(&libs->names, true, dir);
}

void profile_libs_release(struct profile_libs *libs)
{
	for (size_t i = 0; i < libs->list.n; i++)
		free(libs->list.v[i].dso);
	vec_release(&libs->list);
	stacktree_release(&libs->names);
}

/* ---- places ---- */

/* The number of a file, from 1. */
static uint32_t number_lib(struct profile_libs *libs, const struct mapping *mapping)
{
	struct profile_lib own = { .build_id_size = mapping->build_id_size };
	struct buf build_id = BUF_INIT;
	uint32_t number;

	buf_add_hexbytes(&build_id, mapping->build_id, mapping->build_id_size);
	number = stacktree_frame(&libs->names, mapping->dso, strlen(mapping->dso),
				 build_id.len ? build_id.p : "");
	buf_release(&build_id);
	if (number <= libs->list.n)
		return number;
	own.dso = mem_strdup(mapping->dso);
	memcpy(own.build_id, mapping->build_id, mapping->build_id_size);
	vec_push(&libs->list, own);
	return number;
}

/*
 * Whether the profiler can look up a frame: it is in a file on a disk and has no name. *offset: of
 * its instruction in the file.
 */
static bool is_open(struct reader *reader, const struct row_info *info,
		    const struct mapping *mapping, const struct chain_frame *frame,
		    uint64_t *offset)
{
	struct symbols_answer symbol = { .answer = SYMS_NONE };

	if (mapping->kind != MAPPING_USER || *mapping->dso != '/' ||
	    !mapping_offset(mapping, frame->ip - frame->is_return, offset) ||
	    *offset >> OFFSET_BITS)
		return false;
	symbols_find(reader_symbols(reader), info, mapping, frame->ip, &symbol);
	return symbol.answer != SYMS_FOUND;
}

void profile_libs_place(void *arg, struct reader *reader, const struct row_info *info,
			const struct chain_frame *frame, struct buf *out)
{
	struct profile_libs *libs = arg;
	const struct mapping *mapping =
		mappings_find(reader_mappings(reader), info, frame->mode, frame->ip, NULL);
	struct profile_lib *lib;
	uint64_t offset;
	uint32_t number;

	if (!mapping)
		return;
	if (libs->list.n >= LIBS_MAX || !is_open(reader, info, mapping, frame, &offset)) {
		buf_addc(out, NAME_MARK);
		buf_adds(out, mapping->dso);
		return;
	}
	number = number_lib(libs, mapping);
	lib = &libs->list.v[number - 1];
	if (lib->end < offset + 2)
		lib->end = offset + 2;
	buf_addf(out, "%#llx", (unsigned long long)((uint64_t)number << OFFSET_BITS | offset));
}

uint64_t profile_libs_address(const char *place)
{
	return place && *place && *place != NAME_MARK ? strtoull(place, NULL, 16) : 0;
}

const char *profile_libs_dso(const struct profile_libs *libs, const char *place)
{
	uint64_t address = profile_libs_address(place);

	if (address)
		return libs->list.v[(address >> OFFSET_BITS) - 1].dso;
	return place && *place ? place + 1 : NULL;
}

/* ---- writing ---- */

/*
 * Breakpad's id of a file: the first bytes of the build id as a GUID, whose first three numbers are
 * in the order of little-endian bytes, and an age of 0.
 */
static void add_breakpad_id(const struct profile_lib *lib, struct jsonw *json)
{
	static const uint8_t order[GUID_BYTES] = { 3, 2, 1,  0,	 5,  4,	 7,  6,
						   8, 9, 10, 11, 12, 13, 14, 15 };
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < GUID_BYTES; i++)
		buf_addf(&text, "%02X", lib->build_id[order[i]]);
	buf_addc(&text, '0');
	jsonw_key_str(json, "breakpadId", text.p);
	buf_release(&text);
}

static void add_text(struct jsonw *json, const char *key, const char *value)
{
	struct buf text = BUF_INIT;

	text_escape_str(&text, value);
	jsonw_key_str(json, key, text.len ? text.p : "");
	buf_release(&text);
}

static void add_lib(const struct profile_lib *lib, uint64_t number, const char *arch,
		    struct jsonw *json)
{
	const char *slash = strrchr(lib->dso, '/'), *name = slash ? slash + 1 : lib->dso;

	jsonw_begin(json, '{');
	jsonw_key_u64(json, "start", number << OFFSET_BITS);
	jsonw_key_u64(json, "end", (number << OFFSET_BITS) + lib->end);
	jsonw_key_u64(json, "offset", 0);
	add_text(json, "arch", arch);
	add_text(json, "name", name);
	add_text(json, "path", lib->dso);
	add_text(json, "debugName", name);
	add_text(json, "debugPath", lib->dso);
	add_breakpad_id(lib, json);
	jsonw_key(json, "codeId");
	if (lib->build_id_size)
		jsonw_hex(json, lib->build_id, lib->build_id_size);
	else
		jsonw_null(json);
	jsonw_end(json, '}');
}

void profile_libs_write(const struct profile_libs *libs, const char *arch, struct jsonw *json)
{
	jsonw_key_begin(json, "libs", '[');
	for (size_t i = 0; i < libs->list.n; i++)
		add_lib(&libs->list.v[i], i + 1, arch, json);
	jsonw_end(json, ']');
}
