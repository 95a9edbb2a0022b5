/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folded stacks (out/folded.h). */
#include "out/folded.h"
#include "out/formats.h"
#include "out/profile_job.h"

enum {
	PIECE_BYTES = 256 << 10
};

int profile_folded(struct profile_job *job, struct err *err)
{
	struct stacks *stacks;
	struct folded folded;
	struct buf piece = BUF_INIT;
	int rc = profile_job_stacks(job, NULL, NULL, &stacks, err);
	bool more = rc == 0;

	folded_init(&folded, stacks_lock(stacks), false);
	while (more) {
		more = folded_next(&folded, PIECE_BYTES, &piece) && !atomic_load(job->stop);
		output_add(job->output, piece.p, piece.len);
		buf_reset(&piece);
	}
	stacks_unlock(stacks);
	folded_release(&folded);
	buf_release(&piece);
	stacks_free(stacks);
	return rc == 0 && atomic_load(job->stop) ? ERR_STOPPED : rc;
}
