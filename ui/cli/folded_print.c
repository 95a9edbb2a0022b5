/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/folded_print.h"

#include <stdlib.h>

#include "analysis/measure.h"
#include "analysis/stacks.h"
#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "cli/fieldarg.h"
#include "cli/outfile.h"
#include "out/folded.h"

enum {
	PIECE_BYTES = 256 << 10
};

static int write_lines(const struct outfile *out, const struct stacktree *tree, bool weights)
{
	struct folded folded;
	struct buf piece = BUF_INIT;
	int status = STATUS_OK;
	bool more = true;

	folded_init(&folded, tree, weights);
	while (!status && more) {
		more = folded_next(&folded, PIECE_BYTES, &piece);
		status = outfile_add(out, &piece);
		buf_reset(&piece);
	}
	folded_release(&folded);
	buf_release(&piece);
	return status;
}

/* Takes ownership of filter and weight. */
static int print_recording(struct recording *recording, struct filter *filter,
			   const struct field *weight, const struct outfile *out)
{
	struct stacks *stacks =
		stacks_start(recording, &(struct stacks_options){ .filter = filter,
								  .inlined = out->options->inlines,
								  .weight = weight });
	int status = STATUS_OK;

	if (stacks_wait(stacks) == COUNTING_DONE) {
		status = write_lines(out, stacks_lock(stacks), weight);
		stacks_unlock(stacks);
	} else {
		cli_error(recording_path(recording, 0), &stacks_counting(stacks)->err);
		status = STATUS_IO;
	}
	stacks_free(stacks);
	return status;
}

static int find_weight(const struct options *options, struct field *weight, size_t *n)
{
	struct err err = ERR_INIT;
	int status;

	*n = 0;
	if (!options->weight)
		return STATUS_OK;
	status = fieldarg_parse(options->weight, weight, 1, n);
	if (status || !measure_check(weight, &err))
		return status;
	cli_error(NULL, &err);
	return STATUS_USAGE;
}

int folded_print(const struct options *options)
{
	struct recording *recording = NULL;
	struct filter *filter = NULL;
	struct field weight;
	size_t weights = 0;
	struct outfile out = { .output = NULL };
	int damaged = STATUS_OK, status = cli_filter(options, &filter);

	if (!status)
		status = find_weight(options, &weight, &weights);
	if (!status)
		recording = cli_recording_open(options, &damaged);
	if (recording)
		status = cli_filter_check(recording, filter, &weight, weights);
	if (recording && !status) {
		cli_filter_warn_absent(options, recording, filter);
		status = cli_filter_show_event(options, recording, weights ? &weight : NULL,
					       &filter);
	}
	if (recording && !status)
		status = outfile_open_stream(&out, options, recording);
	if (recording && !status) {
		status = print_recording(recording, filter, weights ? &weight : NULL, &out);
		status = outfile_close(&out, status, NULL);
		cli_filter_warn_symbol(options, recording);
	} else {
		field_list_release(&weight, weights);
		filter_free(filter);
	}
	if (recording)
		damaged = cli_worse(damaged, cli_recording_close(recording));
	return status > damaged ? status : damaged;
}
