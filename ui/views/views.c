/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/views.h"

#include <string.h>

#include "records/act.h"
#include "records/draw.h"
#include "records/view.h"
#include "views/chart.h"
#include "views/flame.h"
#include "views/heat.h"
#include "views/histogram.h"
#include "views/latency.h"
#include "views/sandwich.h"
#include "views/stackchart.h"
#include "views/table.h"
#include "views/text.h"
#include "views/thread_times.h"

static const struct {
	const char *name;
	const struct table_ops *table; /* a table, or */
	bool (*knows)(enum action action);
	const struct number *numbers;	/* of a view that is no table; NULL: none */
	const struct view_words *words; /* the same */
} kinds[] = {
#define TABLE(name, ops) { name, &(ops), NULL, NULL, NULL },
#define SCREEN(name, knows, numbers, words) { name, NULL, knows, numbers, words },
#include "views.def"
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

const char *views_name(size_t i)
{
	return i < KINDS ? kinds[i].name : NULL;
}

const char *views_find(const char *name)
{
	name = views_short(name);
	if (!strcmp(name, "way of the branches")) /* an earlier name, in config files */
		name = "branch path";
	for (size_t i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i].name, name))
			return kinds[i].name;
	return NULL;
}

enum action views_action(const char *name)
{
	/* The row of a view's key follows the row of the view. */
	static const struct {
		const char *name;
		enum action action;
	} rows[] = {
#define TABLE(name, ops) { name, ACTION_NONE },
#define SCREEN(name, ...) { name, ACTION_NONE },
#define VIEW(id, name, keys, hint, open, help) { NULL, ACTION_VIEW_##id },
#include "views.def"
	};

	for (size_t i = 0; i + 1 < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].name && !strcmp(rows[i].name, name))
			return rows[i + 1].action;
	return ACTION_NONE;
}

bool views_know(size_t i, enum action action)
{
	return kinds[i].table ? view_table_knows(kinds[i].table, action) : kinds[i].knows(action);
}

const char *views_help(size_t i, enum action action)
{
	const struct view_words *words = kinds[i].table ? kinds[i].table->words : kinds[i].words;

	words = view_words_find(words, action);
	return words ? words->help : NULL;
}

/* Get number k of a list. False: the list is shorter, and *k is reduced by its length. */
static bool of_list(const struct number *list, size_t *k, struct number *number)
{
	for (; list && list->set != NUMBER_NONE; list++) {
		*number = *list;
		if (!(*k)--)
			return true;
	}
	return false;
}

static bool of_columns(const struct table_ops *table, size_t *k, struct number *number)
{
	for (size_t c = 0; c < table->n; c++) {
		struct number of[2] = { table->columns[c].number, { .set = NUMBER_NONE } };

		if (!of[0].name)
			of[0].name = table->columns[c].title;
		if (of_list(of, k, number))
			return true;
	}
	return false;
}

bool views_number(size_t i, size_t k, struct number *number)
{
	const struct table_ops *table = kinds[i].table;

	if (table && of_columns(table, &k, number))
		return true;
	return of_list(table ? table->numbers : kinds[i].numbers, &k, number);
}

const char *views_short(const char *name)
{
	return strncmp(name, "the ", 4) ? name : name + 4;
}
