/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For libFuzzer: slices of any bytes as a recording, which are read again. */
#include "slice/slice.h"

#include "fuzz/fuzz.h"
#include "recording/recording.h"

static const char *const filters[] = { NULL, "type == SAMPLE", "ordinal in {1..3}", "pid == tid" };

static struct recording *open_bytes(int fd)
{
	const struct recording_options how = { .no_index = true, .spool_dir = fuzz_folder() };
	struct recording *recording = NULL;
	struct buf path = BUF_INIT;
	struct err err = ERR_INIT;

	buf_addf(&path, "/proc/self/fd/%d", fd);
	if (!recording_open(&recording, path.p, &how, &err) &&
	    recording_wait(recording) != INDEX_DONE) {
		recording_close(recording);
		recording = NULL;
	}
	buf_release(&path);
	return recording;
}

/* Check that everything written can be read, as the same number of records. */
static void read_again(struct output *output, const struct slice_counts *counts)
{
	struct recording *slice = open_bytes(output_fd(output));
	struct index_progress progress;

	if (!slice)
		give_up("a slice cannot be read");
	recording_progress(slice, &progress);
	if (progress.records < counts->selected)
		give_up("a slice has fewer records than were selected");
	recording_close(slice);
}

static void slice_once(struct recording *recording, const char *expr, bool scrub)
{
	const struct slice_options how = { .spool_dir = fuzz_folder(), .scrub = scrub };
	struct slice_counts counts = { 0 };
	struct filter *filter = NULL;
	struct output *output;
	struct err err = ERR_INIT;

	if ((expr && filter_parse(&filter, expr, &err)) ||
	    output_open_spool(&output, fuzz_folder(), &err))
		give_up(err.msg);
	if (!slice_write(recording, filter, output, &how, &counts, &err) &&
	    !output_finish(output, &err))
		read_again(output, &counts);
	else if (!err.msg[0])
		give_up("an error without a reason");
	output_close(output);
	slice_counts_release(&counts);
	filter_free(filter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct recording *recording = open_bytes(fuzz_file(data, size));

	if (!recording)
		return 0;
	slice_once(recording, filters[size % 4], size / 4 % 2);
	recording_close(recording);
	return 0;
}
