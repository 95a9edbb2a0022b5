/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/cli.h"
#include "out/json.h"
#include "out/text.h"
#include "query/eval.h"

enum {
	FLUSH_BYTES = 64 << 10,
	FIELDS_MAX = 64
};

struct printer {
	const struct options *options;
	struct reader *reader;
	struct eval *eval;
	struct json_writer *json; /* NULL: text */
	struct text_writer text;
	struct buf out;
	uint64_t skip, left;
};

static int print_row(struct printer *p, const struct row_info *info)
{
	if (p->skip) {
		p->skip--;
		return STATUS_OK;
	}
	p->left--;
	if (p->json)
		json_row(p->json, info, &p->out);
	else
		text_row(&p->text, info, &p->out);
	if (p->out.len < FLUSH_BYTES)
		return STATUS_OK;
	if (cli_write(&p->out))
		return STATUS_IO;
	buf_reset(&p->out);
	return STATUS_OK;
}

static int damaged_index(const struct printer *p, uint64_t number)
{
	const struct recording *recording = reader_recording(p->reader);
	uint64_t local;
	size_t part = recording_part_of_block(recording, number, &local);

	cli_warn(recording_path(recording, part),
		 "the index is damaged: perfnav index --force makes it again");
	return STATUS_IO;
}

static int print_block(struct printer *p, uint64_t number)
{
	struct rows rows;
	struct block *block;
	int status = STATUS_OK;

	if (eval_block(p->eval, number, &rows) < 0)
		return damaged_index(p, number);
	for (uint32_t i = 0; i < BLOCK_ROWS && p->left && !status; i++) {
		struct row_info info;

		if (!(rows.bits[i / 64] >> i % 64 & 1))
			continue;
		block = reader_block(p->reader, number);
		if (!block)
			return damaged_index(p, number);
		reader_row_in(p->reader, block, i, &info);
		status = print_row(p, &info);
	}
	return status;
}

static int print_recording(const struct options *options, struct recording *recording,
			   const struct filter *filter, const struct field *fields, size_t n)
{
	struct printer p = {
		.options = options,
		.out = BUF_INIT,
		.skip = options->skip,
		.left = options->max,
	};
	uint64_t blocks = recording_blocks(recording);
	int status = STATUS_OK;

	p.reader = reader_open(recording);
	p.eval = eval_open(p.reader, filter);
	text_writer_init(&p.text, p.reader, fields, n);
	if (options->format && !strcmp(options->format, "json"))
		p.json = json_open(p.reader, fields, n);
	for (uint64_t k = 0; k < blocks && p.left && !status; k++)
		status = print_block(&p, k);
	if (!status)
		status = cli_write(&p.out);
	json_close(p.json);
	text_writer_release(&p.text);
	eval_close(p.eval);
	reader_close(p.reader);
	buf_release(&p.out);
	return status;
}

/* Broken formats of tracepoints show when samples are printed. */
static int tell_problems(const struct recording *recording, size_t part)
{
	struct tracehelper *helper = recording_file(recording, part)->helper;
	struct buf problem = BUF_INIT, message = BUF_INIT;
	int status = STATUS_OK;

	if (helper)
		tracehelper_take_problem(helper, &problem);
	if (problem.len) {
		buf_addf(&message, "tracing data: %s", problem.p);
		cli_warn(recording_path(recording, part), message.p);
		status = STATUS_DAMAGED;
	}
	buf_release(&problem);
	buf_release(&message);
	return status;
}

static int print_files(const struct options *options)
{
	static const struct filter all = { .root = NULL };
	struct field fields[FIELDS_MAX];
	struct recording *recording;
	struct filter *filter;
	size_t n = 0;
	int damaged = STATUS_OK, status = cli_filter(options, &filter);

	if (!status && options->fields)
		status = cli_fieldlist(options->fields, fields, FIELDS_MAX, &n);
	recording = status ? NULL : cli_open(options, &damaged);
	if (recording) {
		cli_check_filter(options, recording, filter);
		status = print_recording(options, recording, filter ? filter : &all, fields, n);
		for (size_t i = 0; !status && i < recording_parts(recording); i++)
			if (tell_problems(recording, i))
				damaged = damaged > STATUS_DAMAGED ? damaged : STATUS_DAMAGED;
		recording_close(recording);
	}
	cli_release_fields(fields, n);
	filter_free(filter);
	return status > damaged ? status : damaged;
}

int cli_print(const struct options *options)
{
	if (options->format && strcmp(options->format, "text") && strcmp(options->format, "json")) {
		cli_warn(NULL, "--format is text or json");
		return STATUS_USAGE;
	}
	if (options->order && strcmp(options->order, "file")) {
		cli_warn(NULL, "--order is file");
		return STATUS_USAGE;
	}
	return print_files(options);
}
