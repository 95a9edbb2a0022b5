/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/record_thread.h"

#include "base/map.h"
#include "shell/app.h"
#include "wire/schema.h"

enum {
	LOOK_ROWS = 10000 /* rows searched for samples near a record without a thread */
};

static bool has_value(const struct row_info *row, bool cpu)
{
	return cpu ? row->has_cpu : row->has_tid;
}

struct busiest {
	struct reader *reader;
	bool cpu;
	struct map samples; /* of each thread or CPU */
	uint32_t most;
	struct row_info info; /* a sample of that one */
};

/* Count a sample. The idle task does not count if there are other tasks. */
static void count_sample(struct busiest *b, uint64_t row)
{
	struct row_info info;
	uint32_t *n;
	bool fresh;

	if (reader_row(b->reader, row, &info, NULL) < 0 || info.type != RECORD_SAMPLE ||
	    !has_value(&info, b->cpu))
		return;
	if (!b->cpu && !info.tid && b->most)
		return;
	n = map_put(&b->samples, b->cpu ? info.cpu : (uint64_t)info.pid << 32 | info.tid, &fresh);
	++*n;
	if (*n <= b->most && (b->cpu || b->info.tid))
		return;
	b->most = *n;
	b->info = info;
}

bool record_thread_busiest(struct session *session, uint64_t row, bool cpu, struct row_info *info)
{
	struct busiest b = { .reader = session->reader, .cpu = cpu };
	uint64_t n = recording_rows(session->rec);

	for (uint64_t i = 1; i < LOOK_ROWS && row + i < n; i++)
		count_sample(&b, row + i);
	for (uint64_t i = 1; !b.most && i < LOOK_ROWS && i <= row; i++)
		count_sample(&b, row - i);
	map_release(&b.samples);
	*info = b.info;
	return b.most > 0;
}

bool record_thread_condition(const struct app *app, bool cpu, struct buf *condition)
{
	const struct row_info *row = app->session->row;
	struct row_info near;

	if (!row)
		return false;
	if (!has_value(row, cpu)) {
		if (!record_thread_busiest(app->session, row->row, cpu, &near))
			return false;
		row = &near;
	}
	if (cpu)
		buf_addf(condition, "cpu == %u", row->cpu);
	else if (!row->tid && row->has_cpu)
		buf_addf(condition, "tid == 0 and cpu == %u", row->cpu);
	else
		buf_addf(condition, "tid == %d and pid == %d", (int)row->tid, (int)row->pid);
	return true;
}
