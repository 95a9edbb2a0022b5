/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli_recording.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/wait.h"
#include "file/spool.h"
#include "filter/spandef.h"
#include "folders.h"
#include "perfconfig.h"
#include "recording/align.h"
#include "recording/timeline.h"
#include "session/state_file.h"
#include "spans/spans.h"

/* Bytes of all indexes in the cache folder: the indexes of some 200 GB of recordings. */
#define CACHE_LIMIT UINT64_C(8000000000)

/* ---- options ---- */

const char *cli_recording_cache_dir(void)
{
	static struct buf dir = BUF_INIT;

	buf_reset(&dir);
	folders_cache(&dir);
	return dir.len ? dir.p : NULL;
}

/* /tmp is in memory on many machines, so it is used only if there is no other folder. */
static const char *spool_dir(void)
{
	const char *tmp = getenv("TMPDIR");

	if (tmp && *tmp == '/')
		return tmp;
	return !access("/var/tmp", W_OK) || access("/tmp", W_OK) ? "/var/tmp" : "/tmp";
}

/* A folder next to the indexes in the cache folder. */
static const char *symbols_dir(void)
{
	static struct buf dir = BUF_INIT;
	const char *cache = cli_recording_cache_dir();

	buf_reset(&dir);
	if (cache)
		buf_addf(&dir, "%s/symbols", cache);
	return dir.len ? dir.p : NULL;
}

/*
 * The build-id cache: named by the command line, perf's settings or the environment, or the usual
 * one.
 */
static const char *buildid_dir(const struct options *options)
{
	const char *home = getenv("HOME"), *exported = getenv("PERF_BUILDID_DIR");
	static struct buf dir = BUF_INIT;
	struct buf set = BUF_INIT;

	if (options->buildid_dir && *options->buildid_dir)
		return options->buildid_dir;
	buf_reset(&dir);
	if (perfconfig_get("buildid", "dir", &set) && set.len) {
		char *path = folders_expand(set.p, set.len);

		buf_adds(&dir, path);
		free(path);
	} else if (exported && *exported) {
		buf_adds(&dir, exported);
	} else if (home) {
		buf_addf(&dir, "%s/.debug", home);
	}
	buf_release(&set);
	return dir.len ? dir.p : NULL;
}

struct recording_options cli_recording_options(const struct options *options)
{
	return (struct recording_options){
		.index_path = options->index,
		.cache_dir = cli_recording_cache_dir(),
		.cache_limit = options->cache_limit == UINT64_MAX ? CACHE_LIMIT
								  : options->cache_limit,
		.spool_dir = spool_dir(),
		.align = options->align,
		.no_index = options->no_index,
		.force_index = options->force,
		.arch = options->arch,
		.symbols = {
			.symfs = options->symfs,
			.buildid_dir = buildid_dir(options),
			.vmlinux = options->vmlinux,
			.kallsyms = options->kallsyms,
			.cache_dir = options->no_index ? NULL : symbols_dir(),
			.spool_dir = spool_dir(),
			.debuginfod = options->debuginfod,
			.other_builds = options->other_builds,
		},
	};
}

/* ---- what is reported ---- */

static bool keep_first(void *arg, const struct damage *damage)
{
	*(uint64_t *)arg = damage->offset;
	return false;
}

static int damage_status(const struct recording *recording, size_t part)
{
	const struct perf_file *file = recording_file(recording, part);
	struct index_progress p;
	uint64_t first = 0;

	for (size_t i = 0; i < file->warnings.n; i++)
		cli_warn(file->path, "%s", file->warnings.v[i]);
	index_progress(recording_index(recording, part), &p);
	if (p.damaged) {
		index_each_damage(recording_index(recording, part), keep_first, &first);
		cli_warn(file->path,
			 "%llu damaged stretch%s at offset %#llx: perfnav print --type DAMAGE -F "
			 "offset,size,damage lists them",
			 (unsigned long long)p.damaged, p.damaged == 1 ? "" : "es, the first",
			 (unsigned long long)first);
	}
	return file->warnings.n || p.damaged ? STATUS_DAMAGED : STATUS_OK;
}

int cli_recording_report_damage(const struct recording *recording)
{
	int status = STATUS_OK;

	for (size_t i = 0; i < recording_parts(recording); i++)
		status = cli_worse(status, damage_status(recording, i));
	return status;
}

/* The notice contains the path of the index, which may have any bytes. */
static void warn_notice(const struct recording *recording, size_t part)
{
	const struct index *index = recording_index(recording, part);
	const char *text = index_notice(index), *moved = index_moved(index);
	struct buf notice = BUF_INIT;

	text_escape_str(&notice, text);
	if (*text)
		cli_warn(recording_path(recording, part), "%s", notice.p);
	buf_reset(&notice);
	if (moved)
		buf_addf(&notice, "the index is not saved: %s", moved);
	if (moved)
		cli_warn(recording_path(recording, part), "%s", notice.p);
	buf_release(&notice);
}

static void warn_orphan(const struct recording *recording, size_t part)
{
	const char *orphan = recording_orphan(recording, part);
	struct buf text = BUF_INIT;

	if (!orphan)
		return;
	text_escape_str(&text, orphan);
	buf_adds(&text, " is its index under an earlier name: perfnav index --remove ");
	text_escape_str(&text, orphan);
	buf_adds(&text, " removes it");
	cli_warn(recording_path(recording, part), "%s", text.p);
	buf_release(&text);
}

static int index_status(const struct recording *recording, size_t part)
{
	struct index_progress p;

	index_progress(recording_index(recording, part), &p);
	if (p.state != INDEX_FAILED)
		return STATUS_OK;
	cli_error(recording_path(recording, part), &p.err);
	return cli_status(&p.err);
}

static bool can_align(const struct recording *recording, int *status)
{
	struct err err = ERR_INIT;
	size_t part;

	if (!align_check(recording, &part, &err))
		return true;
	cli_error(recording_path(recording, part), &err);
	*status = cli_status(&err);
	return false;
}

/* Open the files that can be opened, and report the others. NULL: none can. */
static struct recording *start(const char *const *files, size_t n,
			       const struct recording_options *opening, int *status)
{
	struct recording *recording = recording_new(opening);

	*status = STATUS_OK;
	for (size_t i = 0; i < n; i++) {
		struct err err = ERR_INIT;

		if (!recording_add(recording, files[i], &err))
			continue;
		cli_error(files[i], &err);
		*status = cli_worse(*status, cli_status(&err));
	}
	if (!recording_parts(recording) || !can_align(recording, status)) {
		recording_close(recording);
		return NULL;
	}
	recording_start(recording);
	return recording;
}

/* Warn once if temporary files had to be in memory. */
static void warn_spools(void)
{
	static bool reported;
	struct buf text = BUF_INIT;

	if (reported || !spool_notice())
		return;
	reported = true;
	text_escape_str(&text, spool_notice());
	cli_warn(NULL, "%s", text.p);
	buf_release(&text);
}

void cli_recording_warn_timeline(const struct recording *recording)
{
	struct buf lines = BUF_INIT;

	timeline_doubts(recording, &lines);
	for (char *line = lines.p, *end; *line; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		cli_warn(NULL, "%s", line);
	}
	buf_release(&lines);
}

int cli_recording_check_spans(const struct options *options, struct recording *recording)
{
	int status = STATUS_OK;

	for (size_t i = 0; i < options->spans.n && !status; i++) {
		struct spanpair *pair;
		struct buf message = BUF_INIT;
		struct err err = ERR_INIT;

		if (spandef_parse(&pair, options->spans.v[i], &err))
			continue;
		if (spandef_check(pair, recording, &err))
			status = cli_explain("--span", options->spans.v[i], &err);
		else if (!options->quiet && spandef_warn(pair, recording, &message))
			cli_warn("--span", "%s", message.p);
		buf_release(&message);
		pair->free(pair);
	}
	return status;
}

int cli_recording_finish(const struct options *options, struct recording *recording, int *status)
{
	int stopped = wait_for_recording(recording, options->quiet), failed = stopped;

	warn_spools();
	for (size_t i = 0; !stopped && i < recording_parts(recording); i++) {
		warn_notice(recording, i);
		if (!options->quiet)
			warn_orphan(recording, i);
		failed = cli_worse(failed, index_status(recording, i));
	}
	if (!failed)
		failed = cli_recording_check_spans(options, recording);
	if (failed)
		return failed;
	*status = cli_worse(*status, cli_recording_report_damage(recording));
	if (!options->quiet)
		cli_recording_warn_timeline(recording);
	if (!options->no_state)
		state_file_use_notes(recording);
	return STATUS_OK;
}

static struct recording *finish(const struct options *options, struct recording *recording,
				int *status)
{
	int failed = cli_recording_finish(options, recording, status);

	if (!failed)
		return recording;
	recording_close(recording);
	*status = cli_worse(*status, failed);
	return NULL;
}

/* Without this warning nobody would know why names are missing. */
static void warn_no_symbols(const struct options *options)
{
	const char *const paths[] = { options->symfs, options->buildid_dir, options->vmlinux,
				      options->kallsyms };

	for (size_t i = 0; !options->quiet && i < sizeof(paths) / sizeof(paths[0]); i++) {
		if (!paths[i] || !access(paths[i], R_OK))
			continue;
		cli_warn(paths[i], "cannot read symbols: %s", strerror(errno));
	}
}

/* cli_check_files() has reported their mistakes already. */
static void define_spans(const struct options *options, struct recording *recording)
{
	for (size_t i = 0; i < options->spans.n; i++) {
		struct spanpair *pair;
		struct err err = ERR_INIT;

		if (!spandef_parse(&pair, options->spans.v[i], &err) &&
		    !spans_define(recording, pair))
			pair->free(pair);
	}
}

struct recording *cli_recording_start(const struct options *options,
				      const struct recording_options *opening, int *status)
{
	size_t n = options->files.n;
	struct recording *recording;

	warn_no_symbols(options);
	recording = start(n ? options->files.v : &cli_default_file, n ? n : 1, opening, status);
	if (recording)
		define_spans(options, recording);
	return recording;
}

struct recording *cli_recording_open(const struct options *options, int *status)
{
	struct recording_options opening = cli_recording_options(options);
	struct recording *recording = cli_recording_start(options, &opening, status);

	return recording ? finish(options, recording, status) : NULL;
}

struct recording *cli_recording_open_early(const struct options *options, int *status, bool *early)
{
	struct recording_options opening = cli_recording_options(options);
	struct recording *recording = cli_recording_start(options, &opening, status);
	struct index_progress progress;

	if (!recording)
		return NULL;
	recording_progress(recording, &progress);
	*early = progress.state == INDEX_BUILDING && recording_parts(recording) == 1;
	return *early ? recording : finish(options, recording, status);
}

struct recording *cli_recording_open_file(const struct options *options, const char *file,
					  int *status)
{
	struct recording_options opening = cli_recording_options(options);
	struct recording *recording = start(&file, 1, &opening, status);

	return recording ? finish(options, recording, status) : NULL;
}

int cli_recording_close(struct recording *recording)
{
	bool unreadable = recording_unreadable(recording);
	size_t rewritten;

	recording_check_unchanged(recording);
	rewritten = recording_rewritten(recording);
	warn_spools();
	if (unreadable)
		cli_warn(recording_path(recording, 0),
			 "the bytes of some records could not be read: the file was cut, its disk "
			 "fails, or its index is damaged (perfnav index --force rebuilds it)");
	if (rewritten != SIZE_MAX)
		cli_warn(recording_path(recording, rewritten),
			 "the recording was written to while it was read, or after its index was "
			 "made: the output can mix old and new records; its index is removed, "
			 "run the command again");
	recording_close(recording);
	return unreadable || rewritten != SIZE_MAX ? STATUS_DAMAGED : STATUS_OK;
}
