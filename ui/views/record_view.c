/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/record_view.h"

#include <stdlib.h>

#include "recording/reader_text.h"
#include "views/address.h"
#include "views/annotation.h"
#include "views/code.h"
#include "views/srctext.h"

static struct record_view *self(const struct view *view)
{
	return container_of(view, struct record_view, table.view);
}

/* Set the title "call chain of record 12: cycles, make 4312/4313". */
static void set_title(struct record_view *s, struct session *session)
{
	struct buf title = BUF_INIT, comm = BUF_INIT;

	buf_addf(&title, "%s of ", s->what);
	if (!session->row) {
		buf_adds(&title, "no record");
	} else if (session->row->ordinal == ROW_NO_ORDINAL) {
		buf_adds(&title, "a damaged stretch");
	} else {
		buf_addf(&title, "record %llu: ", (unsigned long long)session->row->ordinal);
		if (session->row->event >= 0)
			reader_event(session->reader, session->row, &title);
		else
			record_name(&title, session->row->type);
		reader_comm(session->reader, session->row, &comm);
		if (comm.len)
			buf_addf(&title, ", %s", comm.p);
		if (session->row->has_tid)
			buf_addf(&title, " %d", (int)session->row->tid);
	}
	free(s->title);
	s->title = buf_take(&title);
	s->table.title = s->title;
	buf_release(&comm);
}

static void forget_widths(struct record_view *s)
{
	table_columns_forget_widths(&s->table.columns);
	s->table.columns.skip = 0;
}

/* Columns get the width of the names, not of the addresses that the names replace. */
static void names_came(struct record_view *s)
{
	s->known = symbolizer_progress(s->names);
	forget_widths(s);
	if (s->named)
		s->named(s);
}

/* Make lines and names of the record under the cursor. */
static void fill_anew(struct record_view *s, struct session *session)
{
	s->known = 0;
	s->nodes = session->decoded.nodes.n;
	s->symbols = syms_generation(recording_syms(session->rec));
	symbolizer_drop(app_symbolizer(s->table.view.app), s->names);
	s->names = NULL;
	s->addresses.n = 0;
	s->fill(s, session);
	if (session->row && s->addresses.n)
		s->names = symbolizer_ask(app_symbolizer(s->table.view.app), session->row,
					  s->addresses.v, s->addresses.n);
}

struct session *record_view_session(struct record_view *s)
{
	struct session *session = s->table.view.app->session;
	uint64_t row = session_at(session);

	if (s->title && row == s->row) {
		if (session->decoded.nodes.n != s->nodes || (s->stale && s->stale(s)) ||
		    s->symbols != syms_generation(recording_syms(session->rec)))
			fill_anew(s, session);
		if (s->names && symbolizer_progress(s->names) != s->known)
			names_came(s);
		return session;
	}
	s->row = row;
	s->table.cursor = s->table.top = 0;
	s->table.left = 0;
	fill_anew(s, session);
	set_title(s, session);
	return session;
}

size_t record_view_add(struct record_view *s, struct symbolizer_address address)
{
	vec_push(&s->addresses, address);
	return s->addresses.n - 1;
}

const struct symbolizer_name *record_view_name(const struct record_view *s, size_t i)
{
	return s->names ? symbolizer_get(s->names, i) : NULL;
}

const struct symbolizer_symbol *record_view_symbol(const struct record_view *s, size_t i)
{
	return s->names ? symbolizer_symbol(s->names, i) : NULL;
}

const struct symbolizer_source *record_view_source(const struct record_view *s, size_t i)
{
	return s->names ? symbolizer_source(s->names, i) : NULL;
}

void record_view_address(const struct record_view *s, uint64_t addr, size_t i, struct buf *out)
{
	address_text(s->form, addr, record_view_name(s, i), record_view_symbol(s, i), out);
}

void record_view_code(struct record_view *s, size_t i)
{
	struct session *session = s->table.view.app->session;

	annotation_open_at(s->table.view.app, session->row, &s->addresses.v[i]);
}

void record_view_bytes(struct record_view *s, size_t i)
{
	struct session *session = s->table.view.app->session;

	code_open(s->table.view.app, session->row, &s->addresses.v[i]);
}

void record_view_open_source(struct record_view *s, size_t i, uint32_t function)
{
	struct session *session = s->table.view.app->session;

	srctext_open(s->table.view.app, session->row, &s->addresses.v[i], function);
}

bool record_view_occurs(const struct record_view *s, uint64_t sample_type)
{
	const struct recording *recording = s->table.view.app->rec;

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;

		for (size_t i = 0; i < events->list.n; i++)
			if (events->list.v[i].attr.sample_type & sample_type)
				return true;
	}
	return false;
}

static void next_form(struct record_view *s)
{
	app_say(s->table.view.app, "%s", address_next_form(&s->form));
	forget_widths(s);
}

void record_view_go(struct record_view *s, uint64_t line)
{
	record_view_session(s);
	s->table.cursor = line;
}

bool record_view_act(struct record_view *s, const struct action_call *call)
{
	static const enum action moves[] = { RECORD_VIEW_ACTIONS, ACTION_NONE };

	if (call->action == ACTION_NAMES) {
		next_form(s);
		return true;
	}
	for (const enum action *a = moves; *a != ACTION_NONE; a++) {
		if (*a != call->action)
			continue;
		app_act_at_home(s->table.view.app, call);
		record_view_session(s);
		return true;
	}
	return false;
}

/* Keys and the mouse act on lines of the record that is under the cursor now. */
static bool record_view_act_now(struct view *view, const struct action_call *call)
{
	record_view_session(self(view));
	return self(view)->table.vops.act(view, call);
}

static bool record_view_point(struct view *view, int row, int col, bool select)
{
	record_view_session(self(view));
	return self(view)->table.vops.point(view, row, col, select);
}

static void record_view_draw(struct view *view, const struct surface *surface,
			     struct term_cursor *cursor)
{
	record_view_session(self(view));
	self(view)->table.vops.draw(view, surface, cursor);
}

static void record_view_text(struct view *view, struct buf *out)
{
	record_view_session(self(view));
	self(view)->table.vops.text(view, out);
}

static bool record_view_busy(const struct view *view)
{
	const struct record_view *s = self(view);

	return (s->names && !symbolizer_is_done(s->names)) || (s->waits && s->waits(s));
}

/* Names are still being looked up. */
static bool record_view_wake(struct view *view)
{
	/* The cursor in the list may have moved, too. */
	record_view_session(self(view));
	return !record_view_busy(view);
}

void *record_view_once(struct app *app, const struct table_ops *ops, size_t size, const char *what,
		       void (*fill)(struct record_view *record_view, struct session *session))
{
	struct record_view *s = view_table_once(app, ops, size);

	if (!s)
		return NULL;
	s->ops = s->table.vops;
	s->ops.act = record_view_act_now;
	s->ops.point = record_view_point;
	s->ops.draw = record_view_draw;
	s->ops.text = record_view_text;
	s->ops.busy = record_view_busy;
	s->ops.wake = record_view_wake;
	s->table.view.ops = &s->ops;
	s->what = what;
	s->fill = fill;
	return s;
}

void record_view_release(struct record_view *s)
{
	symbolizer_drop(app_symbolizer(s->table.view.app), s->names);
	vec_release(&s->addresses);
	free(s->title);
}
