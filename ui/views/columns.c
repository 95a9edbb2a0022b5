/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "records/view.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/field_condition.h"
#include "wire/vocabulary.h"

struct view_columns {
	struct view_table table;
	VEC(char *) names;
};

enum {
	CELL_ON,
	CELL_NAME,
	CELL_HELP,
	CELLS
};

static struct view_columns *self(const struct view_table *vt)
{
	return container_of(vt, struct view_columns, table);
}

static struct list_layout *layout(const struct view_table *vt)
{
	return &app_records(vt->view.app)->list.layout;
}

/* ---- lines ---- */

static uint64_t columns_count(const struct view_table *vt)
{
	return self(vt)->names.n;
}

static bool is_on(const struct view_table *vt, const char *name)
{
	const struct list_columns *columns = &layout(vt)->columns;

	return list_columns_find(columns, name) < columns->n;
}

static void add_help(const char *name, struct buf *out)
{
	struct field field = { .member = NULL };

	if (list_columns_help(name))
		buf_adds(out, list_columns_help(name));
	else if (field_find(&field, name, strlen(name)))
		buf_adds(out, field_info(field.id)->help);
	field_release(&field);
}

static void columns_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const char *name = self(vt)->names.v[row];

	switch (column) {
	case CELL_ON:
		buf_adds(out, is_on(vt, name) ? "[x]" : "[ ]");
		break;
	case CELL_NAME:
		buf_adds(out, name);
		break;
	default:
		add_help(name, out);
		break;
	}
}

static enum style columns_style(struct view_table *vt, uint64_t row, size_t column)
{
	if (column == CELL_HELP)
		return STYLE_DIM;
	return is_on(vt, self(vt)->names.v[row]) ? STYLE_TYPE : STYLE_NORMAL;
}

/* ---- actions ---- */

static bool columns_act(struct view_table *vt, const struct action_call *call)
{
	struct err err = ERR_INIT;
	uint64_t row;
	const char *name;
	int rc;

	(void)call;
	if (!view_table_row(vt, &row))
		return true;
	name = self(vt)->names.v[row];
	rc = is_on(vt, name) ? list_layout_remove(layout(vt), name, &err)
			     : list_layout_add(layout(vt), name, &err);
	if (rc < 0)
		app_complain(vt->view.app, "%s: %s", name, err.msg);
	return true;
}

static void columns_close(struct view_table *vt)
{
	struct view_columns *v = self(vt);

	for (size_t i = 0; i < v->names.n; i++)
		free(v->names.v[i]);
	vec_release(&v->names);
	free(v);
}

/* ---- the view ---- */

static void add_name(struct view_columns *v, const char *name)
{
	for (size_t i = 0; i < v->names.n; i++)
		if (!strcmp(v->names.v[i], name))
			return;
	vec_push(&v->names, mem_strdup(name));
}

/* Find the present columns, then the fields of the record, then all other fields. */
static void find_names(struct view_columns *v, struct view_records *records)
{
	const struct tree *tree = &records->session->decoded;
	struct buf name = BUF_INIT;

	list_columns_names(&records->list.layout.columns, &name);
	for (char *state, *p = strtok_r(name.p, ",", &state); p; p = strtok_r(NULL, ",", &state)) {
		p[strcspn(p, ":")] = '\0'; /* cut the width */
		add_name(v, p);
	}
	for (size_t i = 0; records->session->row && i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		buf_reset(&name);
		if (node->type != FT_OBJECT && !(node->flags & TREE_STRUCTURAL) &&
		    field_condition_name_of_node(tree, node, &name))
			add_name(v, name.p);
	}
	buf_release(&name);
	for (int i = FIELD_NONE + 1; i < FIELD_COUNT; i++)
		if (vocabulary_is_field((enum field_id)i) &&
		    field_info((enum field_id)i)->type != FT_OBJECT &&
		    !field_is_open((enum field_id)i))
			add_name(v, field_id_name((enum field_id)i));
	add_name(v, "pid/tid");
	add_name(v, "bar");
	add_name(v, "summary");
}

static const struct table_column columns[CELLS] = {
	[CELL_ON] = { "", false, 0 },
	[CELL_NAME] = { "column", false, 28 },
	[CELL_HELP] = { "description", false, 0 },
};

static const enum action actions[] = { ACTION_OPEN, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN, ACTION_PAGE_DOWN, ACTION_CLOSE, ACTION_HELP,
				     ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "add/remove", "add or remove the field" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_columns = {
	.name = "the columns",
	.title = "columns: {open} adds or removes one",
	.n = CELLS,
	.columns = columns,
	.count = columns_count,
	.cell = columns_cell,
	.style = columns_style,
	.act = columns_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.close = columns_close,
};

void columns_open(struct app *app)
{
	struct view_records *records = app_records(app);
	struct view_columns *v = view_table_once(app, &table_columns, sizeof(*v));

	if (!v)
		return;
	session_record(records->session);
	find_names(v, records);
}
