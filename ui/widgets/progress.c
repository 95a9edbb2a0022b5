/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/progress.h"

static double part_of(uint64_t part, uint64_t whole)
{
	if (part >= whole)
		return whole ? 1 : 0;
	return (double)part / (double)whole;
}

/* Return the indexed part of the bytes; 1 if the index is complete. */
static double indexed(const struct recording *recording)
{
	struct index_progress progress;

	recording_progress(recording, &progress);
	if (progress.state != INDEX_BUILDING)
		return 1;
	return part_of(progress.bytes_done, progress.bytes_total);
}

int progress_percent(const struct recording *recording, uint64_t rows, uint64_t all)
{
	double part = part_of(rows, all);

	return (int)(100 * indexed(recording) * part);
}

void progress_text(const struct recording *recording, uint64_t rows, struct buf *out)
{
	buf_addf(out, "%d%% of the %s",
		 progress_percent(recording, rows, recording_rows(recording)),
		 indexed(recording) < 1 ? "recording" : "rows");
}

void progress_waiting(const struct recording *recording, struct buf *out)
{
	buf_addf(out, "waiting for the index\u2026 %d%%", (int)(100 * indexed(recording)));
}

static void add_part(const struct recording *recording, const char *before, uint64_t rows,
		     struct buf *out)
{
	buf_adds(out, before);
	progress_text(recording, rows, out);
}

void progress_counting(const struct counting *counting, enum counting_state state, uint64_t shown,
		       struct buf *out)
{
	const struct recording *recording = counting->recording;

	switch (state) {
	case COUNTING_WAITS:
		progress_waiting(recording, out);
		break;
	case COUNTING_RUNS:
		add_part(recording, "counting\u2026 ", shown, out);
		break;
	case COUNTING_CHECKS:
		buf_addf(out, "so far; counting again\u2026 %d%%",
			 progress_percent(recording, counting_rows(counting),
					  recording_rows(recording)));
		break;
	case COUNTING_FOLLOWS:
		buf_addf(out, "%llu rows so far", (unsigned long long)shown);
		break;
	case COUNTING_STOPPED:
		add_part(recording, "stopped: ", shown, out);
		break;
	case COUNTING_UNCHECKED:
		buf_adds(out, "stopped: names may be wrong");
		break;
	case COUNTING_FAILED:
		buf_adds(out, counting->err.msg);
		break;
	case COUNTING_DONE:
	default:
		break;
	}
}
