/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/report.h"
#include "cli/cli.h"
#include "cli/cli_recording.h"
#include "cli/index_list.h"

static void index_json(struct recording *recording, const struct index_progress *p, struct buf *out)
{
	struct jsonw w = JSONW_INIT(out);

	jsonw_begin(&w, '{');
	jsonw_key_str(&w, "path", recording_path(recording, 0));
	jsonw_key_u64(&w, "records", p->records);
	jsonw_key_u64(&w, "bytes", p->bytes_total);
	jsonw_key(&w, "seconds");
	jsonw_f64(&w, (double)p->nanoseconds / 1e9);
	jsonw_key(&w, "index_path");
	if (p->has_file)
		jsonw_str(&w, recording_index_path(recording, 0));
	else
		jsonw_null(&w);
	jsonw_key_u64(&w, "index_bytes", p->has_file ? p->index_bytes : 0);
	jsonw_key(&w, "reused");
	jsonw_bool(&w, p->reused);
	jsonw_key_u64(&w, "kept_bytes", p->bytes_kept);
	jsonw_key_u64(&w, "damaged", p->damaged);
	jsonw_end(&w, '}');
	buf_addc(out, '\n');
}

static void index_text(struct recording *recording, const struct index_progress *p, struct buf *out)
{
	struct report r;

	report_init(&r, REPORT_TEXT, out);
	report_str(&r, "path", recording_path(recording, 0));
	report_u64(&r, "records", p->records);
	report_size(&r, "data", p->bytes_total);
	report_str(&r, "index", p->has_file ? recording_index_path(recording, 0) : "not kept");
	if (p->has_file)
		report_size(&r, "index size", p->index_bytes);
	report_time(&r, "built in", p->nanoseconds);
	report_bool(&r, "reused", p->reused);
	if (p->bytes_kept)
		report_size(&r, "not read again", p->bytes_kept);
	if (p->damaged)
		report_u64(&r, "damaged stretches", p->damaged);
}

static int index_file(const struct options *options, const char *file)
{
	struct buf out = BUF_INIT;
	struct index_progress p;
	int status, damaged;
	struct recording *recording = cli_recording_open_file(options, file, &damaged);

	if (!recording)
		return damaged;
	index_progress(recording_index(recording, 0), &p);
	if (options->json)
		index_json(recording, &p, &out);
	else
		index_text(recording, &p, &out);
	status = cli_write(&out);
	buf_release(&out);
	damaged = cli_worse(damaged, cli_recording_close(recording));
	return status ? status : damaged;
}

int cli_index(const struct options *options)
{
	if (options->remove)
		return cli_each_file(options, index_list_remove);
	if (options->list && options->files.n)
		return index_list_files(options);
	if (options->list)
		return index_list_cache(options);
	return cli_each_file(options, index_file);
}
