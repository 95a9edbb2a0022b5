/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/recording.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/bell.h"
#include "base/text.h"
#include "file/change.h"
#include "file/first_time.h"
#include "index/shift.h"
#include "index/witness.h"
#include "recording/align.h"
#include "recording/blocks.h"
#include "recording/index_cache.h"
#include "recording/index_orphan.h"
#include "recording/machine_files.h"
#include "recording/recording_private.h"
#include "recording/timeline.h"

enum {
	/*
	 * The expected size of an index is less than this part of its recording; see doc/bench.md.
	 */
	EXPECTED_SHARE = 16
};

/* ---- in sum ---- */

/* The common state: in progress if one is, or else the worst result. */
static enum index_state common_state(enum index_state a, enum index_state b)
{
	static const enum index_state order[] = { INDEX_BUILDING, INDEX_FAILED, INDEX_STOPPED,
						  INDEX_FOLLOWING };

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (a == order[i] || b == order[i])
			return order[i];
	return INDEX_DONE;
}

static void add_progress(const struct recording_part_state *part, struct index_progress *sum)
{
	struct index_progress p;

	index_progress(part->index, &p);
	if (sum->state != INDEX_FAILED && p.state == INDEX_FAILED)
		sum->err = p.err;
	sum->state = common_state(sum->state, p.state);
	sum->whole = p.whole;
	sum->rows += p.rows;
	sum->records += p.records;
	sum->damaged += p.damaged;
	sum->bytes_done += p.bytes_done;
	sum->bytes_kept += p.bytes_kept;
	sum->kept = p.kept;
	sum->growing = p.growing;
	sum->receiving = p.receiving;
	sum->bytes_total += p.bytes_total;
	sum->nanoseconds += p.nanoseconds;
	sum->reused = sum->reused && p.reused;
	sum->index_bytes += p.index_bytes;
}

/* ---- its files ---- */

struct recording *recording_new(const struct recording_options *options)
{
	struct recording *recording = mem_zalloc(sizeof(*recording));

	recording->options = *options;
	recording->blocks = blocks_open(recording);
	recording->syms = syms_open(&options->symbols);
	pthread_mutex_init(&recording->notes_lock, NULL);
	pthread_mutex_init(&recording->extra_lock, NULL);
	return recording;
}

/* The architecture given by the user, or else by the recording, or else by the mapped files. */
static void choose_machine(const struct recording *recording, struct perf_file *file)
{
	struct machine machine = { recording->options.arch, MACHINE_OPTION };
	struct symfile_places folders;

	if (!machine.arch && !file->machine.source) {
		syms_folders(recording->syms, &folders);
		machine.arch = machine_files_arch(file, &folders);
		machine.source = MACHINE_FILES;
	}
	if (machine.arch)
		perf_file_set_machine(file, machine);
}

/* Called before the part's own index is made, so that an orphan is reported only once. */
static char *find_orphan(const struct recording_options *options,
			 const struct recording_part_state *part)
{
	struct cached_indexes orphans;
	char *path = NULL;

	if (!part->place.path || options->index_path || !access(part->place.path, F_OK))
		return NULL;
	index_orphan_beside(&orphans, &part->place, part->file);
	if (orphans.list.n)
		path = mem_strdup(orphans.list.v[0].path);
	cached_indexes_release(&orphans);
	return path;
}

int recording_add(struct recording *recording, const char *path, struct err *err)
{
	struct perf_file *file = NULL;
	struct recording_part_state *part;
	int rc = index_place_check(&recording->options, err);

	if (!rc)
		rc = (recording->options.live ? perf_file_open_live : perf_file_open)(
			&file, path, recording->options.spool_dir, err);
	if (rc == ERR_FORMAT && index_place_is_index(path))
		return err_set(err, ERR_FORMAT, "an index of perfnav, not a recording");
	if (rc)
		return rc;
	syms_beside(recording->syms, path);
	choose_machine(recording, file);
	part = mem_zalloc(sizeof(*part));
	part->file = file;
	index_place_choose(&part->place, file, &recording->options);
	part->orphan = find_orphan(&recording->options, part);
	vec_push(&recording->parts, part);
	if (file->helper && recording->parts.n > 1)
		tracehelper_rest(file->helper);
	return 0;
}

/* A new index in the cache folder replaces others. */
static void keep_in_cache(const struct recording_options *options,
			  const struct recording_part_state *part)
{
	struct index_progress progress;

	index_progress(part->index, &progress);
	if (progress.reused)
		index_cache_touch(part->place.path);
	else
		index_cache_make_room(options->cache_dir, options->cache_limit,
				      progress.bytes_total / EXPECTED_SHARE, part->place.path);
}

/* Its rows follow those of the previous part, which is complete. */
static void open_index(struct recording *recording, size_t number)
{
	const struct recording_options *options = &recording->options;
	struct recording_part_state *part = recording->parts.v[number];
	struct index_options how = {
		.path = part->place.path,
		.spool_dir = options->spool_dir,
		.force = options->force_index,
		.live = options->live,
		.follow = options->follow,
		.wake = options->wake,
		.wake_arg = options->wake_arg,
	};

	part->before.state = INDEX_DONE;
	part->before.reused = true;
	if (number) {
		const struct recording_part_state *last = recording->parts.v[number - 1];

		part->before = last->before;
		add_progress(last, &part->before);
		part->first_block = last->first_block + index_blocks(last->index);
	}
	part->index = index_open(part->file, &how);
	if (part->place.cached)
		keep_in_cache(options, part);
	atomic_store(&recording->ready, number + 1);
	if (atomic_load(&recording->stop))
		index_stop(part->index);
}

void recording_wake(const struct recording *recording)
{
	bell_ring(BELL_STATE);
	if (recording->options.wake)
		recording->options.wake(recording->options.wake_arg);
}

static void *open_thread(void *arg)
{
	struct recording *recording = arg;

	for (size_t i = 1; i < recording->parts.n; i++) {
		index_wait(recording->parts.v[i - 1]->index);
		if (atomic_load(&recording->stop))
			break;
		open_index(recording, i);
		recording_wake(recording);
	}
	index_wait(recording_last_ready(recording)->index);
	atomic_store(&recording->opened, true);
	recording_wake(recording);
	return NULL;
}

/* A file without a time stays after the file that precedes it in the arguments. */
static void align_parts(struct recording *recording)
{
	size_t n = recording->parts.n;
	uint64_t *first = mem_zalloc(n * sizeof(*first)), *shifts = mem_zalloc(n * sizeof(*shifts));
	struct recording_part_state **v = recording->parts.v;

	for (size_t i = 0; i < n; i++)
		if (!first_time(v[i]->file, &first[i]))
			first[i] = 0;
	align_shifts(recording, first, shifts);
	for (size_t i = 0; i < n; i++) {
		v[i]->shift = shifts[i];
		v[i]->first_time = first[i] || !i ? shift_time(first[i], shifts[i])
						  : v[i - 1]->first_time;
	}
	free(first);
	free(shifts);
}

static void sort_parts(struct recording *recording)
{
	struct recording_part_state **v = recording->parts.v;

	align_parts(recording);
	for (size_t i = 1; i < recording->parts.n; i++) {
		struct recording_part_state *part = v[i];
		size_t k = i;

		for (; k && v[k - 1]->first_time > part->first_time; k--)
			v[k] = v[k - 1];
		v[k] = part;
	}
}

void recording_start(struct recording *recording)
{
	if (recording->parts.n > 1) {
		sort_parts(recording);
		recording->separate = recording->options.align == ALIGN_START ||
				      timeline_differs(recording);
	}
	for (size_t i = 0; i < recording->parts.n; i++) {
		const struct perf_file *file = recording->parts.v[i]->file;

		for (size_t k = 0; k < file->streams.n; k++)
			recording->bytes_total += file->streams.v[k].end - file->streams.v[k].start;
	}
	open_index(recording, 0);
	if (recording->parts.n == 1)
		atomic_store(&recording->opened, true);
	else
		thread_start_or_run(&recording->thread, "perfnav/open", open_thread, recording);
}

int recording_open(struct recording **out, const char *path,
		   const struct recording_options *options, struct err *err)
{
	struct recording *recording = recording_new(options);
	int rc = recording_add(recording, path, err);

	if (rc) {
		recording_close(recording);
		return rc;
	}
	recording_start(recording);
	*out = recording;
	return 0;
}

void recording_close(struct recording *recording)
{
	if (!recording)
		return;
	recording_stop(recording);
	thread_join(&recording->thread);
	if (recording->extra)
		recording->extra->close(recording->extra);
	blocks_close(recording->blocks);
	for (size_t i = 0; i < recording->parts.n; i++) {
		struct recording_part_state *part = recording->parts.v[i];

		if (part->rewritten && part->index)
			index_discard(part->index);
		index_close(part->index);
		perf_file_close(part->file);
		index_place_release(&part->place);
		free(part->orphan);
		free(part);
	}
	vec_release(&recording->parts);
	syms_close(recording->syms);
	notes_put(recording->notes);
	pthread_mutex_destroy(&recording->notes_lock);
	pthread_mutex_destroy(&recording->extra_lock);
	free(recording);
}

void recording_set_notes(struct recording *recording, struct notes *notes)
{
	struct notes *old;

	pthread_mutex_lock(&recording->notes_lock);
	old = recording->notes;
	recording->notes = notes;
	pthread_mutex_unlock(&recording->notes_lock);
	notes_put(old);
}

struct notes *recording_notes(struct recording *recording)
{
	struct notes *notes;

	pthread_mutex_lock(&recording->notes_lock);
	notes = recording->notes ? notes_get(recording->notes) : NULL;
	pthread_mutex_unlock(&recording->notes_lock);
	return notes;
}

struct recording_extra *recording_extra(struct recording *recording, recording_extra_make *make)
{
	struct recording_extra *extra = atomic_load(&recording->extra);

	if (extra)
		return extra;
	pthread_mutex_lock(&recording->extra_lock);
	if (!recording->extra)
		atomic_store(&recording->extra, make(recording));
	extra = recording->extra;
	pthread_mutex_unlock(&recording->extra_lock);
	return extra;
}

struct blocks *recording_unpacked(const struct recording *recording)
{
	return recording->blocks;
}

struct syms *recording_syms(const struct recording *recording)
{
	return recording->syms;
}

size_t recording_parts(const struct recording *recording)
{
	return recording->parts.n;
}

void recording_note_unreadable(struct recording *recording)
{
	atomic_store(&recording->unreadable, true);
}

bool recording_unreadable(const struct recording *recording)
{
	return atomic_load(&recording->unreadable);
}

void recording_note_rewritten(struct recording *recording, size_t part)
{
	atomic_store(&recording->parts.v[part]->rewritten, true);
}

size_t recording_rewritten(const struct recording *recording)
{
	for (size_t i = 0; i < recording->parts.n; i++)
		if (atomic_load(&recording->parts.v[i]->rewritten))
			return i;
	return SIZE_MAX;
}

/* touch, chmod and rename change times, too, and so does the recorder at its end. */
void recording_check_unchanged(struct recording *recording)
{
	for (size_t i = 0; i < recording_ready(recording); i++) {
		const struct recording_part_state *part = recording->parts.v[i];
		enum change_times times = change_of_times(part->file);

		if (times == CHANGE_TIMES_SAME)
			continue;
		if (times == CHANGE_TIMES_WRITTEN && !part->file->growing
			    ? !index_recheck(part->index)
			    : !witness_blocks(part->index))
			recording_note_rewritten(recording, i);
	}
}

enum align recording_align(const struct recording *recording)
{
	return recording->options.align;
}

bool recording_separate(const struct recording *recording)
{
	return recording->separate;
}

uint64_t recording_shift(const struct recording *recording, size_t part)
{
	return recording->parts.v[part]->shift;
}

uint64_t recording_time_in(const struct recording *recording, size_t part, uint64_t time)
{
	return shift_back(time, recording_shift(recording, part));
}

const char *recording_path(const struct recording *recording, size_t part)
{
	return recording->parts.v[part]->file->path;
}

const struct perf_file *recording_file(const struct recording *recording, size_t part)
{
	return recording->parts.v[part]->file;
}

int recording_open_beside(struct recording **recording, const struct recording *other,
			  const char *path, struct err *err)
{
	struct recording_options options = other->options;

	options.index_path = NULL;
	options.align = ALIGN_NONE;
	options.force_index = options.live = options.follow = false;
	options.wake = NULL;
	return recording_open(recording, path, &options, err);
}

char *recording_kept_path(const struct recording *recording, size_t number, const char *suffix,
			  uint64_t bytes)
{
	const struct recording_part_state *part = recording->parts.v[number];
	struct index_progress progress;
	struct buf path = BUF_INIT;

	if (!part->index || !part->place.path || part->rewritten)
		return NULL;
	index_progress(part->index, &progress);
	if (progress.state != INDEX_DONE || !progress.has_file || progress.growing)
		return NULL;
	buf_addf(&path, "%s%s", part->place.path, suffix);
	if (part->place.cached && bytes)
		index_cache_make_room(recording->options.cache_dir, recording->options.cache_limit,
				      bytes, part->place.path);
	else if (part->place.cached)
		index_cache_touch(path.p);
	return buf_take(&path);
}

const char *recording_spool_dir(const struct recording *recording)
{
	return recording->options.spool_dir;
}

struct index *recording_index(const struct recording *recording, size_t part)
{
	return part < recording_ready(recording) ? recording->parts.v[part]->index : NULL;
}

const char *recording_index_path(const struct recording *recording, size_t part)
{
	const struct index *index = recording_index(recording, part);
	struct index_progress p = { .has_file = false };

	if (index)
		index_progress(index, &p);
	return p.has_file ? recording->parts.v[part]->place.path : "";
}

const char *recording_orphan(const struct recording *recording, size_t part)
{
	return recording->parts.v[part]->orphan;
}

void recording_event_name(const struct recording *recording, size_t part, int event,
			  struct buf *out)
{
	const struct events *events = &recording->parts.v[part]->file->events;

	if (event >= 0 && (size_t)event < events->list.n)
		text_escape_str(out, events->list.v[event].name);
}

size_t recording_warnings(const struct recording *recording)
{
	size_t n = 0;

	for (size_t i = 0; i < recording->parts.n; i++)
		n += recording->parts.v[i]->file->warnings.n;
	return n;
}

void recording_progress(const struct recording *recording, struct index_progress *progress)
{
	bool opened = atomic_load(&recording->opened);
	const struct recording_part_state *part = recording_last_ready(recording);

	*progress = part->before;
	add_progress(part, progress);
	if (recording->parts.n > 1)
		progress->bytes_total = recording->bytes_total;
	if (!opened)
		progress->state = INDEX_BUILDING;
	else if (recording_ready(recording) < recording->parts.n)
		progress->state = INDEX_STOPPED;
	/* The timeline of several files is known when all are complete. */
	if (!opened || recording->parts.n > 1)
		progress->whole = progress->state != INDEX_BUILDING;
}

enum index_state recording_state(const struct recording *recording)
{
	struct index_progress progress;

	recording_progress(recording, &progress);
	return progress.state;
}

void recording_stop(struct recording *recording)
{
	atomic_store(&recording->stop, true);
	for (size_t i = 0; i < recording_ready(recording); i++)
		index_stop(recording->parts.v[i]->index);
}

bool recording_follow(struct recording *recording, bool on)
{
	return recording->parts.n == 1 && index_follow(recording->parts.v[0]->index, on);
}

bool recording_is_ahead(struct recording *recording)
{
	if (recording->parts.n != 1 || !recording_ready(recording))
		return false;
	index_end(recording->parts.v[0]->index);
	return index_is_behind(recording->parts.v[0]->index);
}

enum index_state recording_wait_for(const struct recording *recording, unsigned ms)
{
	uint32_t heard = bell_heard(BELL_STATE);
	enum index_state state = recording_state(recording);

	if (state == INDEX_BUILDING) {
		bell_wait_for(BELL_STATE, &heard, ms);
		state = recording_state(recording);
	}
	return state;
}

enum index_state recording_wait(struct recording *recording)
{
	if (recording->thread.runs)
		thread_join(&recording->thread);
	else
		index_wait(recording->parts.v[0]->index);
	return recording_state(recording);
}

struct order *recording_order(const struct recording *recording)
{
	VEC(struct order_file) files = { 0 };
	enum index_state state = recording_state(recording);
	struct order *order = NULL;

	for (size_t i = 0; i < recording_parts(recording); i++)
		vec_push(&files, ((struct order_file){ recording_index(recording, i),
						       recording_first_row(recording, i),
						       recording_shift(recording, i) }));
	if (state == INDEX_DONE)
		order = order_open(files.v, files.n);
	vec_release(&files);
	return order;
}
