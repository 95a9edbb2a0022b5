/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/threadarg.h"

#include <string.h>

#include "shell/app.h"
#include "wire/schema.h"

enum {
	LOOK_ROWS = 10000 /* rows searched for a sample near a record without a thread */
};

bool threadarg_parse(const char *arg, struct buf *condition, const char **rest)
{
	const char *digits;
	size_t n;

	if (strncmp(arg, "tid ", 4) != 0 && strncmp(arg, "cpu ", 4) != 0)
		return false;
	digits = arg + 4;
	n = strspn(digits, "0123456789");
	if (!n || n > 10 || (digits[n] && digits[n] != ' '))
		return false;
	buf_addf(condition, "%.3s == %.*s", arg, (int)n, digits);
	*rest = digits + n + strspn(digits + n, " ");
	return true;
}

static bool tells(const struct row_info *row, bool cpu)
{
	return cpu ? row->has_cpu : row->has_tid;
}

/* Find the nearest sample after a row, else before it, that has a thread or CPU. */
static bool find_sample(struct session *session, uint64_t row, bool cpu, struct row_info *info)
{
	uint64_t n = recording_rows(session->rec);

	for (uint64_t i = 1; i < LOOK_ROWS && row + i < n; i++)
		if (reader_row(session->reader, row + i, info, NULL) == 0 &&
		    info->type == RECORD_SAMPLE && tells(info, cpu))
			return true;
	for (uint64_t i = 1; i < LOOK_ROWS && i <= row; i++)
		if (reader_row(session->reader, row - i, info, NULL) == 0 &&
		    info->type == RECORD_SAMPLE && tells(info, cpu))
			return true;
	return false;
}

bool threadarg_of_record(const struct app *app, bool cpu, struct buf *condition)
{
	const struct row_info *row = app->session->row;
	struct row_info near;

	if (!row)
		return false;
	if (!tells(row, cpu)) {
		if (!find_sample(app->session, row->row, cpu, &near))
			return false;
		row = &near;
	}
	if (cpu)
		buf_addf(condition, "cpu == %u", row->cpu);
	else if (!row->tid && row->has_cpu)
		buf_addf(condition, "tid == 0 and cpu == %u", row->cpu);
	else
		buf_addf(condition, "pid == %d and tid == %d", (int)row->pid, (int)row->tid);
	return true;
}
