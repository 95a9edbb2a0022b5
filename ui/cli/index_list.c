/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/index_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/jsonw.h"
#include "base/text.h"
#include "base/vec.h"
#include "cli/cli.h"
#include "cli/cli_recording.h"
#include "index/container.h"
#include "recording/index_cache.h"
#include "recording/index_orphan.h"
#include "recording/index_place.h"

/* The number of records by the index itself, or why it cannot be used. */
struct contents {
	bool good;
	uint64_t records;
	struct err err;
	struct buf orphan; /* why the index is an orphan; empty: it is none */
};

static bool same_folder(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Names of indexes in the cache folder do not contain the folders of their recordings. */
static void look_for_recording(const char *path, struct buf *why)
{
	const char *cache = cli_recording_cache_dir();
	char *dir = folder_of(path);

	if (!cache || !same_folder(dir, cache))
		index_orphan_why(path, why);
	free(dir);
}

static void look_inside(const struct options *options, const struct cached_index *index,
			struct contents *in)
{
	struct index_header header;
	struct index_end end = { .records = 0 };
	struct container container;

	*in = (struct contents){ .err = ERR_INIT, .orphan = BUF_INIT };
	/* --index names the index of a recording that exists. */
	if (!options->index)
		look_for_recording(index->path, &in->orphan);
	if (index->unfinished)
		return;
	in->good = !container_open(&container, index->path, geteuid(), &header, &end, &in->err);
	in->records = end.records;
	if (in->good)
		container_close(&container);
}

static void add_json(struct buf *out, const struct cached_index *index, const struct contents *in)
{
	struct jsonw w = JSONW_INIT(out);

	jsonw_begin(&w, '{');
	jsonw_key_str(&w, "index_path", index->path);
	jsonw_key_u64(&w, "index_bytes", index->bytes);
	jsonw_key(&w, "used");
	jsonw_s64(&w, index->used_ns);
	jsonw_key(&w, "spans");
	jsonw_bool(&w, index->spans);
	jsonw_key(&w, "unfinished");
	jsonw_bool(&w, index->unfinished);
	if (in->good)
		jsonw_key_u64(&w, "records", in->records);
	else if (!index->unfinished)
		jsonw_key_str(&w, "problem", in->err.msg);
	if (in->orphan.len)
		jsonw_key_str(&w, "orphan", in->orphan.p);
	jsonw_end(&w, '}');
	buf_addc(out, '\n');
}

static void add_line(struct buf *out, const struct cached_index *index, const struct contents *in)
{
	time_t used = (time_t)(index->used_ns / 1000000000);
	char date[32] = "-";
	struct tm tm;

	if (localtime_r(&used, &tm))
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M", &tm);
	buf_addf(out, "%-16s %14llu bytes ", date, (unsigned long long)index->bytes);
	if (in->good)
		buf_addf(out, "%14llu records  ", (unsigned long long)in->records);
	else
		buf_addf(out, "%22s  ", index->unfinished ? "unfinished" : "damaged or old");
	text_escape_str(out, index->path);
	if (index->spans)
		buf_adds(out, "  spans");
	if (in->orphan.len) {
		buf_adds(out, "  orphan: ");
		text_escape_str(out, in->orphan.p);
	}
	buf_addc(out, '\n');
}

struct file_id {
	dev_t dev;
	ino_t ino;
};

/* The files listed so far: several FILEs can have one index. */
static struct {
	VEC(struct file_id) files;
} listed;

/* Is the file new to the list? If so, add it. */
static bool is_first(const char *path)
{
	struct stat st;

	if (lstat(path, &st))
		return true;
	for (size_t i = 0; i < listed.files.n; i++)
		if (listed.files.v[i].dev == st.st_dev && listed.files.v[i].ino == st.st_ino)
			return false;
	vec_push(&listed.files, ((struct file_id){ st.st_dev, st.st_ino }));
	return true;
}

static void add_index(const struct options *options, struct buf *out,
		      const struct cached_index *index)
{
	struct contents in;

	if (!is_first(index->path))
		return;
	look_inside(options, index, &in);
	if (options->json)
		add_json(out, index, &in);
	else
		add_line(out, index, &in);
	buf_release(&in.orphan);
}

static void add_list(const struct options *options, struct buf *out,
		     const struct cached_indexes *indexes)
{
	for (size_t i = 0; i < indexes->list.n; i++)
		add_index(options, out, &indexes->list.v[i]);
}

static int add_folder(const struct options *options, struct buf *out, const char *dir,
		      int (*list)(struct cached_indexes *, const char *, struct err *))
{
	struct cached_indexes indexes;
	struct err err = ERR_INIT;
	int status = STATUS_OK;

	if (list(&indexes, dir, &err)) {
		cli_error(NULL, &err);
		status = cli_status(&err);
	}
	add_list(options, out, &indexes);
	cached_indexes_release(&indexes);
	return status;
}

int index_list_cache(const struct options *options)
{
	struct buf out = BUF_INIT;
	const char *dir = cli_recording_cache_dir();
	int status = dir ? add_folder(options, &out, dir, index_cache_list) : STATUS_OK;

	if (!dir || !same_folder(".", dir))
		status = cli_worse(status, add_folder(options, &out, ".", index_orphan_list));
	status = cli_worse(status, cli_write(&out));
	buf_release(&out);
	vec_release(&listed.files);
	return status;
}

/* What may follow the path of an index. */
static const struct {
	const char *suffix;
	bool spans;
} parts[] = {
	{ "", false },
	{ ".part", false },
	{ INDEX_PLACE_SPANS, true },
	{ INDEX_PLACE_SPANS ".part", true },
};

/*
 * Find, from *next on, the index, the rest of an interrupted build, or a file kept with the index.
 */
static bool find_index(struct cached_index *index, const char *path, size_t *next)
{
	struct buf name = BUF_INIT;
	struct stat st;
	bool found = false, spans = false;

	while (!found && *next < sizeof(parts) / sizeof(parts[0])) {
		buf_reset(&name);
		buf_addf(&name, "%s%s", path, parts[*next].suffix);
		spans = parts[(*next)++].spans;
		found = !lstat(name.p, &st);
	}
	if (!found) {
		buf_release(&name);
		return false;
	}
	*index = (struct cached_index){
		.path = buf_take(&name),
		.bytes = (uint64_t)st.st_size,
		.used_ns = st.st_mtim.tv_sec * INT64_C(1000000000) + st.st_mtim.tv_nsec,
		.spans = spans || text_ends_with(path, INDEX_PLACE_SPANS),
	};
	index->unfinished = text_ends_with(index->path, ".part");
	return true;
}

/* The path of an index whose recording no longer exists. NULL: there is none. */
static char *left_of(const char *file)
{
	struct cached_index index;
	struct buf path = BUF_INIT;
	size_t next = 0;

	if (!access(file, F_OK) || errno != ENOENT)
		return NULL;
	buf_adds(&path, file);
	while (path.len > 1 && path.p[path.len - 1] == '/')
		buf_truncate(&path, path.len - 1);
	buf_adds(&path, ".pnx");
	if (!find_index(&index, path.p, &next)) {
		buf_release(&path);
		return NULL;
	}
	free(index.path);
	return buf_take(&path);
}

/*
 * The path of a recording's index. orphans (NULL: none) gets orphans of the same bytes. NULL: there
 * is none, and the reason is reported.
 */
static char *index_of_recording(const struct options *options, const char *file,
				struct cached_indexes *orphans, int *status)
{
	struct recording_options how = cli_recording_options(options);
	struct index_place place;
	struct perf_file *perf;
	struct err err = ERR_INIT;

	if (perf_file_open(&perf, file, how.spool_dir, &err)) {
		cli_error(file, &err);
		*status = cli_status(&err);
		return NULL;
	}
	index_place_choose(&place, perf, &how);
	if (orphans && !options->index)
		index_orphan_beside(orphans, &place, perf);
	perf_file_close(perf);
	if (!place.path) {
		cli_warn(file, "a recording from a pipe has no index file");
		*status = STATUS_OPEN;
	}
	return place.path;
}

/*
 * The path of the index that belongs to a file: left by a recording that is gone, the file itself,
 * or the index of a recording, for which see index_of_recording(). The caller frees it.
 */
static char *index_of(const struct options *options, const char *file,
		      struct cached_indexes *orphans, int *status)
{
	char *left = options->index ? NULL : left_of(file);
	size_t len;

	*status = STATUS_OK;
	if (left)
		return left;
	if (index_place_is_name(file, &len))
		return mem_strdup(file);
	return index_of_recording(options, file, orphans, status);
}

static int list_file(const struct options *options, const char *file)
{
	struct cached_indexes orphans = { .list = { .v = NULL } };
	struct cached_index index;
	struct buf out = BUF_INIT;
	int status;
	char *path = index_of(options, file, &orphans, &status);
	size_t next = 0;

	while (path && find_index(&index, path, &next)) {
		add_index(options, &out, &index);
		free(index.path);
	}
	add_list(options, &out, &orphans);
	status = cli_worse(status, cli_write(&out));
	buf_release(&out);
	cached_indexes_release(&orphans);
	free(path);
	return status;
}

int index_list_files(const struct options *options)
{
	int status = cli_each_file(options, list_file);

	vec_release(&listed.files);
	return status;
}

int index_list_remove(const struct options *options, const char *file)
{
	struct err err = ERR_INIT;
	int status, removed = 0;
	char *path = index_of(options, file, NULL, &status);
	struct cached_index index;
	size_t next = 0;

	/* All of these may exist: a good index, the rest of a run with --force, and spans. */
	while (path && !status && find_index(&index, path, &next)) {
		if (index_cache_remove(index.path, &err)) {
			cli_error(index.path, &err);
			status = cli_status(&err);
		}
		removed++;
		free(index.path);
	}
	if (path && !removed) {
		cli_warn(file, "nothing to remove: it has no index file");
		status = STATUS_OPEN;
	}
	free(path);
	return status;
}
