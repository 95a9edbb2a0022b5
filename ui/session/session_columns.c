/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static char **find(struct session *session, const char *event)
{
	for (size_t i = 0; i < session->layouts.n; i++)
		if (!strcmp(session->layouts.v[i].event, event))
			return &session->layouts.v[i].names;
	return NULL;
}

void session_columns_are(struct session *session, const char *names)
{
	buf_reset(&session->columns);
	buf_adds(&session->columns, names);
}

void session_columns_set(struct session *session, const char *event, const char *names)
{
	char **old = find(session, event);

	if (!old) {
		vec_push(&session->layouts, ((struct state_columns){ mem_strdup(event), NULL }));
		old = &session->layouts.v[session->layouts.n - 1].names;
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

static void event_now(const struct conditions *conditions, struct buf *out)
{
	for (size_t i = 0; !conditions->off && i < conditions->list.n; i++)
		if (!conditions->list.v[i].off && event_of(conditions->list.v[i].text, out))
			return;
}

void session_columns_keep(struct session *session)
{
	session_columns_set(session, session->event.p, session->columns.p);
}

/* The same columns stay as they are. */
static void change(struct session *session, const char *names)
{
	if (!strcmp(session->columns.p, names))
		return;
	session_columns_are(session, names);
	session_notify(session, SESSION_COLUMNS);
}

void session_columns_follow(struct session *session)
{
	struct buf event = BUF_INIT;

	event_now(&session->conditions, &event);
	if (strcmp(event.p, session->event.p) != 0) {
		char **names;

		session_columns_keep(session);
		names = find(session, event.p);
		names = names ? names : find(session, "");
		buf_reset(&session->event);
		buf_adds(&session->event, event.p);
		if (names)
			change(session, *names);
	}
	buf_release(&event);
}

void session_columns_use(struct session *session)
{
	char **names = find(session, session->event.p);

	if (names)
		change(session, *names);
}

void session_columns_show(struct session *session, const char *names)
{
	session_columns_set(session, session->event.p, names);
	session_columns_use(session);
}

void session_columns_release(struct session *session)
{
	for (size_t i = 0; i < session->layouts.n; i++) {
		free(session->layouts.v[i].event);
		free(session->layouts.v[i].names);
	}
	vec_release(&session->layouts);
	buf_release(&session->columns);
	buf_release(&session->event);
}
