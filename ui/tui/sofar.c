/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/sofar.h"

static double part_of(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

/* Of the bytes; 1 when all are there. */
static double indexed(const struct recording *recording)
{
	struct index_progress progress;

	recording_progress(recording, &progress);
	if (progress.state != INDEX_BUILDING)
		return 1;
	return part_of(progress.bytes_done, progress.bytes_total);
}

int sofar_percent(const struct recording *recording, uint64_t rows)
{
	return (int)(100 * indexed(recording) * part_of(rows, recording_rows(recording)));
}

void sofar_text(const struct recording *recording, uint64_t rows, struct buf *out)
{
	buf_addf(out, "%d%% of the %s", sofar_percent(recording, rows),
		 indexed(recording) < 1 ? "recording" : "rows");
}

void sofar_waiting(const struct recording *recording, struct buf *out)
{
	buf_addf(out, "waiting for the index\u2026 %d%%", (int)(100 * indexed(recording)));
}
