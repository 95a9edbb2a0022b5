/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/subject.h"

#include <stdlib.h>

#include "base/text.h"

static struct subject *self(struct view *view)
{
	return (struct subject *)view;
}

/* "call chain of record 12: cycles, make 4312/4313" */
static void set_title(struct subject *s, struct view_records *v)
{
	struct buf title = BUF_INIT, comm = BUF_INIT;

	buf_addf(&title, "%s of ", s->what);
	if (!v->has_row) {
		buf_adds(&title, "no record");
	} else if (v->row.ordinal == ROW_NO_ORDINAL) {
		buf_adds(&title, "a damaged stretch");
	} else {
		buf_addf(&title, "record %llu: ", (unsigned long long)v->row.ordinal);
		if (v->row.event >= 0)
			reader_event(v->reader, &v->row, &title);
		else
			reader_type(v->reader, &v->row, &title);
		reader_comm(v->reader, &v->row, &comm);
		if (comm.len)
			buf_addf(&title, ", %s", comm.p);
		if (v->row.has_tid)
			buf_addf(&title, " %d", (int)v->row.tid);
	}
	free(s->title);
	s->title = buf_take(&title);
	s->table.title = s->title;
	buf_release(&comm);
}

struct view_records *subject_records(struct subject *s)
{
	struct view_records *v = view_records_from(s->table.view.app->home);
	uint64_t row = records_at(v);

	if (s->title && row == s->row)
		return v;
	s->row = row;
	s->table.cursor = s->table.top = 0;
	s->table.left = 0;
	s->fill(s, v);
	set_title(s, v);
	return v;
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

	for (const enum action *a = moves; *a != ACTION_NONE; a++) {
		if (*a != call->action)
			continue;
		home->ops->act(home, call);
		subject_records(s);
		return true;
	}
	return false;
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

void subject_init(struct subject *s, struct app *app, const struct table_ops *ops, const char *what,
		  void (*fill)(struct subject *subject, struct view_records *v))
{
	view_table_init(&s->table, app, ops);
	s->ops = s->table.vops;
	s->ops.draw = subject_draw;
	s->ops.text = subject_text;
	s->table.view.ops = &s->ops;
	s->what = what;
	s->fill = fill;
	subject_records(s);
}

void subject_release(struct subject *s)
{
	free(s->title);
}
