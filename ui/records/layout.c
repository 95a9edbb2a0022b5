/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "records/view.h"

/* The columns that the list has while it shows one event alone, or ("") anything. */
static char **find(struct view_records *v, const char *event)
{
	for (size_t i = 0; i < v->layouts.n; i++)
		if (!strcmp(v->layouts.v[i].event, event))
			return &v->layouts.v[i].names;
	return NULL;
}

void records_layout_set(struct view_records *v, const char *event, const char *names)
{
	char **old = find(v, event);

	if (!old) {
		vec_push(&v->layouts, ((struct records_layout){ mem_strdup(event), NULL }));
		old = &v->layouts.v[v->layouts.n - 1].names;
	}
	free(*old);
	*old = mem_strdup(names);
}

/* The event that a condition asks for: event == "NAME". */
static bool event_of(const char *text, struct buf *out)
{
	static const char before[] = "event == \"";
	size_t len = strlen(text), n = sizeof(before) - 1;

	if (len <= n + 1 || strncmp(text, before, n) != 0 || strcspn(text + n, "\"") != len - n - 1)
		return false;
	buf_add(out, text + n, len - n - 1);
	return true;
}

static void event_now(const struct view_records *v, struct buf *out)
{
	for (size_t i = 0; !v->session->chips.off && i < v->session->chips.list.n; i++)
		if (!v->session->chips.list.v[i].off &&
		    event_of(v->session->chips.list.v[i].text, out))
			return;
}

void records_layout_keep(struct view_records *v)
{
	struct buf names = BUF_INIT;

	list_columns_names(&v->list.layout.columns, &names);
	records_layout_set(v, v->layout.p, names.p);
	buf_release(&names);
}

/* The same columns stay as they are. */
static void show(struct view_records *v, const char *names)
{
	struct buf now = BUF_INIT;

	list_columns_names(&v->list.layout.columns, &now);
	if (strcmp(now.p, names) != 0)
		list_layout_set(&v->list.layout, names, NULL);
	buf_release(&now);
}

void records_layout_follow(struct view_records *v)
{
	struct buf event = BUF_INIT;

	event_now(v, &event);
	if (strcmp(event.p, v->layout.p) != 0) {
		char **names;

		records_layout_keep(v);
		names = find(v, event.p);
		names = names ? names : find(v, "");
		buf_reset(&v->layout);
		buf_adds(&v->layout, event.p);
		if (names)
			show(v, *names);
	}
	buf_release(&event);
}

void records_layout_use(struct view_records *v)
{
	char **names = find(v, v->layout.p);

	if (names)
		show(v, *names);
}

void records_layout_release(struct view_records *v)
{
	for (size_t i = 0; i < v->layouts.n; i++) {
		free(v->layouts.v[i].event);
		free(v->layouts.v[i].names);
	}
	vec_release(&v->layouts);
	buf_release(&v->layout);
}
