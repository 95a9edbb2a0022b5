/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tap.h"

static struct keymap map;

/* Type keys in the notation of keysym_parse(); the result of the last one. */
static enum keys_result type(struct keys *keys, const char *text, struct action_call *call)
{
	enum keys_result rc = KEYS_UNKNOWN;
	keysym key = KEYSYM_NONE;
	size_t len;

	*call = (struct action_call){ .action = ACTION_NONE };
	while ((len = keysym_parse(text, &key)) != 0) {
		rc = keys_feed(keys, &map, "records", key, call);
		text += len;
	}
	return rc;
}

static const struct {
	const char *keys;
	enum keys_result result;
	enum action action;
	bool has_count;
	uint64_t count;
} cases[] = {
	{ "j", KEYS_ACTION, ACTION_DOWN, false, 1 },
	{ "<Down>", KEYS_ACTION, ACTION_DOWN, false, 1 },
	{ "<C-f>", KEYS_ACTION, ACTION_PAGE_DOWN, false, 1 },
	{ "<lt>", KEYS_ACTION, ACTION_FIRST, false, 1 },
	{ "<", KEYS_ACTION, ACTION_FIRST, false, 1 },
	{ "123g", KEYS_ACTION, ACTION_FIRST, true, 123 },
	{ "0", KEYS_UNKNOWN, ACTION_NONE, false, 0 },
	{ "50%", KEYS_ACTION, ACTION_PERCENT, true, 50 },
	{ "99999999999999999999999j", KEYS_ACTION, ACTION_DOWN, true, UINT64_MAX },
	{ "12", KEYS_MORE, ACTION_NONE, false, 0 },
	{ "12<Esc>", KEYS_DROPPED, ACTION_NONE, false, 0 },
	{ "12<Esc>j", KEYS_ACTION, ACTION_DOWN, false, 1 },
	{ "m", KEYS_MORE, ACTION_NONE, false, 0 },
	{ "ma", KEYS_ACTION, ACTION_MARK, false, 1 },
	{ "m3", KEYS_ACTION, ACTION_MARK, false, 1 },
	{ "m<Esc>", KEYS_DROPPED, ACTION_NONE, false, 0 },
	{ "''", KEYS_ACTION, ACTION_MARK_GO, false, 1 },
	{ "~", KEYS_UNKNOWN, ACTION_NONE, false, 0 },
	{ "~j", KEYS_ACTION, ACTION_DOWN, false, 1 },
	{ "<F10>", KEYS_ACTION, ACTION_QUIT, false, 1 },
};

static void test_cases(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct keys keys = { .n = 0 };
		struct action_call call;

		is_int(type(&keys, cases[i].keys, &call), cases[i].result, "%s", cases[i].keys);
		if (cases[i].result == KEYS_ACTION) {
			is_int(call.action, cases[i].action, "... its action");
			is_int(call.has_count, cases[i].has_count, "... has a count");
			is_uint(call.count, cases[i].count, "... the count");
		}
	}
}

static void test_names(void)
{
	struct keys keys = { .n = 0 };
	struct action_call call;
	struct buf text = BUF_INIT;

	keymap_keys_of(&map, "records", ACTION_DOWN, 2, &text);
	is_str(text.p, "j Down", "the keys of an action");
	buf_reset(&text);
	type(&keys, "12m", &call);
	keys_pending(&keys, &text);
	is_str(text.p, "12m", "what is half typed");
	buf_release(&text);
}

/* Whatever the tables bind has a name and a line of help, and each action has a key. */
static void test_tables(void)
{
	for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
		const struct action_info *info = action_info((enum action)i);
		struct buf text = BUF_INIT;

		keymap_keys_of(&map, NULL, (enum action)i, 9, &text);
		ok(info->name && info->help && info->hint && text.len, "%s has keys and help",
		   info->name);
		buf_release(&text);
	}
}

/* After the changes, a key means this in a view; "" nothing. */
static const struct {
	const char *
		changes; /* "KEYS ACTION VIEW!", with ! taken by force; without ACTION taken away */
	const char *keys, *view, *action;
} changed[] = {
	{ "J page-down", "J", "records", "page-down" },
	{ "J page-down", "J", "maps", "page-down" },
	{ "J page-down maps", "J", "maps", "page-down" },
	{ "J page-down maps", "J", "records", "" },
	{ "j last !", "j", "records", "last" },
	{ "j last", "j", "records", "down" },
	{ "j last maps!", "j", "maps", "last" },
	{ "j last maps!", "j", "records", "down" },
	{ "j last maps", "j", "maps", "down" },
	{ "gg first", "g", "records", "first" },
	{ "gg first !", "gg", "records", "first" },
	{ "v last !", "v", "records", "last" },
	{ "v last maps!", "va", "records", "view-events" },
	{ "v last maps!", "v", "maps", "last" },
	{ "va last maps!", "vr", "maps", "view-records" },
	{ "j", "j", "records", "" },
	{ "j maps", "j", "maps", "" },
	{ "j maps", "j", "records", "down" },
	{ "va maps", "vr", "maps", "view-records" },
	{ "<F5> last|<F5> first !", "<F5>", "records", "first" },
	{ "<F5> last maps|<F5> maps", "<F5>", "maps", "" },
	{ ": last !", ":", "records", "command" },
	{ "; command|: last !", ":", "records", "last" },
	{ "1 last !", "1", "records", "" },
	{ "abcde last", "abcd", "records", "" },
	{ "<Nope> last", "<lt>", "records", "first" },
};

static void change(struct keymap *own, const char *line)
{
	char *copy = mem_strdup(line), *end = copy + strlen(copy) - 1;
	char *keys, *action, *view, *state;
	bool force = *end == '!';

	*end = force ? '\0' : *end;
	keys = strtok_r(copy, " ", &state);
	action = strtok_r(NULL, " ", &state);
	view = strtok_r(NULL, " ", &state);
	if (action && action_find(action) == ACTION_NONE) {
		view = action;
		action = NULL;
	}
	if (action)
		keymap_bind(own, keys, action_find(action), view ? "maps" : NULL, force, NULL);
	else
		keymap_unbind(own, keys, view ? "maps" : NULL, NULL);
	free(copy);
}

static void test_changes(void)
{
	for (size_t i = 0; i < sizeof(changed) / sizeof(changed[0]); i++) {
		char *lines = mem_strdup(changed[i].changes), *state;
		enum action action = ACTION_NONE;
		keysym typed[KEYS_MAX];
		struct keymap own;
		size_t n = 0, len;

		keymap_init(&own);
		for (char *p = strtok_r(lines, "|", &state); p; p = strtok_r(NULL, "|", &state))
			change(&own, p);
		for (const char *p = changed[i].keys; (len = keysym_parse(p, &typed[n])) != 0;
		     p += len)
			n++;
		if (keymap_find(&own, changed[i].view, typed, n, &action) != KEYMAP_WHOLE)
			action = ACTION_NONE;
		is_str(action ? action_info(action)->name : "", changed[i].action, "%s: %s in %s",
		       changed[i].changes, changed[i].keys, changed[i].view);
		keymap_release(&own);
		free(lines);
	}
}

int main(void)
{
	keymap_init(&map);
	test_cases();
	test_names();
	test_tables();
	test_changes();
	keymap_release(&map);
	return done_testing();
}
