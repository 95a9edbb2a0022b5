/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/view.h"

uint64_t records_row(const struct view_records *v, uint64_t number)
{
	return v->times ? timelist_row(v->times, number) : number;
}

uint64_t records_number(const struct view_records *v, uint64_t row)
{
	return v->times ? timelist_position(v->times, row) : row;
}

uint64_t records_numbers(const struct view_records *v)
{
	return v->times ? timelist_count(v->times) : recording_rows(v->rec);
}

enum select_found records_match(struct view_records *v, struct select *select, uint64_t number,
				int dir, uint64_t *found)
{
	return v->times ? timelist_next(v->times, select, number, dir, found)
			: select_next(select, v->reader, number, dir, found);
}

uint64_t records_matches_before(struct view_records *v, uint64_t number, bool *exact)
{
	return v->times ? timelist_before(v->times, v->select, number, exact)
			: select_before(v->select, v->reader, number, exact);
}

/* The same record stays under the cursor; numbers of records that are kept are others now. */
static void use_list(struct view_records *v, struct timelist *times)
{
	uint64_t row = records_row(v, v->cursor.number);

	records_find_cancel(v);
	list_cursor_cancel(&v->cursor);
	timelist_close(v->times);
	v->times = times;
	list_lines_reorder(&v->list.lines);
	/* An order that was asked for from the start begins at its first record. */
	v->cursor.number = v->acted ? records_number(v, row) : 0;
	list_cursor_changed(&v->cursor);
}

static bool building(const struct view_records *v)
{
	struct index_progress progress;

	recording_progress(v->rec, &progress);
	return progress.state == INDEX_BUILDING;
}

static void open_list(struct view_records *v)
{
	struct timelist *times = timelist_open(v->reader);

	if (!times) {
		v->by_time = false;
		app_complain(v->view.app, "The order of time needs a complete index.");
		return;
	}
	use_list(v, times);
	if (timelist_is_file(times))
		app_say(v->view.app, "Only samples have times here (no sample_id_all): the order "
				     "of time is that of the file.");
	else
		app_say(v->view.app, "Records are in the order of time. %s: of the file.",
			app_key_of(v->view.app, ACTION_ORDER));
}

void records_order(struct view_records *v, bool by_time)
{
	v->by_time = by_time;
	if (!by_time && v->times) {
		use_list(v, NULL);
		app_say(v->view.app, "Records are in file order. %s: time order.",
			app_key_of(v->view.app, ACTION_ORDER));
	} else if (by_time && !v->times && building(v)) {
		app_say(v->view.app,
			"Time order begins when the index is complete. "
			"%s cancels it.",
			app_key_of(v->view.app, ACTION_ORDER));
	} else if (by_time && !v->times) {
		open_list(v);
	}
}

void records_order_begin(struct view_records *v)
{
	struct index_progress progress;
	struct timelist *times;

	recording_progress(v->rec, &progress);
	if (v->order_chosen || progress.state != INDEX_DONE || !progress.reused)
		return;
	times = timelist_open(v->reader);
	if (times && !timelist_is_file(times)) {
		v->by_time = true;
		use_list(v, times);
	} else {
		timelist_close(times);
	}
}

bool records_order_resume(struct view_records *v)
{
	if (v->times && timelist_count(v->times) < recording_rows(v->rec) && !building(v)) {
		open_list(v);
		return true;
	}
	if (!v->by_time || v->times || building(v))
		return false;
	open_list(v);
	return true;
}
