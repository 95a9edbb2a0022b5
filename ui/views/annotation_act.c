/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "views/annotation_condition.h"
#include "views/annotation_view.h"
#include "views/code.h"

static void open_records(struct view_annotation *v, const struct annotation_line *line)
{
	struct buf condition = BUF_INIT;

	annotation_condition_add(line, v->symbol, v->chains, &condition);
	counted_records(&v->what, v->table.view.app, condition.p, ACTION_OPEN);
	buf_release(&condition);
}

/* The first known source line. NULL: there is none, and `why` has the reason. */
static const struct code_source *first_source(const struct annotation *a, const char **why)
{
	*why = "no source line is known";
	for (size_t i = 0; a && i < a->functions.n; i++) {
		const struct code *code = &a->functions.v[i].code;

		if (code->sources.n)
			return &code->sources.v[0];
		if (code->why_source || code->why)
			*why = code->why_source ? code->why_source : code->why;
	}
	return NULL;
}

static void say_shown(struct view_annotation *v, const struct code_source *source)
{
	static const char *const names[SHOWN_COUNT] = { "source and instructions", "source",
							"instructions" };
	bool texts = source && v->lines.shown != SHOWN_ASM;
	const char *why = texts ? sourcetext_why(v->texts, source->file) : NULL;
	struct buf more = BUF_INIT;

	if (why) {
		buf_addf(&more, " Without text: %s: ", why);
		text_escape_str(&more, source->file);
		buf_adds(&more, " (:map-path FROM TO)");
	}
	app_say(v->table.view.app, "Shown: %s.%s", names[v->lines.shown], more.p);
	buf_release(&more);
}

static void show_next_form(struct view_annotation *v)
{
	const struct annotation_line *line = v->lines.list.n ? &v->lines.list.v[v->table.cursor]
							     : &(struct annotation_line){ 0 };
	const struct annotated_function *f = line->function;
	size_t first = line->first;
	const char *why;
	const struct code_source *source = first_source(v->annotation, &why);

	if (!source && v->lines.list.n && v->lines.shown == SHOWN_BOTH) {
		app_complain(v->table.view.app, "There are no source lines to show: %s.", why);
		return;
	}
	v->lines.shown = (v->lines.shown + 1) % SHOWN_COUNT;
	annotation_view_make_lines(v);
	annotation_view_go_to(v, annotation_lines_find(&v->lines, f, first));
	say_shown(v, source);
}

static void show_next_hottest(struct view_annotation *v)
{
	size_t line = annotation_lines_hottest(&v->lines, v->table.cursor);

	if (line == SIZE_MAX)
		line = annotation_lines_hottest(&v->lines, SIZE_MAX);
	if (line == SIZE_MAX)
		app_complain(v->table.view.app, "No line has samples.");
	else
		annotation_view_go_to(v, line);
}

/*
 * Open the view of the code at the line's address, with the bytes of the instructions, without
 * samples. The process is that of a record in the function.
 */
static void show_code(struct view_annotation *v)
{
	const struct annotation_line *line = v->lines.list.n ? &v->lines.list.v[v->table.cursor]
							     : NULL;
	struct symbolizer_address address = v->address;
	struct row_info row = v->row;
	struct reader *reader;

	if (line && line->function->lines.n) {
		reader = reader_open(v->table.view.app->rec);
		if (reader_row(reader, line->function->row, &row, NULL)) {
			reader_close(reader);
			return;
		}
		reader_close(reader);
		address = (struct symbolizer_address){
			.addr = line->function->addr +
				line->function->lines.v[line->first].code.off,
			.any = true
		};
	} else if (!v->placed) {
		app_complain(v->table.view.app, "There is no address here.");
		return;
	}
	code_open(v->table.view.app, &row, &address);
}

static void toggle_chains(struct view_annotation *v)
{
	v->chains = !v->chains;
	annotation_view_forget(v);
	annotation_view_start(v);
}

bool annotation_view_act(struct view_table *vt, const struct action_call *call)
{
	struct view_annotation *v = annotation_view_of(vt);
	uint64_t row;

	switch (call->action) {
	case ACTION_EVENT_NEXT:
	case ACTION_EVENT_ALL:
		counted_act(&v->what, call->action);
		break;
	case ACTION_NAMES:
		show_next_form(v);
		break;
	case ACTION_HOTTEST:
		show_next_hottest(v);
		break;
	case ACTION_CODE:
		show_code(v);
		break;
	case ACTION_PANE_NEXT:
		toggle_chains(v);
		break;
	default:
		if (!view_table_row(vt, &row))
			break;
		if (v->lines.list.v[row].samples)
			open_records(v, &v->lines.list.v[row]);
		else
			app_complain(vt->view.app, "No sample of this event is here.");
		break;
	}
	return true;
}
