/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views.h"

#include <string.h>

#include "tui/view_chart.h"
#include "tui/view_flame.h"
#include "tui/view_heat.h"
#include "tui/view_histogram.h"
#include "tui/view_records.h"
#include "tui/view_strips.h"
#include "tui/view_table.h"
#include "tui/view_text.h"

static const struct {
	const char *name;
	const struct table_ops *table; /* or */
	bool (*knows)(enum action action);
} kinds[] = {
	{ "records", NULL, view_records_knows },
	{ "events", &table_events, NULL },
	{ "problems", &table_problems, NULL },
	{ "counts", &table_counts, NULL },
	{ "bytes", &table_bytes, NULL },
	{ "comparison", &table_compare, NULL },
	{ "threads", &table_threads, NULL },
	{ "histogram", NULL, view_histogram_knows },
	{ "flame graph", NULL, view_flame_knows },
	{ "call tree", &table_tree, NULL },
	{ "chart", NULL, view_chart_knows },
	{ "heat map", NULL, view_heat_knows },
	{ "threads over time", NULL, view_strips_knows },
	{ "maps", &table_maps, NULL },
	{ "call chain", &table_chain, NULL },
	{ "branch stack", &table_branches, NULL },
	{ "way of the branches", &table_path, NULL },
	{ "memory access", &table_memory, NULL },
	{ "user stack", &table_ustack, NULL },
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

const char *views_short(const char *name)
{
	return strncmp(name, "the ", 4) ? name : name + 4;
}
