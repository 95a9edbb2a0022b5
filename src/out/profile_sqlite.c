/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A database of SQLite with the tables and views of out/sqlite_schema.h. Row 0 of a table means
 * unknown; sample N + 1 is the record with ordinal N. Call path 1 is the root.
 *
 * Calls are the spans of threads (spans/spans.h), and the calls that branch stacks of calls show
 * (out/stackcalls.h). out/profile_calls.h finds the caller of each call.
 */
#include <string.h>

#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "field/row_values.h"
#include "field/value.h"
#include "out/formats.h"
#include "out/profile_calls.h"
#include "out/profile_job.h"
#include "out/sqlfile.h"
#include "out/sqlite_schema.h"
#include "out/stackcalls.h"
#include "recording/build_ids.h"
#include "recording/mappings.h"
#include "recording/reader_text.h"
#include "recording/symbols.h"
#include "spans/spans.h"
#include "stack/chain.h"
#include "stack/framename.h"

/* The prepared statements. */
enum statement {
	INSERT_EVENT,
	INSERT_THREAD,
	INSERT_COMM,
	INSERT_COMM_THREAD,
	INSERT_DSO,
	INSERT_SYMBOL,
	INSERT_CALL_PATH,
	INSERT_CALL,
	INSERT_SAMPLE,
	STATEMENTS,
	INSERT_SWITCH = STATEMENTS, /* prepared with its table */
	ALL_STATEMENTS
};

static const char *const statements[ALL_STATEMENTS] = {
	[INSERT_EVENT] = "INSERT INTO selected_events VALUES (?, ?)",
	[INSERT_THREAD] = "INSERT INTO threads VALUES (?, 1, ?, ?, ?)",
	[INSERT_COMM] = "INSERT INTO comms VALUES (?, ?, ?, ?, 0)",
	[INSERT_COMM_THREAD] = "INSERT INTO comm_threads VALUES (?, ?, ?)",
	[INSERT_DSO] = "INSERT INTO dsos VALUES (?, 1, ?, ?, ?)",
	[INSERT_SYMBOL] = "INSERT INTO symbols VALUES (?, ?, 0, 0, 0, ?)",
	[INSERT_CALL_PATH] = "INSERT INTO call_paths VALUES (?, ?, ?, 0)",
	[INSERT_CALL] = "INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, 0, 0)",
	[INSERT_SAMPLE] =
		("INSERT INTO samples VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
		 "0, 0, 0, ?11, ?12, ?13, ?14, ?15, 0, 0, ?16, 0, 0, 0)"),
	[INSERT_SWITCH] = "INSERT INTO context_switches VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)",
};

/* Numbers of a record, with the column of `samples` for each. */
static const struct number_row {
	const char *name;
	int column;
} number_rows[] = {
	{ "ip", 8 },
	{ "addr", 11 },
	{ "period", 12 },
	{ "weight", 13 },
	{ "transaction.raw", 14 },
	{ "data_src.raw", 15 },
};

enum {
	NUMBERS = sizeof(number_rows) / sizeof(number_rows[0]),
	/* perf's flags */
	CALL_NO_CALL = 1,
	CALL_NO_RETURN = 2,
	SWITCH_OUT = 1,
	SWITCH_PREEMPT = 2
};

struct sqlite_job {
	struct profile_job *job;
	struct sqlfile *file;
	sqlite3_stmt *statements[ALL_STATEMENTS];
	struct stacktree tree;	/* its frames are symbols, and its nodes call paths */
	struct stacktree names; /* its frames are comms and dsos */
	struct map events, threads, comm_threads;
	struct field fields[NUMBERS];
	const struct field *wanted[NUMBERS];
	struct row_values *row_values;
	struct build_ids *build_ids;
	struct buf text;
	struct stackcalls *stack_calls;
	struct profile_calls *calls;
};

static int prepare(struct sqlite_job *j, size_t statement, struct err *err)
{
	j->statements[statement] = sqlfile_prepare(j->file, statements[statement], err);
	return j->statements[statement] ? 0 : ERR_IO;
}

/* ---- rows of what samples have in common ---- */

static void bind_text(sqlite3_stmt *s, int column, const char *text)
{
	struct buf escaped = BUF_INIT;

	text_escape_str(&escaped, text);
	sqlite3_bind_text(s, column, escaped.p, (int)escaped.len, SQLITE_TRANSIENT);
	buf_release(&escaped);
}

static int find_event(struct sqlite_job *j, struct reader *reader, const struct row_info *info,
		      uint32_t *id, struct err *err)
{
	sqlite3_stmt *s = j->statements[INSERT_EVENT];
	uint32_t *found;
	bool fresh;

	*id = 0;
	if (info->event == EVENT_NONE)
		return 0;
	found = map_put(&j->events, (uint64_t)info->part << 32 | (uint32_t)info->event, &fresh);
	*id = fresh ? *found = (uint32_t)map_count(&j->events) : *found;
	if (!fresh)
		return 0;
	sqlite3_bind_int64(s, 1, *id);
	bind_text(s, 2, reader_file(reader, info)->events.list.v[info->event].name);
	return sqlfile_run(j->file, s, err);
}

static int add_thread(struct sqlite_job *j, uint32_t pid, uint32_t tid, uint32_t *id,
		      struct err *err)
{
	sqlite3_stmt *s = j->statements[INSERT_THREAD];
	uint32_t *found, process = 0;
	bool fresh;
	int rc = 0;

	found = map_put(&j->threads, (uint64_t)pid << 32 | tid, &fresh);
	*id = fresh ? *found = (uint32_t)map_count(&j->threads) : *found;
	if (!fresh)
		return 0;
	if (pid == tid)
		process = *id;
	else
		rc = add_thread(j, pid, pid, &process, err);
	sqlite3_bind_int64(s, 1, *id);
	sqlite3_bind_int64(s, 2, process);
	sqlite3_bind_int(s, 3, (int32_t)pid);
	sqlite3_bind_int(s, 4, (int32_t)tid);
	return rc < 0 ? rc : sqlfile_run(j->file, s, err);
}

static int find_comm(struct sqlite_job *j, struct reader *reader, const struct row_info *info,
		     uint32_t thread, uint32_t *id, struct err *err)
{
	sqlite3_stmt *s = j->statements[INSERT_COMM];
	uint32_t known = j->names.frames_n, *pair;
	bool fresh;
	int rc = 0;

	*id = 0;
	buf_reset(&j->text);
	if (!reader_comm_bytes(reader, info, &j->text))
		return 0;
	*id = stacktree_frame(&j->names, j->text.p, j->text.len, NULL);
	if (*id == known) {
		sqlite3_bind_int64(s, 1, *id);
		bind_text(s, 2, j->text.p);
		sqlite3_bind_int64(s, 3, thread);
		sqlite3_bind_int64(s, 4, info->has_time ? (sqlite3_int64)info->time : 0);
		rc = sqlfile_run(j->file, s, err);
	}
	pair = map_put(&j->comm_threads, (uint64_t)*id << 32 | thread, &fresh);
	if (rc < 0 || !fresh)
		return rc;
	s = j->statements[INSERT_COMM_THREAD];
	*pair = (uint32_t)map_count(&j->comm_threads);
	sqlite3_bind_int64(s, 1, *pair);
	sqlite3_bind_int64(s, 2, *id);
	sqlite3_bind_int64(s, 3, thread);
	return sqlfile_run(j->file, s, err);
}

/* The build id of a file that some part of the recording has: column 4. */
static void bind_build_id(struct sqlite_job *j, sqlite3_stmt *s, const char *dso,
			  const struct mapping *mapping)
{
	struct buf text = BUF_INIT;
	uint8_t bytes[BUILD_ID_MAX], n = 0;

	if (mapping && mapping->build_id_size <= BUILD_ID_MAX) {
		n = mapping->build_id_size;
		memcpy(bytes, mapping->build_id, n);
	}
	for (size_t part = 0; !n && part < recording_parts(j->job->recording); part++)
		n = build_ids_find(j->build_ids, part, dso, dso, bytes);
	buf_add_hexbytes(&text, bytes, n);
	bind_text(s, 4, text.p);
	buf_release(&text);
}

/* mapping: one of the file, NULL: none is known. */
static int find_dso(struct sqlite_job *j, const char *dso, const struct mapping *mapping,
		    uint32_t *id, struct err *err)
{
	sqlite3_stmt *s = j->statements[INSERT_DSO];
	uint32_t known = j->names.frames_n;
	const char *slash = dso ? strrchr(dso, '/') : NULL;

	*id = 0;
	if (!dso)
		return 0;
	*id = stacktree_frame(&j->names, dso, strlen(dso), "");
	if (*id != known)
		return 0;
	sqlite3_bind_int64(s, 1, *id);
	bind_text(s, 2, slash ? slash + 1 : dso);
	bind_text(s, 3, dso);
	bind_build_id(j, s, dso, mapping);
	return sqlfile_run(j->file, s, err);
}

/* ---- samples ---- */

/* Bind the place of ip: columns 5 to 7. */
static int bind_place(struct sqlite_job *j, struct reader *reader, const struct row_info *info,
		      uint64_t ip, struct err *err)
{
	const struct chain_frame frame = { ip, info->misc & CPUMODE_MASK };
	const struct mapping *mapping =
		mappings_find(reader_mappings(reader), info, frame.mode, ip, NULL);
	struct symbols_answer symbol = { .answer = SYMS_NONE };
	sqlite3_stmt *s = j->statements[INSERT_SAMPLE];
	const char *dso;
	uint32_t id;
	int rc = find_dso(j, mapping ? mapping->dso : NULL, mapping, &id, err);

	sqlite3_bind_int64(s, 5, id);
	if (mapping)
		symbols_find(reader_symbols(reader), info, mapping, ip, &symbol);
	sqlite3_bind_int64(s, 6, 0);
	if (symbol.answer != SYMS_FOUND)
		return rc;
	sqlite3_bind_int64(s, 7, (sqlite3_int64)symbol.off);
	buf_reset(&j->text);
	framename_add(reader, info, &frame, &j->text, &dso);
	sqlite3_bind_int64(s, 6, stacktree_frame(&j->tree, j->text.p, j->text.len, dso));
	return rc;
}

static struct row_values *open_numbers(struct reader *reader, const struct field *const *wanted)
{
	struct row_values *row_values = row_values_open(reader, wanted, NUMBERS);

	row_values_fill_period(row_values, 0);
	return row_values;
}

/* If its branch stack is one of calls, the stack of a sample shows calls. */
static int add_stack(struct sqlite_job *j, struct reader *reader, const struct row_info *info,
		     uint32_t thread, uint32_t comm, uint32_t node, struct err *err)
{
	struct stackcalls_sample sample = {
		.thread = thread,
		.comm = comm,
		.time = info->time,
		.id = info->ordinal + 1,
		.node = node,
	};
	struct layout layout;

	if (!info->has_time || !info->has_tid)
		return 0;
	reader_layout(reader, info, &layout);
	return chain_has_calls(&layout) ? stackcalls_add(j->stack_calls, &sample, err) : 0;
}

static int add_sample(void *arg, struct reader *reader, const struct row_info *info, uint32_t node,
		      struct err *err)
{
	struct sqlite_job *j = arg;
	sqlite3_stmt *s = j->statements[INSERT_SAMPLE];
	const struct row_value_list *list;
	uint32_t event, thread = 0, comm = 0;
	int rc = find_event(j, reader, info, &event, err);

	if (!j->row_values)
		j->row_values = open_numbers(reader, j->wanted);
	if (rc == 0 && info->has_tid)
		rc = add_thread(j, info->pid, info->tid, &thread, err);
	if (rc == 0)
		rc = find_comm(j, reader, info, thread, &comm, err);
	list = row_values_row(j->row_values, info);
	for (size_t i = 0; rc == 0 && i < list->values.n; i++) {
		const struct row_value *v = &list->values.v[i];

		sqlite3_bind_int64(s, number_rows[v->field].column, (sqlite3_int64)v->num);
		if (number_rows[v->field].column == 8)
			rc = bind_place(j, reader, info, v->num, err);
	}
	sqlite3_bind_int64(s, 1, (sqlite3_int64)info->ordinal + 1);
	sqlite3_bind_int64(s, 2, event);
	sqlite3_bind_int64(s, 3, thread);
	sqlite3_bind_int64(s, 4, comm);
	if (info->has_time)
		sqlite3_bind_int64(s, 9, (sqlite3_int64)info->time);
	if (info->has_cpu)
		sqlite3_bind_int64(s, 10, info->cpu);
	/* The task is not a part of a call path here. */
	sqlite3_bind_int64(s, 16, stacktree_node(&j->tree, node)->depth > 1 ? node : 0);
	rc = rc < 0 ? rc : sqlfile_run(j->file, s, err);
	return rc < 0 ? rc : add_stack(j, reader, info, thread, comm, node, err);
}

/* ---- calls ---- */

/* "syscall openat" */
static uint32_t call_name(struct sqlite_job *j, const struct spans_one *span)
{
	buf_reset(&j->text);
	buf_adds(&j->text, span->kind->name);
	if (span->len)
		buf_addc(&j->text, ' ');
	buf_add(&j->text, span->name, span->len);
	return stacktree_frame(&j->tree, j->text.p, j->text.len, NULL);
}

/* The sample of a row; 0: it has none. */
static uint64_t sample_of(struct reader *reader, uint64_t row)
{
	struct row_info info;
	struct err err = ERR_INIT;

	if (reader_row(reader, row, &info, &err) < 0 || info.type != RECORD_SAMPLE)
		return 0;
	return info.ordinal + 1;
}

static int take_call(struct sqlite_job *j, struct reader *reader, const struct row_info *info,
		     struct err *err)
{
	struct spans_view *spans = spans_view(reader, reader_stop(reader));
	struct spans_one span;
	struct profile_call call = { .begin = info->time };
	int rc;

	if (!spans || !info->has_time || !info->has_tid || !spans_begun(spans, info->row, &span) ||
	    (span.kind->scope != SPAN_THREAD && !span.kind->key_is_thread))
		return 0;
	call.name = call_name(j, &span);
	call.flags = span.has_dur ? 0 : CALL_NO_RETURN;
	call.dur = span.has_dur ? span.dur : 0;
	call.begin_row = sample_of(reader, info->row);
	call.end_row = span.has_dur ? sample_of(reader, span.end) : 0;
	rc = add_thread(j, info->pid, info->tid, &call.thread, err);
	if (rc == 0)
		rc = find_comm(j, reader, info, call.thread, &call.comm, err);
	return rc < 0 ? rc : profile_calls_add(j->calls, &call, err);
}

/* The root of the tree's call paths is row 1, whose node is the first task's. */
static uint32_t path_of(const struct sqlite_job *j, uint32_t node)
{
	return stacktree_node(&j->tree, node)->depth > 1 ? node : 1;
}

static int write_call(struct sqlite_job *j, const struct profile_calls_one *one, struct err *err)
{
	sqlite3_stmt *s = j->statements[INSERT_CALL];
	const struct profile_call *call = &one->call;

	sqlite3_bind_int64(s, 1, (sqlite3_int64)one->id);
	sqlite3_bind_int64(s, 2, call->thread);
	sqlite3_bind_int64(s, 3, call->comm);
	sqlite3_bind_int64(s, 4, one->path);
	sqlite3_bind_int64(s, 5, (sqlite3_int64)call->begin);
	sqlite3_bind_int64(s, 6, (sqlite3_int64)(call->begin + call->dur));
	sqlite3_bind_int64(s, 7, (sqlite3_int64)call->begin_row);
	sqlite3_bind_int64(s, 8, (sqlite3_int64)call->end_row);
	sqlite3_bind_int64(s, 9, path_of(j, one->parent_path));
	sqlite3_bind_int64(s, 10, call->flags);
	sqlite3_bind_int64(s, 11, (sqlite3_int64)one->parent);
	return sqlfile_run(j->file, s, err);
}

/* Add the calls that stacks of samples show. */
static int take_stack_calls(struct sqlite_job *j, struct err *err)
{
	struct stackcall found;
	int rc = stackcalls_finish(j->stack_calls, err);

	while (rc == 0 && (rc = stackcalls_next(j->stack_calls, &found, err)) == 1) {
		struct profile_call call = {
			.thread = found.thread,
			.comm = found.comm,
			.begin = found.begin,
			.dur = found.end - found.begin,
			.begin_row = found.begin_id,
			.end_row = found.end_id,
			.flags = (found.no_begin ? CALL_NO_CALL : 0) |
				 (found.no_end ? CALL_NO_RETURN : 0),
			.depth = found.depth,
			.name = found.frame,
		};

		rc = profile_calls_add(j->calls, &call, err);
	}
	return rc;
}

/* ---- switches ---- */

/* The thread and the name of a task at the time of a row; 0: it is the idle task, or unknown. */
static int find_switched(struct sqlite_job *j, struct reader *reader, const struct row_info *info,
			 uint32_t *thread, uint32_t *comm, struct err *err)
{
	int rc;

	*thread = *comm = 0;
	if (!info->has_tid)
		return 0;
	rc = add_thread(j, info->pid, info->tid, thread, err);
	return rc < 0 ? rc : find_comm(j, reader, info, *thread, comm, err);
}

static uint64_t number_of(struct sqlite_job *j, struct reader *reader, const struct row_info *info,
			  enum field_id field)
{
	struct value value = value_get(reader, info, field, &j->text);

	return value.is == VALUE_NUMBER ? value_bits(&value) : 0;
}

/*
 * A switch from one task to another. The other task of a SWITCH record is unknown. As in perf, a
 * switch is omitted unless at least one of its tasks is known and not the idle task.
 */
static int add_switch(struct sqlite_job *j, struct reader *reader, const struct row_info *info,
		      struct err *err)
{
	uint32_t threads[2], comms[2]; /* the record's task, the other one */
	unsigned out = info->misc & MISC_SWITCH_OUT ? SWITCH_OUT : 0;
	struct row_info other = *info;
	sqlite3_stmt *s;
	int rc;

	other.has_tid = info->type == RECORD_SWITCH_CPU_WIDE;
	if (other.has_tid) {
		other.pid = (uint32_t)number_of(j, reader, info, F_switch_next_pid);
		other.tid = (uint32_t)number_of(j, reader, info, F_switch_next_tid);
	}
	if (!(info->has_tid && info->tid) && !(other.has_tid && other.tid))
		return 0;
	if (!j->statements[INSERT_SWITCH]) {
		rc = sqlfile_exec(j->file, sqlite_schema_switches, err);
		if (rc == 0)
			rc = prepare(j, INSERT_SWITCH, err);
		if (rc < 0)
			return rc;
	}
	rc = find_switched(j, reader, info, &threads[0], &comms[0], err);
	rc = rc < 0 ? rc : find_switched(j, reader, &other, &threads[1], &comms[1], err);
	s = j->statements[INSERT_SWITCH];
	sqlite3_bind_int64(s, 1, (sqlite3_int64)info->ordinal + 1);
	sqlite3_bind_int64(s, 2, info->has_time ? (sqlite3_int64)info->time : 0);
	if (info->has_cpu)
		sqlite3_bind_int64(s, 3, info->cpu);
	sqlite3_bind_int64(s, 4, threads[!out]);
	sqlite3_bind_int64(s, 5, comms[!out]);
	sqlite3_bind_int64(s, 6, threads[!!out]);
	sqlite3_bind_int64(s, 7, comms[!!out]);
	if (out && info->misc & MISC_SWITCH_OUT_PREEMPT)
		out |= SWITCH_PREEMPT;
	sqlite3_bind_int64(s, 8, out);
	return rc < 0 ? rc : sqlfile_run(j->file, s, err);
}

/* ---- rows without stacks ---- */

static int take_row(void *arg, struct reader *reader, const struct row_info *info, struct err *err)
{
	struct sqlite_job *j = arg;
	int rc = 0;

	if (record_is_switch(info->type))
		rc = add_switch(j, reader, info, err);
	return rc < 0 ? rc : take_call(j, reader, info, err);
}

static int add_calls(struct sqlite_job *j, struct err *err)
{
	struct profile_calls_one one;
	int rc;

	j->calls = profile_calls_open(recording_spool_dir(j->job->recording), &j->tree);
	rc = profile_job_rows(j->job, j->job->filter, take_row, j, err);
	rc = rc < 0 ? rc : take_stack_calls(j, err);
	rc = rc < 0 ? rc : profile_calls_finish(j->calls, err);
	while (rc == 0 && (rc = profile_calls_next(j->calls, &one, err)) == 1)
		rc = write_call(j, &one, err);
	profile_calls_close(j->calls);
	return rc;
}

/* ---- what they refer to ---- */

static int add_symbols(struct sqlite_job *j, struct err *err)
{
	sqlite3_stmt *s = j->statements[INSERT_SYMBOL];
	int rc = 0;

	for (uint32_t i = 1; rc == 0 && i < j->tree.frames_n; i++) {
		uint32_t dso;

		rc = find_dso(j, stacktree_dso(&j->tree, i), NULL, &dso, err);
		sqlite3_bind_int64(s, 1, i);
		sqlite3_bind_int64(s, 2, dso);
		bind_text(s, 3, stacktree_name(&j->tree, i));
		rc = rc < 0 ? rc : sqlfile_run(j->file, s, err);
	}
	return rc;
}

static int add_call_paths(struct sqlite_job *j, struct err *err)
{
	sqlite3_stmt *s = j->statements[INSERT_CALL_PATH];
	int rc = 0;

	for (uint32_t i = 1; rc == 0 && i < j->tree.nodes_n; i++) {
		const struct stack_node *node = stacktree_node(&j->tree, i);

		if (node->depth < 2)
			continue;
		sqlite3_bind_int64(s, 1, i);
		sqlite3_bind_int64(s, 2, path_of(j, node->parent));
		sqlite3_bind_int64(s, 3, node->frame);
		rc = sqlfile_run(j->file, s, err);
	}
	return rc;
}

static int write_database(struct sqlite_job *j, struct err *err)
{
	int rc = sqlfile_exec(j->file, sqlite_schema_tables, err);

	for (size_t i = 0; rc == 0 && i < STATEMENTS; i++)
		rc = prepare(j, i, err);
	rc = rc < 0 ? rc
		    : profile_job_each(j->job, &(struct profile_job_stacks){ .tree = &j->tree },
				       add_sample, j, err);
	rc = rc < 0 ? rc : add_calls(j, err);
	rc = rc < 0 ? rc : add_symbols(j, err);
	rc = rc < 0 ? rc : add_call_paths(j, err);
	rc = rc < 0 ? rc : sqlfile_exec(j->file, sqlite_schema_views, err);
	return rc < 0 ? rc : sqlfile_finish(j->file, j->job->output, err);
}

int profile_sqlite(struct profile_job *job, struct err *err)
{
	const char *dir = recording_spool_dir(job->recording);
	struct sqlite_job j = { .job = job, .text = BUF_INIT };
	int rc = sqlfile_open(&j.file, dir, err);

	if (rc < 0)
		return rc;
	stacktree_init(&j.tree, true, dir);
	stacktree_init(&j.names, true, dir);
	j.stack_calls = stackcalls_open(dir, &j.tree);
	for (size_t i = 0; i < NUMBERS; i++) {
		field_find(&j.fields[i], number_rows[i].name, strlen(number_rows[i].name));
		j.wanted[i] = &j.fields[i];
	}
	j.build_ids = build_ids_open(job->recording);
	rc = write_database(&j, err);
	sqlfile_close(j.file);
	build_ids_close(j.build_ids);
	stackcalls_close(j.stack_calls);
	row_values_close(j.row_values);
	stacktree_release(&j.tree);
	stacktree_release(&j.names);
	map_release(&j.events);
	map_release(&j.threads);
	map_release(&j.comm_threads);
	for (size_t i = 0; i < NUMBERS; i++)
		field_release(&j.fields[i]);
	buf_release(&j.text);
	return rc;
}
