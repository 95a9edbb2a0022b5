/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/info.h"

#include <string.h>

#include "base/stop.h"
#include "file/feature_time.h"
#include "file/machine.h"
#include "filter/types.h"
#include "out/info_event.h"
#include "out/traceinfo.h"
#include "recording/reader.h"
#include "wire/names.h"

enum {
	DAMAGE_SHOWN = 1000 /* damaged stretches that are listed separately */
};

static void report_types(const struct index *index, const _Atomic bool *stop, struct report *r)
{
	struct type_counts types;
	struct buf name = BUF_INIT;

	types_count(index, stop, &types);
	if (stop_wanted(stop))
		types.list.n = 0; /* counts of only some of the blocks are no totals */
	report_object(r, "types");
	for (size_t i = 0; i < types.list.n; i++) {
		buf_reset(&name);
		record_name(&name, types.list.v[i].type);
		report_u64(r, name.p, types.list.v[i].count);
	}
	report_end_object(r);
	types_release(&types);
	buf_release(&name);
}

struct damage_list {
	struct report *r;
	unsigned n;
};

static bool report_stretch(void *arg, const struct damage *damage)
{
	struct damage_list *list = arg;
	struct report *r = list->r;

	report_object(r, NULL);
	report_u64(r, "offset", damage->offset);
	report_size(r, "size", damage->size);
	report_str(r, "reason", damage->reason);
	report_end_object(r);
	return ++list->n < DAMAGE_SHOWN;
}

static void report_damage(const struct index *index, struct report *r)
{
	struct damage_list list = { r, 0 };

	report_list(r, "damage");
	index_each_damage(index, report_stretch, &list);
	report_end_list(r);
}

/*
 * If the recording has no feature for its architecture: report the assumed architecture and the
 * reason.
 */
static void report_machine(const struct perf_file *file, struct report *r)
{
	const struct machine *m = &file->machine;

	if (m->source == MACHINE_ARCH)
		return;
	report_object(r, "machine");
	report_str(r, "arch", m->arch ? regs_arch_name(m->arch) : "unknown");
	report_str(r, "known_by",
		   m->arch ? machine_known_by(m->source) : "not in the recording: give --arch");
	report_end_object(r);
}

/* Report the time of day of the recording, if the file has it. */
static void report_recorded(const struct perf_file *file, struct report *r)
{
	const struct attr *attr = file->events.list.n ? &file->events.list.v[0].attr : NULL;
	struct wall_clock clock;
	uint64_t first, last;
	struct buf text = BUF_INIT;

	if (!attr || !attr_flag(attr, ATTR_USE_CLOCKID) ||
	    !feature_wall_clock(&file->features, &clock) ||
	    clock.clockid != (uint32_t)attr->clockid ||
	    !feature_sample_time(&file->features, &first, &last))
		return;
	report_object(r, "recorded");
	if (r->form == REPORT_JSON) {
		wall_add(&text, wall_clock_at(&clock, first), WALL_ISO);
		report_str(r, "from", text.p);
		buf_reset(&text);
		wall_add(&text, wall_clock_at(&clock, last), WALL_ISO);
		report_str(r, "to", text.p);
	} else {
		wall_add(&text, wall_clock_at(&clock, first), WALL_UTC);
		report_str(r, "from", text.p);
		buf_reset(&text);
		wall_add(&text, wall_clock_at(&clock, first), WALL_LOCAL);
		report_str(r, "local", text.p);
		report_time(r, "duration", last - first);
	}
	report_end_object(r);
	buf_release(&text);
}

/* Warnings were escaped when they were created. */
static void report_warnings(const struct perf_file *file, const struct index_progress *progress,
			    struct report *r)
{
	struct buf more = BUF_INIT;

	if (progress->damaged > DAMAGE_SHOWN)
		buf_addf(&more, "%llu damaged stretches, the first %d are listed",
			 (unsigned long long)progress->damaged, DAMAGE_SHOWN);
	if (r->form == REPORT_JSON || file->warnings.n || more.len) {
		report_list(r, "warnings");
		for (size_t i = 0; i < file->warnings.n; i++)
			report_str(r, NULL, file->warnings.v[i]);
		if (more.len)
			report_str(r, NULL, more.p);
		report_end_list(r);
	}
	buf_release(&more);
}

static void report_timeline(const char *lines, struct report *r)
{
	if (r->form != REPORT_JSON && !*lines)
		return;
	report_list(r, "timeline");
	for (size_t len; *lines; lines += len) {
		struct buf line = BUF_INIT;

		len = strcspn(lines, "\n");
		buf_add(&line, lines, len);
		report_str(r, NULL, line.p);
		buf_release(&line);
		len += lines[len] == '\n';
	}
	report_end_list(r);
}

void info_report(struct recording *recording, size_t part, const struct info_options *options,
		 struct buf *out)
{
	const struct perf_file *file = recording_file(recording, part);
	struct index *index = recording_index(recording, part);
	struct index_progress progress;
	struct report r;

	index_progress(index, &progress);
	report_init(&r, options->form, out);
	report_object(&r, NULL);
	report_str(&r, "path", file->path);
	report_size(&r, "size", file->size);
	report_str(&r, "mode", file->directory ? "directory" : file->header.pipe ? "pipe" : "file");
	report_str(&r, "endian", file->header.big ? "big" : "little");
	report_timeline(options->timeline, &r);
	report_machine(file, &r);
	report_u64(&r, "records", progress.records);
	report_recorded(file, &r);
	report_types(index, options->stop, &r);
	info_events_report(file, &r);
	traceinfo_report(recording, part, &r);
	report_object(&r, "features");
	features_report(&file->features, &r);
	report_end_object(&r);
	report_warnings(file, &progress, &r);
	if (options->form == REPORT_JSON || progress.damaged)
		report_damage(index, &r);
	report_end_object(&r);
	if (options->form == REPORT_JSON)
		buf_addc(out, '\n');
}
