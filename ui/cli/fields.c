/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/jsonw.h"
#include "cli/cli.h"
#include "cli/fieldarg.h"
#include "out/cells.h"
#include "out/csv.h"
#include "out/sqltable.h"
#include "wire/vocabulary.h"

static void field_json(enum field_id field, struct buf *out)
{
	const struct field_info *info = field_info(field);
	struct jsonw w = JSONW_INIT(out);
	struct buf records = BUF_INIT;

	vocabulary_records(field, &records);
	jsonw_begin(&w, '{');
	jsonw_key_str(&w, "name", info->name);
	if (info->alias)
		jsonw_key_str(&w, "alias", info->alias);
	jsonw_key_str(&w, "type", field_type_name(field));
	jsonw_key_str(&w, "unit", field_unit(field));
	jsonw_key_u64(&w, "tier", info->tier);
	jsonw_key_str(&w, "records", records.p);
	jsonw_key_str(&w, "help", info->help);
	jsonw_end(&w, '}');
	buf_addc(out, '\n');
	buf_release(&records);
}

static void field_text(enum field_id field, struct buf *out)
{
	const struct field_info *info = field_info(field);
	struct buf records = BUF_INIT;

	vocabulary_records(field, &records);
	buf_addf(out, "%-26s %-16s %-7s %-4s %-28s %s\n", info->name,
		 info->alias ? info->alias : "", field_type_name(field), field_unit(field),
		 records.p, info->help);
	buf_release(&records);
}

static void all_fields(const struct options *options, struct buf *out)
{
	for (int i = FIELD_NONE + 1; i < FIELD_COUNT; i++) {
		enum field_id field = (enum field_id)i;

		if (!vocabulary_is_field(field))
			continue;
		if (options->json)
			field_json(field, out);
		else
			field_text(field, out);
	}
}

/* A table for the columns of CSV: the chosen columns, or the default ones. */
static int sql_table(const struct options *options, struct buf *out)
{
	struct field fields[CELLS_MAX];
	size_t n = 0;
	int status = STATUS_OK;

	if (options->fields)
		status = fieldarg_parse(options->fields, fields, CELLS_MAX, &n);
	else
		n = csv_usual(true, fields);
	if (!status && !sqltable_add(options->sql, fields, n, out))
		status = cli_refuse("--sql", "sqlite, duckdb, clickhouse or postgresql",
				    options->sql);
	field_list_release(fields, n);
	return status;
}

int cli_fields(const struct options *options)
{
	struct buf out = BUF_INIT;
	int status = STATUS_OK;

	if (options->files.n) {
		cli_warn(NULL, "fields takes no FILE: it lists all fields");
		return STATUS_USAGE;
	}
	if (options->fields && !options->sql) {
		cli_warn(NULL, "--fields needs --sql: it selects the columns of that table");
		return STATUS_USAGE;
	}
	if (options->sql)
		status = sql_table(options, &out);
	else
		all_fields(options, &out);
	if (!status)
		status = cli_write(&out);
	buf_release(&out);
	return status;
}
