/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/perf_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "file/dir.h"
#include "file/event_names.h"
#include "file/machine.h"
#include "file/pipe_header.h"
#include "file/thread_files.h"
#include "file/window.h"
#include "wire/bytes.h"

enum {
	WARNINGS_MAX = 100, /* lines; further ones say nothing new */
	/* Stream numbers have 16 bits. The bytes that a stream inflates to are a stream, too. */
	STREAMS_MAX = 32768,
	ATTRS_BYTES = 64 << 10, /* bytes of attrs that are read together; attrs follow each other */
	IDS_BYTES = 16 << 10	/* likewise of ids, which mostly do */
};

/* What is read of the table of attrs and of the ids, which are in another place of the file. */
struct attr_windows {
	struct window attrs, ids;
	uint64_t budget; /* bytes of ids that the next attrs may have */
};

void perf_file_warn(struct perf_file *file, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	if (file->warnings.n > WARNINGS_MAX)
		return;
	if (file->warnings.n == WARNINGS_MAX)
		fmt = "there are more warnings than these";
	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	vec_push(&file->warnings, buf_take(&text));
}

static const struct source *main_source(const struct perf_file *file)
{
	return file->sources.v[0];
}

static void warn_ids(struct perf_file *file, int event, struct section ids, const char *what,
		     const char *why)
{
	perf_file_warn(file, "the ids of event %d (offset %llu, %llu bytes) %s%s", event,
		       (unsigned long long)ids.offset, (unsigned long long)ids.size, what, why);
}

static void read_ids(struct perf_file *file, int event, struct section ids,
		     struct attr_windows *windows)
{
	uint64_t size = source_size(main_source(file));
	struct window *window = &windows->ids;
	const uint8_t *p;
	size_t len;

	if (!ids.size)
		return;
	if (ids.offset > size || ids.size > size - ids.offset) {
		warn_ids(file, event, ids, "are not inside the file", "");
		return;
	}
	if (ids.size > windows->budget) {
		warn_ids(file, event, ids, "are more than any recording has", "");
		return;
	}
	windows->budget -= ids.size;
	if (!window_has(window, ids.offset, ids.size))
		window_load(window, -1, ids.offset, ids.size < IDS_BYTES ? IDS_BYTES : ids.size);
	if (!window_has(window, ids.offset, ids.size)) {
		warn_ids(file, event, ids, "cannot be read: ", io_why_few(errno));
		return;
	}
	p = window_bytes(window, ids.offset, &len);
	for (uint64_t i = 0; i + 8 <= ids.size; i += 8)
		events_add_id(&file->events, event, load_u64(p + i, file->header.big));
}

/* The attr's own size may be smaller than its entry; a damaged size may be larger. */
static void read_attr(struct perf_file *file, const uint8_t *entry, struct attr_windows *windows)
{
	bool big = file->header.big;
	size_t room = file->header.attr_size - 16;
	uint32_t own = load_u32(entry + 4, big);
	size_t len = own ? own : ATTR_SIZE_VER0;
	int event;

	if (len > room || len < 48) {
		perf_file_warn(file,
			       "the attr of event %zu has a size of %u bytes, but only %zu fit",
			       file->events.list.n, own, room);
		len = room;
	}
	event = events_add(&file->events, entry, len);
	read_ids(file, event,
		 (struct section){ load_u64(entry + room, big), load_u64(entry + room + 8, big) },
		 windows);
}

static int read_attrs(struct perf_file *file, struct err *err)
{
	const struct header *h = &file->header;
	uint64_t n = h->attrs.size / h->attr_size;
	struct attr_windows windows = { .budget = UINT64_C(8) * EVENTS_IDS_MAX };

	if (n > EVENTS_MAX)
		return err_set_at(err, ERR_FORMAT, h->attrs.offset,
				  "%llu attrs, more than any recording has", (unsigned long long)n);
	window_init(&windows.attrs, main_source(file), ATTRS_BYTES);
	window_init(&windows.ids, main_source(file), IDS_BYTES);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t off = h->attrs.offset + i * h->attr_size;
		size_t len;
		const uint8_t *entry = window_get(&windows.attrs, off, h->attr_size, &len);

		if (len < h->attr_size) {
			perf_file_warn(file, "attr %llu at offset %llu cannot be read: %s",
				       (unsigned long long)i, (unsigned long long)off,
				       io_why_few(errno));
			break;
		}
		read_attr(file, entry, &windows);
	}
	window_release(&windows.attrs);
	window_release(&windows.ids);
	if (!n)
		perf_file_warn(file, "the file has no attrs: records cannot be decoded");
	return 0;
}

static void add_stream(struct perf_file *file, const struct source *source, uint64_t start,
		       uint64_t end)
{
	vec_push(&file->streams,
		 ((struct stream){ source, start, end, &file->events, file->header.big }));
}

/* Read a pipe stream: the records after the short header, up to the end of the file. */
static void read_pipe(struct perf_file *file)
{
	add_stream(file, main_source(file), HEADER_SIZE_PIPE, source_size(main_source(file)));
	pipe_header_read(file);
	if (!file->events.list.n)
		perf_file_warn(file, "the stream has no attrs: records cannot be decoded");
}

/*
 * Warn about sections that could not be read: a later attempt may succeed. A damaged section
 * reports its problem itself.
 */
static void warn_unread(struct perf_file *file)
{
	for (size_t i = 0; i < file->features.list.n; i++) {
		const struct feature_section *section = &file->features.list.v[i];
		struct buf name = BUF_INIT;

		feature_name(&name, section->number);
		if (section->unread)
			perf_file_warn(file, "%s: %s: %s", name.p, section->problem,
				       io_why_few(section->error));
		buf_release(&name);
	}
}

static int read_file(struct perf_file *file, struct err *err)
{
	const struct header *h = &file->header;
	int rc = read_attrs(file, err);

	if (rc)
		return rc;
	add_stream(file, main_source(file), h->data.offset, h->data.offset + h->data.size);
	features_read(&file->features, h, main_source(file));
	file->stat = features_find(&file->features, FEATURE_STAT);
	warn_unread(file);
	if (!file->directory &&
	    features_number(&file->features, FEATURE_DIR_FORMAT) == DIR_FORMAT_STREAMS)
		perf_file_warn(file, "this is the file \"data\" of a perf.data directory: most "
				     "records are in its other files; open the directory");
	if (h->unfinished)
		perf_file_warn(file,
			       "the recording is unfinished (data size 0 in the header): records "
			       "are read up to the end of the file; it has no features");
	if (h->cut)
		perf_file_warn(file,
			       "the file is truncated: its data section extends past the end");
	return 0;
}

static bool has_tracepoints(const struct perf_file *file)
{
	for (size_t i = 0; i < file->events.list.n; i++)
		if (file->events.list.v[i].attr.type == ATTR_TYPE_TRACEPOINT)
			return true;
	return false;
}

static const struct feature_section *find_tracing(struct perf_file *file)
{
	const struct feature_section *section =
		features_find(&file->features, FEATURE_TRACING_DATA);

	if (section || file->header.pipe)
		return section;
	pipe_header_tracing(file);
	return features_find(&file->features, FEATURE_TRACING_DATA);
}

/* Decode the formats of tracepoints if the recording has any. */
static void open_tracing(struct perf_file *file)
{
	const struct feature_section *section = find_tracing(file);
	struct buf problem = BUF_INIT;
	struct err err = ERR_INIT;

	if (!section || !section->bytes || !section->place.size || !has_tracepoints(file))
		return;
	if (tracedata_parse(&file->tracing, section->bytes, section->place.size, &err))
		perf_file_warn(file, "%s at offset %llu", err.msg,
			       (unsigned long long)(section->place.offset + err.offset));
	if (!file->tracing.formats.n)
		return;
	file->helper = tracehelper_open(&file->tracing, &file->formats);
	tracehelper_take_problem(file->helper, &problem);
	if (problem.len)
		perf_file_warn(file, "tracing data: %s", problem.p);
	buf_release(&problem);
}

static int read_container(struct perf_file *file, struct err *err)
{
	int rc = header_read(&file->header, main_source(file), err);

	if (rc)
		return rc;
	events_init(&file->events, file->header.big);
	features_init(&file->features, file->header.big);
	if (file->header.pipe)
		read_pipe(file);
	else
		rc = read_file(file, err);
	if (rc)
		return rc;
	open_tracing(file);
	event_names_set(file);
	file->machine = machine_find(file);
	events_finish(&file->events, file->machine.arch, &file->formats);
	return 0;
}

static void add_source(struct perf_file *file, struct source *source)
{
	vec_push(&file->sources, source);
	file->size += source_size(source);
}

/* Add the streams of a directory to that of its data file. */
static int read_streams(struct perf_file *file, struct err *err)
{
	struct dir_names names;
	int rc = dir_streams(&names, file->path, err);

	if (!rc && names.v.n >= STREAMS_MAX)
		rc = err_set(err, ERR_FORMAT, "%zu files with records, more than any recording has",
			     names.v.n);
	for (size_t i = 0; !rc && i < names.v.n; i++) {
		struct source *source;

		rc = source_open(&source, names.v.v[i], err);
		if (!rc) {
			add_source(file, source);
			add_stream(file, source, 0, source_size(source));
		}
	}
	if (!rc)
		thread_files_check(file, &names);
	dir_names_release(&names);
	return rc;
}

typedef int (*main_opener)(struct source **source, const char *path, const char *spool_dir,
			   bool *spooled, struct err *err);

/* Wait for the beginning of a pipe stream. Other files cannot be read before their end has come. */
static void wait_for_begin(struct perf_file *file)
{
	const struct source *source = main_source(file);
	uint8_t p[HEADER_SIZE_PIPE];
	int error;

	source_wait(source, HEADER_SIZE_PIPE, -1);
	if (source_read(source, 0, p, sizeof(p)) < (int64_t)sizeof(p) ||
	    (load_u64(p + 8, false) != HEADER_SIZE_PIPE &&
	     load_u64(p + 8, true) != HEADER_SIZE_PIPE))
		source_wait(source, UINT64_MAX, -1);
	file->growing = !source_ended(source, &error);
}

static int open_main(struct perf_file *file, const char *spool_dir, main_opener opener,
		     struct err *err)
{
	struct source *source;
	char *data;
	int rc;

	if (file->directory) {
		data = dir_data(file->path);
		if (access(data, F_OK) && errno == ENOENT)
			rc = err_set(
				err, ERR_OPEN,
				"cannot open: not a perf.data directory (no file \"data\" in it)");
		else
			rc = source_open(&source, data, err);
		free(data);
	} else {
		rc = opener(&source, file->path, spool_dir, &file->spooled, err);
	}
	if (!rc)
		add_source(file, source);
	return rc;
}

int64_t perf_file_ctime(const struct perf_file *file)
{
	struct source_id id;
	int64_t newest = 0;

	for (size_t i = 0; i < file->sources.n; i++)
		if (!source_identify(file->sources.v[i], &id) && id.ctime_ns > newest)
			newest = id.ctime_ns;
	return newest;
}

static int open_all(struct perf_file *file, const char *spool_dir, main_opener opener,
		    struct err *err)
{
	int rc = open_main(file, spool_dir, opener, err);

	if (rc)
		return rc;
	wait_for_begin(file);
	source_identify(main_source(file), &file->id);
	rc = read_container(file, err);
	if (!rc && file->directory)
		rc = read_streams(file, err);
	file->ctime_ns = perf_file_ctime(file);
	if (!file->directory && !file->spooled)
		file->growing = file->header.pipe || file->header.unfinished;
	return rc;
}

/*
 * The path of a directory without a slash at its end: files that belong to rec.data/ are kept
 * beside it, not in it.
 */
static char *plain_path(const char *path, bool directory)
{
	size_t len = strlen(path);

	while (directory && len > 1 && path[len - 1] == '/')
		len--;
	return mem_strndup(path, len);
}

static int open_by(struct perf_file **out, const char *path, const char *spool_dir,
		   main_opener opener, struct err *err)
{
	struct perf_file *file = mem_zalloc(sizeof(*file));
	int rc;

	file->directory = dir_is(path);
	file->path = plain_path(path, file->directory);
	rc = open_all(file, spool_dir, opener, err);
	if (rc)
		perf_file_close(file);
	else
		*out = file;
	return rc;
}

int perf_file_open(struct perf_file **out, const char *path, const char *spool_dir, struct err *err)
{
	return open_by(out, path, spool_dir, source_open_any, err);
}

int perf_file_open_live(struct perf_file **out, const char *path, const char *spool_dir,
			struct err *err)
{
	return open_by(out, path, spool_dir, source_open_live, err);
}

int perf_file_open_source(struct perf_file **out, const char *name, struct source *source,
			  struct err *err)
{
	struct perf_file *file = mem_zalloc(sizeof(*file));
	int rc;

	file->path = mem_strdup(name);
	add_source(file, source);
	rc = read_container(file, err);
	if (rc)
		perf_file_close(file);
	else
		*out = file;
	return rc;
}

void perf_file_set_machine(struct perf_file *file, struct machine machine)
{
	file->machine = machine;
	events_set_arch(&file->events, machine.arch);
}

void perf_file_close(struct perf_file *file)
{
	tracehelper_close(file->helper);
	events_release(&file->events);
	tracefmts_release(&file->formats);
	tracedata_release(&file->tracing);
	features_release(&file->features);
	for (size_t i = 0; i < file->warnings.n; i++)
		free(file->warnings.v[i]);
	vec_release(&file->warnings);
	vec_release(&file->streams);
	for (size_t i = 0; i < file->sources.n; i++)
		source_close(file->sources.v[i]);
	vec_release(&file->sources);
	free(file->path);
	free(file);
}
