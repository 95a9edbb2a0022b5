/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/matcher.h"

#include <stdlib.h>

enum {
	KEPT = 64 /* blocks, by the low bits of their numbers */
};

struct matched_block {
	uint64_t number; /* number + 1; 0: the slot is empty */
	bool damaged;	 /* or not complete because the matcher was stopped */
	struct rows rows;
};

struct matcher {
	struct eval *eval;
	struct matched_block kept[KEPT];
};

struct matcher *matcher_open(struct reader *reader, const struct filter *filter)
{
	struct matcher *m = mem_zalloc(sizeof(*m));

	m->eval = eval_open(reader, filter);
	return m;
}

void matcher_close(struct matcher *m)
{
	if (!m)
		return;
	eval_close(m->eval);
	free(m);
}

void matcher_stop_at(struct matcher *m, const _Atomic bool *stop)
{
	eval_stop_at(m->eval, stop);
}

int matcher_row(struct matcher *m, uint64_t number, uint32_t i)
{
	struct matched_block *kept = &m->kept[number % KEPT];

	if (kept->number != number + 1) {
		kept->damaged = eval_block(m->eval, number, &kept->rows) < 0;
		kept->number = number + 1;
	}
	return kept->damaged ? -1 : rows_has(&kept->rows, i);
}
