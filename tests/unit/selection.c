/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search keeps what it has found, and a stopped search ends in the middle of its work. */
#include "query/selection.h"

#include <stdlib.h>
#include <unistd.h>

#include "filter/eval.h"
#include "slice/slice.h"
#include "tap.h"
#include "unit/places.h"

static struct recording *recording;

static struct filter *parse(const char *text)
{
	struct filter *filter = NULL;

	filter_parse(&filter, text, NULL);
	return filter;
}

static struct selection *search(const char *text)
{
	struct selection *selection = selection_start(recording, parse(text), NULL, 0);
	struct selection_progress progress;

	do {
		usleep(1000);
		selection_progress(selection, &progress);
	} while (!progress.done);
	return selection;
}

static uint64_t bits_in(struct selection *selection)
{
	struct reader *reader = reader_open(recording);
	const uint64_t *bits = NULL;
	uint64_t n = 0;

	if (selection_block(selection, reader, 0, &bits) == SELECTION_SOME_ROWS)
		for (unsigned i = 0; i < BLOCK_ROWS / 64; i++)
			n += (uint64_t)__builtin_popcountll(bits[i]);
	reader_close(reader);
	return n;
}

static void test_stopped(void)
{
	static const _Atomic bool stop = true;
	struct slice_options how = { .stop = &stop };
	struct filter *filter = parse("period and ip > 0");
	struct reader *reader = reader_open(recording);
	struct eval *eval = eval_open(reader, filter);
	struct slice_counts counts;
	struct output *output;
	struct err err = ERR_INIT;
	struct rows rows;

	ok(eval_block(eval, 0, &rows) > 0, "records are looked at");
	eval_stop_at(eval, &stop);
	ok(eval_block(eval, 0, &rows) == EVAL_STOPPED, "a stop ends that inside of a block");
	ok(!output_open_spool(&output, NULL, &err), "a place for a slice");
	ok(slice_write(recording, filter, output, &how, &counts, &err) == ERR_STOPPED,
	   "a slice is stopped, too");
	output_close(output);
	slice_counts_release(&counts);
	eval_close(eval);
	reader_close(reader);
	filter_free(filter);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	const struct recording_options how = { .no_index = true };
	char path[4096];
	struct err err = ERR_INIT;
	struct selection *selection;
	uint64_t found;

	snprintf(path, sizeof(path), "%s/select.%d", tmp ? tmp : "/tmp", (int)getpid());
	ok(places_copy("flat.data", path), "a copy");
	ok(!recording_open(&recording, path, &how, &err), "it opens");
	recording_wait(recording);
	test_stopped();
	selection = search("period and ordinal % 2 == 0");
	found = selection_count(selection, 0);
	ok(found > 10, "a search that reads records");
	ok(!truncate(path, 1000), "the records are taken away");
	ok(bits_in(selection) == found, "what was found is not looked for again");
	selection_free(selection);
	recording_close(recording);
	unlink(path);
	return done_testing();
}
