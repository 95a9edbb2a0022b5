/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/recording.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

struct recording {
	struct perf_file *file;
	struct index *index;
	char *index_path;
};

/* A folder that may not be there yet, with the folders above it. */
static bool make_folder(const char *path)
{
	struct buf part = BUF_INIT;
	struct stat st;
	bool ok;

	for (const char *p = path; *p; p++) {
		if (*p == '/' && part.len)
			mkdir(part.p, 0700);
		buf_addc(&part, *p);
	}
	mkdir(part.p, 0700);
	ok = !stat(part.p, &st) && S_ISDIR(st.st_mode) && !access(part.p, W_OK);
	buf_release(&part);
	return ok;
}

/* The recording's path without slashes behind a folder's name, so that a name can be made of it. */
static char *bare_path(const struct perf_file *file)
{
	size_t len = strlen(file->path);

	while (len > 1 && file->path[len - 1] == '/')
		len--;
	return mem_strndup(file->path, len);
}

/* Recordings of one name in many folders share the cache: the file's number tells them apart. */
static char *cache_path(const struct perf_file *file, const char *bare, const char *dir)
{
	const char *slash = strrchr(bare, '/');
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s-%llx-%llx.pnx", dir, slash ? slash + 1 : bare,
		 (unsigned long long)file->id.dev, (unsigned long long)file->id.ino);
	return buf_take(&path);
}

static bool folder_writable(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? mem_strndup(path, slash == path ? 1 : (size_t)(slash - path)) :
			    mem_strdup(".");
	bool ok = !access(dir, W_OK);

	free(dir);
	return ok;
}

/* An index that lies beside the recording is used even where none can be written. */
static char *choose_path(const struct perf_file *file, const struct recording_options *options)
{
	struct buf beside = BUF_INIT;
	char *bare, *path;

	if (options->no_index || file->spooled)
		return NULL;
	if (options->index_path)
		return mem_strdup(options->index_path);
	bare = bare_path(file);
	buf_addf(&beside, "%s.pnx", bare);
	if (!folder_writable(bare) && access(beside.p, R_OK) && options->cache_dir &&
	    make_folder(options->cache_dir))
		path = cache_path(file, bare, options->cache_dir);
	else
		path = mem_strdup(beside.p);
	buf_release(&beside);
	free(bare);
	return path;
}

static bool ends_with(const char *path, const char *end)
{
	size_t len = strlen(path), n = strlen(end);

	return len > n && !strcmp(path + len - n, end);
}

/*
 * What somebody names by mistake, the recording itself perhaps, is not replaced by an
 * index. A damaged index is, by its name.
 */
static int check_index_path(const struct recording_options *options, struct err *err)
{
	char magic[sizeof(INDEX_MAGIC) - 1];
	ssize_t n = 0;
	int fd;

	if (!options->index_path || options->no_index || ends_with(options->index_path, ".pnx"))
		return 0;
	fd = open(options->index_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0) {
		n = read(fd, magic, sizeof(magic));
		close(fd);
	}
	if (n <= 0 || !memcmp(magic, INDEX_MAGIC, (size_t)n))
		return 0;
	return err_set(err, ERR_OPEN, "the index would replace a file that is not an index");
}

int recording_open(struct recording **out, const char *path,
		   const struct recording_options *options, struct err *err)
{
	struct recording *recording = mem_zalloc(sizeof(*recording));
	struct index_options index = {
		.spool_dir = options->spool_dir,
		.force = options->force_index,
		.wake = options->wake,
		.wake_arg = options->wake_arg,
	};
	int rc = check_index_path(options, err);

	if (!rc)
		rc = perf_file_open(&recording->file, path, options->spool_dir, err);
	if (rc) {
		free(recording);
		return rc;
	}
	recording->index_path = choose_path(recording->file, options);
	index.path = recording->index_path;
	recording->index = index_open(recording->file, &index);
	*out = recording;
	return 0;
}

void recording_close(struct recording *recording)
{
	if (!recording)
		return;
	index_close(recording->index);
	perf_file_close(recording->file);
	free(recording->index_path);
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
	return recording->index_path ? recording->index_path : "";
}

void recording_event_name(const struct recording *recording, int event, struct buf *out)
{
	const struct events *events = &recording->file->events;

	if (event >= 0 && (size_t)event < events->list.n)
		text_escape_str(out, events->list.v[event].name);
}
