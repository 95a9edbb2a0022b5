/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/branch_text.h"

void branch_text_prediction(const struct branch *b, struct buf *out)
{
	if (b->v[BRANCH_MISPRED])
		buf_adds(out, "mispredicted");
	else if (b->v[BRANCH_PREDICTED])
		buf_adds(out, "predicted");
	else
		buf_addc(out, '-');
}

void branch_text_kind(const struct branch *b, struct buf *out)
{
	if (b->has & 1u << BRANCH_NEW_TYPE)
		field_id_text(out, branches_field_id(BRANCH_NEW_TYPE), b->v[BRANCH_NEW_TYPE]);
	else if (!b->v[BRANCH_TYPE])
		buf_addc(out, '-');
	else
		field_id_text(out, branches_field_id(BRANCH_TYPE), b->v[BRANCH_TYPE]);
	if (b->v[BRANCH_NOT_TAKEN])
		buf_adds(out, ", not taken");
}

void branch_text_transaction(const struct branch *b, struct buf *out)
{
	if (b->v[BRANCH_IN_TX])
		buf_adds(out, "in_tx");
	if (b->v[BRANCH_ABORT])
		buf_adds(out, out->len ? " abort" : "abort");
}

void branch_text(const struct branch *b, struct buf *out)
{
	struct buf tx = BUF_INIT;

	if (b->v[BRANCH_TYPE] || b->v[BRANCH_NOT_TAKEN])
		branch_text_kind(b, out);
	else
		buf_adds(out, "branch");
	if (b->v[BRANCH_MISPRED])
		buf_adds(out, ", mispredicted");
	branch_text_transaction(b, &tx);
	if (tx.len)
		buf_addf(out, ", %s", tx.p);
	buf_release(&tx);
}
