/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/cpu.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/cpu_slices.h"
#include "analysis/oncpu.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/typed_number.h"
#include "field/value.h"
#include "recording/comms.h"
#include "records/records.h"
#include "records/time_range.h"
#include "session/session_time.h"
#include "views/sched_text.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/parts.h"

enum {
	COL_BEGIN,
	COL_FROM,
	COL_MS,
	COL_TASK,
	COL_NAME,
	COL_LEFT,
	COLS,
	USUAL_MS = 5,
	NS_IN_MS = 1000000,
	NS_LEAST = 1000, /* half of the shown time */
	CPU_BITS = 64	 /* of struct block_desc */
};

#define NS_MOST (1ull << 50) /* two weeks */

struct view_cpu {
	struct view_table table;
	struct cpu_slices slices;
	struct row_info at;
	uint32_t wanted; /* a CPU, or ONCPU_NO_CPU: that of the record */
	uint64_t ns;	 /* time before and after the record */
	bool longest;	 /* a longer time has no more records, or none that are read */
	struct comms comms;
	struct buf title;
};

static struct view_cpu *self(const struct view_table *vt)
{
	return container_of(vt, struct view_cpu, table);
}

/* ---- lines ---- */

static uint64_t cpu_count(const struct view_table *vt)
{
	return self(vt)->slices.list.n;
}

/* Append a number of ms, with a minus if it is before the record. */
static void add_offset(uint64_t time, uint64_t at, struct buf *out)
{
	if (time < at)
		buf_addc(out, '-');
	text_add_ms(time < at ? at - time : time - at, out);
}

/* Append the task to which a switch gives the CPU, and which has no records here. */
static void add_next(struct view_cpu *v, const struct cpu_slice *slice, struct buf *out)
{
	static const char comm[] = "tp.next_comm";
	struct reader *reader = v->table.view.app->session->reader;
	struct buf room = BUF_INIT, name = BUF_INIT;
	struct row_info info;
	struct field field;
	struct value value;

	if (reader_row(reader, slice->row, &info, NULL) || !field_find(&field, comm, strlen(comm)))
		return;
	value = value_of_field(reader, &info, &field, &room);
	comms_text(&v->comms, slice->next, slice->until, &name);
	if (!name.len && value_is_text(&value))
		text_escape(&name, value.p, value.len);
	else if (!name.len)
		buf_add_u64(&name, slice->next);
	if (slice->next)
		buf_addf(out, "(%s)", name.p);
	else
		buf_adds(out, info.type == RECORD_SAMPLE ? "idle" : IDLE_NAME);
	field_release(&field);
	buf_release(&room);
	buf_release(&name);
}

/* What a break begins with. */
static void add_break_name(struct view_cpu *v, uint64_t line, struct buf *out)
{
	const struct cpu_slice *before = line ? &v->slices.list.v[line - 1] : NULL;

	if (before && !before->is_break && before->has_next)
		add_next(v, before, out);
	else
		buf_adds(out, "unknown");
}

static void add_name(struct view_cpu *v, uint64_t line, struct buf *out)
{
	const struct cpu_slice *slice = &v->slices.list.v[line];

	if (slice->is_break)
		add_break_name(v, line, out);
	else if (!slice->tid)
		buf_adds(out, IDLE_NAME);
	else
		comms_text(&v->comms, slice->tid, slice->until, out);
}

static void add_task(const struct cpu_slice *slice, struct buf *out)
{
	if (slice->is_break || !slice->tid)
		return;
	if (slice->pid != slice->tid)
		buf_addf(out, "%d/", (int)slice->pid);
	buf_add_s64(out, (int)slice->tid);
}

static void add_left(const struct cpu_slice *slice, struct buf *out)
{
	static const char *const reasons[] = {
		[WAIT_NONE] = "",
		[WAIT_CPU] = "R ready",
		[WAIT_EVENT] = "S waits",
		[WAIT_UNINTERRUPTIBLE] = "D waits",
		[WAIT_OTHER] = "stopped, ended",
		[WAIT_LOST] = "",
	};

	if (!slice->is_break && slice->row != UINT64_MAX)
		buf_adds(out, reasons[slice->left]);
}

static void cpu_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_cpu *v = self(vt);
	const struct cpu_slice *slice = &v->slices.list.v[row];
	bool moment = slice->from == slice->until;

	switch (column) {
	case COL_BEGIN:
		/* Only its end is known: the thread left the CPU then. */
		buf_adds(out, moment ? "\u2264" : "");
		session_time_add(vt->view.app->session, slice->from, out);
		break;
	case COL_FROM:
		add_offset(slice->from, v->at.time, out);
		break;
	case COL_MS:
		if (moment)
			buf_addc(out, '?');
		else
			text_add_ms(slice->until - slice->from, out);
		break;
	case COL_TASK:
		add_task(slice, out);
		break;
	case COL_NAME:
		add_name(v, row, out);
		break;
	default:
		add_left(slice, out);
		break;
	}
}

static enum style cpu_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct cpu_slice *slice = &self(vt)->slices.list.v[row];

	if (slice->is_break || !slice->tid)
		return STYLE_DIM;
	return column == COL_NAME ? STYLE_COMM : STYLE_NORMAL;
}

static const char *cpu_empty(const struct view_table *vt)
{
	const struct view_cpu *v = self(vt);

	if (!v->longest)
		return "no switch of this CPU is near the record; {zoom-out} goes to the nearest";
	return v->slices.cut ? "no switch of this CPU is near the record"
			     : "the recording has no switch of this CPU";
}

/* ---- what is shown ---- */

static void retitle(struct view_table *vt)
{
	struct view_cpu *v = self(vt);

	buf_reset(&v->title);
	buf_addf(&v->title, "CPU %u within ", v->slices.cpu);
	text_add_ms(v->ns, &v->title);
	buf_adds(&v->title, " ms");
	if (v->slices.cut)
		buf_addf(&v->title, " and %d records", CPU_SLICES_ROWS);
	buf_addf(&v->title, " of record %llu", (unsigned long long)v->at.ordinal);
	buf_adds(&v->title, PARTS_MORE);
	session_time_add_no_day(vt->view.app->session, &v->title);
	vt->title = v->title.p;
}

/* The line of the record's time, of its thread if there are several. */
static uint64_t line_of_record(const struct view_cpu *v)
{
	uint64_t found = 0;
	bool own = false;

	for (size_t i = 0; i < v->slices.list.n; i++) {
		const struct cpu_slice *slice = &v->slices.list.v[i];
		bool same = !slice->is_break && slice->tid == v->at.tid;

		if (slice->from > v->at.time || slice->until < v->at.time || (own && !same))
			continue;
		found = i;
		own = same;
	}
	return found;
}

static void complain_of_order(struct app *app)
{
	struct index_progress progress;

	recording_progress(app->rec, &progress);
	if (progress.state == INDEX_BUILDING)
		app_complain(app, "The index is not complete yet.");
	else if (progress.state == INDEX_FOLLOWING)
		app_complain(app, "Time order begins when the recording is complete.");
	else
		app_complain(app, "Time order needs a complete index.");
}

static void complain(const struct view_cpu *v, enum cpu_slices_found found)
{
	struct app *app = v->table.view.app;

	if (found == CPU_SLICES_NO_ORDER)
		complain_of_order(app);
	else if (found == CPU_SLICES_NO_SWITCHES)
		app_complain(app, "The recording has no switches: perf record --switch-events "
				  "records them.");
	else
		app_complain(app, "The CPU of record %llu is unknown: :ran cpu 0 shows CPU 0.",
			     (unsigned long long)v->at.ordinal);
}

/* Find the slices of some time before and after the record. Otherwise say why there are none. */
static bool find_slices(struct view_cpu *v, uint64_t ns)
{
	uint64_t time = v->at.time, lo = time > ns ? time - ns : 1;
	uint64_t hi = ns < UINT64_MAX - 1 - time ? time + ns : UINT64_MAX - 1;
	const struct cpu_slices *slices = &v->slices;
	enum cpu_slices_found found = cpu_slices_find(
		&v->slices, v->table.view.app->session->reader, &v->at, v->wanted, lo, hi);

	if (found != CPU_SLICES_FOUND) {
		complain(v, found);
		return false;
	}
	v->wanted = slices->cpu;
	v->longest = slices->lo > lo && slices->hi < hi;
	v->ns = ns;
	if (v->longest)
		v->ns = time - slices->lo > slices->hi - time ? time - slices->lo
							      : slices->hi - time;
	table_columns_forget_widths(&v->table.columns);
	v->table.cursor = line_of_record(v);
	v->table.top = 0;
	return true;
}

/* ---- actions ---- */

/* If no switch is in the time, show the shortest longer one that has a switch. */
static void find_nearest(struct view_cpu *v)
{
	while (!v->slices.list.n && !v->longest && v->ns <= NS_MOST / 2 &&
	       find_slices(v, v->ns * 2))
		;
}

static void zoom(struct view_cpu *v, bool in)
{
	struct app *app = v->table.view.app;
	uint64_t ns = in ? v->ns / 2 : v->ns * 2;

	if (!in && v->longest && v->slices.cut)
		app_say(app, "At most %d records before and after the record are shown.",
			CPU_SLICES_ROWS);
	else if (!in && v->longest)
		app_say(app, "This is the whole recording.");
	else if (ns >= NS_LEAST && ns <= NS_MOST && find_slices(v, ns) && !in)
		find_nearest(v);
}

/* The number after the last CPU: the index knows the last six bits of those that have records. */
static uint32_t cpu_end(const struct view_cpu *v, uint64_t seen)
{
	const struct perf_file *file = recording_file(v->table.view.app->rec, v->at.part);
	uint32_t end = features_nr_cpus(&file->features);

	for (uint32_t cpu = end; cpu < CPU_BITS; cpu++)
		end = seen >> cpu & 1 ? cpu + 1 : end;
	return end < ONCPU_CPUS ? end : ONCPU_CPUS;
}

/* Show the next CPU that has records, or the previous one, at the same time. */
static void step_cpu(struct view_cpu *v, bool forward)
{
	struct app *app = v->table.view.app;
	uint64_t blocks = recording_blocks(app->rec), seen = 0;
	uint32_t now = v->wanted, end;

	for (uint64_t block = 0; block < blocks; block++)
		seen |= recording_block(app->rec, block).cpus;
	end = cpu_end(v, seen);
	for (uint32_t i = 1, cpu = now < end ? now : 0; i < end; i++) {
		cpu = (cpu + (forward ? 1 : end - 1)) % end;
		v->wanted = cpu;
		if (seen >> cpu % CPU_BITS & 1 && find_slices(v, v->ns))
			return;
	}
	v->wanted = now;
	app_say(app, "There are no records of another CPU.");
}

/* The records of the thread in its time on the CPU; in a break, those of the CPU. */
static void show_records(struct view_cpu *v, uint64_t row, enum action action)
{
	const struct cpu_slice *slice = &v->slices.list.v[row];
	struct time_range range = { slice->from, slice->until };
	struct buf condition = BUF_INIT;

	if (slice->is_break || !slice->tid)
		buf_addf(&condition, "cpu == %u and ", v->slices.cpu);
	else
		buf_addf(&condition, "pid == %d and tid == %d and ", (int)slice->pid,
			 (int)slice->tid);
	time_range_condition(&range, &condition);
	records_filter_counted(v->table.view.app, "", condition.p, action);
	buf_release(&condition);
}

static bool cpu_act(struct view_table *vt, const struct action_call *call)
{
	uint64_t row;

	if (call->action == ACTION_MAXIMISE || call->action == ACTION_ZOOM_OUT)
		zoom(self(vt), call->action == ACTION_MAXIMISE);
	else if (call->action == ACTION_PANE_NEXT || call->action == ACTION_PANE_PREV)
		step_cpu(self(vt), call->action == ACTION_PANE_NEXT);
	else if (view_table_row(vt, &row))
		show_records(self(vt), row, call->action);
	return true;
}

static void cpu_close(struct view_table *vt)
{
	struct view_cpu *v = self(vt);

	cpu_slices_release(&v->slices);
	comms_release(&v->comms);
	buf_release(&v->title);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_BEGIN] = { "begin", true, 0, .screen = 60,
			.number = { NULL, "s", "when the time slice begins", NUMBER_ALL } },
	[COL_FROM] = { "from record", true, 0, .digits = true,
			.number = { NULL, "ms", "from the record to the beginning of the time slice; "
				"negative: it begins before the record", NUMBER_ALL } },
	[COL_MS] = { "on ms", true, 0, .digits = true,
			.number = { NULL, "ms", "on the CPU; ?: the record of the switch to the thread is missing", NUMBER_ALL } },
	[COL_TASK] = { "pid/tid", true, 0, .number = { NULL, "-", "process and thread", NUMBER_ALL } },
	[COL_NAME] = { "thread", false, 24 },
	[COL_LEFT] = { "then", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { ACTION_OPEN,	  ACTION_MAXIMISE,   ACTION_ZOOM_OUT,
				       ACTION_FILTER_AND, ACTION_FILTER_NOT, ACTION_FILTER_ONLY,
				       ACTION_PANE_NEXT,  ACTION_PANE_PREV,  ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,      ACTION_MAXIMISE, ACTION_ZOOM_OUT,
				     ACTION_PANE_NEXT, ACTION_CLOSE,	ACTION_HELP,
				     ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "show the thread's records in this time; on a line without a thread number: the records of the CPU" },
	{ ACTION_MAXIMISE, "shorter", "show half as much time before and after the record" },
	{ ACTION_ZOOM_OUT, "longer", "show twice as much time before and after the record" },
	{ ACTION_PANE_NEXT, "next CPU", "show the next CPU at the same time" },
	{ ACTION_PANE_PREV, "previous CPU", "show the previous CPU at the same time" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* The record with which the thread of the line left the CPU. */
static uint64_t cpu_row(const struct view *view)
{
	const struct view_cpu *v = self(view_table_of(view));

	return v->table.cursor < v->slices.list.n && !v->slices.list.v[v->table.cursor].is_break
		       ? v->slices.list.v[v->table.cursor].row
		       : UINT64_MAX;
}

const struct table_ops table_cpu = {
	.name = "the CPU",
	.title = "CPU",
	.unfiltered = true,
	.n = COLS,
	.columns = columns,
	.count = cpu_count,
	.retitle = retitle,
	.cell = cpu_cell,
	.style = cpu_style,
	.act = cpu_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = cpu_empty,
	.row = cpu_row,
	.close = cpu_close,
};

/* ---- opening ---- */

/* A time, in ms if it has no unit. */
static bool parse_ms(const char *text, uint64_t *ns)
{
	size_t len = strlen(text);
	struct typed_number number;

	return isdigit((unsigned char)*text) && !typed_number_read(&number, text, len, 0, NULL) &&
	       number.len == len && (number.unit == TYPED_TIME || number.unit == TYPED_NO_UNIT) &&
	       !typed_number_value(&number, NS_IN_MS, ns, NULL);
}

/* Parse "[cpu N] [MS]". */
static int parse(const char *arg, uint32_t *cpu, uint64_t *ns, struct err *err)
{
	const char *p = arg;
	unsigned long number;
	char *end;

	*cpu = ONCPU_NO_CPU;
	*ns = USUAL_MS * (uint64_t)NS_IN_MS;
	if (text_begins_with(p, "cpu ")) {
		p += strlen("cpu ");
		number = strtoul(p, &end, 10);
		if (!isdigit((unsigned char)*p) || number >= ONCPU_CPUS)
			return err_set_at(err, ERR_PARSE, (size_t)(p - arg),
					  "expected the number of a CPU");
		*cpu = (uint32_t)number;
		p = end + strspn(end, " ");
	}
	if (*p && (!parse_ms(p, ns) || *ns < NS_LEAST || *ns >= NS_MOST))
		return err_set_at(err, ERR_PARSE, (size_t)(p - arg),
				  "expected cpu N, or a time of at least 0.001 ms, "
				  "such as 20 (ms) or 5s");
	return 0;
}

int cpu_open(struct app *app, const char *arg, struct err *err)
{
	const struct row_info *at = session_record(app->session);
	struct view_cpu *v;
	uint32_t cpu;
	uint64_t ns;
	int rc = parse(arg, &cpu, &ns, err);

	if (rc < 0)
		return rc;
	if (!at || !row_has_time(at)) {
		app_complain(app, "There is no record with a time under the cursor.");
		return 0;
	}
	v = mem_zalloc(sizeof(*v));
	view_table_init(&v->table, app, &table_cpu);
	v->at = *at;
	v->wanted = cpu;
	comms_init(&v->comms, app->rec);
	buf_init(&v->title);
	if (find_slices(v, ns))
		app_push(app, &v->table.view);
	else
		v->table.vops.close(&v->table.view);
	return 0;
}
