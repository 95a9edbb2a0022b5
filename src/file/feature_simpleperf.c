/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections that Android's simpleperf writes (its record_file_format.h). */
#include <string.h>

#include "base/text.h"
#include "file/feature_rows.h"
#include "file/section.h"
#include "wire/names.h"
#include "wire/schema.h"
#include "wire/varint.h"

enum {
	FILE_KERNEL_MODULE = 1,
	FILE_ELF = 2,
	FILE_DEX = 3
};

/* A file entry of FILE or FILE2. */
struct perf_symbols_file {
	const char *path;
	size_t path_len;
	uint32_t type;
	uint64_t min_vaddr;
	uint64_t symbols;
	uint64_t dex_offsets;
	bool has_offset;
	uint64_t offset; /* place of min_vaddr in the ELF file; for a module: in memory */
};

static void file_report(struct section_reader *s, const struct perf_symbols_file *f)
{
	const struct name *name = names_find(&names_simpleperf_dso, f->type);
	struct buf line = BUF_INIT;

	if (section_text(s)) {
		buf_add(&line, f->path, f->path_len);
		buf_addf(&line, ": %s, %llu symbols, min_vaddr 0x%llx",
			 name ? name->name : "unknown", (unsigned long long)f->symbols,
			 (unsigned long long)f->min_vaddr);
		section_line(s, NULL, &line);
		buf_release(&line);
		return;
	}
	report_object(s->r, NULL);
	report_bytes(s->r, "path", f->path, f->path_len);
	report_u64(s->r, "type", f->type);
	if (name)
		report_str(s->r, "type_name", name->name);
	report_u64(s->r, "min_vaddr", f->min_vaddr);
	report_u64(s->r, "symbols", f->symbols);
	if (f->type == FILE_DEX)
		report_u64(s->r, "dex_files", f->dex_offsets);
	if (f->has_offset)
		report_u64(s->r, "offset_of_min_vaddr", f->offset);
	report_end_object(s->r);
}

/* FILE: structures in their memory layout, one after the other. */
static void file_read(struct section_reader *s, struct perf_symbols_file *f)
{
	f->path = section_cstring(s, "the path", &f->path_len);
	f->type = section_u32(s, "the type");
	f->min_vaddr = section_u64(s, "min_vaddr");
	f->symbols = section_u32(s, "the number of symbols");
	for (uint64_t i = 0; i < f->symbols && !s->c.failed; i++) {
		size_t len;

		section_take(s, "a symbol", 12);
		section_cstring(s, "the name of a symbol", &len);
	}
	if (f->type == FILE_DEX) {
		f->dex_offsets = section_u32(s, "the number of dex files");
		section_take(s, "the offsets of dex files", f->dex_offsets * 8);
	} else if ((f->type == FILE_ELF || f->type == FILE_KERNEL_MODULE) && s->c.left) {
		f->offset = section_u64(s, "the offset of min_vaddr");
		f->has_offset = true;
	}
}

/* ---- FILE2: the same as protocol buffers ---- */

/* One field of a message: its number, and the value or the bytes. */
struct proto_field {
	uint64_t number;
	uint64_t value;
	const uint8_t *p; /* NULL: a number */
	uint64_t len;
};

static uint64_t proto_varint(struct section_reader *s)
{
	uint64_t v = varint_get(&s->c);

	if (s->c.failed)
		section_fail(s, "a number of the message is truncated or has more than 10 bytes");
	return v;
}

static bool proto_next(struct section_reader *s, struct proto_field *f)
{
	uint64_t tag;

	if (s->c.failed || !s->c.left)
		return false;
	tag = proto_varint(s);
	*f = (struct proto_field){ .number = tag >> 3 };
	switch (tag & 7) {
	case 0:
		f->value = proto_varint(s);
		break;
	case 1:
		f->len = 8;
		break;
	case 2:
		f->len = proto_varint(s);
		break;
	case 5:
		f->len = 4;
		break;
	default:
		section_fail(s, "a field of the message has a type that is not known");
	}
	if (tag & 7)
		f->p = section_take(s, "a field of the message", f->len);
	return !s->c.failed;
}

/* message FileFeature of simpleperf's record_file.proto */
enum {
	PROTO_PATH = 1,
	PROTO_TYPE = 2,
	PROTO_MIN_VADDR = 3,
	PROTO_SYMBOL = 4,
	PROTO_DEX = 5,
	PROTO_ELF = 6,
	PROTO_MODULE = 7
};

/* The first field of an inner message, if it is a number. */
static void proto_offset(const struct section_reader *s, const struct proto_field *f,
			 struct perf_symbols_file *file)
{
	struct section_reader inner;
	struct proto_field field;

	section_init(&inner, s->features, f->p, f->len);
	file->has_offset = true;
	if (proto_next(&inner, &field) && !field.p)
		file->offset = field.value;
	section_release(&inner);
}

/* Offsets of dex files: one packed field, or one field each. */
static uint64_t proto_dex(const struct section_reader *s, const struct proto_field *f)
{
	struct section_reader inner;
	struct proto_field field;
	uint64_t n = 0;

	section_init(&inner, s->features, f->p, f->len);
	while (proto_next(&inner, &field)) {
		n += !field.p;
		for (uint64_t i = 0; field.p && i < field.len; i++)
			n += !(field.p[i] & 0x80);
	}
	section_release(&inner);
	return n;
}

static void file2_read(struct section_reader *s, struct perf_symbols_file *f)
{
	struct proto_field field;

	f->path = "";
	while (proto_next(s, &field)) {
		if (field.number == PROTO_TYPE)
			f->type = (uint32_t)field.value;
		else if (field.number == PROTO_MIN_VADDR)
			f->min_vaddr = field.value;
		else if (!field.p)
			continue;
		else if (field.number == PROTO_SYMBOL)
			f->symbols++;
		else if (field.number == PROTO_DEX)
			f->dex_offsets += proto_dex(s, &field);
		else if (field.number == PROTO_ELF || field.number == PROTO_MODULE)
			proto_offset(s, &field, f);
		else if (field.number == PROTO_PATH) {
			f->path = (const char *)field.p;
			f->path_len = text_nul(field.p, field.len);
		}
	}
}

/* ---- */

/* Every file has its size before it, so that unknown new fields are skipped. */
static void files_read(struct section_reader *s,
		       void (*read)(struct section_reader *s, struct perf_symbols_file *f))
{
	uint64_t i;

	report_list(s->r, s->key);
	for (i = 0; section_next(s, i, 0); i++) {
		struct perf_symbols_file f = { 0 };
		uint32_t size = section_u32(s, "the size of a file");
		struct section_reader one = *s;
		const uint8_t *p = section_take(s, "a file", size);

		if (!p)
			break;
		one.c.left = size;
		read(&one, &f);
		s->problem = one.problem;
		s->problem_at = one.problem_at;
		s->c.failed = one.c.failed;
		if (!s->c.failed && section_shown(s, i))
			file_report(s, &f);
	}
	section_more(s, i - s->c.failed);
	report_end_list(s->r);
}

void feature_simpleperf_file_read(struct section_reader *s)
{
	files_read(s, file_read);
}

void feature_simpleperf_file2_read(struct section_reader *s)
{
	files_read(s, file2_read);
}

/*
 * DEBUG_UNWIND lists the files whose contents DEBUG_UNWIND_FILE has one after the other. It is a
 * message DebugUnwindFeature, whose field 1 is a message with path and size.
 */
static void unwind_file_report(struct section_reader *s, const struct proto_field *message)
{
	struct section_reader inner;
	struct proto_field field, path = { .p = NULL };
	struct buf line = BUF_INIT;
	uint64_t size = 0;

	section_init(&inner, s->features, message->p, message->len);
	while (proto_next(&inner, &field)) {
		if (field.number == 1 && field.p)
			path = field;
		else if (field.number == 2 && !field.p)
			size = field.value;
	}
	section_release(&inner);
	if (section_text(s)) {
		buf_add(&line, path.p, path.len);
		buf_addf(&line, ": %llu bytes", (unsigned long long)size);
		section_line(s, NULL, &line);
	} else {
		report_object(s->r, NULL);
		report_bytes(s->r, "path", path.p, path.len);
		report_u64(s->r, "size", size);
		report_end_object(s->r);
	}
	buf_release(&line);
}

void feature_simpleperf_unwind_read(struct section_reader *s)
{
	struct proto_field field;
	uint64_t i = 0;

	report_list(s->r, s->key);
	while (proto_next(s, &field)) {
		if (field.number != 1 || !field.p)
			continue;
		if (section_shown(s, i))
			unwind_file_report(s, &field);
		i++;
	}
	section_more(s, i);
	report_end_list(s->r);
}

/* Keys and values in turn, up to the end or to bytes that are all zero. */
void feature_simpleperf_meta_read(struct section_reader *s)
{
	uint64_t i;

	report_list(s->r, s->key);
	for (i = 0; section_next(s, i, 0) && *s->c.p; i++) {
		size_t key_len, len;
		const char *key = section_cstring(s, "a key", &key_len);
		const char *value = section_cstring(s, "a value", &len);
		struct buf line = BUF_INIT;

		if (!value)
			break;
		if (!section_text(s)) {
			report_object(s->r, NULL);
			report_bytes(s->r, "key", key, key_len);
			report_bytes(s->r, "value", value, len);
			report_end_object(s->r);
		} else if (section_shown(s, i)) {
			buf_add(&line, key, key_len);
			buf_adds(&line, " = ");
			buf_add(&line, value, len);
			section_line(s, NULL, &line);
		}
		buf_release(&line);
	}
	section_more(s, i);
	report_end_list(s->r);
}

/* Records from before the recording: how many of each type. */
void feature_simpleperf_map_read(struct section_reader *s)
{
	uint64_t counts[RECORD_USER_START] = { 0 }, others = 0;
	struct buf name = BUF_INIT;

	while (s->c.left && !s->c.failed) {
		uint32_t type = section_u32(s, "the header of a record");
		uint32_t size = section_u32(s, "the header of a record");

		/*
		 * u16 misc, u16 size: in either byte order the u16 at the higher address is the
		 * size
		 */
		size = s->c.big ? size & 0xffff : size >> 16;
		if (!s->c.failed && size < RECORD_HEADER_SIZE)
			section_fail(s, "a record has a size of only %u bytes", size);
		section_take(s, "a record", size - RECORD_HEADER_SIZE);
		if (s->c.failed)
			break;
		if (type < RECORD_USER_START)
			counts[type]++;
		else
			others++;
	}
	report_object(s->r, s->key);
	for (uint32_t type = 0; type < RECORD_USER_START; type++) {
		buf_reset(&name);
		record_name(&name, type);
		if (counts[type])
			report_u64(s->r, name.p, counts[type]);
	}
	if (others)
		report_u64(s->r, "others", others);
	report_end_object(s->r);
	buf_release(&name);
}
