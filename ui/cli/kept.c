/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/kept.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/jsonw.h"
#include "base/text.h"
#include "cli/cli.h"
#include "index/container.h"
#include "recording/index_cache.h"
#include "recording/index_place.h"

/* What the index itself says: the number of its records, or why it cannot be used. */
struct contents {
	bool good;
	uint64_t records;
	struct err err;
};

static void look_inside(const struct cached_index *kept, struct contents *in)
{
	struct index_header header;
	struct index_end end = { .records = 0 };
	struct container container;

	*in = (struct contents){ .err = ERR_INIT };
	if (kept->unfinished)
		return;
	in->good = !container_open(&container, kept->path, &header, &end, &in->err);
	in->records = end.records;
	if (in->good)
		container_close(&container);
}

static void add_json(struct buf *out, const struct cached_index *kept, const struct contents *in)
{
	struct jsonw w = JSONW_INIT(out);

	jsonw_begin(&w, '{');
	jsonw_key(&w, "index_path");
	jsonw_str(&w, kept->path);
	jsonw_key(&w, "index_bytes");
	jsonw_u64(&w, kept->bytes);
	jsonw_key(&w, "used");
	jsonw_s64(&w, kept->used_ns);
	jsonw_key(&w, "unfinished");
	jsonw_bool(&w, kept->unfinished);
	if (in->good) {
		jsonw_key(&w, "records");
		jsonw_u64(&w, in->records);
	} else if (!kept->unfinished) {
		jsonw_key(&w, "problem");
		jsonw_str(&w, in->err.msg);
	}
	jsonw_end(&w, '}');
	buf_addc(out, '\n');
}

static void add_line(struct buf *out, const struct cached_index *kept, const struct contents *in)
{
	time_t used = (time_t)(kept->used_ns / 1000000000);
	char date[32] = "-";
	struct tm tm;

	if (localtime_r(&used, &tm))
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M", &tm);
	buf_addf(out, "%-16s %14llu bytes ", date, (unsigned long long)kept->bytes);
	if (in->good)
		buf_addf(out, "%14llu records  ", (unsigned long long)in->records);
	else
		buf_addf(out, "%22s  ", kept->unfinished ? "unfinished" : "damaged or old");
	text_escape_str(out, kept->path);
	buf_addc(out, '\n');
}

static void add_kept(const struct options *options, struct buf *out,
		     const struct cached_index *kept)
{
	struct contents in;

	look_inside(kept, &in);
	if (options->json)
		add_json(out, kept, &in);
	else
		add_line(out, kept, &in);
}

int kept_list(const struct options *options)
{
	struct cached_indexes indexes;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;
	const char *dir = cli_cache_dir();
	int status;

	if (!dir)
		return STATUS_OK;
	if (index_cache_list(&indexes, dir, &err)) {
		cli_error(NULL, &err);
		return cli_status(&err);
	}
	for (size_t i = 0; i < indexes.list.n; i++)
		add_kept(options, &out, &indexes.list.v[i]);
	status = cli_write(&out);
	buf_release(&out);
	cached_indexes_release(&indexes);
	return status;
}

/* The path of the file's index; of an index its own. To be freed; NULL: told why there is none. */
static char *index_of(const struct options *options, const char *file, int *status)
{
	struct recording_options how = cli_recording_options(options);
	struct index_place place;
	struct perf_file *perf;
	struct err err = ERR_INIT;

	*status = STATUS_OK;
	if (text_ends_with(file, ".pnx") || text_ends_with(file, ".pnx.part"))
		return mem_strdup(file);
	if (perf_file_open(&perf, file, how.spool_dir, &err)) {
		cli_error(file, &err);
		*status = cli_status(&err);
		return NULL;
	}
	index_place_choose(&place, perf, &how);
	perf_file_close(perf);
	if (!place.path) {
		cli_warn(file, "no index is kept of what comes from a pipe");
		*status = STATUS_OPEN;
	}
	return place.path;
}

/* The index, or what an interrupted run has left of one. */
static bool find_kept(struct cached_index *kept, const char *path)
{
	struct buf part = BUF_INIT;
	struct stat st;

	buf_addf(&part, "%s.part", path);
	*kept = (struct cached_index){ .path = NULL };
	if (!lstat(path, &st))
		kept->path = mem_strdup(path);
	else if (!lstat(part.p, &st))
		kept->path = mem_strdup(part.p);
	buf_release(&part);
	if (!kept->path)
		return false;
	kept->bytes = (uint64_t)st.st_size;
	kept->used_ns = st.st_mtim.tv_sec * INT64_C(1000000000) + st.st_mtim.tv_nsec;
	kept->unfinished = text_ends_with(kept->path, ".part");
	return true;
}

int kept_list_file(const struct options *options, const char *file)
{
	struct cached_index kept;
	struct buf out = BUF_INIT;
	int status;
	char *path = index_of(options, file, &status);

	if (path && find_kept(&kept, path)) {
		add_kept(options, &out, &kept);
		status = cli_write(&out);
		free(kept.path);
	}
	buf_release(&out);
	free(path);
	return status;
}

int kept_remove(const struct options *options, const char *file)
{
	struct err err = ERR_INIT;
	int status, removed = 0;
	char *path = index_of(options, file, &status);
	struct cached_index kept;

	/* Both may be there: a good index, and what a run with --force has left. */
	while (path && !status && find_kept(&kept, path)) {
		if (index_cache_remove(kept.path, &err)) {
			cli_error(kept.path, &err);
			status = cli_status(&err);
		}
		removed++;
		free(kept.path);
	}
	if (path && !removed) {
		cli_warn(file, "no index is kept of it");
		status = STATUS_OPEN;
	}
	free(path);
	return status;
}
