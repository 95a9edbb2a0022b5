/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/build_ids.h"

#include <stdlib.h>

#include "base/folder.h"
#include "base/search.h"
#include "base/text.h"
#include "base/vec.h"
#include "file/feature_build_id.h"
#include "index/states.h"
#include "recording/reader.h"
#include "state/dso.h"
#include "wire/bytes.h"

enum {
	ENTRIES_MAX = 1 << 16, /* of a part */
	/* An entry: perf's struct perf_record_header_build_id; the feature's may lack the pid. */
	ENTRY_NAME = 36,
	ENTRY_ID = 24, /* the id and the bytes after it, up to the name */
	ENTRY_SIZE = 20
};

struct build_id_entry {
	char *name;
	uint8_t size;
	uint8_t id[BUILD_ID_MAX];
};

/* A file of the kernel in the feature, and perf's name of it if no other table has one. */
struct kernel_file {
	char *dso; /* "" for the kernel itself */
	char *file;
	size_t order;
};

struct part_ids {
	bool begun;
	uint64_t rows; /* rows that have been read */
	bool big;
	VEC(struct build_id_entry) entries;   /* by name */
	VEC(struct kernel_file) kernel_files; /* by dso and order */
};

struct build_ids {
	struct recording *recording;
	VEC(struct part_ids) parts;
};

struct build_ids *build_ids_open(struct recording *recording)
{
	struct build_ids *ids = mem_zalloc(sizeof(*ids));

	ids->recording = recording;
	return ids;
}

void build_ids_close(struct build_ids *ids)
{
	if (!ids)
		return;
	for (size_t i = 0; i < ids->parts.n; i++) {
		for (size_t k = 0; k < ids->parts.v[i].entries.n; k++)
			free(ids->parts.v[i].entries.v[k].name);
		vec_release(&ids->parts.v[i].entries);
		for (size_t k = 0; k < ids->parts.v[i].kernel_files.n; k++) {
			free(ids->parts.v[i].kernel_files.v[k].dso);
			free(ids->parts.v[i].kernel_files.v[k].file);
		}
		vec_release(&ids->parts.v[i].kernel_files);
	}
	vec_release(&ids->parts);
	free(ids);
}

static void add_entry(void *arg, const uint8_t *p, size_t size, size_t name)
{
	struct part_ids *part = arg;
	uint16_t misc = load_u16(p + 4, part->big);
	const uint8_t *id = p + name - ENTRY_ID;
	struct build_id_entry entry = { .size = BUILD_ID_MAX };

	/* Files of guests have the same names as those of the host. */
	if ((misc & CPUMODE_MASK) == CPUMODE_GUEST_KERNEL ||
	    (misc & CPUMODE_MASK) == CPUMODE_GUEST_USER || part->entries.n == ENTRIES_MAX)
		return;
	if (misc & MISC_BUILD_ID_SIZE && name == ENTRY_NAME && id[ENTRY_SIZE] < BUILD_ID_MAX)
		entry.size = id[ENTRY_SIZE];
	memcpy(entry.id, id, BUILD_ID_MAX);
	entry.name = mem_strndup((const char *)p + name, text_nul(p + name, size - name));
	vec_push(&part->entries, entry);
}

/* The name of a module ends with ".ko", or with that and the suffix of a compressed file. */
static bool is_module(const char *file)
{
	const char *base = folder_entry(file);

	return *base == '[' ? !dso_is_kernel(base) && !dso_is_vdso(base) &&
				      strcmp(base, "[vsyscall]") != 0
			    : strstr(base, ".ko") != NULL;
}

static void add_kernel_file(struct part_ids *part, const char *file)
{
	struct dso dso = { .file = file, .space = DSO_KERNEL };
	struct buf name = BUF_INIT;

	if (is_module(file))
		dso_name(&dso, &name);
	vec_push(&part->kernel_files, ((struct kernel_file){
					      .dso = mem_strdup(name.len ? name.p : ""),
					      .file = mem_strdup(file),
					      .order = part->kernel_files.n,
				      }));
	buf_release(&name);
}

/*
 * Add an entry of the feature. perf reads the records of a pipe after the mappings have got their
 * names.
 */
static void add_feature_entry(void *arg, const uint8_t *p, size_t size, size_t name)
{
	struct part_ids *part = arg;
	size_t before = part->entries.n;

	add_entry(arg, p, size, name);
	if (part->entries.n != before &&
	    (load_u16(p + 4, part->big) & CPUMODE_MASK) == CPUMODE_KERNEL)
		add_kernel_file(part, part->entries.v[before].name);
}

static int by_dso(const void *pa, const void *pb)
{
	const struct kernel_file *a = pa, *b = pb;
	int order = strcmp(a->dso, b->dso);

	return order ? order : (a->order > b->order) - (a->order < b->order);
}

/* BUILD_ID records, which recordings from a pipe have. */
struct build_id_rows {
	uint64_t from, to; /* those that are new and readable */
	VEC(uint64_t) v;
};

static void add_row(void *arg, const void *entry)
{
	struct build_id_rows *rows = arg;
	uint64_t row = ((const struct state_entry *)entry)->at.row;

	if (row >= rows->from && row < rows->to && rows->v.n < ENTRIES_MAX)
		vec_push(&rows->v, row);
}

static void read_records(struct build_ids *ids, size_t number, struct part_ids *part, uint64_t upto)
{
	struct history *states = index_state_entries(recording_index(ids->recording, number));
	struct build_id_rows rows = { .from = part->rows, .to = upto };
	struct reader *reader;
	uint32_t id;

	state_id(STATE_OF_ALL, STATE_ALL_BUILD_IDS, &id);
	history_each(states, id, add_row, &rows);
	part->rows = upto;
	if (!rows.v.n)
		return;
	reader = reader_open(ids->recording);
	for (size_t i = 0; i < rows.v.n; i++) {
		struct row_info info;
		const uint8_t *p;
		size_t len;

		if (reader_row(reader, rows.v.v[i] + recording_first_row(ids->recording, number),
			       &info, NULL))
			continue;
		p = reader_bytes(reader, &info, &len);
		if (len > ENTRY_NAME)
			add_entry(part, p, len, ENTRY_NAME);
	}
	vec_release(&rows.v);
	reader_close(reader);
}

static int by_name(const void *pa, const void *pb)
{
	return strcmp(((const struct build_id_entry *)pa)->name,
		      ((const struct build_id_entry *)pb)->name);
}

static void read_feature(const struct perf_file *file, struct part_ids *part)
{
	const struct feature_section *s = features_find(&file->features, FEATURE_BUILD_ID);

	part->begun = true;
	part->big = file->header.big;
	if (s && s->bytes)
		feature_build_id_each(&file->features, s->bytes, (size_t)s->place.size,
				      add_feature_entry, part);
	if (part->kernel_files.n)
		qsort(part->kernel_files.v, part->kernel_files.n, sizeof(*part->kernel_files.v),
		      by_dso);
}

/* Read the new entries that are readable. */
static void read_part(struct build_ids *ids, size_t number, struct part_ids *part)
{
	uint64_t rows = index_rows(recording_index(ids->recording, number));
	size_t before = part->entries.n;

	if (!part->begun)
		read_feature(recording_file(ids->recording, number), part);
	if (rows != part->rows)
		read_records(ids, number, part, rows);
	if (part->entries.n != before)
		qsort(part->entries.v, part->entries.n, sizeof(*part->entries.v), by_name);
}

static const struct build_id_entry *find_entry(const struct part_ids *part, const char *name)
{
	struct build_id_entry key = { .name = (char *)(uintptr_t)name };

	if (!part->entries.n)
		return NULL;
	return bsearch(&key, part->entries.v, part->entries.n, sizeof(key), by_name);
}

static struct part_ids *part_of(struct build_ids *ids, size_t part)
{
	while (ids->parts.n <= part)
		vec_add(&ids->parts);
	read_part(ids, part, &ids->parts.v[part]);
	return &ids->parts.v[part];
}

const char *build_ids_kernel_file(struct build_ids *ids, size_t part, const char *file,
				  const char *dso)
{
	const struct part_ids *p = part_of(ids, part);
	const char *name = dso_is_kernel(file) ? "" : dso;
	size_t at =
		search_first(0, p->kernel_files.n, i, strcmp(p->kernel_files.v[i].dso, name) < 0);

	if (at == p->kernel_files.n || strcmp(p->kernel_files.v[at].dso, name) != 0)
		return NULL;
	return p->kernel_files.v[at].file;
}

uint8_t build_ids_find(struct build_ids *ids, size_t part, const char *file, const char *dso,
		       uint8_t id[BUILD_ID_MAX])
{
	const struct part_ids *p = part_of(ids, part);
	const struct build_id_entry *entry;

	entry = find_entry(p, file);
	if (!entry)
		entry = find_entry(p, dso);
	if (!entry)
		return 0;
	memcpy(id, entry->id, BUILD_ID_MAX);
	return entry->size;
}
