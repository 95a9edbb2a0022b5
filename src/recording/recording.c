/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/recording.h"

#include <stdlib.h>

#include "base/text.h"
#include "recording/index_cache.h"
#include "recording/index_place.h"

struct recording {
	struct perf_file *file;
	struct index *index;
	struct index_place place;
};

enum {
	/* An index takes less than this part of its recording; see doc/bench.md. */
	EXPECTED_SHARE = 16
};

/* Open the index, or begin to build it; in the cache folder others make room for it. */
static void open_index(struct recording *recording, const struct recording_options *options)
{
	struct index_options index = {
		.path = recording->place.path,
		.spool_dir = options->spool_dir,
		.force = options->force_index,
		.wake = options->wake,
		.wake_arg = options->wake_arg,
	};
	struct index_progress progress;

	recording->index = index_open(recording->file, &index);
	if (!recording->place.cached)
		return;
	index_progress(recording->index, &progress);
	if (progress.reused)
		index_cache_touch(recording->place.path);
	else
		index_cache_make_room(options->cache_dir, options->cache_limit,
				      progress.bytes_total / EXPECTED_SHARE, recording->place.path);
}

int recording_open(struct recording **out, const char *path,
		   const struct recording_options *options, struct err *err)
{
	struct recording *recording = mem_zalloc(sizeof(*recording));
	int rc = index_place_check(options, err);

	if (!rc)
		rc = perf_file_open(&recording->file, path, options->spool_dir, err);
	if (rc) {
		free(recording);
		return rc;
	}
	index_place_choose(&recording->place, recording->file, options);
	open_index(recording, options);
	*out = recording;
	return 0;
}

void recording_close(struct recording *recording)
{
	if (!recording)
		return;
	index_close(recording->index);
	perf_file_close(recording->file);
	index_place_release(&recording->place);
	free(recording);
}

const char *recording_path(const struct recording *recording)
{
	return recording->file->path;
}

const struct perf_file *recording_file(const struct recording *recording)
{
	return recording->file;
}

struct index *recording_index(const struct recording *recording)
{
	return recording->index;
}

const char *recording_index_path(const struct recording *recording)
{
	return recording->place.path ? recording->place.path : "";
}

void recording_event_name(const struct recording *recording, int event, struct buf *out)
{
	const struct events *events = &recording->file->events;

	if (event >= 0 && (size_t)event < events->list.n)
		text_escape_str(out, events->list.v[event].name);
}
