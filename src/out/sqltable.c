/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/sqltable.h"

#include <string.h>

/* What the cells of a column are. */
enum sql_type {
	SQL_TEXT,
	SQL_UINT,
	SQL_ADDRESS, /* any number of 64 bits */
	SQL_SINT,
	SQL_BOOL,
	SQL_FLOAT,
	SQL_TYPES
};

struct engine {
	const char *name;
	const char *types[SQL_TYPES];
	const char *end; /* of the statement that makes the table */
	void (*fill)(const struct field *fields, size_t n, struct buf *out);
};

/* Cells of a list have any number of values. */
static bool is_in_list(const struct field *field)
{
	enum field_id id = field->id;

	if (field->indexed)
		return false;
	while (id != FIELD_NONE && field_info(id)->type != FT_LIST)
		id = field_info(id)->parent;
	return id != FIELD_NONE;
}

static enum sql_type number_type(const struct field_info *info)
{
	if (field_has_names(info))
		return SQL_TEXT;
	if (info->type == FT_SINT)
		return SQL_SINT;
	return info->form == FF_HEX ? SQL_ADDRESS : SQL_UINT;
}

static enum sql_type column_type(const struct field *field)
{
	const struct field_info *info = field_info(field->id);

	if (is_in_list(field) || field->id == F_tp_field)
		return SQL_TEXT;
	switch (info->type) {
	case FT_UINT:
	case FT_SINT:
		return number_type(info);
	case FT_BOOL:
		return SQL_BOOL;
	case FT_FLOAT:
		return SQL_FLOAT;
	default:
		return SQL_TEXT;
	}
}

/* Append a name in quotes; a quote inside of it is doubled. */
static void add_column(const struct field *field, struct buf *out)
{
	struct buf name = BUF_INIT;

	field_name(field, &name);
	buf_addc(out, '"');
	for (size_t i = 0; i < name.len; i++) {
		if (name.p[i] == '"')
			buf_addc(out, '"');
		buf_addc(out, name.p[i]);
	}
	buf_addc(out, '"');
	buf_release(&name);
}

/* The command that writes the file, with the same columns. */
static void add_command(const struct field *fields, size_t n, struct buf *out)
{
	buf_adds(out, "-- perfnav print --format csv -F '");
	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_addc(out, ',');
		field_name(&fields[i], out);
	}
	buf_adds(out, "' -o records.csv FILE...\n");
}

/* Append "CREATE TABLE NAME (COLUMNS", each column with the type of its kind. */
static void add_table(const char *table, const char *const *types, const struct field *fields,
		      size_t n, struct buf *out)
{
	buf_addf(out, "CREATE TABLE IF NOT EXISTS %s (\n", table);
	for (size_t i = 0; i < n; i++) {
		buf_adds(out, "  ");
		add_column(&fields[i], out);
		buf_addf(out, " %s%s\n", types[column_type(&fields[i])], i + 1 < n ? "," : "");
	}
}

/* SQLite's shell turns empty cells into empty texts. */
static void fill_sqlite(const struct field *fields, size_t n, struct buf *out)
{
	buf_adds(out, ".import --csv --skip 1 records.csv records\nUPDATE records SET\n");
	for (size_t i = 0; i < n; i++) {
		buf_adds(out, "  ");
		add_column(&fields[i], out);
		buf_adds(out, " = nullif(");
		add_column(&fields[i], out);
		buf_addf(out, ", '')%s\n", i + 1 < n ? "," : ";");
	}
}

static void fill_duckdb(const struct field *fields, size_t n, struct buf *out)
{
	(void)fields;
	(void)n;
	buf_adds(out, "COPY records FROM 'records.csv' (FORMAT csv, HEADER, NULLSTR '');\n");
}

static void fill_postgresql(const struct field *fields, size_t n, struct buf *out)
{
	(void)fields;
	(void)n;
	buf_adds(out, "\\copy records FROM 'records.csv' WITH (FORMAT csv, HEADER)\n");
}

/*
 * Rows that are inserted into an empty table pass through a view into the other table. Without
 * that, old versions turn empty cells into numbers.
 */
static void fill_clickhouse(const struct field *fields, size_t n, struct buf *out)
{
	static const char *const texts[SQL_TYPES] = { "String", "String", "String",
						      "String", "String", "String" };
	static const struct {
		const char *before, *after;
	} reads[SQL_TYPES] = {
		[SQL_TEXT] = { "nullIf(", ", '')" },
		[SQL_UINT] = { "toUInt64OrNull(", ")" },
		[SQL_ADDRESS] = { "toUInt64OrNull(", ")" },
		[SQL_SINT] = { "toInt64OrNull(", ")" },
		[SQL_BOOL] = { "nullIf(", ", '')" },
		[SQL_FLOAT] = { "toFloat64OrNull(", ")" },
	};

	add_table("records_csv", texts, fields, n, out);
	buf_adds(out, ") ENGINE = Null;\n"
		      "CREATE MATERIALIZED VIEW IF NOT EXISTS records_load TO records AS SELECT\n");
	for (size_t i = 0; i < n; i++) {
		enum sql_type type = column_type(&fields[i]);

		buf_addf(out, "  %s", reads[type].before);
		add_column(&fields[i], out);
		buf_addf(out, "%s AS ", reads[type].after);
		add_column(&fields[i], out);
		buf_adds(out, i + 1 < n ? ",\n" : "\n");
	}
	buf_adds(out, "FROM records_csv;\n"
		      "-- clickhouse-client --format_csv_allow_single_quotes=0 "
		      "--query 'INSERT INTO records_csv FORMAT CSVWithNames' < records.csv\n");
}

/* Addresses are texts in SQLite: its numbers are signed, and it would round larger ones. */
static const struct engine engines[] = {
	{
		"sqlite",
		{ "TEXT", "INTEGER", "TEXT", "INTEGER", "TEXT", "REAL" },
		")",
		fill_sqlite,
	},
	{
		"duckdb",
		{ "VARCHAR", "UBIGINT", "UBIGINT", "BIGINT", "BOOLEAN", "DOUBLE" },
		")",
		fill_duckdb,
	},
	{
		"clickhouse",
		{ "Nullable(String)", "Nullable(UInt64)", "Nullable(UInt64)", "Nullable(Int64)",
		  "Nullable(String)", "Nullable(Float64)" },
		") ENGINE = MergeTree ORDER BY tuple()",
		fill_clickhouse,
	},
	{
		"postgresql",
		{ "text", "bigint", "numeric(20)", "bigint", "boolean", "double precision" },
		")",
		fill_postgresql,
	},
};

bool sqltable_add(const char *name, const struct field *fields, size_t n, struct buf *out)
{
	for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++) {
		if (strcmp(engines[i].name, name) != 0)
			continue;
		add_command(fields, n, out);
		add_table("records", engines[i].types, fields, n, out);
		buf_addf(out, "%s;\n", engines[i].end);
		engines[i].fill(fields, n, out);
		return true;
	}
	return false;
}
