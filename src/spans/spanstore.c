/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanstore.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/hash.h"
#include "base/stop.h"
#include "base/thread.h"
#include "index/container.h"
#include "index/identity.h"
#include "recording/index_place.h"
#include "spans/spankind.h"
#include "spans/syscalls.h"

enum {
	SPANS_VERSION = 5,  /* changes if the same table gives other spans */
	KEEP_MIN = 1 << 16, /* entries: making fewer entries is as fast as reading them */
	KEEP_SHARE = 4,	    /* a kept file is at most this part, 1/4, of the recording */
	WINDOW = 64,	    /* blocks that are packed before they are written */
	STAY = 16	    /* unpacked blocks without users */
};

struct cached_spanblock {
	struct spanblock *block; /* NULL: it is damaged */
	uint64_t number;
	struct cache_entry use;
	bool loaded;
	pthread_mutex_t lock; /* guards block and loaded while it is loaded */
};

struct spanstore {
	struct recording *recording;
	struct container file;
	char *path; /* of a file that is kept; NULL: it has no name */
	VEC(struct span_block_entry) blocks;
	struct spannames *names;
	uint32_t kinds;
	pthread_mutex_t lock; /* guards the list and its reference counts */
	VEC(struct cached_spanblock *) list;
	uint64_t clock;
};

static struct spanblock_place place_of(const struct recording *recording, uint64_t number)
{
	struct block_desc desc = recording_block(recording, number);

	return (struct spanblock_place){ number, desc.first_row, desc.rows };
}

/* ---- what they were made by ---- */

static void add_text(struct buf *out, const char *text)
{
	buf_adds(out, text ? text : "-");
	buf_addc(out, '\n');
}

static void add_list(struct buf *out, const char *const *list)
{
	for (; list && *list; list++)
		add_text(out, *list);
	add_text(out, NULL);
}

static void add_kind(struct buf *out, const struct span_kind *k)
{
	add_text(out, k->name);
	add_text(out, k->begin);
	add_text(out, k->end);
	add_text(out, k->begin_key);
	add_text(out, k->end_key);
	add_text(out, k->name_field);
	add_text(out, k->more_name);
	add_text(out, k->ret);
	add_text(out, k->wakeup_key);
	add_list(out, k->without_end);
	add_list(out, k->wakeups);
	add_list(out, k->never_woken);
	for (const struct name *name = k->names ? k->names->list : NULL; name && name->name; name++)
		buf_addf(out, "%llu %s\n", (unsigned long long)name->value, name->name);
	buf_addf(out, "%d %d %d %d %d %d %d\n", k->besides, k->untaken, (int)k->scope,
		 k->key_is_thread, (int)k->naming, k->zero_is_none, (int)k->again);
}

/* Identify the kinds and the names. Spans of a perfnav with other kinds or names are not used. */
static struct span_definition definition(const struct recording *recording, uint32_t kinds)
{
	struct syscalls syscalls = syscalls_of(recording_file(recording, 0));
	struct span_definition d = { .version = SPANS_VERSION, .kinds = kinds };
	struct buf text = BUF_INIT;

	for (const struct span_kind *k = span_kinds; k->name; k++)
		add_kind(&text, k);
	for (uint64_t i = 0; i < syscalls.n; i++)
		add_text(&text, syscalls_name(&syscalls, i));
	d.hash = hash_stable(text.p, text.len);
	buf_release(&text);
	return d;
}

/* ---- making ---- */

struct packing {
	struct spanstore *store;
	const struct spantable *table;
	uint64_t from, end; /* blocks of the window */
	struct buf out[WINDOW];
	bool has[WINDOW];
};

static uint64_t first_row(void *arg, uint64_t block)
{
	const struct packing *p = arg;

	return recording_block(p->store->recording, block).first_row;
}

static void pack(struct packing *p, uint64_t first)
{
	for (uint64_t i = p->from + first; i < p->end; i += 2) {
		struct spanblock_place place = place_of(p->store->recording, i);
		size_t at = (size_t)(i - p->from);

		buf_reset(&p->out[at]);
		p->has[at] = spanblock_pack(p->table, &place, first_row, p, &p->out[at]);
	}
}

static void *pack_odd(void *arg)
{
	pack(arg, 1);
	return NULL;
}

static int write_window(struct packing *p, struct err *err)
{
	struct spanstore *s = p->store;
	int rc = 0;

	for (uint64_t i = p->from; i < p->end && !rc; i++) {
		const struct buf *out = &p->out[i - p->from];
		struct span_block_entry entry = { .chunk = 0 };

		if (p->has[i - p->from]) {
			entry.size = (uint32_t)out->len;
			rc = container_add(&s->file, TAG_SPANS, out->p, out->len, &entry.chunk,
					   err);
		}
		vec_push(&s->blocks, entry);
	}
	return rc;
}

static int write_blocks(struct spanstore *s, const struct spantable *table,
			const _Atomic bool *stop, struct err *err)
{
	struct packing *p = mem_zalloc(sizeof(*p));
	uint64_t n = table->rows_of.n;
	int rc = 0;

	p->store = s;
	p->table = table;
	for (; p->from < n && !rc; p->from = p->end) {
		struct thread thread = { .runs = false };

		p->end = n - p->from > WINDOW ? p->from + WINDOW : n;
		thread_start_or_run(&thread, "perfnav/spans", pack_odd, p);
		pack(p, 0);
		thread_join(&thread);
		rc = stop_wanted(stop) ? ERR_STOPPED : write_window(p, err);
	}
	for (size_t i = 0; i < WINDOW; i++)
		buf_release(&p->out[i]);
	free(p);
	return rc;
}

struct tables {
	struct directory_entry entry[3];
	uint32_t n;
};

static int write_table(struct spanstore *s, struct tables *t, enum index_tag tag, const void *p,
		       size_t size, struct err *err)
{
	struct directory_entry *entry = &t->entry[t->n++];
	uint64_t offset;
	int rc = container_add(&s->file, tag, p, size, &offset, err);

	*entry = (struct directory_entry){ .tag = tag,
					   .offset = offset + sizeof(struct chunk_header),
					   .size = size,
					   .hash = hash_stable(p, size) };
	return rc;
}

/*
 * The end has the values of the index's end. The duration of the build identifies the index,
 * because it is nearly always different.
 */
static struct index_end end_of(const struct recording *recording)
{
	struct index_progress progress;
	struct index_end end = { .directory = 0 };

	index_progress(recording_index(recording, 0), &progress);
	end.rows = progress.rows;
	end.records = progress.records;
	end.nanoseconds = progress.nanoseconds;
	memcpy(end.magic, INDEX_END_MAGIC, sizeof(end.magic));
	return end;
}

static int write_tables(struct spanstore *s, struct err *err)
{
	struct span_definition made_by = definition(s->recording, s->kinds);
	struct index_end end = end_of(s->recording);
	struct buf names = BUF_INIT;
	struct tables t = { .n = 0 };
	uint64_t offset;
	int rc;

	for (uint32_t i = 1; i < spannames_count(s->names); i++) {
		size_t len;
		const char *text = spannames_text(s->names, i, &len);

		buf_add(&names, text, len + 1);
	}
	rc = write_table(s, &t, TAG_SPAN_BLOCKS, s->blocks.v, s->blocks.n * sizeof(*s->blocks.v),
			 err);
	if (!rc)
		rc = write_table(s, &t, TAG_SPAN_KINDS, &made_by, sizeof(made_by), err);
	if (!rc)
		rc = write_table(s, &t, TAG_SPAN_STRINGS, names.p, names.len, err);
	if (!rc)
		rc = container_add(&s->file, TAG_DIRECTORY, t.entry, sizeof(t.entry), &offset, err);
	buf_release(&names);
	if (rc)
		return rc;
	end.directory = offset;
	end.hash = hash_stable(&end, offsetof(struct index_end, hash));
	return container_finish(&s->file, s->path, &end, err);
}

/* Return the path for the spans of a table; NULL: they are not kept. */
static char *path_to_keep(const struct recording *recording, const struct spantable *table)
{
	uint64_t n = table->n[SPAN_BEGINS] + table->n[SPAN_ENDS];

	if (table->by_symbols || n < KEEP_MIN || recording_parts(recording) != 1)
		return NULL;
	return recording_kept_path(recording, 0, INDEX_PLACE_SPANS, 8 * n);
}

static struct spanstore *new_store(struct recording *recording)
{
	struct spanstore *s = mem_zalloc(sizeof(*s));

	s->recording = recording;
	pthread_mutex_init(&s->lock, NULL);
	s->file.fd = s->file.rest = s->file.tail = -1;
	return s;
}

/* Write the spans. If the file could not be completed under its name, the store has no path. */
static int write_all(struct spanstore *s, const struct spantable *table, const _Atomic bool *stop,
		     struct err *err)
{
	uint64_t most = recording_file(s->recording, 0)->size / KEEP_SHARE;
	struct index_header header;
	const char *why;
	int rc = container_create(&s->file, s->path, recording_spool_dir(s->recording), &why, err);

	if (rc)
		return rc;
	s->file.unsynced = true;
	identity_header(recording_file(s->recording, 0), &header);
	rc = container_begin(&s->file, &header, 0, err);
	if (!rc)
		rc = write_blocks(s, table, stop, err);
	if (!rc && s->file.part && s->file.size > most)
		container_leave(&s->file, "it is too large");
	if (!rc && s->file.part && recording_rewritten(s->recording) != SIZE_MAX)
		container_leave(&s->file, "the recording was overwritten");
	if (!rc && s->file.part)
		return write_tables(s, err);
	free(s->path);
	s->path = NULL;
	return rc;
}

struct spanstore *spanstore_make(struct recording *recording, const struct spantable *table,
				 struct spannames *names, uint32_t kinds, bool keep,
				 const _Atomic bool *stop)
{
	struct spanstore *s = new_store(recording);
	struct err err = ERR_INIT;

	s->names = names;
	s->kinds = kinds;
	s->path = keep ? path_to_keep(recording, table) : NULL;
	if (!write_all(s, table, stop, &err))
		return s;
	s->names = NULL;
	spanstore_close(s);
	return NULL;
}

/* ---- opening ---- */

static bool use_names(struct spanstore *s, const char *text, uint64_t len)
{
	uint32_t n = 1;

	s->names = spannames_open();
	if (len && text[len - 1])
		return false;
	for (uint64_t at = 0; at < len; n++) {
		size_t one = strlen(text + at);

		if (spannames_add(s->names, text + at, one) != n)
			return false;
		at += one + 1;
	}
	return true;
}

static bool use_tables(struct spanstore *s, const struct index_end *end)
{
	uint64_t n, blocks, kinds, len;
	const struct directory_entry *dir = container_directory(&s->file, end, &n);
	const struct span_definition *made_by;
	const struct span_block_entry *entries;
	struct span_definition now;
	const char *names;

	if (!dir)
		return false;
	entries = container_table(&s->file, dir, n, TAG_SPAN_BLOCKS, sizeof(*entries), &blocks);
	made_by = container_table(&s->file, dir, n, TAG_SPAN_KINDS, sizeof(*made_by), &kinds);
	names = container_table(&s->file, dir, n, TAG_SPAN_STRINGS, 1, &len);
	if (!entries || !made_by || !names || kinds != 1 ||
	    blocks != recording_blocks(s->recording))
		return false;
	s->kinds = made_by->kinds;
	now = definition(s->recording, s->kinds);
	if (memcmp(&now, made_by, sizeof(now)) != 0 || s->kinds > SPAN_KINDS_MAX ||
	    !use_names(s, names, len))
		return false;
	for (uint64_t i = 0; i < blocks; i++)
		vec_push(&s->blocks, entries[i]);
	return true;
}

static bool is_of_index(const struct recording *recording, const struct index_end *end)
{
	struct index_end now = end_of(recording);

	return end->rows == now.rows && end->records == now.records &&
	       end->nanoseconds == now.nanoseconds;
}

/* Does the file match the recording? Any change of the recording since makes it invalid. */
static bool is_of_file(const struct perf_file *file, const struct index_header *header)
{
	return header->ctime_ns == file->ctime_ns &&
	       identity_compare(file, &header->identity) == IDENTITY_SAME;
}

struct spanstore *spanstore_open(struct recording *recording)
{
	const struct perf_file *file = recording_file(recording, 0);
	struct spanstore *s;
	struct index_header header;
	struct index_end end;
	struct err err = ERR_INIT;
	char *path = recording_parts(recording) == 1
			     ? recording_kept_path(recording, 0, INDEX_PLACE_SPANS, 0)
			     : NULL;

	if (!path)
		return NULL;
	s = new_store(recording);
	s->path = path;
	if (!container_open(&s->file, path, file->id.uid, &header, &end, &err)) {
		s->file.spool_dir = recording_spool_dir(recording);
		s->file.loadable = file->size;
		if (is_of_index(recording, &end) && is_of_file(file, &header) &&
		    use_tables(s, &end))
			return s;
	}
	spanstore_close(s);
	return NULL;
}

void spanstore_discard(struct spanstore *s)
{
	if (s->path)
		container_remove(&s->file, s->path);
}

static void free_entry(struct cached_spanblock *e)
{
	spanblock_free(e->block);
	pthread_mutex_destroy(&e->lock);
	free(e);
}

void spanstore_close(struct spanstore *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->list.n; i++)
		free_entry(s->list.v[i]);
	vec_release(&s->list);
	vec_release(&s->blocks);
	spannames_close(s->names);
	container_close(&s->file);
	pthread_mutex_destroy(&s->lock);
	free(s->path);
	free(s);
}

const struct spannames *spanstore_names(const struct spanstore *s)
{
	return s->names;
}

/* ---- blocks ---- */

static struct spanblock *load(const struct spanstore *s, uint64_t number)
{
	const struct span_block_entry *entry = number < s->blocks.n ? &s->blocks.v[number] : NULL;
	struct spanblock_place place = place_of(s->recording, number);
	struct spanblock_limits limits = { .rows = recording_rows(s->recording),
					   .kinds = s->kinds,
					   .names = spannames_count(s->names) };
	struct spanblock *block;
	uint8_t *p;

	if (!entry || !entry->size)
		return spanblock_empty(&place);
	p = container_chunk(&s->file, entry->chunk, TAG_SPANS, entry->size);
	if (!p)
		return NULL;
	block = spanblock_unpack(p, entry->size, &place, &limits);
	free(p);
	return block;
}

static struct cached_spanblock *take_out(struct spanstore *s, size_t i)
{
	struct cached_spanblock *e = s->list.v[i];

	s->list.v[i] = s->list.v[--s->list.n];
	return e;
}

/* Take out the least recently used block without users, if there are too many; else return NULL. */
static struct cached_spanblock *take_spare(struct spanstore *s)
{
	struct cache_spare spare = { 0 };

	for (size_t i = 0; i < s->list.n; i++)
		cache_consider(&spare, &s->list.v[i]->use, i);
	return spare.n > STAY ? take_out(s, spare.oldest) : NULL;
}

static void put_block(struct spanstore *s, struct cached_spanblock *e)
{
	struct cached_spanblock *spare;

	pthread_mutex_lock(&s->lock);
	e->use.holders--;
	spare = take_spare(s);
	pthread_mutex_unlock(&s->lock);
	if (spare)
		free_entry(spare);
}

static struct cached_spanblock *find_block(const struct spanstore *s, uint64_t number)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (s->list.v[i]->number == number)
			return s->list.v[i];
	return NULL;
}

static struct cached_spanblock *add_block(struct spanstore *s, uint64_t number)
{
	struct cached_spanblock *e = mem_zalloc(sizeof(*e));

	e->number = number;
	pthread_mutex_init(&e->lock, NULL);
	vec_push(&s->list, e);
	return e;
}

/* A thread that needs a block that another thread is loading waits for it. */
const struct spanblock *spanstore_get(struct spanstore *s, uint64_t number)
{
	const struct spanblock *block;
	struct cached_spanblock *e;

	pthread_mutex_lock(&s->lock);
	e = find_block(s, number);
	if (!e)
		e = add_block(s, number);
	cache_hold(&e->use, &s->clock);
	pthread_mutex_unlock(&s->lock);
	pthread_mutex_lock(&e->lock);
	if (!e->loaded)
		e->block = load(s, number);
	e->loaded = true;
	block = e->block;
	pthread_mutex_unlock(&e->lock);
	if (!block)
		put_block(s, e);
	return block;
}

void spanstore_put(struct spanstore *s, const struct spanblock *block)
{
	struct cached_spanblock *e;

	pthread_mutex_lock(&s->lock);
	e = find_block(s, block->number);
	pthread_mutex_unlock(&s->lock);
	put_block(s, e);
}
