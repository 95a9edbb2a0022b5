/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For libFuzzer: tracing data (if the first byte is 0), or the text of one format, and what the
 * parsing process makes of it: fields, a program of the print format, texts.
 */
#include "fuzz/foreign.h"
#include "fuzz/fuzz.h"
#include "tracing/printrun.h"
#include "tracing/traceparse.h"
#include "tracing/tracetable.h"
#include "wire/rows.h"
#include "wire/tree.h"
#include "wire/tree_value.h"

enum {
	RAW = 96
};

static void run_print(struct traceparse *parse, uint32_t number, const uint8_t *raw)
{
	struct printfmt *print = traceparse_print(parse, number), *again;
	struct buf bytes = BUF_INIT, out = BUF_INIT;

	if (print) {
		printfmt_put(&bytes, print);
		again = printfmt_get(bytes.p, bytes.len);
		if (again)
			printrun_text(again, raw, RAW, NULL, &out);
		printfmt_free(again);
	}
	printfmt_free(print);
	buf_release(&bytes);
	buf_release(&out);
}

/* A sample's raw data as the walker sees them. */
static void walk(const struct tracefmt *format, const uint8_t *raw)
{
	const struct layout layout = { .sample_type = SAMPLE_RAW, .format = format };
	uint8_t record[8 + 4 + RAW] = { 9, 0, 0, 0, 0, 0, sizeof(record), 0, RAW };
	struct tree tree = TREE_INIT;
	struct buf text = BUF_INIT;

	memcpy(record + 12, raw, RAW);
	tree_decode(&tree, &layout, record, sizeof(record));
	for (size_t i = 0; i < tree.nodes.n; i++)
		tree_value(&tree, &tree.nodes.v[i], &text);
	buf_release(&text);
	tree_release(&tree);
}

struct work {
	const struct tracedata *data;
	struct traceparse *parse;
	struct buf table;
};

static void parse_all(void *arg)
{
	struct work *work = arg;
	uint8_t raw[RAW];

	for (size_t i = 0; i < RAW; i++)
		raw[i] = (uint8_t)(i * 5);
	work->parse = traceparse_open(work->data);
	for (uint32_t i = 0; i < work->data->formats.n; i++) {
		traceparse_fields(work->parse, i, &work->table);
		if (traceparse_format(work->parse, i))
			run_print(work->parse, i, raw);
	}
	traceparse_close(work->parse);
}

static void use_table(const struct buf *table)
{
	struct tracefmts formats = { .list = { 0 } };
	uint8_t raw[RAW];

	memset(raw, 9, RAW);
	tracetable_get(&formats, table->p, table->len);
	for (size_t i = 0; i < formats.list.n; i++)
		walk(formats.list.v[i], raw);
	tracefmts_release(&formats);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tracedata tracing = { .long_size = 8, .page_size = 4096 };
	struct work work = { .data = &tracing, .table = BUF_INIT };
	struct err err = ERR_INIT;
	char *text = NULL;

	if (size && !data[0]) {
		if (tracedata_parse(&tracing, data + 1, size - 1, &err) && !err.msg[0])
			give_up("an error without a reason");
	} else {
		text = mem_strndup((const char *)data, size);
		*vec_add(&tracing.formats) = (struct tracedata_format){ "sys", text, strlen(text) };
	}
	if (foreign_run(parse_all, &work))
		use_table(&work.table);
	buf_release(&work.table);
	tracedata_release(&tracing);
	free(text);
	return 0;
}
