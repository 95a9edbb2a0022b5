/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The JSON object form of Chrome's Trace Event Format, which Perfetto, chrome://tracing and
 * speedscope read. Spans of a thread are complete events ("X") on its track, and spans of a CPU are
 * on the track of the CPU. Spans that belong to neither can overlap in any way, so they are
 * asynchronous events ("b" and "e"). All other samples are instants ("i"). The record that ends a
 * span is not an event of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "base/jsonw.h"
#include "base/map.h"
#include "out/formats.h"
#include "recording/reader_text.h"
#include "spans/spans.h"

enum {
	CPUS = 0x7fffffff /* the process whose threads are the CPUs; no process has this number */
};

struct chrome {
	struct writer writer;
	struct reader *reader;
	const struct writer_options *options;
	struct map named; /* threads whose names have been written in this batch */
	struct buf text;
};

/* The track of an event. */
struct track {
	uint64_t pid, tid;
};

static void add_us(struct jsonw *w, struct buf *out, const char *key, uint64_t ns, bool minus)
{
	jsonw_key(w, key);
	buf_addf(out, "%s%llu.%03u", minus ? "-" : "", (unsigned long long)ns / 1000,
		 (unsigned)(ns % 1000));
	w->comma = true;
}

/* Begin an event: everything before its args. */
static void begin_event(struct jsonw *w, struct buf *out, const char *phase, const char *name,
			size_t len, const struct track *track)
{
	buf_adds(out, ",\n");
	jsonw_begin(w, '{');
	jsonw_key_str(w, "ph", phase);
	jsonw_key(w, "name");
	jsonw_bytes(w, name, len);
	jsonw_key_u64(w, "pid", track->pid);
	jsonw_key_u64(w, "tid", track->tid);
}

static void add_time(struct chrome *c, struct jsonw *w, struct buf *out, uint64_t time)
{
	bool minus = writer_time(c->options, &time);

	add_us(w, out, "ts", time, minus);
}

static void add_name(struct buf *out, const struct track *track, const char *what, const char *name,
		     size_t len)
{
	struct jsonw w = JSONW_INIT(out);

	begin_event(&w, out, "M", what, strlen(what), track);
	jsonw_key_begin(&w, "args", '{');
	jsonw_key(&w, "name");
	jsonw_bytes(&w, name, len);
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
}

/* Write the name of a track, once for each batch of rows. */
static void name_track(struct chrome *c, const struct row_info *info, const struct track *track,
		       struct buf *out)
{
	bool fresh;

	map_put(&c->named, track->pid << 32 | (uint32_t)track->tid, &fresh);
	if (!fresh)
		return;
	buf_reset(&c->text);
	if (track->pid == CPUS) {
		add_name(out, track, "process_name", "CPUs", 4);
		buf_addf(&c->text, "CPU %llu", (unsigned long long)track->tid);
	} else if (!reader_comm_bytes(c->reader, info, &c->text)) {
		return;
	}
	add_name(out, track, "thread_name", c->text.p, c->text.len);
	if (track->pid == track->tid)
		add_name(out, track, "process_name", c->text.p, c->text.len);
}

static uint64_t ordinal_of(struct chrome *c, uint64_t row)
{
	struct row_info info;

	return reader_row(c->reader, row, &info, NULL) ? UINT64_MAX : info.ordinal;
}

static void add_span_args(struct chrome *c, struct jsonw *w, const struct row_info *info,
			  const struct spans_one *span)
{
	jsonw_key_begin(w, "args", '{');
	jsonw_key_u64(w, "record", info->ordinal);
	if (span->has_dur) {
		jsonw_key_u64(w, "end", ordinal_of(c, span->end));
	}
	jsonw_key_str(w, "state", spans_state(span->state));
	if (span->has_ret) {
		jsonw_key(w, "ret");
		jsonw_s64(w, span->ret);
	}
	jsonw_end(w, '}');
}

static void add_kind(struct jsonw *w, const struct spans_one *span)
{
	jsonw_key_str(w, "cat", span->kind->name);
}

static bool is_nobodys(const struct span_kind *kind)
{
	return kind->scope == SPAN_KEY && !kind->key_is_thread;
}

static void add_async(struct chrome *c, const struct row_info *info, const struct spans_one *span,
		      const char *name, size_t len, const struct track *track, struct buf *out)
{
	for (int end = 0; end < 2; end++) {
		struct jsonw w = JSONW_INIT(out);

		begin_event(&w, out, end ? "e" : "b", name, len, track);
		add_kind(&w, span);
		jsonw_key_u64(&w, "id", info->ordinal);
		add_time(c, &w, out, info->time + (end ? span->dur : 0));
		if (!end)
			add_span_args(c, &w, info, span);
		jsonw_end(&w, '}');
	}
}

static void add_span(struct chrome *c, const struct row_info *info, const struct spans_one *span,
		     const struct track *track, struct buf *out)
{
	const char *name = span->len ? span->name : span->kind->name;
	size_t len = span->len ? span->len : strlen(name);
	struct jsonw w = JSONW_INIT(out);

	if (span->has_dur && is_nobodys(span->kind)) {
		add_async(c, info, span, name, len, track, out);
		return;
	}
	begin_event(&w, out, span->has_dur ? "X" : "i", name, len, track);
	add_kind(&w, span);
	add_time(c, &w, out, info->time);
	if (span->has_dur) {
		add_us(&w, out, "dur", span->dur, false);
	} else {
		jsonw_key_str(&w, "s", "t");
	}
	add_span_args(c, &w, info, span);
	jsonw_end(&w, '}');
}

static void add_instant(struct chrome *c, const struct row_info *info, const struct track *track,
			struct buf *out)
{
	const struct events *events = &reader_file(c->reader, info)->events;
	const char *name = info->event == EVENT_NONE ? NULL : events->list.v[info->event].name;
	struct jsonw w = JSONW_INIT(out);

	begin_event(&w, out, "i", name ? name : "SAMPLE", strlen(name ? name : "SAMPLE"), track);
	add_time(c, &w, out, info->time);
	jsonw_key_str(&w, "s", "t");
	jsonw_key_begin(&w, "args", '{');
	jsonw_key_u64(&w, "record", info->ordinal);
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
}

static void chrome_row(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct chrome *c = (struct chrome *)writer;
	struct track track = { info->has_pid ? info->pid : 0, info->has_tid ? info->tid : 0 };
	struct spans_view *spans = spans_view(c->reader, reader_stop(c->reader));
	struct spans_one span;
	bool begins;

	if (!info->has_time)
		return;
	begins = spans && spans_begun(spans, info->row, &span);
	if (!begins &&
	    (info->type != RECORD_SAMPLE ||
	     (spans && spans_ended(spans, info->row, &span) && span.state != SPAN_ORPHANED)))
		return;
	if (begins && span.kind->scope == SPAN_CPU && info->has_cpu)
		track = (struct track){ CPUS, info->cpu };
	name_track(c, info, &track, out);
	if (begins)
		add_span(c, info, &span, &track, out);
	else
		add_instant(c, info, &track, out);
}

static void chrome_begin(struct writer *writer)
{
	struct chrome *c = (struct chrome *)writer;

	map_release(&c->named);
}

/* Write the beginning of the file and a first event. Each later event begins with a comma. */
static void chrome_head(struct writer *writer, struct buf *out)
{
	(void)writer;
	buf_adds(out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
		      "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":2147483647,\"tid\":0,"
		      "\"args\":{\"sort_index\":-1}}");
}

static void chrome_foot(struct writer *writer, struct buf *out)
{
	(void)writer;
	buf_adds(out, "\n]}\n");
}

static void chrome_close(struct writer *writer)
{
	struct chrome *c = (struct chrome *)writer;

	map_release(&c->named);
	buf_release(&c->text);
	free(c);
}

struct writer *chrometrace_open(struct reader *reader, const struct writer_options *options)
{
	struct chrome *c = mem_zalloc(sizeof(*c));

	c->writer = (struct writer){
		.head = chrome_head,
		.begin = chrome_begin,
		.row = chrome_row,
		.foot = chrome_foot,
		.close = chrome_close,
	};
	c->reader = reader;
	c->options = options;
	buf_init(&c->text);
	return &c->writer;
}
