/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/lex.h"
#include "recording/symbols.h"
#include "views/address.h"
#include "views/annotation.h"
#include "views/annotation_view.h"
#include "views/args.h"
#include "views/stack_view.h"
#include "views/views.h"

/* Show the annotation on top of other views. It owns its arguments from now on. */
static void show(struct view_annotation *v, char *symbol, const struct counted_records *what)
{
	struct app *app = v->table.view.app;

	v->symbol = symbol;
	v->what = *what;
	buf_init(&v->title);
	annotation_columns_init(&v->columns);
	counted_pick_event(&v->what, app);
	syms_folders(recording_syms(app->rec), &v->places);
	v->texts = sourcetext_open(symbolizer_maps(app_symbolizer(app)), &v->places);
	annotation_view_make_lines(v);
	annotation_view_start(v);
	app_push(app, &v->table.view);
}

bool annotation_compare(struct app *app, const char *path)
{
	struct view *view = app_view(app);
	struct view_annotation *v = annotation_view_of(view_table_of(view));

	if (strcmp(view->ops->name, table_annotation.name) != 0 || !v->symbol)
		return false;
	annotation_view_compare(v, path);
	return true;
}

static int open_symbol(struct app *app, const char *arg, bool chains, struct err *err)
{
	struct counted_records what = { NULL };
	const char *rest = arg;
	char *symbol = NULL, *other = NULL;
	struct view_annotation *v;
	int rc = args_function(arg, &symbol, &rest, err);

	if (!rc)
		rc = args_compare(app, &rest, &other, err);
	if (!rc) {
		rc = counted_parse(&what, app, rest, err);
		if (rc && err->offset != ERR_NO_OFFSET)
			err->offset += (uint64_t)(rest - arg);
	}
	if (rc) {
		free(symbol);
		free(other);
		return rc;
	}
	v = view_table_of_topic(app, &table_annotation, sizeof(*v), counted_topic(&what, symbol));
	if (v) {
		v->chains = chains;
		show(v, symbol, &what);
	} else {
		counted_release(&what);
		free(symbol);
	}
	if (other)
		annotation_compare(app, other);
	free(other);
	return 0;
}

/* A function of the name of a keyword is in quotes. */
int annotation_open(struct app *app, const char *arg, struct err *err)
{
	const char *word = text_begins_with(arg, "by ")	     ? "by"
			   : text_begins_with(arg, "where ") ? "where"
							     : NULL;

	if (word)
		return err_set_at(err, ERR_PARSE, 0, "expected the name of a function before %s",
				  word);
	return open_symbol(app, arg, false, err);
}

void annotation_open_at(struct app *app, const struct row_info *row,
			const struct symbolizer_address *address)
{
	struct counted_records what = { NULL };
	struct view_annotation *v;
	struct err err = ERR_INIT;
	struct buf more = BUF_INIT;
	char *place = address_topic(row, address);

	if (counted_parse(&what, app, "", &err)) {
		free(place);
		return;
	}
	buf_addf(&more, "at %s", place);
	free(place);
	v = view_table_of_topic(app, &table_annotation, sizeof(*v), counted_topic(&what, more.p));
	buf_release(&more);
	if (!v) {
		counted_release(&what);
		return;
	}
	v->row = *row;
	v->address = *address;
	v->address.code = 0;
	v->address.lines = v->address.text = false;
	v->chains = address->is_return;
	v->placed = true;
	v->request = symbolizer_ask(app_symbolizer(app), row, &v->address, 1);
	show(v, NULL, &what);
}

void annotation_open_name(struct app *app, const char *name, size_t len, bool chains,
			  const char *more)
{
	struct buf arg = BUF_INIT;
	struct err err = ERR_INIT;

	lex_quote(&arg, name, len);
	buf_addf(&arg, " %s", more);
	if (open_symbol(app, arg.p, chains, &err))
		app_complain(app, "%s", err.msg);
	buf_release(&arg);
}
