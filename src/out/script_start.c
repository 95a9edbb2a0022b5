/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_start.h"

#include <string.h>
#include <time.h>

#include "out/script_text.h"
#include "recording/reader_text.h"

enum {
	COMM_WIDTH = 16,
	TASK_WIDTH = 5,
	SECOND = 1000000000
};

void script_start_init(struct script_start *start, struct reader *reader,
		       const struct writer_options *options)
{
	*start = (struct script_start){ .reader = reader, .options = options, .text = BUF_INIT };
}

void script_start_release(struct script_start *start)
{
	buf_release(&start->text);
}

static void add_comm(const struct script_start *s, const struct row_info *info, bool column,
		     struct buf *out)
{
	size_t start = out->len;
	bool known = reader_comm_bytes(s->reader, info, out);

	if (known && !s->options->script->raw) {
		struct buf name = BUF_INIT;

		buf_add(&name, out->p + start, out->len - start);
		buf_truncate(out, start);
		text_escape(out, name.p, name.len);
		buf_release(&name);
	}
	if (!known) {
		buf_addc(out, ':');
		buf_add_s64(out, info->has_tid ? (int32_t)info->tid : -1);
	}
	if (column)
		script_text_right(out, start, COMM_WIDTH);
	buf_addc(out, ' ');
}

static void add_task(const struct row_info *info, uint64_t shown, struct buf *out)
{
	int32_t pid = info->has_pid ? (int32_t)info->pid : -1;
	int32_t tid = info->has_tid ? (int32_t)info->tid : -1;
	size_t start;

	if (!(shown & (SCRIPT_PID | SCRIPT_TID)))
		return;
	script_text_s32(out, shown & SCRIPT_PID ? pid : tid, TASK_WIDTH);
	if (shown & SCRIPT_PID && shown & SCRIPT_TID) {
		buf_addc(out, '/');
		start = out->len;
		buf_add_s64(out, tid);
		if (out->len - start < TASK_WIDTH)
			buf_fill(out, ' ', TASK_WIDTH - (out->len - start));
	}
	buf_addc(out, ' ');
}

/* Append at least three digits, and the sign. */
static void add_cpu(const struct row_info *info, struct buf *out)
{
	int32_t cpu = info->has_cpu ? (int32_t)info->cpu : -1;
	char *to;

	if (cpu < 0 || cpu > 999) {
		buf_addf(out, "[%03d] ", cpu);
		return;
	}
	to = buf_room(out, 6);
	to[0] = '[';
	script_text_digits(to + 1, (uint32_t)cpu, 3);
	to[4] = ']';
	to[5] = ' ';
	buf_added(out, 6);
}

/* Append seconds in at least five columns. Whole seconds are mostly those of the previous line. */
static void add_time(struct script_start *s, const struct row_info *info, struct buf *out)
{
	uint64_t time = info->has_time ? info->time : UINT64_MAX;
	bool before = info->has_time && writer_time(s->options, &time);
	uint32_t ns = (uint32_t)(time % SECOND);
	unsigned digits = s->options->ns ? 9 : 6;
	char *to;

	if (time / SECOND != s->second || !s->text.len) {
		s->second = time / SECOND;
		buf_reset(&s->text);
		script_text_u64(&s->text, s->second, 5);
		buf_addc(&s->text, '.');
	}
	if (before)
		buf_addc(out, '-');
	buf_add(out, s->text.p, s->text.len);
	to = buf_room(out, digits + 2);
	script_text_digits(to, s->options->ns ? ns : ns / 1000, digits);
	to[digits] = ':';
	to[digits + 1] = ' ';
	buf_added(out, digits + 2);
}

/* Append the CPU mode as a letter, and what else the record's type has in misc. */
static void add_misc(const struct row_info *info, struct buf *out)
{
	static const struct {
		uint16_t bits;
		char letter;
		uint32_t types; /* 0: all */
	} rows[] = {
		{ CPUMODE_KERNEL, 'K', 0 },
		{ CPUMODE_USER, 'U', 0 },
		{ CPUMODE_HYPERVISOR, 'H', 0 },
		{ CPUMODE_GUEST_KERNEL, 'G', 0 },
		{ CPUMODE_GUEST_USER, 'g', 0 },
		{ MISC_MMAP_DATA, 'M', 1u << RECORD_MMAP | 1u << RECORD_MMAP2 },
		{ MISC_COMM_EXEC, 'E', 1u << RECORD_COMM },
		{ MISC_SWITCH_OUT, 'S', 1u << RECORD_SWITCH | 1u << RECORD_SWITCH_CPU_WIDE },
		{ MISC_SWITCH_OUT | MISC_SWITCH_OUT_PREEMPT, 'p',
		  1u << RECORD_SWITCH | 1u << RECORD_SWITCH_CPU_WIDE },
	};
	enum {
		WIDTH = 6
	};
	size_t start = out->len;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if ((info->misc & rows[i].bits) == rows[i].bits &&
		    (!rows[i].types || (info->type < 32 && rows[i].types >> info->type & 1)))
			buf_addc(out, rows[i].letter);
	do
		buf_addc(out, ' ');
	while (out->len - start < WIDTH);
}

/* Append the local time of day. */
static void add_tod(const struct script_start *s, const struct row_info *info, struct buf *out)
{
	char date[64], digits[9];
	uint64_t wall;
	struct tm tm;
	time_t sec;

	if (!reader_wall(s->reader, info, &wall)) {
		buf_adds(out, "disabled ");
		return;
	}
	sec = (time_t)(wall / SECOND);
	if (!localtime_r(&sec, &tm))
		return;
	strftime(date, sizeof(date), "%F %H:%M:%S.", &tm);
	buf_adds(out, date);
	script_text_digits(digits, (uint32_t)(wall % SECOND), 9);
	buf_add(out, digits, s->options->ns ? 9 : 6);
	buf_addc(out, ' ');
}

void script_start_record(struct script_start *s, const struct row_info *info,
			 const struct row_info *named, uint64_t shown, bool column, struct buf *out)
{
	if (shown & SCRIPT_COMM)
		add_comm(s, named, column, out);
	add_task(info, shown, out);
	if (shown & SCRIPT_CPU)
		add_cpu(info, out);
	if (shown & SCRIPT_MISC)
		add_misc(info, out);
	if (shown & SCRIPT_TOD)
		add_tod(s, info, out);
	if (shown & SCRIPT_TIME)
		add_time(s, info, out);
}

void script_start_add(struct script_start *s, const struct row_info *info, uint64_t shown,
		      bool column, struct buf *out)
{
	script_start_record(s, info, info, shown, column, out);
}
