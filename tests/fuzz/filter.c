/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For libFuzzer: any bytes as the text of a filter. A valid filter is evaluated on the first rows
 * of the recording in FUZZ_DATA, and stays the same when its macros are resolved.
 */
#include <string.h>

#include "filter/eval.h"
#include "fuzz/fuzz.h"

enum {
	ROWS = 40
};

static struct reader *reader;
static struct macros macros;

static bool row_of(void *arg, char mark, struct row_info *info)
{
	(void)arg;
	return mark != 'z' && !reader_row(reader, mark ? 3 : 9, info, NULL);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct recording_options options = { .no_index = true, .spool_dir = fuzz_folder() };
	struct recording *recording;
	struct err err = ERR_INIT;
	const char *path = getenv("FUZZ_DATA");

	(void)argc;
	(void)argv;
	if (!path || recording_open(&recording, path, &options, &err))
		give_up("FUZZ_DATA has to name a recording");
	recording_wait(recording);
	reader = reader_open(recording);
	if (macros_define(&macros, "slow(n) period > $n", NULL) ||
	    macros_define(&macros, "both(a, b) $slow($a) and $2 or $both(1, 2)", NULL))
		give_up("the macros are not read");
	return 0;
}

static void evaluate(const struct filter *filter)
{
	struct eval *eval = eval_open(reader, filter);
	uint64_t n = recording_rows(reader_recording(reader));

	for (uint64_t i = 0; i < n && i < ROWS; i++) {
		struct row_info info;

		if (!reader_row(reader, i, &info, NULL))
			eval_row(eval, &info);
	}
	eval_close(eval);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct filter_context context = {
		.row = row_of,
		.reader = reader,
		.macros = &macros,
	};
	char *text = mem_strndup((const char *)data, size);
	struct buf resolved = BUF_INIT;
	struct filter *filter, *again;
	struct err err = ERR_INIT;

	if (filter_parse_in(&filter, text, &context, &err)) {
		if (!err.msg[0] || err.offset > strlen(text) + 1)
			give_up("an error without a reason or a column");
		filter_explain(text, &err, &resolved);
	} else {
		evaluate(filter);
		filter_free(filter);
		if (filter_resolve(text, &context, &resolved, &err) ||
		    filter_parse(&again, resolved.p, &err))
			give_up(resolved.p);
		filter_free(again);
	}
	buf_release(&resolved);
	free(text);
	return 0;
}
