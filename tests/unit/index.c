/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The index has the same values for a row as a walk over the record's bytes: pid, tid, time, cpu
 * and event exist exactly if the record has them, and are equal. Tested for every row of the
 * corpus, with an index just built and with one read from its file.
 */
#include "index/index.h"

#include "base/map.h"
#include "recording/reader_find.h"
#include "recording/reader_text.h"
#include "unit/corpus.h"
#include "wire/find.h"

enum {
	RECORD_MAX = 65535
};

/* The first thing that is wrong, as text; later ones are not kept. */
static char wrong[320];

__attribute__((format(printf, 2, 3))) static bool differs(const struct row_info *info,
							  const char *fmt, ...)
{
	char text[200];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (!*wrong)
		snprintf(wrong, sizeof(wrong), "row %llu, type %u at %#llx: %s",
			 (unsigned long long)info->row, info->type,
			 (unsigned long long)info->offset, text);
	return false;
}

static void verdict(const char *name, const char *what, uint64_t n)
{
	if (!ok(!*wrong, "%s: %s (%llu rows)", name, what, (unsigned long long)n))
		diag("%s", wrong);
	*wrong = '\0';
}

/* ---- a row and its record ---- */

struct record_at {
	struct layout layout;
	const uint8_t *bytes;
	size_t len;
};

static bool same_field(const struct row_info *info, const struct record_at *at, enum field_id field,
		       bool has, uint64_t num)
{
	uint64_t walked = 0;
	bool found = find_number(&at->layout, at->bytes, at->len, field, &walked);

	if (found != has)
		return differs(info, "%s: the record %s, the index %s", field_id_name(field),
			       found ? "has it" : "has it not", has ? "has it" : "has it not");
	if (found && walked != num)
		return differs(info, "%s: the record has %llu, the index %llu",
			       field_id_name(field), (unsigned long long)walked,
			       (unsigned long long)num);
	return true;
}

static uint64_t sign32(uint32_t v)
{
	return (uint64_t)(int64_t)(int32_t)v;
}

/*
 * A sample belongs to the event of its id, or to the first event if the id is unknown; a READ to
 * that of its trailer's id, or to the only event; other records to none.
 */
static bool same_event(const struct row_info *info, const struct record_at *at,
		       const struct events *events)
{
	uint64_t id;
	bool has = find_number(&at->layout, at->bytes, at->len, F_id, &id);
	bool may = info->type == RECORD_SAMPLE || info->type == RECORD_READ;
	int want = has && may ? events_by_id(events, id) : EVENT_NONE;

	if (info->type == RECORD_SAMPLE && want == EVENT_NONE && events->list.n)
		want = 0;
	if (info->type == RECORD_READ && want == EVENT_NONE && events->list.n == 1)
		want = 0;
	if (info->event != want)
		return differs(info, "the index says event %d, the record %d", info->event, want);
	if (info->type == RECORD_SAMPLE && info->layout != want)
		return differs(info, "event %d with the layout of %d", want, info->layout);
	return true;
}

static bool same_header(const struct row_info *info, const struct record_at *at)
{
	bool big = at->layout.big;

	if (at->len < RECORD_HEADER_SIZE)
		return differs(info, "the record has only %zu bytes", at->len);
	if (load_u32(at->bytes, big) != info->type || load_u16(at->bytes + 4, big) != info->misc ||
	    load_u16(at->bytes + 6, big) != info->size || at->len != info->size)
		return differs(info,
			       "the header says type %u, misc %#x, size %u, the index "
			       "%#x, %llu",
			       load_u32(at->bytes, big), load_u16(at->bytes + 4, big),
			       load_u16(at->bytes + 6, big), info->misc,
			       (unsigned long long)info->size);
	return true;
}

static void check_row(struct reader *reader, const struct row_info *info)
{
	const struct events *events = &recording_file(reader_recording(reader), 0)->events;
	struct record_at at;

	if (info->type == RECORD_DAMAGE) {
		if (info->has_pid || info->has_tid || info->has_time || info->has_cpu ||
		    info->event != EVENT_NONE)
			differs(info, "a damaged interval has fields");
		if (!info->damage)
			differs(info, "no reason is given for the damage");
		return;
	}
	reader_layout(reader, info, &at.layout);
	at.bytes = reader_bytes(reader, info, &at.len);
	if (same_header(info, &at) && same_event(info, &at, events)) {
		same_field(info, &at, F_pid, info->has_pid, sign32(info->pid));
		same_field(info, &at, F_tid, info->has_tid, sign32(info->tid));
		same_field(info, &at, F_time, info->has_time, info->time);
		same_field(info, &at, F_cpu, info->has_cpu, sign32(info->cpu));
	}
}

/* ---- what a search relies on ---- */

/* The block's summary holds for each of its rows: a search may skip blocks that it excludes. */
static void check_block(const struct block_desc *desc, struct block *block, uint32_t i,
			const struct row_info *info)
{
	uint64_t time = block_column(block, COL_TIME)[i];
	uint64_t kind = block_column(block, COL_KIND)[i];
	uint64_t thread = block_column(block, COL_THREAD)[i];
	uint64_t cpu = block_column(block, COL_CPU)[i];

	if (info->row != desc->first_row + i)
		differs(info, "it is row %u of a block that begins with %llu", i,
			(unsigned long long)desc->first_row);
	if (time && time != UINT64_MAX && (time < desc->time_min || time > desc->time_max))
		differs(info, "its time is not in the block's range");
	if (!(desc->kinds >> (kind & 63) & 1) || !(desc->threads >> (thread & 63) & 1) ||
	    !(desc->cpus >> (cpu & 63) & 1))
		differs(info, "its kind, thread or CPU is not in the block's set");
}

static bool is_odd(void *arg, uint64_t size)
{
	(void)arg;
	return (size / 8 ^ size / 512) & 1;
}

/* A search for sizes finds the rows that have them. */
static void check_sizes(struct block *block, const struct row_info *first)
{
	const uint64_t *sizes = block_column(block, COL_SIZE);
	uint64_t bits[BLOCK_ROWS / 64] = { 0 };

	block_match(block, COL_SIZE, is_odd, NULL, bits);
	for (uint32_t i = 0; i < block->desc.rows; i++)
		if ((bits[i / 64] >> i % 64 & 1) != is_odd(NULL, sizes[i]))
			differs(first, "a search for sizes is wrong %u rows after it", i);
}

static bool same_info(const struct row_info *a, const struct row_info *b)
{
	return a->row == b->row && a->ordinal == b->ordinal && a->offset == b->offset &&
	       a->size == b->size && a->time == b->time && a->type == b->type &&
	       a->misc == b->misc && a->stream == b->stream && a->layout == b->layout &&
	       a->event == b->event && a->pid == b->pid && a->tid == b->tid && a->cpu == b->cpu &&
	       a->has_time == b->has_time && a->has_pid == b->has_pid && a->has_tid == b->has_tid &&
	       a->has_cpu == b->has_cpu && a->flags == b->flags;
}

struct rows_seen {
	VEC(struct row_info) list;
	VEC(char *) comms; /* NULL: none */
};

static void rows_release(struct rows_seen *rows)
{
	for (size_t i = 0; i < rows->comms.n; i++)
		free(rows->comms.v[i]);
	vec_release(&rows->list);
	vec_release(&rows->comms);
}

/* Every row, by its number and by its block, with its task's name. */
static void read_rows(struct reader *reader, struct index *index, struct rows_seen *rows)
{
	struct buf comm = BUF_INIT;

	for (uint64_t row = 0; row < index_rows(index); row++) {
		uint64_t number = index_block_of(index, row);
		const struct block_desc *desc = index_block(index, number);
		struct row_info info = { .row = row }, again;
		struct err err = ERR_INIT;
		struct block *block;

		if (reader_row(reader, row, &info, &err)) {
			differs(&info, "%.150s", err.msg);
			break;
		}
		block = reader_block(reader, number);
		reader_row_in(reader, block, (uint32_t)(row - desc->first_row), &again);
		if (!same_info(&info, &again))
			differs(&info, "the row and its block disagree");
		check_block(desc, block, (uint32_t)(row - desc->first_row), &info);
		if (row == desc->first_row)
			check_sizes(block, &info);
		check_row(reader, &info);
		vec_push(&rows->list, info);
		buf_reset(&comm);
		vec_push(&rows->comms, reader_comm_bytes(reader, &info, &comm)
					       ? mem_strndup(comm.p, comm.len)
					       : NULL);
	}
	buf_release(&comm);
}

/* The numbers of rows of each kind, against those of the blocks. */
static void check_counts(const struct index *index, const char *name)
{
	uint64_t n = index_kinds(index), wrong_kinds = 0;
	uint64_t *counts = mem_zalloc((n + 1) * sizeof(*counts));

	for (uint64_t i = 0; i < index_blocks(index); i++) {
		const uint64_t *kinds;
		struct block block;

		if (!index_load(index, i, &block))
			continue;
		kinds = block_column(&block, COL_KIND);
		for (uint32_t row = 0; row < block.desc.rows; row++)
			counts[kinds[row] < n ? kinds[row] : n]++;
		block_close(&block);
	}
	for (uint64_t i = 0; i <= n; i++)
		wrong_kinds += counts[i] != index_kind_rows(index, i);
	ok(index_is_counted(index) && !wrong_kinds, "%s: the rows of each kind are counted", name);
	free(counts);
}

/* Only records have ordinals; rows of a stream follow one another. */
static void check_order(const struct rows_seen *rows, const struct index *index)
{
	struct index_progress progress;
	uint64_t ordinal = 0, damaged = 0;

	for (size_t i = 0; i < rows->list.n; i++) {
		const struct row_info *info = &rows->list.v[i];
		bool damage = info->type == RECORD_DAMAGE;

		if (info->ordinal != (damage ? ROW_NO_ORDINAL : ordinal))
			differs(info, "its ordinal is %llu, not %llu",
				(unsigned long long)info->ordinal, (unsigned long long)ordinal);
		ordinal += !damage;
		damaged += damage;
	}
	index_progress(index, &progress);
	if (progress.rows != rows->list.n || progress.records != ordinal ||
	    progress.damaged != damaged || index_damages(index) != damaged)
		snprintf(wrong, sizeof(wrong), "totals: %llu rows, %llu records, %llu damaged",
			 (unsigned long long)progress.rows, (unsigned long long)progress.records,
			 (unsigned long long)progress.damaged);
}

static void check_find(struct reader *reader, const struct rows_seen *rows)
{
	for (size_t i = 0; i < rows->list.n; i += 1 + rows->list.n / 1000) {
		const struct row_info *info = &rows->list.v[i];

		if (info->ordinal != ROW_NO_ORDINAL &&
		    reader_find_ordinal(reader, info->ordinal) != info->row)
			differs(info, "its ordinal leads to another row");
	}
	if (rows->list.n && reader_find_ordinal(reader, UINT64_MAX / 2) != rows->list.n - 1)
		snprintf(wrong, sizeof(wrong), "no ordinal leads to the last row");
}

/* The first row at or after a time, as a search from the front finds it. */
static uint64_t first_at(const struct rows_seen *rows, uint64_t time)
{
	for (size_t i = 0; i < rows->list.n; i++) {
		const struct row_info *info = &rows->list.v[i];

		if (info->has_time && info->time >= time && info->time != UINT64_MAX)
			return i;
	}
	return rows->list.n - 1;
}

static void check_find_time(struct reader *reader, const struct rows_seen *rows)
{
	for (size_t i = 0; i < rows->list.n; i += 1 + rows->list.n / 64) {
		const struct row_info *info = &rows->list.v[i];

		if (!info->has_time || !info->time || info->time == UINT64_MAX)
			continue;
		for (int step = -1; step <= 1; step++) {
			uint64_t time = info->time + (uint64_t)step;
			uint64_t got = reader_find_time(reader, time), want = first_at(rows, time);

			if (got != want)
				differs(info, "its time%+d leads to row %llu, not %llu", step,
					(unsigned long long)got, (unsigned long long)want);
		}
	}
}

/* ---- the bytes that the index points at ---- */

/* In a file without compressed records an offset is a place in that file. */
static bool is_plain(const struct rows_seen *rows)
{
	for (size_t i = 0; i < rows->list.n; i++) {
		uint32_t type = rows->list.v[i].type;

		if (type == RECORD_COMPRESSED || type == RECORD_COMPRESSED2)
			return false;
	}
	return true;
}

static void check_bytes(const char *path, struct reader *reader, const struct rows_seen *rows)
{
	static uint8_t there[RECORD_MAX];
	FILE *f = fopen(path, "rb");

	for (size_t i = 0; i < rows->list.n; i++) {
		const struct row_info *info = &rows->list.v[i];
		size_t len;
		const uint8_t *bytes = reader_bytes(reader, info, &len);

		if (fseeko(f, (off_t)info->offset, SEEK_SET) || fread(there, 1, len, f) != len ||
		    memcmp(bytes, there, len))
			differs(info, "the file has other bytes there");
	}
	fclose(f);
}

/* ---- all of it, twice ---- */

static uint64_t check_built(const char *path, const char *pnx, struct rows_seen *rows)
{
	const char *name = corpus_name(path);
	struct recording *recording = corpus_open(path, pnx);
	struct index_progress progress;
	struct reader *reader;

	if (!recording)
		return 0;
	index_progress(recording_index(recording, 0), &progress);
	ok(!progress.reused, "%s: there was no index before", name);
	reader = reader_open(recording);
	read_rows(reader, recording_index(recording, 0), rows);
	verdict(name, "a new index says what the records say", rows->list.n);
	check_counts(recording_index(recording, 0), name);
	check_order(rows, recording_index(recording, 0));
	verdict(name, "rows and ordinals count up", rows->list.n);
	check_find(reader, rows);
	check_find_time(reader, rows);
	verdict(name, "rows are found by ordinal and time", rows->list.n);
	if (!corpus_is_folder(path) && is_plain(rows)) {
		check_bytes(path, reader, rows);
		verdict(name, "records are where the index says", rows->list.n);
	}
	reader_close(reader);
	recording_close(recording);
	return rows->list.n;
}

static void check_read(const char *path, const char *pnx, const struct rows_seen *built)
{
	const char *name = corpus_name(path);
	struct recording *recording = corpus_open(path, pnx);
	struct rows_seen rows = { 0 };
	struct index_progress progress;
	struct reader *reader;

	if (!recording)
		return;
	index_progress(recording_index(recording, 0), &progress);
	ok(progress.reused, "%s: the index is there now", name);
	reader = reader_open(recording);
	read_rows(reader, recording_index(recording, 0), &rows);
	check_counts(recording_index(recording, 0), name);
	for (size_t i = 0; i < rows.list.n && i < built->list.n; i++) {
		const char *a = built->comms.v[i], *b = rows.comms.v[i];

		if (!same_info(&built->list.v[i], &rows.list.v[i]))
			differs(&rows.list.v[i], "the index said something else when it was new");
		if (!a != !b || (a && strcmp(a, b)))
			differs(&rows.list.v[i], "the task was named otherwise");
	}
	verdict(name, "an index from its file says the same", rows.list.n);
	is_uint(rows.list.n, built->list.n, "%s: of as many rows", name);
	rows_release(&rows);
	reader_close(reader);
	recording_close(recording);
}

static uint64_t check_recording(const struct corpus *corpus, const char *path)
{
	struct rows_seen rows = { 0 };
	char *pnx = corpus_join(corpus->scratch, "index.pnx");
	uint64_t n = check_built(path, pnx, &rows);

	if (n)
		check_read(path, pnx, &rows);
	unlink(pnx);
	rows_release(&rows);
	free(pnx);
	return n;
}

int main(int argc, char **argv)
{
	struct corpus corpus;
	uint64_t rows = 0;

	corpus_collect(&corpus, argc, argv);
	for (size_t i = 0; i < corpus.paths.n; i++)
		rows += check_recording(&corpus, corpus.paths.v[i]);
	ok(rows > 10000, "in all %llu rows", (unsigned long long)rows);
	corpus_release(&corpus);
	return done_testing();
}
