/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_stat.h"

#include "out/script_text.h"
#include "wire/decode.h"

enum {
	/* Records can ask for more than these with few bytes; more is not printed. */
	CELLS_MAX = 1 << 16, /* of a table */
	TEXT_MAX = 16 << 20, /* bytes of the tables of a batch of rows */
	CPUS_MAX = 1 << 16,
	AGGR_MODE =
		0, /* enum perf_event__stat config tags of perf's lib/perf/include/perf/event.h */
	SCALE = 2,
	AGGR_GLOBAL = 1 /* enum aggr_mode of perf's util/stat.h */
};

void script_stat_init(struct script_stat *stat)
{
	*stat = (struct script_stat){ .text = BUF_INIT };
}

void script_stat_release(struct script_stat *stat)
{
	vec_release(&stat->cpus);
	vec_release(&stat->threads);
	vec_release(&stat->cells);
	vec_release(&stat->tables);
	buf_release(&stat->text);
}

void script_stat_begin(struct script_stat *stat)
{
	stat->tables.n = stat->next = 0;
	buf_reset(&stat->text);
}

/* ---- the records ---- */

/* The contents of a record while it is walked. */
struct stat_sink {
	struct sink sink;
	struct script_stat *stat;
	uint64_t id, cpu, thread, value[3], tag, time, start;
};

static void add_cpu(struct script_stat *stat, uint64_t cpu)
{
	if (stat->cpus.n < CPUS_MAX)
		vec_push(&stat->cpus, (int16_t)cpu);
}

static void add_mask(struct script_stat *stat, const struct item *item)
{
	for (unsigned i = 0; i < 8u * item->len; i++)
		if (item->num >> i & 1)
			add_cpu(stat, 8ull * item->len * item->index + i);
}

static void set(struct script_stat *stat, uint64_t tag, uint64_t value)
{
	if (tag == AGGR_MODE)
		stat->aggr = value;
	else if (tag == SCALE)
		stat->scale = value;
}

static bool take_item(struct sink *sink, const struct item *item)
{
	struct stat_sink *t = (struct stat_sink *)sink;

	switch (item->field) {
	case F_id:
		t->id = item->num;
		break;
	case F_stat_cpu:
		t->cpu = item->num;
		break;
	case F_stat_thread:
		t->thread = item->num;
		break;
	case F_stat_value:
		t->value[0] = item->num;
		break;
	case F_stat_enabled:
		t->value[1] = item->num;
		break;
	case F_stat_running:
		t->value[2] = item->num;
		break;
	case F_stat_config_tag:
		t->tag = item->num;
		break;
	case F_stat_config_value:
		set(t->stat, t->tag, item->num);
		break;
	case F_stat_round_time:
		t->time = item->num;
		break;
	case F_thread_map_pid:
		vec_push(&t->stat->threads, (int32_t)item->num);
		break;
	case F_cpu_map_cpu:
		add_cpu(t->stat, item->num);
		break;
	case F_cpu_map_word:
		add_mask(t->stat, item);
		break;
	case F_cpu_map_start:
		t->start = item->num;
		break;
	case F_cpu_map_end:
		for (uint64_t cpu = t->start; cpu <= item->num; cpu++)
			add_cpu(t->stat, cpu);
		break;
	default:
		break;
	}
	return true;
}

/* ---- the table ---- */

/* Make cells for all counters once CPUs and threads are known. False: there would be too many. */
static bool make_cells(struct script_stat *stat, const struct events *events)
{
	uint64_t n = (uint64_t)stat->cpus.n * stat->threads.n;

	if (!n || n > CELLS_MAX || events->list.n > CELLS_MAX / n)
		return false;
	while (stat->cells.n < n * events->list.n)
		vec_add(&stat->cells);
	return true;
}

static struct script_stat_cell *cell_at(struct script_stat *stat, uint64_t event, uint64_t thread,
					uint64_t cpu)
{
	return &stat->cells.v[(event * stat->threads.n + thread) * stat->cpus.n + cpu];
}

/* For counters that are not added up perf prints the scaled change since the last round. */
static void set_shown_value(const struct script_stat *stat, struct script_stat_cell *cell)
{
	uint64_t before[3];

	if (stat->aggr == AGGR_GLOBAL)
		return;
	memcpy(before, cell->before, sizeof(before));
	memcpy(cell->before, cell->now, sizeof(before));
	for (unsigned i = 0; i < 3; i++)
		cell->now[i] -= before[i];
	if (!stat->scale)
		return;
	if (!cell->now[2])
		cell->now[0] = 0;
	else if (cell->now[2] < cell->now[1])
		cell->now[0] = (uint64_t)((double)cell->now[0] * (double)cell->now[1] /
					  (double)cell->now[2]);
}

static void add_line(struct script_stat *stat, const struct script_stat_cell *cell, int32_t cpu,
		     int32_t thread, uint64_t time)
{
	script_text_s32(&stat->text, cpu, 3);
	buf_addc(&stat->text, ' ');
	script_text_s32(&stat->text, thread, 8);
	for (unsigned i = 0; i < 3; i++) {
		buf_addc(&stat->text, ' ');
		script_text_u64(&stat->text, cell->now[i], 15);
	}
	buf_addc(&stat->text, ' ');
	script_text_u64(&stat->text, time, 15);
	buf_addc(&stat->text, ' ');
}

static void add_table(struct script_stat *stat, const struct events *events, uint64_t time)
{
	bool shown = stat->text.len < TEXT_MAX;

	if (!stat->titled)
		buf_adds(&stat->text, "CPU   THREAD             VAL             ENA             RUN"
				      "            TIME EVENT\n");
	stat->titled = true;
	for (size_t e = 0; e < events->list.n; e++) {
		for (size_t t = 0; t < stat->threads.n; t++)
			for (size_t c = 0; c < stat->cpus.n; c++)
				set_shown_value(stat, cell_at(stat, e, t, c));
		for (size_t t = 0; shown && t < stat->threads.n; t++)
			for (size_t c = 0; c < stat->cpus.n; c++) {
				add_line(stat, cell_at(stat, e, t, c), stat->cpus.v[c],
					 stat->threads.v[t], time);
				text_escape(&stat->text, events->list.v[e].name,
					    strlen(events->list.v[e].name));
				buf_addc(&stat->text, '\n');
			}
	}
}

static void note_values(struct script_stat *stat, const struct events *events,
			const struct stat_sink *t)
{
	int event = events_by_id(events, t->id);
	/* Counters of no particular CPU have -1. */
	uint64_t cpu = t->cpu == UINT64_MAX ? 0 : t->cpu;

	if (event != EVENT_NONE && cpu < stat->cpus.n && t->thread < stat->threads.n)
		memcpy(cell_at(stat, (uint64_t)event, t->thread, cpu)->now, t->value,
		       sizeof(t->value));
}

static void enter_part(struct script_stat *stat, size_t part)
{
	stat->part = part;
	stat->cpus.n = stat->threads.n = stat->cells.n = 0;
	stat->aggr = stat->scale = 0;
}

void script_stat_see(struct script_stat *stat, struct reader *reader, const struct row_info *info)
{
	const struct events *events = &reader_file(reader, info)->events;
	struct stat_sink t = { .sink = { .value = take_item }, .stat = stat };
	struct layout layout;
	const uint8_t *p;
	size_t len, from = stat->text.len;

	if (stat->part != info->part)
		enter_part(stat, info->part);
	if (info->type < RECORD_THREAD_MAP || info->type > RECORD_STAT_ROUND)
		return;
	/* perf uses the first maps. */
	if ((info->type == RECORD_THREAD_MAP && stat->threads.n) ||
	    (info->type == RECORD_CPU_MAP && stat->cpus.n))
		return;
	reader_layout(reader, info, &layout);
	p = reader_bytes(reader, info, &len);
	decode_record(&layout, p, len, &t.sink);
	if (info->type < RECORD_STAT || !make_cells(stat, events))
		return;
	if (info->type == RECORD_STAT) {
		note_values(stat, events, &t);
		return;
	}
	add_table(stat, events, t.time);
	vec_push(&stat->tables, ((struct script_stat_table){ info->row, from, stat->text.len }));
}

void script_stat_add(struct script_stat *stat, uint64_t row, struct buf *out)
{
	while (stat->next < stat->tables.n && stat->tables.v[stat->next].row != row)
		stat->next++;
	if (stat->next < stat->tables.n) {
		const struct script_stat_table *table = &stat->tables.v[stat->next++];

		buf_add(out, stat->text.p + table->from, table->to - table->from);
	}
}
