/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/framefind.h"

#include <string.h>

#include "shell/app.h"
#include "shell/prompt.h"

void framefind_release(struct framefind *find)
{
	needle_release(&find->needle);
}

bool framefind_matches(const struct framefind *find, const struct stacktree *tree, uint32_t node)
{
	const char *name;

	if (!find->needle.typed || node == STACK_ROOT)
		return false;
	name = stacktree_name(tree, stacktree_node(tree, node)->frame);
	return needle_matches(&find->needle, name, strlen(name));
}

static void go(struct framefind *find, int dir)
{
	struct buf what = BUF_INIT;

	if (!find->ops->go(find->view, dir)) {
		needle_say(&find->needle, &what);
		app_complain(find->view->app, "No frame on the screen has %s in its name.", what.p);
	}
	buf_release(&what);
}

static int accept(void *ctx, const char *text, struct err *err)
{
	struct framefind *find = ctx;

	if (!*text)
		needle_release(&find->needle);
	else if (needle_set(&find->needle, text, err) < 0)
		return ERR_PARSE;
	if (find->ops->ready(find->view) && find->needle.typed)
		go(find, 1);
	return 0;
}

void framefind_act(struct framefind *find, struct view *view, const struct framefind_ops *ops,
		   const struct action_call *call)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FIND,
		.label = "/",
		.note = "names of frames; " NEEDLE_NOTE,
		.accept = accept,
	};

	find->view = view;
	find->ops = ops;
	if (call->action == ACTION_FIND)
		prompt_open(&kind, find, "");
	else if (find->needle.typed)
		go(find, call->action == ACTION_FIND_NEXT ? 1 : -1);
	else
		app_complain(view->app, "There was no search yet. %s starts one.",
			     app_key_of(view->app, ACTION_FIND));
}

bool framefind_escape(struct framefind *find, const struct action_call *call)
{
	if (call->action != ACTION_ESCAPE || !find->needle.typed)
		return false;
	needle_release(&find->needle);
	return true;
}
