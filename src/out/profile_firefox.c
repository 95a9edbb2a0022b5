/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Firefox Profiler's gecko format, as perf's firefox-gecko-converter.py writes it. The markers
 * (out/profile_markers.h) are those of all events, whatever event the samples are of. Counts of
 * perf stat record become counters (out/profile_counters.h). The Firefox Profiler shows only the
 * counters of a thread with the name of its own main thread. A frame without a name has its
 * address, for which the profiler finds a name by the build id of its file (out/profile_libs.h).
 */
#include <string.h>

#include "base/map.h"
#include "file/sorter.h"
#include "out/formats.h"
#include "out/gecko.h"
#include "out/gecko_tables.h"
#include "out/profile_counters.h"
#include "out/profile_job.h"
#include "out/profile_libs.h"
#include "out/profile_markers.h"
#include "out/statseries.h"
#include "recording/reader_text.h"

enum {
	SORT_BYTES = 16 << 20,
	GECKO_VERSION = 24
};

/*
 * A sample or a marker, in sorting order: by thread, samples first, then in file order. A marker is
 * followed by its record's text. The text is made in file order, because in the order of threads
 * each row would be in another block.
 */
struct firefox_item {
	uint32_t pid, tid;
	uint64_t time, number;
	uint64_t row;
	uint32_t node; /* of a sample */
	uint32_t is_marker;
	struct profile_marker marker;
};

struct firefox {
	struct profile_job *job;
	struct stacktree tree; /* its frames have places instead of files */
	struct profile_libs libs;
	struct sorter *sorter;
	struct map exits; /* by pid and tid: index in exit_times, of the time of the last EXIT */
	VEC(uint64_t) exit_times;
	uint64_t n;
	uint64_t last; /* time of the thread's last item */
	struct gecko gecko;
	struct buf mark;   /* item and text of a marker */
	uint32_t pid, tid; /* of the thread that is being written */
	struct gecko_tables tables;
	struct profile_markers markers;
	bool in_markers;       /* the thread's samples have been written */
	struct reader *reader; /* for the rows that are being written */
	double interval;       /* ms between samples */
	struct statseries *series;
};

static int compare(const struct sorter_item *pa, const struct sorter_item *pb, void *arg)
{
	struct firefox_item a, b;

	(void)arg;
	memcpy(&a, pa->p, sizeof(a));
	memcpy(&b, pb->p, sizeof(b));
	if (a.pid != b.pid)
		return a.pid < b.pid ? -1 : 1;
	if (a.tid != b.tid)
		return a.tid < b.tid ? -1 : 1;
	if (a.is_marker != b.is_marker)
		return a.is_marker < b.is_marker ? -1 : 1;
	if (a.time != b.time)
		return a.time < b.time ? -1 : 1;
	return a.number < b.number ? -1 : a.number > b.number;
}

static struct firefox_item item_of(struct firefox *f, const struct row_info *info)
{
	return (struct firefox_item){
		.pid = info->pid,
		.tid = info->tid,
		.time = info->has_time ? info->time : 0,
		.number = f->n++,
		.row = info->row,
	};
}

/* Return the interval between samples of an event in ms; 1 if the attr does not have it. */
static double interval_of(const struct attr *attr)
{
	/* PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_TASK_CLOCK */
	bool is_time = attr->type == ATTR_TYPE_SOFTWARE && attr->config < 2;

	if (!attr->sample_period)
		return 1;
	if (attr_flag(attr, ATTR_FREQ))
		return 1e3 / (double)attr->sample_period;
	return is_time ? (double)attr->sample_period / 1e6 : 1;
}

static const struct event *event_of(struct reader *reader, const struct row_info *info)
{
	return info->event == EVENT_NONE ? NULL
					 : &reader_file(reader, info)->events.list.v[info->event];
}

static int take_sample(void *arg, struct reader *reader, const struct row_info *info, uint32_t node,
		       struct err *err)
{
	struct firefox *f = arg;
	const struct event *event = event_of(reader, info);
	struct firefox_item item = item_of(f, info);

	if (f->interval <= 0 && event)
		f->interval = interval_of(&event->attr);
	item.node = node;
	return sorter_add(f->sorter, &item, sizeof(item), err);
}

static uint64_t thread_key(uint32_t pid, uint32_t tid)
{
	return (uint64_t)pid << 32 | tid;
}

static void note_exit(struct firefox *f, const struct row_info *info)
{
	bool fresh;
	uint32_t *at = map_put(&f->exits, thread_key(info->pid, info->tid), &fresh);

	if (fresh) {
		*at = (uint32_t)f->exit_times.n;
		vec_push(&f->exit_times, info->time);
	} else if (f->exit_times.v[*at] < info->time) {
		f->exit_times.v[*at] = info->time;
	}
}

static int take_marker(void *arg, struct reader *reader, const struct row_info *info,
		       struct err *err)
{
	struct firefox *f = arg;
	struct firefox_item item;
	struct profile_marker marker;

	if (info->type == RECORD_STAT || info->type == RECORD_STAT_ROUND ||
	    info->type == RECORD_EVENT_UPDATE)
		return statseries_take(f->series, reader, info, err);
	if (!info->has_time || !info->has_tid)
		return 0;
	if (info->type == RECORD_EXIT)
		note_exit(f, info);
	if (!profile_markers_find(&f->markers, reader, info, &marker))
		return 0;
	item = item_of(f, info);
	item.is_marker = true;
	item.marker = marker;
	buf_reset(&f->mark);
	buf_add(&f->mark, &item, sizeof(item));
	reader_summary(reader, info, NULL, &f->mark);
	return sorter_add(f->sorter, f->mark.p, f->mark.len, err);
}

/* ---- threads ---- */

/*
 * Write the task of a thread; with process, the task of the thread whose number is the process's.
 */
static void add_task(struct firefox *f, const char *key, struct row_info info, bool process)
{
	struct buf name = BUF_INIT;

	if (process)
		info.tid = info.pid;
	reader_comm(f->reader, &info, &name);
	if (!name.len)
		buf_addf(&name, ":%d", (int32_t)info.tid);
	jsonw_key_str(&f->gecko.json, key, name.p);
	buf_release(&name);
}

static void begin_samples(struct firefox *f)
{
	static const char *const samples[] = { "stack", "time", "responsiveness", NULL };

	f->in_markers = false;
	gecko_begin_table(&f->gecko, "samples", samples);
}

static int begin_thread(struct firefox *f, const struct firefox_item *sample, struct err *err)
{
	struct row_info info;

	if (reader_row(f->reader, sample->row, &info, err) < 0)
		return ERR_STALE;
	f->pid = sample->pid;
	f->tid = sample->tid;
	f->last = 0;
	jsonw_begin(&f->gecko.json, '{');
	add_task(f, "name", info, false);
	add_task(f, "processName", info, true);
	jsonw_key(&f->gecko.json, "pid");
	jsonw_s64(&f->gecko.json, (int32_t)f->pid);
	jsonw_key(&f->gecko.json, "tid");
	jsonw_s64(&f->gecko.json, (int32_t)f->tid);
	jsonw_key_str(&f->gecko.json, "processType", "default");
	jsonw_key(&f->gecko.json, "registerTime");
	gecko_ms(&f->gecko, sample->time);
	begin_samples(f);
	return 0;
}

/* Write the tables of stacks and frames, which are complete when all samples are written. */
static void begin_markers(struct firefox *f)
{
	static const char *const markers[] = { "name",	   "startTime", "endTime", "phase",
					       "category", "data",	NULL };

	gecko_end_table(&f->gecko);
	gecko_tables_write_stacks(&f->tables);
	gecko_begin_table(&f->gecko, "markers", markers);
	f->in_markers = true;
}

/* Write the time of the thread's EXIT, unless its number was used again later. */
static void add_end_time(struct firefox *f)
{
	const uint32_t *at = map_get(&f->exits, thread_key(f->pid, f->tid));

	jsonw_key(&f->gecko.json, "unregisterTime");
	if (at && f->exit_times.v[*at] >= f->last)
		gecko_ms(&f->gecko, f->exit_times.v[*at]);
	else
		jsonw_null(&f->gecko.json);
}

static void end_thread(struct firefox *f)
{
	if (!f->in_markers)
		begin_markers(f);
	gecko_end_table(&f->gecko);
	gecko_tables_write_texts(&f->tables);
	add_end_time(f);
	jsonw_end(&f->gecko.json, '}');
	gecko_tables_forget(&f->tables);
}

static void add_sample(struct firefox *f, const struct firefox_item *sample)
{
	jsonw_begin(&f->gecko.json, '[');
	jsonw_u64(&f->gecko.json, gecko_tables_stack(&f->tables, sample->node));
	gecko_ms(&f->gecko, sample->time);
	jsonw_u64(&f->gecko.json, 0);
	jsonw_end(&f->gecko.json, ']');
	gecko_flush(&f->gecko);
}

static void add_marker(struct firefox *f, const struct firefox_item *item, const char *text,
		       size_t len)
{
	struct profile_marker_place place = {
		.name = gecko_tables_marker(&f->tables, item->marker.name),
		.time = item->time,
		.category = GECKO_CATEGORY_OTHER,
		.text = text,
		.len = len,
	};

	profile_markers_add(&item->marker, &place, &f->gecko.json);
	gecko_flush(&f->gecko);
}

static void add_item(struct firefox *f, const struct firefox_item *item, const char *text,
		     size_t len)
{
	if (!item->is_marker) {
		add_sample(f, item);
	} else {
		if (!f->in_markers)
			begin_markers(f);
		add_marker(f, item, text, len);
	}
	if (item->time > f->last)
		f->last = item->time;
}

static int write_threads(struct firefox *f, struct err *err)
{
	struct sorter_item item;
	bool begun = false;
	int rc;

	while ((rc = sorter_next(f->sorter, &item, err)) > 0) {
		struct firefox_item one;

		if (atomic_load(f->job->stop))
			return ERR_STOPPED;
		memcpy(&one, item.p, sizeof(one));
		if (begun && (one.pid != f->pid || one.tid != f->tid)) {
			end_thread(f);
			begun = false;
		}
		rc = begun ? 0 : begin_thread(f, &one, err);
		if (rc < 0)
			return rc;
		add_item(f, &one, item.p + sizeof(one), item.len - sizeof(one));
		begun = true;
	}
	if (begun)
		end_thread(f);
	return rc;
}

/* The thread that counters belong to. It has no samples. */
static void add_main_thread(struct firefox *f)
{
	f->pid = f->tid = 0;
	f->last = 0;
	jsonw_begin(&f->gecko.json, '{');
	jsonw_key_str(&f->gecko.json, "name", "GeckoMain");
	jsonw_key_str(&f->gecko.json, "processName", "perf stat");
	jsonw_key_u64(&f->gecko.json, "pid", 0);
	jsonw_key_u64(&f->gecko.json, "tid", 0);
	jsonw_key_str(&f->gecko.json, "processType", "default");
	jsonw_key_u64(&f->gecko.json, "registerTime", 0);
	begin_samples(f);
	end_thread(f);
}

/* ---- the profile ---- */

static void add_category(struct firefox *f, const char *name, const char *color)
{
	jsonw_begin(&f->gecko.json, '{');
	jsonw_key_str(&f->gecko.json, "name", name);
	jsonw_key_str(&f->gecko.json, "color", color);
	jsonw_key_begin(&f->gecko.json, "subcategories", '[');
	jsonw_str(&f->gecko.json, "Other");
	jsonw_end(&f->gecko.json, ']');
	jsonw_end(&f->gecko.json, '}');
}

static void add_empty(struct firefox *f, const char *key)
{
	jsonw_key_begin(&f->gecko.json, key, '[');
	jsonw_end(&f->gecko.json, ']');
}

/* Write the times. startTime is the time of day at which the recording's clock was 0. */
static void add_times(struct firefox *f)
{
	const struct span *span = reader_span(f->reader);

	jsonw_key(&f->gecko.json, "interval");
	jsonw_f64(&f->gecko.json, f->interval > 0 ? f->interval : 1);
	jsonw_key(&f->gecko.json, "startTime");
	jsonw_f64(&f->gecko.json, span->has_wall ? (double)span->wall / 1e6 : 0);
	jsonw_key(&f->gecko.json, "shutdownTime");
	jsonw_null(&f->gecko.json);
	if (!span->has && !statseries_points(f->series))
		return;
	jsonw_key(&f->gecko.json, "profilingStartTime");
	gecko_ms(&f->gecko, span->has ? span->first : 0);
	jsonw_key(&f->gecko.json, "profilingEndTime");
	/* A range of the profiler does not include its end. */
	gecko_ms(&f->gecko, span->has ? span->last : statseries_end(f->series) + 1);
}

static void add_meta(struct firefox *f)
{
	static const struct flag {
		const char *name;
		unsigned value;
	} flags[] = { { "processType", 0 }, { "stackwalk", 1 },	 { "debug", 0 },
		      { "gcpoison", 0 },    { "asyncstack", 1 }, { "version", GECKO_VERSION } };

	jsonw_key_begin(&f->gecko.json, "meta", '{');
	add_times(f);
	jsonw_key_str(&f->gecko.json, "product", "Linux perf");
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		jsonw_key_u64(&f->gecko.json, flags[i].name, flags[i].value);
	}
	/* Otherwise the profiler looks up names of addresses. */
	jsonw_key(&f->gecko.json, "presymbolicated");
	jsonw_bool(&f->gecko.json, !f->libs.list.n);
	jsonw_key_begin(&f->gecko.json, "categories", '[');
	add_category(f, "User", "yellow");
	add_category(f, "Kernel", "orange");
	add_category(f, "Other", "grey");
	jsonw_end(&f->gecko.json, ']');
	profile_markers_schema(&f->gecko.json);
	jsonw_end(&f->gecko.json, '}');
}

static void add_libs(struct firefox *f)
{
	struct buf arch = BUF_INIT;

	features_text(&recording_file(f->job->recording, 0)->features, FEATURE_ARCH, &arch);
	profile_libs_write(&f->libs, arch.len ? arch.p : "", &f->gecko.json);
	buf_release(&arch);
}

static int write_profile(struct firefox *f, struct err *err)
{
	int rc;

	jsonw_begin(&f->gecko.json, '{');
	add_meta(f);
	add_libs(f);
	jsonw_key_begin(&f->gecko.json, "threads", '[');
	rc = write_threads(f, err);
	if (statseries_points(f->series))
		add_main_thread(f);
	jsonw_end(&f->gecko.json, ']');
	rc = rc < 0 ? rc : profile_counters_write(f->series, f->job->recording, &f->gecko, err);
	add_empty(f, "processes");
	add_empty(f, "pausedRanges");
	jsonw_end(&f->gecko.json, '}');
	gecko_end(&f->gecko);
	return rc;
}

int profile_firefox(struct profile_job *job, struct err *err)
{
	const char *dir = recording_spool_dir(job->recording);
	struct firefox f = { .job = job, .mark = BUF_INIT };
	int rc;

	gecko_init(&f.gecko, job->output);
	f.sorter = sorter_open(dir, SORT_BYTES, compare, NULL);
	stacktree_init(&f.tree, true, dir);
	profile_libs_init(&f.libs, dir);
	profile_markers_init(&f.markers, dir);
	gecko_tables_init(&f.tables, &f.gecko, &f.tree, &f.libs, &f.markers);
	f.reader = reader_open(job->recording);
	f.series = statseries_open(dir);
	rc = profile_job_each(job,
			      &(struct profile_job_stacks){ &f.tree, profile_libs_place, &f.libs },
			      take_sample, &f, err);
	rc = rc < 0 ? rc : profile_job_rows(job, job->marked, take_marker, &f, err);
	rc = rc < 0 ? rc : sorter_finish(f.sorter, err);
	rc = rc < 0 ? rc : write_profile(&f, err);
	sorter_close(f.sorter);
	stacktree_release(&f.tree);
	profile_libs_release(&f.libs);
	profile_markers_release(&f.markers);
	reader_close(f.reader);
	statseries_close(f.series);
	gecko_tables_release(&f.tables);
	map_release(&f.exits);
	vec_release(&f.exit_times);
	gecko_release(&f.gecko);
	buf_release(&f.mark);
	return rc;
}
