/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For libFuzzer: any bytes as a recording, which is opened, indexed, decoded and told about. */
#include "fuzz/rows.h"
#include "out/info.h"

enum {
	ROWS = 1000
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct recording_options how = { .no_index = true, .spool_dir = fuzz_folder() };
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
		info_report(recording, 0, REPORT_JSON, &report);
		info_report(recording, 0, REPORT_TEXT, &report);
		recording_close(recording);
	}
	buf_release(&report);
	buf_release(&path);
	return 0;
}
