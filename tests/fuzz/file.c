/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For libFuzzer: any bytes as a recording, which is opened, indexed, decoded and described. */
#include "filter/eval.h"
#include "fuzz/rows.h"
#include "out/csv.h"
#include "out/info.h"
#include "out/perfscript.h"

enum {
	ROWS = 1000,
	ANSWERS = 40 /* rows that are looked at in more ways */
};

/* Values of each kind: columns of the index, loads, walks, derived words, states, times, texts. */
static const char *const filters[] = {
	"cpu == 0 and pid != tid or event ~ \"a|b\" or period > 1K",
	"comm ~ \"a\" or comm contains \"b\" or ns.ino > 1 or cgroup > 1",
	"dso ~ \"a\" or addr.dso ~ \"a\" or callchain.dso ~ \"b\" or callchain.depth > 1",
	"gap > 1us or gap.tid > 1us or gap.cpu < 1s or rel < 1s or time in {10%..20%}",
	"br[mispred] or count(br[cycles > 1]) >= 1",
	"mem.lvl == RAM or data_src or uregs or ustack or raw",
	"line contains \"x\" or problem or in",
	"period * 3 / cpu == 1 or addr & ~63 == ip & ~63 or ordinal in {1..5, 7}",
};

static void ask(struct reader *reader, const char *text)
{
	struct err err = ERR_INIT;
	struct filter *filter;
	struct row_info info;
	struct eval *eval;

	if (filter_parse(&filter, text, &err))
		give_up(err.msg);
	eval = eval_open(reader, filter);
	for (uint64_t row = 0; row < ANSWERS; row++)
		if (!reader_row(reader, row, &info, NULL))
			eval_row(eval, &info);
	eval_close(eval);
	filter_free(filter);
}

static void write_lines(struct reader *reader, struct writer *writer)
{
	struct buf line = BUF_INIT;
	struct row_info info;

	for (uint64_t row = 0; row < ANSWERS; row++) {
		buf_reset(&line);
		if (!reader_row(reader, row, &info, NULL))
			writer->row(writer, &info, &line);
	}
	writer->close(writer);
	buf_release(&line);
}

static void look_in_other_ways(struct recording *recording)
{
	struct script_options script;
	const struct writer_options usual = { .script = &script };
	struct reader *reader = reader_open(recording);

	script_options_init(&script);
	for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++)
		ask(reader, filters[i]);
	write_lines(reader, csv_open(reader, &usual));
	write_lines(reader, perfscript_open(reader, &usual));
	reader_close(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct recording_options how = {
		.no_index = true,
		.spool_dir = fuzz_folder(),
		.symbols = { .symfs = "/nowhere", .kallsyms = "/nowhere" },
	};
	struct recording *recording;
	struct buf path = BUF_INIT, report = BUF_INIT;
	struct err err = ERR_INIT;

	buf_addf(&path, "/proc/self/fd/%d", fuzz_file(data, size));
	if (recording_open(&recording, path.p, &how, &err)) {
		if (!err.msg[0])
			give_up("an error without a reason");
	} else {
		recording_wait(recording);
		look_at_rows(recording, ROWS);
		look_in_other_ways(recording);
		info_report(recording, 0, &(struct info_options){ REPORT_JSON, "", NULL }, &report);
		info_report(recording, 0, &(struct info_options){ REPORT_TEXT, "", NULL }, &report);
		recording_close(recording);
	}
	buf_release(&report);
	buf_release(&path);
	return 0;
}
