/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/headline.h"

#include <string.h>

#include "base/bytesize.h"
#include "base/text.h"
#include "file/feature_cmdline.h"
#include "file/feature_time.h"
#include "file/shell_word.h"
#include "recording/span.h"

enum {
	NS_DIGITS = 9,	     /* decimals of a time of day, */
	SHOWN_DIGITS = 3,    /* of a duration, */
	CLOCK_DIGITS = 6,    /* and of the first and the last time: those of perf script */
	SHORT_NS = 10000000, /* shorter durations have a smaller unit than seconds */
	/* the duration of the samples is shown if it is shorter by more than one part in so many */
	SHORTER_BY = 10
};

static bool add_argument(void *arg, const char *argument, size_t len)
{
	const char *slash = memrchr(argument, '/', len);
	struct buf *line = arg;

	/* Show only the name of the program, without its folder. */
	if (!line->len && slash) {
		len -= (size_t)(slash + 1 - argument);
		argument = slash + 1;
	}
	shell_word_add(line, argument, len);
	return true;
}

static void add_command(const struct features *features, struct buf *out)
{
	struct buf line = BUF_INIT;

	feature_cmdline_each(features, add_argument, &line);
	if (line.len)
		text_escape(out, line.p, line.len);
	else
		buf_adds(out, "(the recording has no command line)");
	buf_release(&line);
}

/* Append the text of a feature, after a prefix. Returns false if the feature is missing. */
static bool add_feature(const struct features *features, unsigned number, const char *before,
			struct buf *out)
{
	struct buf text = BUF_INIT;
	bool found = features_text(features, number, &text) && text.len;

	if (found) {
		buf_adds(out, before);
		text_escape(out, text.p, text.len);
	}
	buf_release(&text);
	return found;
}

static void add_machine(const struct features *features, struct buf *out)
{
	size_t start = out->len;
	uint32_t cpus = features_nr_cpus(features);

	add_feature(features, FEATURE_HOSTNAME, "", out);
	add_feature(features, FEATURE_OSRELEASE, out->len > start ? ", Linux " : "Linux ", out);
	add_feature(features, FEATURE_ARCH, out->len > start ? " " : "", out);
	if (cpus) {
		buf_adds(out, out->len > start ? ", " : "");
		text_add_plural(cpus, "CPU", out);
	}
	add_feature(features, FEATURE_VERSION, out->len > start ? ", perf " : "perf ", out);
	if (out->len == start)
		buf_adds(out, "(the recording does not name its machine)");
}

/* Truncate the decimals. Rounding could give a time that is later than the recording. */
static void cut_decimals(struct buf *text, size_t point)
{
	size_t zone = point + 1 + NS_DIGITS;

	if (zone > text->len)
		return;
	memmove(text->p + point, text->p + zone, text->len - zone);
	buf_truncate(text, text->len - (zone - point));
}

static void add_begin(const struct span *span, struct buf *out)
{
	struct buf text = BUF_INIT;
	const char *point;

	wall_add(&text, span->wall_first, WALL_LOCAL);
	point = strchr(text.p, '.');
	if (point)
		cut_decimals(&text, (size_t)(point - text.p));
	buf_addf(out, "%s, ", text.p);
	buf_release(&text);
}

static uint64_t bytes_of(const struct recording *recording)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < recording_parts(recording); i++)
		bytes += recording_file(recording, i)->size;
	return bytes;
}

static void add_time(uint64_t ns, struct buf *out)
{
	if (!ns) {
		buf_adds(out, "at one time");
		return;
	}
	if (ns < SHORT_NS) {
		text_add_duration(ns, SHOWN_DIGITS, out);
		return;
	}
	buf_add_decimals(out, text_rounded(ns, 1000000), SHOWN_DIGITS);
	buf_adds(out, " s");
}

/* Are the samples from a much shorter time than all records? */
static bool is_longer(const struct span *span)
{
	uint64_t all = span->last - span->first, samples = span->sample_last - span->sample_first;

	return samples < all - all / SHORTER_BY;
}

/* Rates divide by the duration of the samples, which can be less than that of all records. */
static void add_duration(const struct span *span, bool complete, struct buf *out)
{
	add_time(span->last - span->first, out);
	if (complete && is_longer(span)) {
		buf_adds(out, " (samples: ");
		add_time(span->sample_last - span->sample_first, out);
		buf_adds(out, ")");
	}
	buf_adds(out, ", ");
}

/* The first and the last time, so that users know which times they can type, if there is room. */
static void add_times(const struct span *span, struct buf *out)
{
	if (span->last - span->first < 1000 || is_longer(span))
		return;
	buf_adds(out, ", ");
	buf_add_decimals(out, span->first / 1000, CLOCK_DIGITS);
	buf_adds(out, " to ");
	buf_add_decimals(out, span->last / 1000, CLOCK_DIGITS);
}

static void add_extent(const struct recording *recording, struct buf *out)
{
	struct index_progress progress;
	struct span span;

	span_of(recording, &span);
	recording_progress(recording, &progress);
	if (span.has && span.has_wall)
		add_begin(&span, out);
	if (span.has)
		add_duration(&span, progress.state != INDEX_BUILDING, out);
	bytesize_add(out, bytes_of(recording));
	if (recording_parts(recording) > 1)
		buf_addf(out, " in %zu files", recording_parts(recording));
	buf_adds(out, ", ");
	text_add_plural(progress.records, "record", out);
	if (progress.state == INDEX_BUILDING)
		buf_adds(out, " so far");
	if (span.has && !span.has_wall)
		add_times(&span, out);
}

void headline_add(const struct recording *recording, enum headline line, struct buf *out)
{
	const struct features *features = &recording_file(recording, 0)->features;

	if (line == HEADLINE_COMMAND)
		add_command(features, out);
	else if (line == HEADLINE_MACHINE)
		add_machine(features, out);
	else
		add_extent(recording, out);
}
