/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scan: one pass over the records, which become rows of blocks. */
#include <string.h>
#include <time.h>

#include "base/map.h"
#include "file/zstream.h"
#include "index/index_private.h"
#include "wire/find.h"

enum {
	NO_THREAD = 0 /* number of the entry for records without a thread */
};

struct build {
	struct index *index;
	struct block_writer block;
	struct block_desc desc;
	struct buf packed;
	struct map thread_map; /* pid and tid to number */
	struct map kind_map;
	struct kind_entry last_kind;
	uint64_t last_kind_number;
	const struct kind *kind;
	uint64_t last_thread_key, last_thread;
	uint64_t row, ordinal;
	struct block_jump next; /* where the next row starts if it follows the last one */
	uint32_t stream;
	uint64_t in; /* offset of the COMPRESSED record whose rows are added, 0: none */
	struct frame_writer frames;
	struct err err;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static uint64_t thread_number(struct build *b, uint32_t pid, uint32_t tid)
{
	uint64_t key = (uint64_t)pid << 32 | tid;
	bool fresh;
	uint32_t *value;

	if (key == b->last_thread_key && b->last_thread)
		return b->last_thread;
	value = map_put(&b->thread_map, key, &fresh);
	if (fresh) {
		struct thread_entry entry = { pid, tid };

		*value = (uint32_t)pages_count(&b->index->threads);
		pages_add(&b->index->threads, &entry);
	}
	b->last_thread_key = key;
	b->last_thread = *value;
	return *value;
}

static bool same_kind(const struct kind_entry *a, const struct kind_entry *b)
{
	return a->type == b->type && a->misc == b->misc && a->flags == b->flags &&
	       a->layout == b->layout && a->event == b->event;
}

static uint64_t kind_key(const struct kind_entry *e)
{
	uint64_t key = (uint64_t)e->type << 32 | (uint64_t)e->misc << 16 | e->flags;

	key ^= (uint64_t)(uint32_t)e->layout * 0x9e3779b97f4a7c15u;
	return key ^ (uint64_t)(uint32_t)e->event * 0xc2b2ae3d27d4eb4fu;
}

static uint64_t add_kind(struct build *b, const struct kind_entry *entry)
{
	struct kind kind = { .entry = *entry };
	struct layout layout = *events_layout(&b->index->file->events, entry->layout);

	if (entry->flags & KIND_NO_TRAILER)
		layout.trailer = 0;
	if (entry->type != RECORD_DAMAGE)
		plan_bind(&kind.plan, &layout, entry->type);
	pages_add(&b->index->kinds, &kind);
	return pages_count(&b->index->kinds) - 1;
}

/* The number of a kind; two kinds with one key (which the mixing makes rare) take the next key. */
static uint64_t kind_number(struct build *b, const struct kind_entry *entry)
{
	uint64_t key = kind_key(entry);

	if (b->kind && same_kind(&b->last_kind, entry))
		return b->last_kind_number;
	for (;; key++) {
		bool fresh;
		uint32_t *value = map_put(&b->kind_map, key, &fresh);

		if (fresh)
			*value = (uint32_t)add_kind(b, entry);
		b->kind = index_kind(b->index, *value);
		if (!same_kind(&b->kind->entry, entry))
			continue;
		b->last_kind = *entry;
		b->last_kind_number = *value;
		return *value;
	}
}

static int flush_block(struct build *b)
{
	struct index *index = b->index;
	int rc;

	if (!b->block.rows)
		return 0;
	rc = frame_writer_flush(&b->frames, &index->container, &index->frames, &b->err);
	if (rc)
		return rc;
	buf_reset(&b->packed);
	b->desc.rows = b->block.rows;
	block_writer_pack(&b->block, &b->packed);
	b->desc.size = (uint32_t)b->packed.len;
	rc = container_add(&index->container, TAG_BLOCK, b->packed.p, b->packed.len, &b->desc.chunk,
			   &b->err);
	if (rc)
		return rc;
	pages_add(&index->blocks, &b->desc);
	atomic_store(&index->records, b->ordinal);
	atomic_store(&index->rows, b->row);
	if (index->options.wake)
		index->options.wake(index->options.wake_arg);
	return 0;
}

/* The row that is to come begins here: note it where it does not follow the last one. */
static void place_row(struct build *b, uint64_t offset)
{
	struct block_writer *w = &b->block;

	if (!w->rows) {
		b->desc = (struct block_desc){
			.first_row = b->row,
			.first_ordinal = b->ordinal,
			.first_offset = offset,
			.time_min = UINT64_MAX,
		};
	}
	if (!w->rows || offset != b->next.offset || b->stream != b->next.stream ||
	    b->in != b->next.in) {
		struct block_jump jump = { w->rows, b->stream, offset, b->in };

		vec_push(&w->jumps, jump);
	}
}

static void add_row(struct build *b, uint64_t size, uint64_t kind, uint64_t thread, uint64_t cpu,
		    uint64_t time)
{
	struct block_writer *w = &b->block;
	uint32_t i = w->rows++;

	w->col[COL_SIZE][i] = size;
	w->col[COL_KIND][i] = kind;
	w->col[COL_THREAD][i] = thread;
	w->col[COL_CPU][i] = cpu;
	w->col[COL_TIME][i] = time;
	b->desc.kinds |= 1ull << (kind & 63);
	b->desc.threads |= 1ull << (thread & 63);
	b->desc.cpus |= 1ull << (cpu & 63);
	if (time && time != UINT64_MAX) {
		if (time < b->desc.time_min)
			b->desc.time_min = time;
		if (time > b->desc.time_max)
			b->desc.time_max = time;
	}
	b->row++;
}

static uint32_t tap_u32(const struct build *b, enum tap_field f, const struct record *rec)
{
	if (!plan_has(&b->kind->plan, f))
		return 0;
	return load_u32(plan_ptr(&b->kind->plan, f, rec->bytes, rec->size),
			b->index->file->header.big);
}

static uint64_t tap_u64(const struct build *b, enum tap_field f, const struct record *rec)
{
	if (!plan_has(&b->kind->plan, f))
		return 0;
	return load_u64(plan_ptr(&b->kind->plan, f, rec->bytes, rec->size),
			b->index->file->header.big);
}

/* The event that a record says it belongs to: a sample's own, others by the id they carry. */
static int32_t named_event(struct build *b, const struct kind_entry *entry,
			   const struct record *rec)
{
	uint64_t id;

	if (entry->type == RECORD_SAMPLE)
		return entry->layout;
	kind_number(b, entry);
	if (!plan_has(&b->kind->plan, TAP_ID))
		return EVENT_NONE;
	id = tap_u64(b, TAP_ID, rec);
	return events_by_id(&b->index->file->events, id);
}

static void note_task(struct build *b, const struct record *rec, uint64_t time)
{
	const struct layout *layout = events_layout(&b->index->file->events, b->kind->entry.layout);
	uint32_t pid = tap_u32(b, TAP_PID, rec), tid = tap_u32(b, TAP_TID, rec);
	struct tasks *tasks = &b->index->tasks;
	const uint8_t *comm;
	uint64_t ptid;
	size_t len;

	if (rec->type == RECORD_COMM) {
		if (find_bytes(layout, rec->bytes, rec->size, W_comm, &comm, &len))
			tasks_add_comm(tasks, b->row, time, pid, tid, comm, len);
	} else if (find_number(layout, rec->bytes, rec->size, W_ptid, &ptid)) {
		tasks_add_fork(tasks, b->row, time, pid, tid, (uint32_t)ptid);
	}
}

static const char *add_record(struct build *b, const struct record *rec)
{
	const struct events *events = &b->index->file->events;
	struct kind_entry entry = { .type = rec->type, .misc = rec->misc };
	const struct record_desc *desc = record_find(rec->type);
	uint64_t kind, time, thread = NO_THREAD, cpu;

	entry.layout = events_bind(events, rec->type, rec->bytes, rec->size);
	if (desc && desc->trailer &&
	    rec->size < (uint64_t)desc->min + events_layout(events, entry.layout)->trailer)
		entry.flags |= KIND_NO_TRAILER;
	entry.event = EVENT_NONE;
	entry.event = named_event(b, &entry, rec);
	kind = kind_number(b, &entry);
	if (rec->size < b->kind->plan.min)
		return "the record is shorter than its fields";
	if (plan_has(&b->kind->plan, TAP_PID) || plan_has(&b->kind->plan, TAP_TID))
		thread = thread_number(b, tap_u32(b, TAP_PID, rec), tap_u32(b, TAP_TID, rec));
	cpu = tap_u32(b, TAP_CPU, rec);
	time = tap_u64(b, TAP_TIME, rec);
	if (rec->type == RECORD_COMM || rec->type == RECORD_FORK)
		note_task(b, rec, time);
	add_row(b, rec->size, kind, thread, cpu, time);
	b->ordinal++;
	b->next = (struct block_jump){ 0, b->stream, rec->offset + rec->size, b->in };
	return NULL;
}

static void add_damage(struct build *b, uint64_t offset, uint64_t size, const char *why)
{
	struct kind_entry entry = {
		.type = RECORD_DAMAGE,
		.layout = EVENT_NONE,
		.event = EVENT_NONE,
	};
	struct damage_entry damage = { b->row, offset, size, 0 };
	struct index *index = b->index;

	pthread_mutex_lock(&index->tasks.lock);
	damage.reason = index->tasks.strings.len;
	buf_adds(&index->tasks.strings, why);
	buf_addc(&index->tasks.strings, '\0');
	pthread_mutex_unlock(&index->tasks.lock);
	pages_add(&index->reasons, &why);
	pages_add(&index->damages, &damage);
	add_row(b, size, kind_number(b, &entry), NO_THREAD, 0, 0);
	b->next = (struct block_jump){ 0, b->stream, offset + size, b->in };
}

/* A record or a damaged stretch becomes a row; a full block is written. */
static int add_step(struct build *b, const struct record *rec)
{
	const char *damage = rec->damage;

	place_row(b, rec->offset);
	if (!damage)
		damage = add_record(b, rec);
	if (damage)
		add_damage(b, rec->offset, rec->size, damage);
	return b->block.rows == BLOCK_ROWS ? flush_block(b) : 0;
}

/* What the COMPRESSED records of one stream inflate to. */
struct inflater {
	struct zstream *z;
	struct buf bytes;   /* inflated, not yet cut into records */
	uint64_t offset;    /* of bytes in the inflated stream */
	uint32_t stream;    /* number of the inflated stream */
	const char *broken; /* why nothing more can be had from it, NULL: all is well */
};

/* Could these bytes begin with a record that was in a ring buffer of the kernel? */
static const char *inflated_damage(const uint8_t *p, uint16_t size, bool big)
{
	const struct record_desc *desc = record_find(load_u32(p, big));

	if (size < RECORD_HEADER_SIZE || (desc && size < desc->min) ||
	    load_u32(p, big) > UINT16_MAX)
		return "what was compressed is not a record: nothing behind it can be trusted";
	return NULL;
}

/* The rest of what was inflated is one damaged stretch. */
static int break_off(struct build *b, struct inflater *z, const uint8_t *p, size_t len)
{
	struct record rest = {
		.offset = z->offset,
		.size = len,
		.type = RECORD_DAMAGE,
		.damage = z->broken,
	};

	if (!len)
		return 0;
	if (frame_writer_add(&b->frames, &b->index->container, &b->index->frames, z->stream,
			     z->offset, p, len < FRAME_BYTES / 2 ? len : FRAME_BYTES / 2, &b->err))
		return b->err.code;
	return add_step(b, &rest);
}

/* Whole records become rows; what is left waits for the next COMPRESSED record. */
static int add_inflated(struct build *b, struct inflater *z)
{
	bool big = b->index->file->header.big;
	const uint8_t *p = (const uint8_t *)z->bytes.p;
	size_t left = z->bytes.len;
	struct buf rest = BUF_INIT;
	int rc = 0;

	while (!rc && left >= RECORD_HEADER_SIZE) {
		uint16_t size = load_u16(p + 6, big);
		struct record rec = {
			.offset = z->offset,
			.size = size,
			.type = load_u32(p, big),
			.misc = load_u16(p + 4, big),
			.bytes = p,
		};

		z->broken = inflated_damage(p, size, big);
		if (z->broken) {
			rc = break_off(b, z, p, left);
			left = 0;
			break;
		}
		if (size > left)
			break;
		rc = frame_writer_add(&b->frames, &b->index->container, &b->index->frames,
				      z->stream, z->offset, p, size, &b->err);
		if (!rc)
			rc = add_step(b, &rec);
		p += size;
		left -= size;
		z->offset += size;
	}
	buf_add(&rest, p, left);
	buf_release(&z->bytes);
	z->bytes = rest;
	return rc;
}

/* The zstd data of a COMPRESSED or COMPRESSED2 record. */
static size_t compressed_data(const struct record *rec, bool big, const uint8_t **p)
{
	size_t skip = rec->type == RECORD_COMPRESSED2 ? 16 : 8, len = rec->size - skip;
	uint64_t own;

	*p = rec->bytes + skip;
	if (rec->type == RECORD_COMPRESSED)
		return len;
	own = load_u64(rec->bytes + 8, big);
	return own < len ? (size_t)own : len;
}

/* Data that cannot be inflated are a damaged stretch of the plain stream. */
static int add_broken(struct build *b, const struct record *rec, const uint8_t *p, size_t len,
		      const char *why)
{
	struct record damage = {
		.offset = rec->offset + (uint64_t)(p - rec->bytes),
		.size = len,
		.type = RECORD_DAMAGE,
		.damage = why,
	};

	return len ? add_step(b, &damage) : 0;
}

static int inflate_record(struct build *b, struct inflater *z, const struct record *rec)
{
	bool big = b->index->file->header.big;
	uint32_t stream = b->stream;
	const uint8_t *p;
	size_t len = compressed_data(rec, big, &p);
	int rc;

	if (z->broken)
		return add_broken(b, rec, p, len,
				  "compressed data behind a damaged place in their stream");
	if (!z->z)
		z->z = zstream_open();
	z->broken = zstream_feed(z->z, p, len, &z->bytes);
	if (z->broken)
		return add_broken(b, rec, p, len, z->broken);
	b->stream = z->stream;
	b->in = rec->offset;
	rc = add_inflated(b, z);
	b->stream = stream;
	b->in = 0;
	return rc;
}

static void inflater_release(struct inflater *z)
{
	zstream_close(z->z);
	buf_release(&z->bytes);
}

static int read_error(struct build *b, const struct records *records)
{
	return err_set_at(&b->err, ERR_IO, records->pos, "reading the recording failed: %s",
			  strerror(records_io_error(records)));
}

static int add_stream(struct build *b, const struct stream *stream)
{
	struct inflater z = {
		.bytes = BUF_INIT,
		.stream = b->stream + (uint32_t)b->index->file->streams.n,
	};
	uint64_t before = atomic_load(&b->index->bytes_done);
	struct records records;
	struct record rec;
	int rc = 0;

	records_init(&records, stream, stream->start);
	while (!rc && !atomic_load_explicit(&b->index->stop, memory_order_relaxed) &&
	       records_next(&records, &rec)) {
		rc = add_step(b, &rec);
		if (!rc && (rec.type == RECORD_COMPRESSED || rec.type == RECORD_COMPRESSED2))
			rc = inflate_record(b, &z, &rec);
		if (!b->block.rows)
			atomic_store(&b->index->bytes_done, before + records.pos - stream->start);
	}
	if (!rc && z.bytes.len && !z.broken) {
		z.broken = "the compressed data end inside a record";
		b->stream = z.stream;
		rc = break_off(b, &z, (const uint8_t *)z.bytes.p, z.bytes.len);
	}
	if (!rc)
		rc = flush_block(b);
	if (!rc && records_io_error(&records))
		rc = read_error(b, &records);
	atomic_store(&b->index->bytes_done, before + records.pos - stream->start);
	records_release(&records);
	inflater_release(&z);
	return rc;
}

/* The tables behind the blocks, then the directory of the tables, then the end. */
struct tables {
	struct directory_entry entry[8];
	uint32_t n;
};

static int add_table(struct build *b, struct tables *t, enum index_tag tag, const void *p,
		     size_t len)
{
	struct directory_entry *e = &t->entry[t->n++];
	uint64_t chunk = 0;
	int rc = container_add(&b->index->container, tag, p, len, &chunk, &b->err);

	*e = (struct directory_entry){
		.tag = tag,
		.offset = chunk + sizeof(struct chunk_header),
		.size = len,
		.hash = container_hash(p, len),
	};
	return rc;
}

static int add_pages(struct build *b, struct tables *t, enum index_tag tag,
		     const struct pages *pages, size_t take)
{
	struct buf flat = BUF_INIT;
	uint64_t n = pages_count(pages);
	int rc;

	for (uint64_t i = 0; i < n; i++)
		buf_add(&flat, pages_at(pages, i), take);
	rc = add_table(b, t, tag, flat.p, flat.len);
	buf_release(&flat);
	return rc;
}

static int write_tables(struct build *b, struct index_end *end)
{
	struct index *index = b->index;
	struct tables t = { .n = 0 };
	int rc;

	tasks_sort(&index->tasks);
	rc = add_pages(b, &t, TAG_BLOCKS, &index->blocks, sizeof(struct block_desc));
	if (!rc)
		rc = add_pages(b, &t, TAG_KINDS, &index->kinds, sizeof(struct kind_entry));
	if (!rc)
		rc = add_pages(b, &t, TAG_THREADS, &index->threads, sizeof(struct thread_entry));
	if (!rc)
		rc = add_pages(b, &t, TAG_DAMAGE, &index->damages, sizeof(struct damage_entry));
	if (!rc)
		rc = add_pages(b, &t, TAG_FRAMES, &index->frames, sizeof(struct frame_entry));
	if (!rc)
		rc = add_table(b, &t, TAG_TASKS, index->tasks.sorted,
			       index->tasks.n * sizeof(struct task_entry));
	if (!rc)
		rc = add_table(b, &t, TAG_STRINGS, index->tasks.strings.p,
			       index->tasks.strings.len);
	if (!rc)
		rc = container_add(&index->container, TAG_DIRECTORY, t.entry,
				   t.n * sizeof(t.entry[0]), &end->directory, &b->err);
	return rc;
}

static int finish(struct build *b, uint64_t started)
{
	struct index *index = b->index;
	struct index_end end = { .rows = b->row, .records = b->ordinal };
	int rc = write_tables(b, &end);

	if (rc)
		return rc;
	end.nanoseconds = now_ns() - started;
	end.hash = container_hash(&end, offsetof(struct index_end, hash));
	memcpy(end.magic, INDEX_END_MAGIC, sizeof(end.magic));
	atomic_store(&index->nanoseconds, end.nanoseconds);
	return container_finish(&index->container, index->path, &end, &b->err);
}

static void build_release(struct build *b)
{
	block_writer_release(&b->block);
	frame_writer_release(&b->frames);
	buf_release(&b->packed);
	map_release(&b->thread_map);
	map_release(&b->kind_map);
}

void build_run(struct index *index)
{
	struct build b = { .index = index, .packed = BUF_INIT, .err = ERR_INIT };
	struct thread_entry nobody = { 0, 0 };
	uint64_t started = now_ns();
	enum index_state state = INDEX_DONE;
	int rc = 0;

	block_writer_init(&b.block);
	frame_writer_init(&b.frames);
	pages_add(&index->threads, &nobody);
	for (size_t i = 0; !rc && i < index->file->streams.n; i++) {
		b.stream = (uint32_t)i;
		rc = add_stream(&b, &index->file->streams.v[i]);
	}
	if (atomic_load(&index->stop))
		state = INDEX_STOPPED;
	else if (!rc)
		rc = finish(&b, started);
	if (rc) {
		index->err = b.err;
		state = INDEX_FAILED;
	}
	build_release(&b);
	atomic_store(&index->state, state);
	if (index->options.wake)
		index->options.wake(index->options.wake_arg);
}
