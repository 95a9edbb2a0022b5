/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "field/walltime.h"
#include "filter/eval.h"
#include "recording/moment.h"
#include "records/view.h"

void records_goto_row(struct view_records *v, uint64_t row)
{
	list_cursor_goto(&v->cursor, records_number(v, row), 1, LIST_CURSOR_MIDDLE);
}

/* Does the filter hide a row? Where its search has not come yet, the row itself is looked at. */
static bool is_hidden(struct view_records *v, uint64_t row)
{
	struct row_info info;
	struct eval *eval;
	uint64_t found = row;
	bool passes;

	switch (select_next(v->select, v->reader, row, 1, &found)) {
	case SELECT_FOUND:
		return found != row;
	case SELECT_NONE:
		return true;
	case SELECT_PENDING:
	default:
		break;
	}
	if (reader_row(v->reader, row, &info, NULL) < 0)
		return true;
	eval = eval_open(v->reader, select_filter(v->select));
	passes = eval_row(eval, &info);
	eval_close(eval);
	return !passes;
}

/* A row that the filter hides is shown without the filter. */
void records_show_row(struct app *app, uint64_t row)
{
	struct view_records *v = app_records(app);

	app_raise(app, v->view.ops->name);
	records_leave(v);
	if (v->select && is_hidden(v, row)) {
		records_filter_off(v);
		app_say(app, "The filter hides this record and is off now. %s puts it on again.",
			app_key_of(app, ACTION_FILTER_TOGGLE));
	}
	records_goto_row(v, row);
}

bool records_show_listed(struct app *app, const char *where, uint64_t ordinal)
{
	struct view_records *v = app_records(app);
	struct buf now = BUF_INIT;
	bool same;

	records_filter_applied(v, &now);
	same = !strcmp(now.p, where);
	buf_release(&now);
	if (same)
		records_show_row(app, reader_find_ordinal(v->reader, ordinal));
	return same;
}

static bool building(const struct index_progress *progress)
{
	return progress->state == INDEX_BUILDING;
}

/* The last row that there is: a place behind it may still come while the index is built. */
static bool is_reached(struct view_records *v, const struct records_place *place,
		       const struct index_progress *progress)
{
	struct row_info last;

	if (!progress->rows)
		return false;
	switch (place->kind) {
	case PLACE_ORDINAL:
		return place->value < progress->records;
	case PLACE_ROW:
		return place->value < progress->rows;
	case PLACE_OFFSET:
		return place->part + 1 < recording_parts_ready(v->rec) ||
		       (reader_row(v->reader, progress->rows - 1, &last, NULL) == 0 &&
			place->value < last.offset + last.size);
	case PLACE_FILE:
		return place->value < recording_parts_ready(v->rec);
	case PLACE_TIME:
		return reader_row(v->reader, progress->rows - 1, &last, NULL) == 0 &&
		       last.has_time && place->value <= last.time;
	case PLACE_WALL:
	case PLACE_PERCENT:
	case PLACE_NONE:
	default:
		return !building(progress);
	}
}

/* A file without records, and one whose index was not made, are where the next begins. */
static uint64_t place_file(const struct view_records *v, const struct records_place *place,
			   uint64_t rows)
{
	uint64_t row = place->value < recording_parts_ready(v->rec)
			       ? recording_first_row(v->rec, place->value)
			       : rows;

	return row < rows ? row : rows - 1;
}

/* Its number in the list. */
static uint64_t place_number(struct view_records *v, const struct records_place *place,
			     uint64_t rows)
{
	uint64_t row;

	switch (place->kind) {
	case PLACE_ORDINAL:
		return records_number(v, reader_find_ordinal(v->reader, place->value));
	case PLACE_ROW:
		row = place->value < recording_rows(v->rec) ? place->value
							    : recording_rows(v->rec) - 1;
		return records_number(v, row);
	case PLACE_OFFSET:
		row = reader_find_offset(v->reader, place->part, place->value);
		return records_number(v, row);
	case PLACE_FILE:
		return records_number(v, place_file(v, place, recording_rows(v->rec)));
	case PLACE_TIME:
		if (v->times)
			return timelist_at_time(v->times, place->value);
		return reader_find_time(v->reader, place->value);
	case PLACE_WALL:
		return records_number(v, moment_find(v->reader, place->value));
	case PLACE_PERCENT:
	case PLACE_NONE:
	default:
		break;
	}
	if (place->value >= 100)
		return rows - 1;
	return rows / 100 * place->value + rows % 100 * place->value / 100;
}

bool records_goto_resume(struct view_records *v)
{
	struct index_progress progress;

	if (v->place.kind == PLACE_NONE)
		return false;
	recording_progress(v->rec, &progress);
	/* The index can be complete before the order of time is made, of which places are. */
	if (v->by_time && (!v->times || building(&progress)))
		return false;
	if (building(&progress) && !is_reached(v, &v->place, &progress))
		return false;
	if (v->place.told && v->place.told == v->view.app->messages)
		app_say(v->view.app, "%s", "");
	if (v->place.kind == PLACE_ORDINAL && !is_reached(v, &v->place, &progress))
		app_complain(v->view.app, "There is no record %llu: the last one is %llu.",
			     (unsigned long long)v->place.value,
			     (unsigned long long)(progress.records ? progress.records - 1 : 0));
	if (progress.rows)
		list_cursor_goto(&v->cursor, place_number(v, &v->place, records_numbers(v)), 1,
				 LIST_CURSOR_MIDDLE);
	v->place.kind = PLACE_NONE;
	return true;
}

void records_goto_place(struct view_records *v, struct records_place place)
{
	v->place = place;
	if (records_goto_resume(v))
		return;
	app_say(v->view.app, "The index does not reach there yet. %s stops waiting.",
		app_key_of(v->view.app, ACTION_CANCEL));
	v->place.told = v->view.app->messages;
}

void records_goto_file(struct view_records *v, int step)
{
	struct records_place place = { .kind = PLACE_FILE };
	size_t part;

	view_records_sync(v);
	part = v->row ? v->row->part : 0;
	place.value = step < 0 ? part - 1 : part + 1;
	if (recording_parts(v->rec) == 1) {
		app_complain(v->view.app, "There is only one file.");
	} else if (place.value >= recording_parts(v->rec)) {
		app_complain(v->view.app, "This is the %s file.", step < 0 ? "first" : "last");
	} else {
		records_leave(v);
		records_goto_place(v, place);
	}
}

/* ---- places as text ---- */

static int bad_place(const char *where, const char *at, struct err *err)
{
	return err_set_at(err, ERR_PARSE, (uint64_t)(at - where),
			  "expected 123, +5, -5, @0x1a8, 50%%, 12.5s or 08:00:48.5");
}

static int number(const char *where, const char **p, uint64_t *out, struct err *err)
{
	char *end;

	if (!isdigit((unsigned char)**p))
		return bad_place(where, *p, err);
	errno = 0;
	*out = strtoull(*p, &end, 0);
	if (errno)
		return err_set_at(err, ERR_PARSE, (uint64_t)(*p - where),
				  "the number does not fit into 64 bits");
	*p = end;
	return 0;
}

/* Seconds with up to nine decimals. */
static int seconds(const char *where, const char **p, uint64_t *out, struct err *err)
{
	uint64_t ns = 0, unit = 100000000;

	if (number(where, p, out, err) < 0)
		return ERR_PARSE;
	if (**p == '.')
		for (++*p; isdigit((unsigned char)**p); ++*p, unit /= 10)
			ns += (uint64_t)(**p - '0') * unit;
	if (**p == 's')
		++*p;
	if (__builtin_mul_overflow(*out, UINT64_C(1000000000), out) ||
	    __builtin_add_overflow(*out, ns, out))
		return err_set_at(err, ERR_PARSE, 0, "the time does not fit into 64 bits");
	return 0;
}

static int parse_place(const char *where, struct records_place *place, struct err *err)
{
	const char *p = where;
	int rc;

	if (*p == '@') {
		p++;
		place->kind = PLACE_OFFSET;
		rc = number(where, &p, &place->value, err);
	} else if (*p == 'T') {
		p++;
		place->kind = PLACE_TIME;
		rc = seconds(where, &p, &place->value, err);
	} else {
		place->kind = PLACE_ORDINAL;
		rc = number(where, &p, &place->value, err);
		if (rc == 0 && *p == '%') {
			p++;
			place->kind = PLACE_PERCENT;
		} else if (rc == 0 && (*p == '.' || *p == 's')) {
			p = where;
			place->kind = PLACE_TIME;
			rc = seconds(where, &p, &place->value, err);
		}
	}
	if (rc < 0)
		return rc;
	p += strspn(p, " ");
	return *p ? bad_place(where, p, err) : 0;
}

/* A time of day. 1: it is none. */
static int parse_moment(struct view_records *v, const char *where, struct records_place *place,
			struct err *err)
{
	const struct span *span = reader_span(v->reader);
	struct walltime moment;
	uint64_t wall;

	if (!walltime_parse(where, strlen(where), &moment))
		return 1;
	if (!walltime_find(&moment, span, &wall))
		return err_set_at(err, ERR_PARSE, 0, "the recording has no wall clock");
	/* Each of several files can have its own clock. */
	if (recording_parts(v->rec) > 1) {
		*place = (struct records_place){ .kind = PLACE_WALL, .value = wall };
		return 0;
	}
	place->kind = PLACE_TIME;
	place->value = wall - span->wall;
	if ((int64_t)place->value < 0)
		place->value = 0;
	return 0;
}

/* Times are typed as they are read. */
static int parse_typed(struct view_records *v, const char *where, struct records_place *place,
		       struct err *err)
{
	int rc = parse_moment(v, where, place, err);

	if (rc <= 0)
		return rc;
	if (parse_place(where, place, err) < 0)
		return ERR_PARSE;
	place->part = v->row ? v->row->part : 0;
	if (place->kind == PLACE_TIME && v->list.lines.time == LIST_TIME_FIRST &&
	    __builtin_add_overflow(place->value, v->list.lines.first, &place->value))
		place->value = UINT64_MAX;
	return 0;
}

int records_look_at(struct view_records *v, const char *where, struct row_info *info, bool *is_time,
		    struct err *err)
{
	struct records_place place = { .kind = PLACE_NONE };
	struct index_progress progress;

	if (parse_typed(v, where, &place, err) < 0)
		return ERR_PARSE;
	recording_progress(v->rec, &progress);
	if (building(&progress) && (v->by_time || !is_reached(v, &place, &progress)))
		return err_set_at(err, ERR_PARSE, 0, "the index does not reach there yet");
	if (!progress.rows || (place.kind == PLACE_ORDINAL && !is_reached(v, &place, &progress)))
		return err_set_at(err, ERR_PARSE, 0, "there is no such record");
	if (reader_row(v->reader, records_row(v, place_number(v, &place, records_numbers(v))), info,
		       err) < 0)
		return err->code;
	*is_time = place.kind == PLACE_TIME;
	if (*is_time) {
		info->time = place.value;
		info->has_time = true;
	}
	return 0;
}

/* Who takes a time for one since the beginning learns of the clock. */
static void say_clock(struct view_records *v, const struct records_place *place)
{
	const struct span *span = reader_span(v->reader);
	struct buf first = BUF_INIT;

	if (place->kind != PLACE_TIME || !span->has || place->value >= span->first)
		return;
	records_add_time(v->view.app, span->first, &first);
	app_complain(v->view.app,
		     "The recording begins at %s; :time first shows times relative to it.",
		     first.p);
	buf_release(&first);
}

int records_goto(struct view_records *v, const char *where, struct err *err)
{
	struct records_place place = { .kind = PLACE_NONE };

	if (records_is_permalink(where))
		return records_goto_permalink(v, where, err);
	if (*where == '+' || *where == '-') {
		const char *p = where + 1;
		uint64_t n = 0;

		if (number(where, &p, &n, err) < 0)
			return ERR_PARSE;
		if (*p)
			return bad_place(where, p, err);
		records_leave(v);
		list_cursor_step(&v->cursor, *where == '+' ? 1 : -1, n, false);
		return 0;
	}
	if (parse_typed(v, where, &place, err) < 0)
		return ERR_PARSE;
	records_leave(v);
	records_goto_place(v, place);
	say_clock(v, &place);
	return 0;
}

/* ---- where we are ---- */

void records_where(struct view_records *v)
{
	struct index_progress progress;
	struct buf text = BUF_INIT;
	const struct row_info *row;

	view_records_sync(v);
	recording_progress(v->rec, &progress);
	if (!v->row) {
		app_complain(v->view.app, "There is no record under the cursor.");
		return;
	}
	row = v->row;
	if (row->ordinal == ROW_NO_ORDINAL)
		buf_adds(&text, "damaged stretch");
	else
		buf_addf(&text, "record %llu of %llu", (unsigned long long)row->ordinal,
			 (unsigned long long)progress.records);
	buf_addf(&text, ", %llu bytes at offset 0x%llx", (unsigned long long)row->size,
		 (unsigned long long)row->offset);
	if (row->has_time)
		buf_addf(&text, ", time %llu.%09llu", (unsigned long long)(row->time / 1000000000),
			 (unsigned long long)(row->time % 1000000000));
	if (progress.rows)
		buf_addf(&text, ", %llu%%",
			 (unsigned long long)((v->cursor.number + 1) * 100 / progress.rows));
	if (v->times)
		buf_adds(&text, " by time");
	if (recording_parts(v->rec) > 1) {
		buf_adds(&text, ", file ");
		text_escape_str(&text, recording_path(v->rec, row->part));
	}
	app_say(v->view.app, "%s", text.p);
	buf_release(&text);
}
