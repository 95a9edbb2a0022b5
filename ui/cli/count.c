/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/jsonw.h"
#include "cli/cli.h"
#include "query/grouping.h"

/* As in the records' JSON: NAME_hex has the bytes of what is not UTF-8. */
static void text_value(struct jsonw *w, struct buf *name, const struct text *text)
{
	if (!jsonw_bytes(w, text->p, text->len))
		return;
	buf_adds(name, "_hex");
	jsonw_key(w, name->p);
	jsonw_hex(w, (const uint8_t *)text->p, text->len);
}

static void json_value(struct jsonw *w, const struct field *field, const struct group *g, size_t i)
{
	const struct word_info *info = word_info(g->word[i]);
	struct buf name = BUF_INIT;

	field_name(field, &name);
	jsonw_key(w, name.p);
	if (!g->has[i])
		jsonw_null(w);
	else if (g->raw[i].p)
		text_value(w, &name, &g->raw[i]);
	else if (!g->is_number[i] || info->form == WF_ENUM || info->form == WF_MASK)
		jsonw_str(w, g->text[i]);
	else if (info->type == WT_BOOL)
		jsonw_bool(w, g->num[i]);
	else if (info->type == WT_SINT)
		jsonw_s64(w, (int64_t)g->num[i]);
	else
		jsonw_u64(w, g->num[i]);
	buf_release(&name);
}

static void group_json(const struct group *g, const struct field *by, size_t n, struct buf *out)
{
	struct jsonw w = JSONW_INIT(out);

	jsonw_begin(&w, '{');
	for (size_t i = 0; i < n; i++)
		json_value(&w, &by[i], g, i);
	jsonw_key(&w, "count");
	jsonw_u64(&w, g->count);
	jsonw_end(&w, '}');
	buf_addc(out, '\n');
}

static void group_text(const struct group *g, size_t n, struct buf *out)
{
	buf_addf(out, "%12llu", (unsigned long long)g->count);
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "  %s", g->has[i] ? g->text[i] : "-");
	buf_addc(out, '\n');
}

/* A damaged stretch is no record and is not counted unless it was asked for. */
static bool is_damage(const struct group *g, const struct field *by, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (by[i].word == W_type && g->num[i] == RECORD_DAMAGE)
			return true;
	return false;
}

static int count_recording(const struct options *options, struct recording *recording,
			   const struct filter *filter, const struct field *by, size_t n)
{
	bool json = options->json || (options->format && !strcmp(options->format, "json"));
	struct grouping *grouping;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;
	int status;

	if (grouping_run(&grouping, recording, filter, by, n, &err)) {
		cli_error(NULL, &err);
		return cli_status(&err);
	}
	for (size_t i = 0; i < grouping_groups(grouping); i++) {
		const struct group *g = grouping_group(grouping, i);

		if (!filter && is_damage(g, by, n))
			continue;
		if (json)
			group_json(g, by, n, &out);
		else
			group_text(g, n, &out);
	}
	grouping_free(grouping);
	status = cli_write(&out);
	buf_release(&out);
	return status;
}

static int count_files(const struct options *options)
{
	struct field by[GROUP_FIELDS_MAX];
	struct recording *recording;
	struct filter *filter;
	size_t n = 0;
	int damaged = STATUS_OK, status = cli_filter(options, &filter);

	if (!status)
		status =
			cli_fieldlist(options->by ? options->by : "type", by, GROUP_FIELDS_MAX, &n);
	recording = status ? NULL : cli_open(options, &damaged);
	if (recording) {
		cli_check_filter(options, recording, filter);
		status = count_recording(options, recording, filter, by, n);
		recording_close(recording);
	}
	cli_release_fields(by, n);
	filter_free(filter);
	return status > damaged ? status : damaged;
}

int cli_count(const struct options *options)
{
	if (options->format && strcmp(options->format, "text") && strcmp(options->format, "json")) {
		cli_warn(NULL, "--format is text or json");
		return STATUS_USAGE;
	}
	return count_files(options);
}
