/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/problems.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/switch_times.h"
#include "analysis/traces.h"
#include "base/map.h"
#include "base/pages.h"
#include "base/search.h"
#include "base/text.h"
#include "base/vec.h"
#include "recording/timeline.h"
#include "spans/spans.h"
#include "wire/schema.h"

/* What is checked in the rows of a kind, as bits. */
enum kind_check {
	CHECK_ROW = 1,	  /* its rows can be problems, depending on their type */
	CHECK_CLOCK = 2,  /* each CPU writes them in time order */
	CHECK_TIME = 4,	  /* they have a time */
	CHECK_ROUND = 8,  /* they end a round */
	CHECK_SWITCH = 16 /* they are switches of threads on a CPU */
};

struct kind_checks {
	uint64_t chain; /* rows of at least this size may have a truncated call chain */
	uint8_t what;	/* enum kind_check */
};

/* A stored problem. */
struct kept_problem {
	uint64_t row, value;
	uint64_t kind;
};

/*
 * The promise of FINISHED_ROUND: no record is older than the newest record of the round before the
 * last one.
 */
struct rounds {
	uint64_t newest; /* so far */
	uint64_t next;	 /* newest at the end of the last round */
	uint64_t limit;	 /* newest at the end of the round before it */
};

struct problems {
	struct job job;
	VEC(char *) file;
	struct pages entries; /* the job's thread adds, any thread reads */
	_Atomic uint64_t found, of_kind[PROBLEM_KINDS], sums[PROBLEM_KINDS];
	/* PROBLEM_WAITS; not changed once has_doubtful is set. */
	char *doubtful_text;
	uint64_t doubtful; /* waits */
	_Atomic bool has_doubtful;

	/* For the job's thread: state of a part of the recording. */
	size_t part;
	VEC(struct kind_checks) checks; /* for each kind */
	struct trace_scan traces;
	struct map cpus; /* from CPU to index in newest */
	VEC(uint64_t) newest;
	uint64_t cpu; /* of the row that check_clock() checked last; cpu_at: its index in newest */
	uint32_t cpu_at;
	struct rounds rounds;
	struct switch_times switches;
	bool has_switches, has_losses; /* in all parts */
	uint16_t stream;	       /* to which the state belongs */
};

/* ---- the whole recording ---- */

static void add_file(struct problems *p, const struct perf_file *file, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Add a problem of a file. With several files, the text names the file. */
static void add_file(struct problems *p, const struct perf_file *file, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	if (recording_parts(p->job.recording) > 1) {
		text_escape_str(&text, file->path);
		buf_adds(&text, ": ");
	}
	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	vec_push(&p->file, buf_take(&text));
}

/* Add the events whose samples cannot be decoded because their format is missing. */
static void add_formats(struct problems *p, const struct perf_file *file)
{
	for (size_t i = 0; i < file->events.list.n; i++) {
		const struct event *event = &file->events.list.v[i];
		struct buf name = BUF_INIT;

		if (event->attr.type != ATTR_TYPE_TRACEPOINT || event->layout.format)
			continue;
		text_escape_str(&name, event->name);
		add_file(p, file,
			 "the recording has no format for the event %s: its samples are "
			 "shown as raw bytes",
			 name.p);
		buf_release(&name);
	}
}

/* Does an event record build ids in MMAP2 records? */
static bool has_build_ids(const struct perf_file *file)
{
	bool has = file->header.pipe || features_find(&file->features, FEATURE_BUILD_ID);

	for (size_t i = 0; i < file->events.list.n; i++)
		has |= attr_flag(&file->events.list.v[i].attr, ATTR_BUILD_ID);
	return has;
}

/* Warn if samples have addresses and no build ids: names then come from the current files. */
static void add_build_ids(struct problems *p, const struct perf_file *file)
{
	bool addresses = false;

	for (size_t i = 0; i < file->events.list.n; i++)
		addresses |= (file->events.list.v[i].attr.sample_type & SAMPLE_IP) != 0;
	if (addresses && !has_build_ids(file))
		add_file(p, file,
			 "the recording has no build ids: names of addresses are right only "
			 "if the files have not changed since");
}

static void find_in_file(struct problems *p, size_t part)
{
	const struct perf_file *file = recording_file(p->job.recording, part);

	for (size_t i = 0; i < file->warnings.n; i++)
		add_file(p, file, "%s", file->warnings.v[i]);
	if (!file->events.list.n)
		add_file(p, file, "the recording has no events");
	add_formats(p, file);
	add_build_ids(p, file);
}

/* Add what concerns the index, not the recording. */
static void find_in_index(struct problems *p, size_t part)
{
	const struct index *index = recording_index(p->job.recording, part);
	const char *notice = index ? index_notice(index) : "";

	if (*notice)
		add_file(p, recording_file(p->job.recording, part), "%s", notice);
}

/* Add why several files do not form one timeline, and the remedy. */
static void find_in_timeline(struct problems *p)
{
	struct buf lines = BUF_INIT;

	timeline_doubts(p->job.recording, &lines);
	timeline_shifts(p->job.recording, &lines);
	for (char *line = lines.p, *end; *line; line = end + 1) {
		end = strchr(line, '\n');
		vec_push(&p->file, mem_strndup(line, (size_t)(end - line)));
	}
	buf_release(&lines);
}

/* ---- rows ---- */

static void add_problem(struct problems *p, enum problem_kind kind, uint64_t row, uint64_t value)
{
	struct kept_problem entry = { .row = row, .value = value, .kind = kind };

	if (pages_count(&p->entries) < PROBLEMS_MAX)
		pages_add(&p->entries, &entry);
	atomic_fetch_add(&p->found, 1);
	atomic_fetch_add(&p->of_kind[kind], 1);
	atomic_fetch_add(&p->sums[kind], value);
}

/*
 * Are the records of the kind in time order for each CPU? They are not in buffers that are written
 * backwards (the newest record is first), nor in buffers of threads (they have records of many
 * CPUs).
 */
static bool clock_runs(const struct problems *p, const struct kind *kind)
{
	const struct events *events = &recording_file(p->job.recording, p->part)->events;
	const struct attr *attr;

	if (kind->entry.layout < 0 || !index_offsets_has(&kind->offsets, INDEX_FIELD_CPU))
		return false;
	attr = &events->list.v[kind->entry.layout].attr;
	return attr_flag(attr, ATTR_INHERIT) && !attr_flag(attr, ATTR_WRITE_BACKWARD);
}

static const struct layout *layout_of(const struct problems *p, const struct kind *kind)
{
	const struct events *events = &recording_file(p->job.recording, p->part)->events;

	return events_layout(events, kind->entry.layout);
}

static bool is_switch(const struct problems *p, const struct kind *kind)
{
	const struct events *events = &recording_file(p->job.recording, p->part)->events;

	if (kind->entry.type == RECORD_SAMPLE)
		return kind->entry.event >= 0 &&
		       !strcmp(events->list.v[kind->entry.event].name, "sched:sched_switch");
	return record_is_switch(kind->entry.type);
}

static struct kind_checks checks_of(const struct problems *p, const struct kind *kind)
{
	struct kind_checks checks = { .chain = UINT64_MAX };
	uint32_t type = kind->entry.type;

	if (type == RECORD_SAMPLE && kind->entry.layout >= 0 && layout_of(p, kind)->max_stack)
		checks.chain = problem_chain_size(layout_of(p, kind));
	if ((type != RECORD_SAMPLE && problem_may_be(type)) || trace_scan_wants(type))
		checks.what |= CHECK_ROW;
	if (type == RECORD_FINISHED_ROUND)
		checks.what |= CHECK_ROUND;
	if (index_offsets_has(&kind->offsets, INDEX_FIELD_TIME) && type != RECORD_DAMAGE) {
		checks.what |= CHECK_TIME;
		if (clock_runs(p, kind))
			checks.what |= CHECK_CLOCK;
		if (is_switch(p, kind))
			checks.what |= CHECK_SWITCH;
	}
	return checks;
}

static void read_kinds(struct problems *p)
{
	const struct index *index = recording_index(p->job.recording, p->part);

	for (uint64_t k = p->checks.n; k < index_kinds(index); k++)
		vec_push(&p->checks, checks_of(p, index_kind(index, k)));
}

static void check_row(struct problems *p, struct reader *reader, struct block *block, uint32_t i)
{
	struct problem problem;
	struct row_info info;
	struct trace_loss loss;

	reader_row_in(reader, block, i, &info);
	if (problem_of_row(reader, &info, &problem)) {
		add_problem(p, problem.kind, info.row, problem.value);
		p->has_losses |= problem.kind == PROBLEM_LOST || problem.kind == PROBLEM_THROTTLE;
	}
	trace_scan_row(&p->traces, reader, &info, &loss);
	if (loss.gap)
		add_problem(p, PROBLEM_TRACE_GAP, info.row, loss.gap);
	if (loss.cut)
		add_problem(p, PROBLEM_TRACE_CUT, info.row, loss.cut);
}

/* The newest time of a CPU. Consecutive rows are often of one CPU. */
static uint64_t *newest_of(struct problems *p, uint64_t cpu)
{
	bool fresh;
	uint32_t *at;

	if (p->newest.n && cpu == p->cpu)
		return &p->newest.v[p->cpu_at];
	at = map_put(&p->cpus, cpu, &fresh);
	if (fresh) {
		*at = (uint32_t)p->newest.n;
		vec_push(&p->newest, 0);
	}
	p->cpu = cpu;
	p->cpu_at = *at;
	return &p->newest.v[*at];
}

static void check_clock(struct problems *p, uint64_t row, uint64_t cpu, uint64_t time)
{
	uint64_t *newest = newest_of(p, cpu);

	if (time < *newest)
		add_problem(p, PROBLEM_CLOCK, row, *newest - time);
	*newest = time;
}

static void check_round(struct problems *p, uint64_t row, uint64_t time)
{
	if (time < p->rounds.limit)
		add_problem(p, PROBLEM_LATE, row, p->rounds.limit - time);
	if (time > p->rounds.newest)
		p->rounds.newest = time;
}

/* Several files can be of several machines, whose CPUs have the same numbers. */
static void check_switch(struct problems *p, uint64_t number, uint64_t cpu, uint64_t time)
{
	const struct kind *kind = index_kind(recording_index(p->job.recording, p->part), number);

	p->has_switches = true;
	if (recording_parts(p->job.recording) == 1 &&
	    index_offsets_has(&kind->offsets, INDEX_FIELD_CPU))
		switch_times_take(&p->switches, (uint32_t)cpu, time);
}

static void end_round(struct rounds *rounds)
{
	rounds->limit = rounds->next;
	rounds->next = rounds->newest;
}

static void begin_stream(struct problems *p, uint16_t stream)
{
	p->stream = stream;
	p->rounds = (struct rounds){ 0 };
	map_release(&p->cpus);
	p->newest.n = 0;
}

/*
 * Change to the state of a stream. The streams of a directory each have their own CPUs and rounds.
 * Inflated records belong to the stream that contains them.
 */
static void enter_stream(struct problems *p, uint32_t row_stream)
{
	size_t n = recording_file(p->job.recording, p->part)->streams.n;
	uint16_t stream = (uint16_t)((uint16_t)row_stream % n);

	if (stream != p->stream)
		begin_stream(p, stream);
}

static void enter_part(struct problems *p, size_t part)
{
	if (part == p->part)
		return;
	p->part = part;
	p->checks.n = 0;
	trace_scan_release(&p->traces);
	p->traces = (struct trace_scan){ 0 };
	begin_stream(p, 0);
}

/* Examine the rows from i to before end. */
static void examine_rows(struct problems *p, struct reader *reader, struct block *block, uint32_t i,
			 uint32_t end)
{
	const uint64_t *kind = block_column(block, COL_KIND), *size = block_column(block, COL_SIZE);
	const uint64_t *time = block_column(block, COL_TIME), *cpu = block_column(block, COL_CPU);
	static const struct kind_checks none = { .chain = UINT64_MAX };

	for (; i < end; i++) {
		const struct kind_checks *checks = kind[i] < p->checks.n ? &p->checks.v[kind[i]]
									 : &none;
		uint64_t row = block->desc.first_row + i;

		if (checks->what & CHECK_ROW || size[i] >= checks->chain)
			check_row(p, reader, block, i);
		if (checks->what & CHECK_ROUND)
			end_round(&p->rounds);
		if (!(checks->what & CHECK_TIME) || !block_is_time(time[i]))
			continue;
		check_round(p, row, time[i]);
		if (checks->what & CHECK_SWITCH)
			check_switch(p, kind[i], cpu[i], time[i]);
		if (checks->what & CHECK_CLOCK)
			check_clock(p, row, cpu[i], time[i]);
	}
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct problems *p = ctx;
	struct block *block = reader_block(at->reader, at->number);
	struct block_stretch stretch = { 0 };

	if (!block)
		return false;
	enter_part(p, reader_block_part(block));
	read_kinds(p);
	while (block_next_stretch(block, &stretch)) {
		enter_stream(p, stretch.jump.stream);
		examine_rows(p, at->reader, block, stretch.row, stretch.end);
	}
	return true;
}

/* ---- waits ---- */

/* Count the doubtful spans off the CPU that begin in a block. */
static uint64_t count_doubtful(struct problems *p, struct reader *reader, uint64_t number,
			       struct spans_view *spans)
{
	struct block *block = reader_block(reader, number);
	const uint64_t *kind = block ? block_column(block, COL_KIND) : NULL;
	uint32_t rows = block ? block->desc.rows : 0;
	uint64_t first = block ? block->desc.first_row : 0, n = 0;
	struct spans_one one;

	if (!block)
		return 0;
	enter_part(p, reader_block_part(block));
	read_kinds(p);
	for (uint32_t i = 0; i < rows; i++)
		n += kind[i] < p->checks.n && p->checks.v[kind[i]].what & CHECK_SWITCH &&
		     spans_begun_of(spans, first + i, "offcpu", &one) && one.state == SPAN_DOUBTFUL;
	return n;
}

/* Describe the doubtful waits, and the CPUs whose switches are missing. */
static void describe_doubtful(struct problems *p)
{
	struct buf text = BUF_INIT, silent = BUF_INIT;

	switch_times_add(&p->switches, &silent);
	if (silent.len)
		buf_addf(&text, "no switches of %s; ", silent.p);
	buf_addf(&text, "%llu %s doubtful: ", (unsigned long long)p->doubtful,
		 p->doubtful == 1 ? "wait is" : "waits are");
	buf_addf(&text, "%s%s in %s", p->has_losses ? "records were lost, or " : "",
		 p->doubtful == 1 ? "the thread has samples" : "the threads have samples",
		 p->doubtful == 1 ? "it" : "them");
	buf_release(&silent);
	p->doubtful_text = buf_take(&text);
	atomic_store(&p->has_doubtful, true);
	atomic_fetch_add(&p->found, 1);
	atomic_fetch_add(&p->of_kind[PROBLEM_WAITS], 1);
	atomic_fetch_add(&p->sums[PROBLEM_WAITS], p->doubtful);
}

/* Find the waits whose times are doubtful, after all blocks. */
static void find_doubtful(void *ctx, const _Atomic bool *stop)
{
	struct problems *p = ctx;
	uint64_t blocks = recording_blocks(p->job.recording);
	struct spans_view *spans;
	struct reader *reader;

	if (!p->has_switches)
		return;
	reader = reader_open(p->job.recording);
	spans = spans_view(reader, stop);
	for (uint64_t block = 0; spans && block < blocks && !atomic_load(stop); block++)
		p->doubtful += count_doubtful(p, reader, block, spans);
	if (p->doubtful && !atomic_load(stop))
		describe_doubtful(p);
	reader_close(reader);
}

/* ---- the list ---- */

static const struct job_ops job_ops = { .examine = examine_block, .then = find_doubtful };

struct problems *problems_start(struct recording *recording, struct watcher *watcher)
{
	struct problems *p = mem_zalloc(sizeof(*p));

	p->job.recording = recording;
	pages_init(&p->entries, sizeof(struct kept_problem));
	find_in_timeline(p);
	for (size_t i = 0; i < recording_parts(recording); i++)
		find_in_file(p, i);
	for (size_t i = 0; i < recording_parts(recording); i++)
		find_in_index(p, i);
	job_start(&p->job, &job_ops, p, watcher);
	return p;
}

void problems_free(struct problems *p)
{
	if (!p)
		return;
	job_end(&p->job);
	for (size_t i = 0; i < p->file.n; i++)
		free(p->file.v[i]);
	vec_release(&p->file);
	pages_release(&p->entries);
	vec_release(&p->checks);
	trace_scan_release(&p->traces);
	map_release(&p->cpus);
	vec_release(&p->newest);
	switch_times_release(&p->switches);
	free(p->doubtful_text);
	free(p);
}

struct job *problems_job(struct problems *p)
{
	return &p->job;
}

uint64_t problems_count(const struct problems *p)
{
	return p->file.n + pages_count(&p->entries) + atomic_load(&p->has_doubtful);
}

uint64_t problems_found(const struct problems *p)
{
	return p->file.n + atomic_load(&p->found);
}

uint64_t problems_of_kind(const struct problems *p, enum problem_kind kind)
{
	return kind == PROBLEM_FILE ? p->file.n : atomic_load(&p->of_kind[kind]);
}

void problems_add_total(const struct problems *p, enum problem_kind kind, struct buf *out)
{
	uint64_t n = problems_of_kind(p, kind), sum = atomic_load(&p->sums[kind]);
	bool damage = kind == PROBLEM_DAMAGE;

	if (kind == PROBLEM_WAITS) {
		buf_addf(out, "%llu %s doubtful", (unsigned long long)sum,
			 sum == 1 ? "wait is" : "waits are");
		return;
	}
	if (kind == PROBLEM_LOST || kind == PROBLEM_LOST_SAMPLES)
		buf_addf(out, "%llu, in ", (unsigned long long)sum);
	buf_addf(out, "%llu %s%s", (unsigned long long)n, damage ? "stretch" : "record",
		 n == 1	  ? ""
		 : damage ? "es"
			  : "s");
}

void problems_get(const struct problems *p, uint64_t i, struct problem *problem)
{
	const struct kept_problem *entry;

	*problem = (struct problem){ .kind = PROBLEM_FILE };
	if (i < p->file.n) {
		problem->text = p->file.v[i];
		return;
	}
	if (i - p->file.n == pages_count(&p->entries)) {
		*problem = (struct problem){ .kind = PROBLEM_WAITS,
					     .text = p->doubtful_text,
					     .value = p->doubtful };
		return;
	}
	entry = pages_at(&p->entries, i - p->file.n);
	problem->kind = (enum problem_kind)entry->kind;
	problem->row = entry->row;
	problem->value = entry->value;
}

uint64_t problems_at(const struct problems *p, uint64_t row)
{
	return p->file.n +
	       search_first(0, pages_count(&p->entries), i,
			    ((const struct kept_problem *)pages_at(&p->entries, i))->row < row);
}
