/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/change.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "file/dir.h"

/* How the file with the header has changed, found by the name it was opened with. */
static enum change look_at_name(const struct perf_file *file)
{
	char *data = file->directory ? dir_data(file->path) : NULL;
	struct stat st;
	int missing = stat(data ? data : file->path, &st);

	free(data);
	if (missing)
		return CHANGE_GONE;
	return st.st_dev == file->id.dev && st.st_ino == file->id.ino ? CHANGE_NONE
								      : CHANGE_REPLACED;
}

static enum change look_at_size(const struct source *source, uint64_t known)
{
	uint64_t now = source_size_now(source);

	return now < known ? CHANGE_CUT : now > known ? CHANGE_LONGER : CHANGE_NONE;
}

enum change_times change_of_times(const struct perf_file *file)
{
	struct source_id now;

	if (file->spooled || source_identify(file->sources.v[0], &now))
		return CHANGE_TIMES_SAME;
	if (now.mtime_ns != file->id.mtime_ns)
		return CHANGE_TIMES_WRITTEN;
	return perf_file_ctime(file) != file->ctime_ns ? CHANGE_TIMES_STATUS : CHANGE_TIMES_SAME;
}

static enum change worse(enum change a, enum change b)
{
	return a > b ? a : b;
}

enum change change_of(const struct perf_file *file, uint64_t known)
{
	enum change change;

	if (file->spooled)
		return CHANGE_NONE;
	change = look_at_size(file->sources.v[0], known);
	for (size_t i = 1; i < file->sources.n; i++)
		change = worse(change,
			       look_at_size(file->sources.v[i], source_size(file->sources.v[i])));
	/* The recorder writes records all the time, and writes the header at its end. */
	if (change == CHANGE_NONE && !file->growing)
		change = change_of_times(file) == CHANGE_TIMES_WRITTEN ? CHANGE_WRITTEN
								       : CHANGE_NONE;
	return worse(change, look_at_name(file));
}
