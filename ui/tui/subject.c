/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/subject.h"

#include <stdlib.h>

#include "tui/view_address.h"
#include "tui/view_annotation.h"
#include "tui/view_code.h"
#include "tui/view_srctext.h"

static struct subject *self(struct view *view)
{
	return (struct subject *)view;
}

/* "call chain of record 12: cycles, make 4312/4313" */
static void set_title(struct subject *s, struct view_records *v)
{
	struct buf title = BUF_INIT, comm = BUF_INIT;

	buf_addf(&title, "%s of ", s->what);
	if (!v->row) {
		buf_adds(&title, "no record");
	} else if (v->row->ordinal == ROW_NO_ORDINAL) {
		buf_adds(&title, "a damaged stretch");
	} else {
		buf_addf(&title, "record %llu: ", (unsigned long long)v->row->ordinal);
		if (v->row->event >= 0)
			reader_event(v->reader, v->row, &title);
		else
			reader_type(v->reader, v->row, &title);
		reader_comm(v->reader, v->row, &comm);
		if (comm.len)
			buf_addf(&title, ", %s", comm.p);
		if (v->row->has_tid)
			buf_addf(&title, " %d", (int)v->row->tid);
	}
	free(s->title);
	s->title = buf_take(&title);
	s->table.title = s->title;
	buf_release(&comm);
}

static void forget_widths(struct subject *s)
{
	for (size_t i = 0; i < TABLE_COLUMNS; i++)
		s->table.widths[i] = 0;
	s->table.skip = 0;
}

/* Columns are as wide as the names, whatever stood there before. */
static void names_came(struct subject *s)
{
	s->told = naming_progress(s->names);
	forget_widths(s);
	if (s->named)
		s->named(s);
}

/* Lines and names of the record under the cursor. */
static void fill_anew(struct subject *s, struct view_records *v)
{
	s->told = 0;
	s->nodes = v->decoded.nodes.n;
	s->symbols = syms_generation(recording_syms(v->rec));
	naming_drop(app_naming(v->view.app), s->names);
	s->names = NULL;
	s->addresses.n = 0;
	s->fill(s, v);
	if (v->row && s->addresses.n)
		s->names =
			naming_ask(app_naming(v->view.app), v->row, s->addresses.v, s->addresses.n);
}

struct view_records *subject_records(struct subject *s)
{
	struct view_records *v = view_records_from(s->table.view.app->home);
	uint64_t row = records_at(v);

	if (s->title && row == s->row) {
		if (v->decoded.nodes.n != s->nodes || (s->stale && s->stale(s)) ||
		    s->symbols != syms_generation(recording_syms(v->rec)))
			fill_anew(s, v);
		if (s->names && naming_progress(s->names) != s->told)
			names_came(s);
		return v;
	}
	s->row = row;
	s->table.cursor = s->table.top = 0;
	s->table.left = 0;
	fill_anew(s, v);
	set_title(s, v);
	return v;
}

size_t subject_add(struct subject *s, struct naming_address address)
{
	vec_push(&s->addresses, address);
	return s->addresses.n - 1;
}

const struct naming_name *subject_name(const struct subject *s, size_t i)
{
	return s->names ? naming_get(s->names, i) : NULL;
}

const struct naming_symbol *subject_symbol(const struct subject *s, size_t i)
{
	return s->names ? naming_symbol(s->names, i) : NULL;
}

const struct naming_source *subject_source(const struct subject *s, size_t i)
{
	return s->names ? naming_source(s->names, i) : NULL;
}

void subject_address(const struct subject *s, uint64_t addr, size_t i, struct buf *out)
{
	address_text(s->form, addr, subject_name(s, i), subject_symbol(s, i), out);
}

void subject_code(struct subject *s, size_t i)
{
	struct view_records *v = view_records_from(s->table.view.app->home);

	annotation_open_at(s->table.view.app, v->row, &s->addresses.v[i]);
}

void subject_bytes(struct subject *s, size_t i)
{
	struct view_records *v = view_records_from(s->table.view.app->home);

	code_open(s->table.view.app, v->row, &s->addresses.v[i]);
}

void subject_open_source(struct subject *s, size_t i, uint32_t function)
{
	struct view_records *v = view_records_from(s->table.view.app->home);

	srctext_open(s->table.view.app, v->row, &s->addresses.v[i], function);
}

static void next_form(struct subject *s)
{
	app_say(s->table.view.app, "%s", address_next_form(&s->form));
	forget_widths(s);
}

void subject_go(struct subject *s, uint64_t line)
{
	subject_records(s);
	s->table.cursor = line;
}

bool subject_act(struct subject *s, const struct action_call *call)
{
	static const enum action moves[] = { SUBJECT_ACTIONS, ACTION_NONE };
	struct view *home = s->table.view.app->home;

	if (call->action == ACTION_NAMES) {
		next_form(s);
		return true;
	}
	for (const enum action *a = moves; *a != ACTION_NONE; a++) {
		if (*a != call->action)
			continue;
		home->ops->act(home, call);
		subject_records(s);
		return true;
	}
	return false;
}

/* Keys and the mouse act on lines of the record that is under the cursor now. */
static bool subject_act_now(struct view *view, const struct action_call *call)
{
	subject_records(self(view));
	return self(view)->table.vops.act(view, call);
}

static bool subject_point(struct view *view, int row, int col, bool select)
{
	subject_records(self(view));
	return self(view)->table.vops.point(view, row, col, select);
}

static void subject_draw(struct view *view, const struct surface *surface,
			 struct term_cursor *cursor)
{
	subject_records(self(view));
	self(view)->table.vops.draw(view, surface, cursor);
}

static void subject_text(struct view *view, struct buf *out)
{
	subject_records(self(view));
	self(view)->table.vops.text(view, out);
}

static bool subject_busy(const struct view *view)
{
	const struct subject *s = (const struct subject *)view;

	return (s->names && !naming_is_done(s->names)) || (s->waits && s->waits(s));
}

/* Names are waited for. */
static bool subject_wake(struct view *view)
{
	/* The cursor of the records may have moved, too. */
	subject_records(self(view));
	return !subject_busy(view);
}

void *subject_once(struct app *app, const struct table_ops *ops, size_t size, const char *what,
		   void (*fill)(struct subject *subject, struct view_records *v))
{
	struct subject *s = view_table_once(app, ops, size);

	if (!s)
		return NULL;
	s->ops = s->table.vops;
	s->ops.act = subject_act_now;
	s->ops.point = subject_point;
	s->ops.draw = subject_draw;
	s->ops.text = subject_text;
	s->ops.busy = subject_busy;
	s->ops.wake = subject_wake;
	s->table.view.ops = &s->ops;
	s->what = what;
	s->fill = fill;
	return s;
}

void subject_release(struct subject *s)
{
	naming_drop(app_naming(s->table.view.app), s->names);
	vec_release(&s->addresses);
	free(s->title);
}
