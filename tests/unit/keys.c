/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys.h"

#include "tap.h"

/* Type keys in the notation of keysym_parse(); the result of the last one. */
static enum keys_result type(struct keys *keys, const char *text, struct action_call *call)
{
	enum keys_result rc = KEYS_UNKNOWN;
	keysym key = KEYSYM_NONE;
	size_t len;

	*call = (struct action_call){ .action = ACTION_NONE };
	while ((len = keysym_parse(text, &key)) != 0) {
		rc = keys_feed(keys, key, call);
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

	keys_of(ACTION_DOWN, 2, &text);
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

		keys_of((enum action)i, 9, &text);
		ok(info->name && info->help && info->hint && text.len, "%s has keys and help",
		   info->name);
		buf_release(&text);
	}
}

int main(void)
{
	test_cases();
	test_names();
	test_tables();
	return done_testing();
}
