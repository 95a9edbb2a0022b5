/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views.h"

#include <string.h>

#include "tui/view_chart.h"
#include "tui/view_flame.h"
#include "tui/view_heat.h"
#include "tui/view_histogram.h"
#include "tui/view_latency.h"
#include "tui/view_records.h"
#include "tui/view_strips.h"
#include "tui/view_table.h"
#include "tui/view_text.h"

static const struct {
	const char *name;
	const struct table_ops *table; /* or */
	bool (*knows)(enum action action);
	const struct number *numbers; /* of what is no table; NULL: none */
} kinds[] = {
	{ "records", NULL, view_records_knows, view_records_numbers },
	{ "overview", &table_overview, NULL },
	{ "events", &table_events, NULL },
	{ "problems", &table_problems, NULL },
	{ "counts", &table_counts, NULL },
	{ "bytes", &table_bytes, NULL },
	{ "comparison", &table_compare, NULL },
	{ "threads", &table_threads, NULL },
	{ "histogram", NULL, view_histogram_knows, view_histogram_numbers },
	{ "flame graph", NULL, view_flame_knows, view_flame_numbers },
	{ "call tree", &table_tree, NULL },
	{ "chart", NULL, view_chart_knows, view_chart_numbers },
	{ "heat map", NULL, view_heat_knows, view_heat_numbers },
	{ "latency map", NULL, view_latency_knows, view_latency_numbers },
	{ "threads over time", NULL, view_strips_knows, view_strips_numbers },
	{ "maps", &table_maps, NULL },
	{ "call chain", &table_chain, NULL },
	{ "branch stack", &table_branches, NULL },
	{ "way of the branches", &table_path, NULL },
	{ "memory access", &table_memory, NULL },
	{ "user stack", &table_ustack, NULL },
	{ "function", &table_annotation, NULL },
	{ "code", &table_code, NULL },
	{ "source", &table_srctext, NULL },
	{ "filter", &table_filters, NULL },
	{ "columns", &table_columns, NULL },
	{ "marks", &table_marks, NULL },
	{ "options", &table_options, NULL },
	{ "symbols", &table_symbols, NULL },
	{ "event", NULL, view_text_knows },
	{ "address", NULL, view_text_knows },
	{ "info", &table_info, NULL },
	{ "help", NULL, view_text_knows },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

const char *views_name(size_t i)
{
	return i < KINDS ? kinds[i].name : NULL;
}

const char *views_find(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i].name, views_short(name)))
			return kinds[i].name;
	return NULL;
}

bool views_know(size_t i, enum action action)
{
	return kinds[i].table ? view_table_knows(kinds[i].table, action) : kinds[i].knows(action);
}

/* Of a list; where it has no number k, that is less how many it has. */
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
