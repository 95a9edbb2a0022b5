/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/mappings.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "index/shift.h"
#include "recording/build_ids.h"
#include "recording/reader.h"
#include "recording/space_key.h"
#include "state/dso.h"
#include "wire/decode.h"

enum {
	KEPT_MAX = 8192,	/* mappings */
	NAME_MAX_ = 4096,	/* longest name that is kept: PATH_MAX */
	KNOWN = 512,		/* versions that are kept */
	KERNEL_REST = 256 << 20 /* the most bytes after the kernel's text that count as kernel */
};

/* A mapping; its names follow. */
struct kept_mapping {
	struct mapping mapping;
	char names[];
};

/* A range without a mapping of the kernel, for one version of its mappings. */
struct gap {
	bool known;
	uint64_t version, start, end;
	struct region before; /* the region that ends where it starts; row UINT64_MAX: none */
};

/* A version of the mappings of a cpumode, and the moments for which it is valid. */
struct known {
	uint64_t key; /* of the address space; 0: unused */
	uint64_t version;
	struct maps_span span;
};

struct mappings {
	struct recording *recording;
	struct reader *reader;	   /* a reader of its own, so that bytes of other readers stay
				    * valid */
	struct maps *maps;	   /* of the row's part, or of all parts: */
	VEC(struct maps *) spaces; /* one for each part if parts are separate, otherwise one */
	size_t parts;		   /* parts that spaces include */
	uint64_t rows;		   /* rows of the recording that spaces include */
	bool complete;		   /* these are all rows, and no more follow */
	bool all_timed;		   /* records of all parts have times */
	uint64_t asked;		   /* the row of the last call */
	uint64_t found;		   /* the row of the last look-up: its mappings stay valid */
	struct map places;
	VEC(struct kept_mapping *) kept;
	struct build_ids *build_ids;
	struct maps_moment moment; /* the moment of that row */
	struct known known[KNOWN];
	struct gap gap;
};

struct mappings *mappings_open(struct recording *recording)
{
	struct mappings *m = mem_zalloc(sizeof(*m));

	m->recording = recording;
	m->asked = m->found = UINT64_MAX;
	return m;
}

static void forget(struct mappings *m)
{
	for (size_t i = 0; i < m->kept.n; i++)
		free(m->kept.v[i]);
	m->kept.n = 0;
	map_release(&m->places);
}

static void close_spaces(struct mappings *m)
{
	for (size_t i = 0; i < m->spaces.n; i++)
		maps_close(m->spaces.v[i]);
	vec_release(&m->spaces);
	m->maps = NULL;
}

void mappings_close(struct mappings *m)
{
	if (!m)
		return;
	forget(m);
	vec_release(&m->kept);
	close_spaces(m);
	build_ids_close(m->build_ids);
	reader_close(m->reader);
	free(m);
}

/* ---- the states ---- */

/* The first time of a part: records without a time are valid from then on. */
static uint64_t part_begin(const struct index *index, uint64_t shift)
{
	uint64_t first, last;

	return index_times(index, &first, &last) ? shift_time(first, shift) : 0;
}

/*
 * Add what the indexes have got since the last call. Entries of states are published before their
 * rows; they are added when the rows can be read and the start of their part is known.
 */
static void add_new(struct mappings *m)
{
	bool separate = recording_separate(m->recording);
	VEC(struct maps_source) sources = { 0 };
	struct index_progress progress;
	bool timed;
	size_t parts;

	if (m->spaces.n && recording_parts_ready(m->recording) == m->parts &&
	    recording_rows(m->recording) == m->rows)
		return;
	recording_progress(m->recording, &progress);
	m->complete = progress.state == INDEX_DONE && !progress.growing;
	parts = recording_parts_ready(m->recording);
	m->rows = recording_rows(m->recording);
	memset(m->known, 0, sizeof(m->known));
	timed = recording_has_times(m->recording);
	if (timed != m->all_timed)
		close_spaces(m);
	m->all_timed = timed;
	while (m->spaces.n < (separate ? parts : 1))
		vec_push(&m->spaces, maps_open(timed, recording_spool_dir(m->recording)));
	for (size_t i = 0; i < parts; i++) {
		struct index *index = recording_index(m->recording, i);
		uint64_t shift = recording_shift(m->recording, i);

		vec_push(&sources, ((struct maps_source){
					   .rows = index_rows(index),
					   .states = index_state_entries(index),
					   .first_row = recording_first_row(m->recording, i),
					   .since = i && !separate ? part_begin(index, shift) : 0,
					   .shift = shift,
				   }));
	}
	for (size_t i = 0; separate && i < parts; i++)
		maps_use(m->spaces.v[i], &sources.v[i], 1);
	if (!separate)
		maps_use(m->spaces.v[0], sources.v, sources.n);
	vec_release(&sources);
	m->parts = parts;
	if (!m->reader)
		m->reader = reader_open(m->recording);
}

/* Filters by symbol come here for each frame. */
static inline void catch_up(struct mappings *m)
{
	if (!m->complete)
		add_new(m);
}

static void enter_part(struct mappings *m, size_t part)
{
	struct maps *maps = m->spaces.v[recording_separate(m->recording) ? part : 0];

	if (maps == m->maps)
		return;
	memset(m->known, 0, sizeof(m->known));
	m->gap.known = false;
	m->maps = maps;
}

/* The time of a row without one: that of the previous row of its stream. */
static uint64_t time_before(struct mappings *m, const struct row_info *info)
{
	struct block *block = reader_block(m->reader, recording_block_of(m->recording, info->row));
	const uint64_t *times = block ? block_column(block, COL_TIME) : NULL;
	uint32_t i = block ? (uint32_t)(info->row - block->desc.first_row) : 0;

	if (!block || i >= block->desc.rows)
		return 0;
	block_offsets(block); /* also sets the streams */
	while (i--)
		if (block->stream[i] == info->stream && times[i] && times[i] != UINT64_MAX)
			return times[i];
	return block->desc.carry.last[row_is_inflated(m->reader, info)];
}

static void go_to(struct mappings *m, const struct row_info *info)
{
	uint64_t time = info->has_time ? info->time : 0;

	catch_up(m);
	enter_part(m, info->part);
	if (info->row == m->asked)
		return;
	m->asked = info->row;
	if (!m->all_timed)
		time = 0;
	else if (!time || time == UINT64_MAX)
		time = time_before(m, info);
	m->moment = (struct maps_moment){ time, info->row };
}

/*
 * Prepare a look-up of an address: mappings of other rows are freed if there are too many. Queries
 * of whole address spaces, for any row, do not free them, because unwinding a row makes such
 * queries meanwhile.
 */
static void go_to_find(struct mappings *m, const struct row_info *info)
{
	if (info->row != m->found && m->kept.n > KEPT_MAX)
		forget(m);
	m->found = info->row;
	go_to(m, info);
}

/* ---- mappings ---- */

/* The state while a record of a mapping is read. */
struct mapping_reading {
	struct sink sink;
	struct mapping *mapping;
	const uint8_t *name;
	size_t len;
};

static bool set_item(struct sink *sink, const struct item *item)
{
	struct mapping_reading *t = (struct mapping_reading *)sink;
	struct mapping *m = t->mapping;

	switch (item->field) {
	case F_pid:
		m->pid = (uint32_t)item->num;
		break;
	case F_mmap_pgoff:
		m->pgoff = item->num;
		break;
	case F_mmap_maj:
		m->maj = (uint32_t)item->num;
		break;
	case F_mmap_min:
		m->min = (uint32_t)item->num;
		break;
	case F_mmap_ino:
		m->ino = item->num;
		break;
	case F_mmap_ino_gen:
		m->ino_generation = item->num;
		break;
	case F_mmap_prot:
		m->prot = (uint32_t)item->num;
		break;
	case F_mmap_flags:
		m->flags = (uint32_t)item->num;
		break;
	case F_mmap_build_id_size:
		m->build_id_size = item->num < MAPPING_BUILD_ID ? (uint8_t)item->num
								: MAPPING_BUILD_ID;
		break;
	case F_mmap_build_id:
		memcpy(m->build_id, item->bytes,
		       item->len < MAPPING_BUILD_ID ? item->len : MAPPING_BUILD_ID);
		break;
	case F_mmap_file:
	case F_ksym_name:
		t->name = item->bytes;
		t->len = item->text_len;
		return false;
	default:
		break;
	}
	return true;
}

static enum mapping_kind kind_of(const struct row_info *info, bool kernel)
{
	if (info->type == RECORD_KSYMBOL)
		return MAPPING_KSYMBOL;
	switch (info->misc & CPUMODE_MASK) {
	case CPUMODE_KERNEL:
		return kernel ? MAPPING_KERNEL : MAPPING_MODULE;
	case CPUMODE_GUEST_KERNEL:
		return kernel ? MAPPING_GUEST_KERNEL : MAPPING_GUEST_MODULE;
	case CPUMODE_GUEST_USER:
		return MAPPING_GUEST_USER;
	default:
		return MAPPING_USER;
	}
}

/* Use the name in the feature BUILD_ID, where perf uses that one for the kernel and its modules. */
static void set_table_name(struct mappings *m, const struct mapping *mapping, size_t part,
			   struct buf *dso)
{
	const char *name;

	if (mapping->kind != MAPPING_KERNEL && mapping->kind != MAPPING_MODULE)
		return;
	name = build_ids_kernel_file(m->build_ids, part, mapping->file, dso->p);
	if (!name)
		return;
	buf_reset(dso);
	buf_adds(dso, name);
}

/* The names point into file and dso. */
static void set_names(struct mappings *m, struct mapping *mapping, const struct row_info *info,
		      const struct buf *file, struct buf *name)
{
	struct dso dso = {
		.file = file->p,
		.pid = mapping->pid,
		.prot = mapping->prot,
		.flags = mapping->flags,
	};

	mapping->kind = kind_of(info, dso_is_kernel(file->p));
	dso.space = mapping->kind == MAPPING_KSYMBOL ? DSO_KSYMBOL
		    : mapping->kind == MAPPING_USER || mapping->kind == MAPPING_GUEST_USER
			    ? DSO_USER
			    : DSO_KERNEL;
	dso_name(&dso, name);
	mapping->has_file = dso_has_file(&dso);
	if (dso_is_vdso(file->p))
		mapping->pgoff = 0;
	mapping->file = file->p;
	if (!mapping->build_id_size)
		mapping->build_id_size = build_ids_find(m->build_ids, info->part, mapping->file,
							name->p, mapping->build_id);
	set_table_name(m, mapping, info->part, name);
	mapping->dso = name->p;
}

static struct kept_mapping *keep_mapping(const struct mapping *mapping, const struct buf *file,
					 const struct buf *dso)
{
	struct kept_mapping *k = mem_alloc(sizeof(*k) + file->len + dso->len + 2);

	k->mapping = *mapping;
	memcpy(k->names, file->p, file->len + 1);
	memcpy(k->names + file->len + 1, dso->p, dso->len + 1);
	k->mapping.file = k->names;
	k->mapping.dso = k->names + file->len + 1;
	return k;
}

/* Read a mapping from its record. Returns NULL if the record is unreadable. */
static struct kept_mapping *read_mapping(struct mappings *m, const struct region *region)
{
	struct mapping mapping = { .row = region->row, .start = region->start, .end = region->end };
	struct mapping_reading t = { .sink = { .begin = set_item, .value = set_item },
				     .mapping = &mapping };
	struct buf file = BUF_INIT, dso = BUF_INIT;
	struct layout layout;
	struct row_info info;
	const uint8_t *p;
	struct kept_mapping *k;
	size_t len;

	if (reader_row(m->reader, region->row, &info, NULL))
		return NULL;
	p = reader_bytes(m->reader, &info, &len);
	reader_layout(m->reader, &info, &layout);
	if (!len)
		return NULL;
	/* perf decides only by misc whether a mapping is code. */
	if (info.type != RECORD_KSYMBOL && !(info.misc & MISC_MMAP_DATA))
		mapping.prot = PROT_EXECUTE;
	decode_record(&layout, p, len, &t.sink);
	buf_add(&file, t.name, t.len < NAME_MAX_ ? t.len : NAME_MAX_);
	if (!m->build_ids)
		m->build_ids = build_ids_open(m->recording);
	set_names(m, &mapping, &info, &file, &dso);
	mapping.space_key = space_key_of_mapping(&mapping, info.part);
	k = keep_mapping(&mapping, &file, &dso);
	buf_release(&file);
	buf_release(&dso);
	return k;
}

static const struct mapping *mapping_of(struct mappings *m, const struct region *region)
{
	const uint32_t *place = map_get(&m->places, region->row);
	struct kept_mapping *k;
	bool fresh;

	if (place)
		return &m->kept.v[*place]->mapping;
	k = read_mapping(m, region);
	if (!k)
		return NULL;
	*map_put(&m->places, region->row, &fresh) = (uint32_t)m->kept.n;
	vec_push(&m->kept, k);
	return &k->mapping;
}

void mappings_add_dso(struct mappings *m, uint64_t row, struct buf *out)
{
	struct kept_mapping *k;

	catch_up(m);
	k = read_mapping(m, &(struct region){ .row = row });
	if (k)
		buf_adds(out, k->mapping.dso);
	free(k);
}

/* ---- look-ups ---- */

static enum mapping_why why_of(enum maps_found found)
{
	static const enum mapping_why why[] = {
		[MAPS_FOUND] = MAPPING_FOUND,	  [MAPS_NOTHING] = MAPPING_NOTHING,
		[MAPS_LATER] = MAPPING_LATER,	  [MAPS_BEFORE] = MAPPING_BEFORE,
		[MAPS_UNKNOWN] = MAPPING_UNKNOWN,
	};

	return why[found];
}

/* The address spaces, up to two, in which an address of a mode is looked up, in this order. */
static unsigned spaces_of(const struct row_info *info, enum cpumode mode, uint32_t ids[2],
			  enum mapping_why *why)
{
	*why = MAPPING_NO_MODE;
	switch (mode) {
	case CPUMODE_KERNEL:
		state_id(STATE_OF_ALL, STATE_ALL_KERNEL, &ids[0]);
		state_id(STATE_OF_ALL, STATE_ALL_KSYMBOLS, &ids[1]);
		return 2;
	case CPUMODE_USER:
		*why = MAPPING_NO_PROCESS;
		return info->has_pid && state_id(STATE_OF_TASK, info->pid, &ids[0]);
	case CPUMODE_GUEST_KERNEL:
		/* First that of the virtual machine; then the one without a known process. */
		state_id(STATE_OF_GUEST_KERNEL, 0, &ids[1]);
		if (!info->has_pid || !info->pid ||
		    !state_id(STATE_OF_GUEST_KERNEL, info->pid, &ids[0])) {
			ids[0] = ids[1];
			return 1;
		}
		return 2;
	case CPUMODE_GUEST_USER:
		*why = MAPPING_NO_PROCESS;
		return info->has_pid && state_id(STATE_OF_GUEST_USER, info->pid, &ids[0]);
	default:
		return 0;
	}
}

struct finding_gap {
	uint64_t addr;
	struct gap *gap;
};

static bool narrow(void *arg, const struct region *region, uint64_t start, uint64_t end)
{
	const struct finding_gap *f = arg;

	if (start > f->addr) {
		f->gap->end = start;
		return false;
	}
	f->gap->start = end;
	f->gap->before = *region;
	return true;
}

/*
 * The kernel's MMAP record ends with its text. Its data and its init code follow; perf also uses
 * symbols for addresses there.
 */
static const struct mapping *behind_kernel(struct mappings *m, uint32_t id, uint64_t addr)
{
	uint64_t version = maps_version(m->maps, id, m->moment, NULL);
	struct gap *gap = &m->gap;
	const struct mapping *before;

	if (!gap->known || gap->version != version || addr < gap->start || addr >= gap->end) {
		*gap = (struct gap){ true, version, 0, UINT64_MAX, { .row = UINT64_MAX } };
		maps_each(m->maps, id, m->moment, narrow, &(struct finding_gap){ addr, gap });
	}
	if (gap->before.row == UINT64_MAX || addr - gap->start >= KERNEL_REST)
		return NULL;
	before = mapping_of(m, &gap->before);
	return before && before->kind == MAPPING_KERNEL ? before : NULL;
}

const struct mapping *mappings_find(struct mappings *m, const struct row_info *info,
				    enum cpumode mode, uint64_t addr, enum mapping_why *why)
{
	/* cppcheck-suppress uninitvar ; an address that is written to */
	enum mapping_why none, *because = why ? why : &none;
	const struct mapping *mapping = NULL;
	uint32_t ids[2];
	unsigned n = spaces_of(info, mode, ids, because);

	go_to_find(m, info);
	for (unsigned i = 0; i < n; i++) {
		struct region region;
		enum maps_found found = maps_find(m->maps, ids[i], addr, m->moment, &region);

		if (!i || found != MAPS_UNKNOWN)
			*because = why_of(found);
		if (found != MAPS_FOUND)
			continue;
		mapping = mapping_of(m, &region);
		*because = mapping ? MAPPING_FOUND : MAPPING_UNREADABLE;
		return mapping;
	}
	if (mode == CPUMODE_KERNEL && (mapping = behind_kernel(m, ids[0], addr)))
		*because = MAPPING_FOUND;
	return mapping;
}

/*
 * The cpumode on the other side (kernel or user), chosen by the address; the same mode if there is
 * none.
 */
static enum cpumode other_mode(enum cpumode mode, uint64_t addr)
{
	bool high = addr >> 63;

	if (mode == CPUMODE_KERNEL || mode == CPUMODE_USER)
		return high ? CPUMODE_KERNEL : CPUMODE_USER;
	if (mode == CPUMODE_GUEST_KERNEL || mode == CPUMODE_GUEST_USER)
		return high ? CPUMODE_GUEST_KERNEL : CPUMODE_GUEST_USER;
	return mode;
}

const struct mapping *mappings_find_any(struct mappings *m, const struct row_info *info,
					uint64_t addr, enum mapping_why *why)
{
	enum cpumode mode = info->misc & CPUMODE_MASK, other = other_mode(mode, addr);
	const struct mapping *mapping = mappings_find(m, info, mode, addr, why);

	return mapping || other == mode ? mapping : mappings_find(m, info, other, addr, why);
}

static void find_version(struct mappings *m, const struct row_info *info, enum cpumode mode,
			 struct known *known)
{
	struct maps_span all = { .until = { UINT64_MAX, UINT64_MAX } }, span;
	enum mapping_why why;
	uint32_t ids[2];
	unsigned n = spaces_of(info, mode, ids, &why);

	known->version = recording_separate(m->recording) ? info->part + 1 : 0;
	for (unsigned i = 0; i < n; i++) {
		known->version =
			known->version * 31 + maps_version(m->maps, ids[i], m->moment, &span);
		if (maps_compare(all.since, span.since) < 0)
			all.since = span.since;
		if (maps_compare(span.until, all.until) < 0)
			all.until = span.until;
	}
	known->span = all;
}

/* Consecutive records of a task mostly have the same mappings. */
static const struct known *known_version(struct mappings *m, const struct row_info *info,
					 enum cpumode mode)
{
	uint32_t pid = mode == CPUMODE_KERNEL ? 0 : info->pid;
	uint64_t key = (uint64_t)pid << 8 | (uint64_t)info->has_pid << 7 | (uint64_t)mode << 1 | 1;
	struct known *known = &m->known[(pid ^ (unsigned)mode << 6) % KNOWN];

	go_to(m, info);
	if (known->key != key || !maps_within(&known->span, m->moment)) {
		find_version(m, info, mode, known);
		known->key = key;
	}
	return known;
}

uint64_t mappings_version(struct mappings *m, const struct row_info *info, enum cpumode mode)
{
	return known_version(m, info, mode)->version;
}

void mappings_lifetime(struct mappings *m, const struct row_info *info, enum cpumode mode,
		       struct mappings_lifetime *lifetime)
{
	const struct known *known = known_version(m, info, mode);

	*lifetime = (struct mappings_lifetime){ known->version, m->all_timed, known->span };
}

uint64_t mappings_version_any(struct mappings *m, const struct row_info *info, uint64_t addr)
{
	enum cpumode mode = info->misc & CPUMODE_MASK, other = other_mode(mode, addr);
	uint64_t version = mappings_version(m, info, mode);

	return other == mode ? version : version * 31 + mappings_version(m, info, other);
}

/* ---- all of an address space ---- */

struct going {
	struct mappings *mappings;
	mappings_each_fn *each;
	void *arg;
	bool ended;
};

/* If there is no room, the mapping is read for this call only. */
static bool give_region(void *arg, const struct region *region, uint64_t start, uint64_t end)
{
	struct going *g = arg;
	struct mappings *m = g->mappings;
	bool full = m->kept.n > KEPT_MAX && !map_get(&m->places, region->row);
	struct kept_mapping *k = full ? read_mapping(m, region) : NULL;
	const struct mapping *mapping = !full ? mapping_of(m, region) : k ? &k->mapping : NULL;

	g->ended = mapping && !g->each(g->arg, mapping, start, end);
	free(k);
	return !g->ended;
}

void mappings_each(struct mappings *m, const struct row_info *info, enum cpumode mode,
		   mappings_each_fn *each, void *arg)
{
	struct going g = { .mappings = m, .each = each, .arg = arg };
	enum mapping_why why;
	uint32_t ids[2];
	unsigned n = spaces_of(info, mode, ids, &why);

	go_to(m, info);
	for (unsigned i = 0; i < n && !g.ended; i++)
		maps_each(m->maps, ids[i], m->moment, give_region, &g);
}

uint64_t mappings_count(struct mappings *m, const struct row_info *info, enum cpumode mode)
{
	enum mapping_why why;
	uint64_t count = 0;
	uint32_t ids[2];
	unsigned n = spaces_of(info, mode, ids, &why);

	go_to(m, info);
	for (unsigned i = 0; i < n; i++)
		count += maps_count(m->maps, ids[i], m->moment);
	return count;
}

/* ---- one that is not known by its address ---- */

struct searching {
	struct mappings *mappings;
	uint64_t bytes, n;
	bool (*is)(void *arg, const struct mapping *mapping);
	void *arg;
	bool found;
};

static bool search_region(void *arg, const struct region *region, uint64_t start, uint64_t end)
{
	struct searching *s = arg;
	struct kept_mapping *k;

	(void)start;
	(void)end;
	s->n++;
	if (region->end - region->start > s->bytes)
		return true;
	k = read_mapping(s->mappings, region);
	s->found = k && s->is(s->arg, &k->mapping);
	free(k);
	return !s->found;
}

uint64_t mappings_search(struct mappings *m, const struct row_info *info, enum cpumode mode,
			 uint64_t bytes, bool (*is)(void *arg, const struct mapping *mapping),
			 void *arg)
{
	struct searching s = { .mappings = m, .bytes = bytes, .is = is, .arg = arg };
	enum mapping_why why;
	uint32_t ids[2];
	unsigned n = spaces_of(info, mode, ids, &why);

	go_to(m, info);
	for (unsigned i = 0; i < n && !s.found; i++)
		maps_each(m->maps, ids[i], m->moment, search_region, &s);
	return s.n;
}
