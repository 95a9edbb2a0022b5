/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/maps.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/maplist.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/typed_number.h"
#include "field/value.h"
#include "recording/reader_text.h"
#include "records/records.h"
#include "session/session_place.h"
#include "session/session_time.h"
#include "shell/tui.h"
#include "views/record_thread.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/quoted.h"

struct view_maps {
	struct view_table table;
	struct maplist *list;
	struct row_info info; /* the row, and so the moment and the process */
	bool is_time;	      /* the moment is a time without a record */
	bool shown;	      /* the cursor was put on the mapping with ip */
	bool cancelled;
	struct buf title;
};

enum {
	COL_ADDRESSES,
	COL_PROT,
	COL_OFFSET,
	COL_RECORD,
	COL_BUILD_ID,
	COL_FILE,
	COLS
};

enum {
	BUILD_ID_SHOWN = 6 /* bytes on a wide screen, enough to tell two build ids apart */
};

static struct view_maps *self(const struct view_table *vt)
{
	return container_of(vt, struct view_maps, table);
}

/* ---- lines ---- */

static uint64_t lines_count(const struct view_table *vt)
{
	return maplist_count(self(vt)->list);
}

static bool is_user(const struct maplist_line *line)
{
	return line->kind == MAPPING_USER || line->kind == MAPPING_GUEST_USER;
}

/* As in /proc/PID/maps. The kernel's mappings have none. */
static void prot_cell(const struct maplist_line *line, struct buf *out)
{
	if (!is_user(line))
		return;
	buf_addc(out, line->prot & 1 ? 'r' : '-');
	buf_addc(out, line->prot & 2 ? 'w' : '-');
	buf_addc(out, line->prot & 4 ? 'x' : '-');
	buf_addc(out, line->is_private ? 'p' : '-');
}

static void lines_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct maplist_line *line = maplist_line(self(vt)->list, row);

	switch (column) {
	case COL_ADDRESSES:
		buf_addf(out, "%llx-%llx", (unsigned long long)line->start,
			 (unsigned long long)line->end);
		break;
	case COL_PROT:
		prot_cell(line, out);
		break;
	case COL_OFFSET:
		if (line->has_file)
			buf_addf(out, "%llx", (unsigned long long)line->offset);
		break;
	case COL_RECORD:
		if (line->ordinal != ROW_NO_ORDINAL)
			buf_add_u64(out, line->ordinal);
		break;
	case COL_BUILD_ID:
		buf_add_hexbytes(out, line->build_id,
				 line->build_id_size < BUILD_ID_SHOWN ? line->build_id_size
								      : BUILD_ID_SHOWN);
		break;
	default:
		text_escape_str(out, line->file);
		break;
	}
}

static enum style lines_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct maplist_line *line = maplist_line(self(vt)->list, row);

	if (column == COL_ADDRESSES)
		return STYLE_NUMBER;
	if (column == COL_FILE)
		return is_user(line) ? STYLE_TYPE : STYLE_NORMAL;
	return STYLE_NORMAL;
}

/* ---- actions ---- */

static bool lines_act(struct view_table *vt, const struct action_call *call)
{
	struct app *app = vt->view.app;
	struct buf condition = BUF_INIT;
	const char *dso;
	uint64_t row;

	if (call->action == ACTION_RECORD_NEXT || call->action == ACTION_RECORD_PREV) {
		app_act_at_home(app, call);
		maps_open_view(app, "", NULL);
		return true;
	}
	if (!view_table_row(vt, &row))
		return true;
	if (call->action == ACTION_OPEN) {
		records_show_row(app, maplist_line(self(vt)->list, row)->row);
		return true;
	}
	dso = maplist_line(self(vt)->list, row)->dso;
	buf_adds(&condition, "dso == ");
	quoted_add_string(&condition, dso, strlen(dso));
	records_filter_from(app, condition.p, call->action);
	buf_release(&condition);
	return true;
}

/* ---- background work ---- */

static bool lines_busy(const struct view *view)
{
	const struct view_maps *v = self(view_table_of(view));

	return !v->cancelled && !maplist_done(v->list);
}

static void lines_work(struct view_table *vt, struct buf *out)
{
	struct view_maps *v = self(vt);
	const char *why;

	if (v->cancelled)
		buf_adds(out, "stopped");
	else if (!maplist_done(v->list))
		buf_adds(out, "reading\u2026");
	else if (maplist_found(v->list) > maplist_count(v->list))
		buf_addf(out, "the first of %zu", maplist_found(v->list));
	else if (maplist_at_ip(v->list, &why), *why)
		buf_addf(out, "ip: %s", why);
}

static const char *lines_empty(const struct view_table *vt)
{
	const struct view_maps *v = self(vt);

	if (lines_busy(&vt->view))
		return "reading\u2026";
	return v->is_time ? "nothing is mapped at that time"
			  : "nothing is mapped at this record's time" TABLE_TO_OTHERS;
}

/* The cursor begins on the mapping with the record's ip. */
static bool lines_wake(struct view *view)
{
	struct view_maps *v = self(view_table_of(view));
	const char *why;
	size_t at;

	if (v->shown || !maplist_done(v->list))
		return false;
	v->shown = true;
	at = maplist_at_ip(v->list, &why);
	if (at < maplist_count(v->list) && !v->table.cursor)
		v->table.cursor = at;
	return true;
}

static bool lines_cancel(struct view *view)
{
	struct view_maps *v = self(view_table_of(view));

	if (!lines_busy(view))
		return false;
	maplist_cancel(v->list);
	v->cancelled = true;
	return true;
}

static void lines_close(struct view_table *vt)
{
	struct view_maps *v = self(vt);

	maplist_free(v->list);
	buf_release(&v->title);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_ADDRESSES] = { "addresses", false, 0, .number = { NULL, "addresses", "of the mapping", NUMBER_RECORD } },
	[COL_PROT] = { "prot", false, 0, .screen = 60 },
	[COL_OFFSET] = { "offset", true, 0, .screen = 96, .number = { NULL, "bytes", "into the file", NUMBER_RECORD } },
	[COL_RECORD] = { "record", true, 0, .screen = 80, .number = { NULL, "-", "ordinal of the record of the mapping", NUMBER_RECORD } },
	[COL_BUILD_ID] = { "build id", false, 0, .screen = 110 },
	[COL_FILE] = { "file", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { ACTION_OPEN,	   ACTION_FILTER_AND,  ACTION_FILTER_NOT,
				       ACTION_FILTER_ONLY, ACTION_RECORD_NEXT, ACTION_RECORD_PREV,
				       ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,	 ACTION_FILTER_ONLY, ACTION_FILTER_AND,
				     ACTION_RECORD_NEXT, ACTION_RECORD_PREV, ACTION_CLOSE,
				     ACTION_HELP,	 ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "its record", "go to the record of the mapping" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_maps = {
	.name = "the maps",
	.title = "maps",
	.n = COLS,
	.columns = columns,
	.count = lines_count,
	.cell = lines_cell,
	.style = lines_style,
	.act = lines_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = lines_work,
	.empty = lines_empty,
	.wake = lines_wake,
	.busy = lines_busy,
	.cancel = lines_cancel,
	.close = lines_close,
};

/* The process and the moment of the mappings. */
struct wanted_process {
	uint32_t pid; /* UINT32_MAX: that of the record */
	bool elsewhere, is_time;
	struct row_info info; /* the row of the moment; is_time: its time is another one */
};

static void set_title(struct view_maps *v, struct reader *reader)
{
	struct buf comm = BUF_INIT;

	reader_comm(reader, &v->info, &comm);
	buf_reset(&v->title);
	if (v->info.has_pid && (int32_t)v->info.pid >= 0)
		buf_addf(&v->title, "maps of %d", (int32_t)v->info.pid);
	else
		buf_adds(&v->title, "maps of the kernel");
	if (comm.len)
		buf_addf(&v->title, " %s", comm.p);
	buf_release(&comm);
	if (v->is_time) {
		buf_adds(&v->title, " as of ");
		session_time_add_of(v->table.view.app->session, reader, &v->info, &v->title);
	} else if (v->info.ordinal == ROW_NO_ORDINAL) {
		buf_adds(&v->title, " as of a damaged stretch");
	} else {
		buf_addf(&v->title, " as of record %llu", (unsigned long long)v->info.ordinal);
	}
	v->table.title = v->title.p;
}

/* A record of no process has no maps: take those of the busiest thread. */
static void take_busiest(struct session *session, struct wanted_process *wanted)
{
	const struct row_info *row = session->row;

	if (!wanted->elsewhere && wanted->pid == UINT32_MAX && !row->has_pid &&
	    row->ordinal != ROW_NO_ORDINAL)
		wanted->elsewhere = record_thread_busiest(session, row->row, false, &wanted->info);
}

static void begin(struct view_maps *v, struct session *session, const struct wanted_process *wanted)
{
	struct reader *reader = wanted->elsewhere ? session->reader : session->detail;
	const struct row_info *info = wanted->elsewhere ? &wanted->info : session->row;
	bool own = !wanted->is_time && (wanted->pid == UINT32_MAX || wanted->pid == info->pid);
	struct value ip = value_absent(F_ip);
	struct buf room = BUF_INIT;
	uint64_t at;

	v->info = *info;
	v->is_time = wanted->is_time;
	if (own)
		ip = value_get(reader, info, F_ip, &room);
	at = value_bits(&ip);
	if (wanted->pid != UINT32_MAX) {
		v->info.pid = v->info.tid = wanted->pid;
		v->info.has_pid = v->info.has_tid = true;
	}
	v->shown = v->cancelled = false;
	v->table.cursor = v->table.top = 0;
	set_title(v, reader);
	maplist_free(v->list);
	v->list = maplist_start(v->table.view.app->rec, &v->info,
				ip.is == VALUE_NUMBER ? &at : NULL, &v->table.view.watcher);
	buf_release(&room);
}

/* Parse a pid at *p, which moves to the next word. */
static int parse_pid(const char **p, uint32_t *pid, struct err *err)
{
	struct typed_number number;
	uint64_t value;

	if (typed_number_read(&number, *p, strlen(*p), 0, err) < 0 ||
	    typed_number_value(&number, 1, &value, err) < 0)
		return ERR_PARSE;
	if (number.unit > TYPED_COUNT || value > INT32_MAX)
		return err_set_at(err, ERR_PARSE, 0, "no process has this number");
	*pid = (uint32_t)value;
	*p += number.len + strspn(*p + number.len, " ");
	return 0;
}

static int parse(struct session *session, const char *text, struct wanted_process *wanted,
		 struct err *err)
{
	const char *at = text, *place;
	int rc;

	*wanted = (struct wanted_process){ .pid = UINT32_MAX };
	if (isdigit((unsigned char)*text) && parse_pid(&at, &wanted->pid, err) < 0)
		return ERR_PARSE;
	if (!*at)
		return 0;
	if (strncmp(at, "at ", 3) != 0)
		return err_set_at(err, ERR_PARSE, (uint64_t)(at - text),
				  "expected a pid, or \"at\" and a time, as in 4312 at 12.5s");
	place = at + 3 + strspn(at + 3, " ");
	wanted->elsewhere = true;
	rc = session_place_find(session, place, &wanted->info, &wanted->is_time, err);
	if (rc < 0 && err && err->offset != ERR_NO_OFFSET)
		err->offset += (uint64_t)(place - text);
	return rc;
}

int maps_open_view(struct app *app, const char *text, struct err *err)
{
	struct session *session = app->session;
	struct wanted_process wanted;
	struct view_maps *v;
	int rc;

	if (!recording_rows(app->rec)) {
		app_complain(app, "There is no record yet.");
		return 0;
	}
	session_record(session);
	rc = parse(session, text, &wanted, err);
	if (rc < 0)
		return rc;
	if (!wanted.elsewhere && !session->row) {
		app_complain(app, "There is no record under the cursor; ':maps PID at TIME' "
				  "needs none.");
		return 0;
	}
	take_busiest(session, &wanted);
	if (app_raise(app, table_maps.name)) {
		begin(self(view_table_of(app_view(app))), session, &wanted);
		return 0;
	}
	v = mem_zalloc(sizeof(*v));
	view_table_init(&v->table, app, &table_maps);
	buf_init(&v->title);
	begin(v, session, &wanted);
	app_push(app, &v->table.view);
	return 0;
}
