/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/settled.h"

#include <stdlib.h>

#include "base/bell.h"
#include "base/clock.h"
#include "index/states.h"
#include "wire/schema.h"

/* The role of a kind of rows. */
enum kind_role {
	ROLE_UNKNOWN,
	ROLE_NONE,
	ROLE_ROUND,  /* FINISHED_ROUND */
	ROLE_INIT,   /* FINISHED_INIT */
	ROLE_STATE,  /* changes what other records mean (their names) */
	ROLE_SAMPLE, /* needs the state at the start of the recording */
	ROLE_NAMED,  /* its addresses have names: this row and all later ones wait for the end */
	ROLE_BLOCKS  /* may contain anything, so everything waits for the end */
};

struct settled {
	struct recording *recording;
	struct reader *reader;
	uint64_t blocks; /* blocks that were examined */
	uint64_t rows;	 /* rows that are settled */
	uint64_t round;	 /* the row of the last FINISHED_ROUND */
	uint64_t limit;	 /* the first row that waits for the end */
	bool has_round, has_init;
	bool blocked; /* all other rows wait for the end */
	bool failed;
	/* The greatest time so far, at the last round, and of the settled rows. */
	uint64_t time, round_time, settled_time;
	VEC(uint8_t) roles; /* enum kind_role, by kind */
	uint32_t heard;
};

struct settled *settled_open(struct recording *recording)
{
	struct settled *s = mem_zalloc(sizeof(*s));

	s->recording = recording;
	s->reader = reader_open(recording);
	s->limit = UINT64_MAX;
	/* Without times a record also changes the meaning of earlier ones. */
	s->blocked = recording_parts(recording) != 1 || !recording_index(recording, 0) ||
		     !index_has_times(recording_index(recording, 0)) ||
		     recording_file(recording, 0)->streams.n != 1;
	return s;
}

void settled_close(struct settled *s)
{
	if (!s)
		return;
	reader_close(s->reader);
	vec_release(&s->roles);
	free(s);
}

static enum kind_role find_role(const struct settled *s, const struct row_info *info)
{
	struct layout layout;

	switch (info->type) {
	case RECORD_FINISHED_ROUND:
		return ROLE_ROUND;
	case RECORD_FINISHED_INIT:
		return ROLE_INIT;
	case RECORD_COMPRESSED:
	case RECORD_COMPRESSED2:
	case RECORD_DAMAGE:
		return ROLE_BLOCKS;
	default:
		break;
	}
	if (record_has_frames(info->type)) {
		reader_layout(s->reader, info, &layout);
		return info->type == RECORD_SAMPLE && layout.format ? ROLE_SAMPLE : ROLE_NAMED;
	}
	return state_may_change(info->type) && info->has_time ? ROLE_STATE : ROLE_NONE;
}

static enum kind_role role_of(struct settled *s, struct block *block, uint32_t i, uint64_t kind)
{
	struct row_info info;

	while (s->roles.n <= kind)
		vec_push(&s->roles, ROLE_UNKNOWN);
	if (s->roles.v[kind] == ROLE_UNKNOWN) {
		reader_row_in(s->reader, block, i, &info);
		s->roles.v[kind] = (uint8_t)find_role(s, &info);
	}
	return (enum kind_role)s->roles.v[kind];
}

/* Rows before the previous round are settled: two rounds follow them. */
static void end_round(struct settled *s, uint64_t row)
{
	if (s->has_round && s->has_init) {
		s->rows = s->round < s->limit ? s->round : s->limit;
		s->settled_time = s->round_time;
	}
	s->has_round = true;
	s->round = row;
	s->round_time = s->time;
}

static void look_at_row(struct settled *s, enum kind_role role, uint64_t row, uint64_t time)
{
	switch (role) {
	case ROLE_ROUND:
		end_round(s, row);
		return;
	case ROLE_INIT:
		s->has_init = true;
		return;
	case ROLE_STATE:
		s->failed |= s->has_init && s->rows && time < s->settled_time;
		break;
	case ROLE_NAMED:
		s->limit = row < s->limit ? row : s->limit;
		__attribute__((fallthrough));
	case ROLE_SAMPLE:
		s->blocked |= !s->has_init;
		break;
	case ROLE_BLOCKS:
		s->blocked = true;
		return;
	default:
		break;
	}
	if (time != UINT64_MAX && time > s->time)
		s->time = time;
}

/* Returns false for a damaged block. */
static bool look_at_block(struct settled *s, uint64_t number)
{
	struct block *block = reader_block(s->reader, number);
	const uint64_t *kinds = block ? block_column(block, COL_KIND) : NULL;
	const uint64_t *times = kinds ? block_column(block, COL_TIME) : NULL;

	for (uint32_t i = 0; times && i < block->desc.rows && !s->blocked; i++)
		look_at_row(s, role_of(s, block, i, kinds[i]), block->desc.first_row + i, times[i]);
	return times;
}

uint64_t settled_wait(struct settled *s, uint64_t rows, unsigned ms)
{
	struct index_progress progress;
	uint64_t before = s->blocks;
	int64_t since = clock_ns();

	for (;;) {
		recording_progress(s->recording, &progress);
		if (progress.state != INDEX_BUILDING)
			return 0;
		while (!s->blocked && s->rows < s->limit &&
		       s->blocks < recording_blocks(s->recording))
			s->blocked |= !look_at_block(s, s->blocks++);
		if (s->rows > rows)
			return s->rows;
		if (s->blocks > before)
			since = clock_ns();
		before = s->blocks;
		if (s->blocked || s->rows == s->limit ||
		    (ms && clock_ns() - since >= (int64_t)ms * 1000000))
			return 0;
		if (ms)
			bell_wait_for(BELL_ROWS, &s->heard, ms);
		else
			bell_wait(BELL_ROWS, &s->heard);
	}
}

/* Check a state of the complete index whose row has not been examined yet. */
static void look_at_entry(struct settled *s, const struct moment *at)
{
	uint64_t looked_at = s->blocks < recording_blocks(s->recording)
				     ? recording_block(s->recording, s->blocks).first_row
				     : recording_rows(s->recording);

	s->failed |= at->row >= looked_at && at->time < s->settled_time;
}

static bool look_at_task(void *arg, const void *entry)
{
	look_at_entry(arg, &((const struct task_entry *)entry)->at);
	return true;
}

static bool look_at_state(void *arg, const void *entry)
{
	look_at_entry(arg, &((const struct state_entry *)entry)->at);
	return true;
}

bool settled_failed(struct settled *s)
{
	struct index *index = recording_index(s->recording, 0);

	if (!s->rows)
		return false;
	history_all(&index_tasks(index)->changes, look_at_task, s);
	history_all(index_state_entries(index), look_at_state, s);
	return s->failed;
}
