/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/commtest.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "recording/reader_text.h"

enum {
	ANSWERS = 512
};

struct commtest {
	struct reader *reader;
	uint64_t version; /* tasks_version() of the answers */
	struct comm_answer {
		uint64_t thread;
		struct task_stay stay; /* the times at which it is valid */
		bool yes;
	} answers[ANSWERS]; /* by thread */
};

struct commtest *commtest_open(struct reader *reader)
{
	struct commtest *t = mem_zalloc(sizeof(*t));

	t->reader = reader;
	return t;
}

void commtest_close(struct commtest *t)
{
	free(t);
}

void commtest_forget(struct commtest *t)
{
	if (t)
		memset(t->answers, 0, sizeof(t->answers));
}

void commtest_renew(struct commtest *t, struct index *index)
{
	uint64_t version = tasks_version(index_tasks(index));

	if (t->version != version)
		commtest_forget(t);
	t->version = version;
}

bool commtest_find(const struct commtest *t, uint64_t thread, uint64_t time, bool *yes)
{
	const struct comm_answer *a = &t->answers[thread % ANSWERS];

	*yes = a->yes;
	return a->thread == thread && task_stay_has(&a->stay, time);
}

void commtest_keep(struct commtest *t, uint64_t thread, const struct row_info *info, bool yes)
{
	struct comm_answer answer = { .thread = thread, .yes = yes };

	if (reader_comm_stays(t->reader, info, &answer.stay))
		t->answers[thread % ANSWERS] = answer;
}
