/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys.h"

#include <string.h>

/*
 * In the notation of keysym_parse(). Of several keys for an action the first is
 * the one that hints show. What an action does is for the view that has the
 * focus to say, so a key means the same thing everywhere.
 */
static const struct binding {
	const char *keys;
	enum action action;
} bindings[] = {
	{ "j", ACTION_DOWN },
	{ "<Down>", ACTION_DOWN },
	{ "<C-n>", ACTION_DOWN },
	{ "k", ACTION_UP },
	{ "<Up>", ACTION_UP },
	{ "<C-p>", ACTION_UP },
	{ "<Space>", ACTION_PAGE_DOWN },
	{ "f", ACTION_PAGE_DOWN },
	{ "<C-f>", ACTION_PAGE_DOWN },
	{ "<PgDn>", ACTION_PAGE_DOWN },
	{ "b", ACTION_PAGE_UP },
	{ "<C-b>", ACTION_PAGE_UP },
	{ "<PgUp>", ACTION_PAGE_UP },
	{ "d", ACTION_HALF_DOWN },
	{ "<C-d>", ACTION_HALF_DOWN },
	{ "<C-u>", ACTION_HALF_UP },
	{ "g", ACTION_FIRST },
	{ "<lt>", ACTION_FIRST },
	{ "<Home>", ACTION_FIRST },
	{ "G", ACTION_LAST },
	{ ">", ACTION_LAST },
	{ "<End>", ACTION_LAST },
	{ "%", ACTION_PERCENT },
	{ "F", ACTION_FOLLOW },
	{ "l", ACTION_RIGHT },
	{ "<Right>", ACTION_RIGHT },
	{ "h", ACTION_LEFT },
	{ "<Left>", ACTION_LEFT },
	{ "<Backspace>", ACTION_PARENT },
	{ "*", ACTION_EXPAND_ALL },
	{ "C", ACTION_COLLAPSE_ALL },
	{ "<F8>", ACTION_RECORD_NEXT },
	{ "<F7>", ACTION_RECORD_PREV },
	{ "m<Any>", ACTION_MARK },
	{ "'<Any>", ACTION_MARK_GO },
	{ "<C-o>", ACTION_BACK },
	{ "<A-Left>", ACTION_BACK },
	{ "<A-Right>", ACTION_FORWARD },
	{ "M", ACTION_FLAG },
	{ "u", ACTION_FLAG_NEXT },
	{ "U", ACTION_FLAG_PREV },
	{ "/", ACTION_FIND },
	{ "<F3>", ACTION_FIND },
	{ "n", ACTION_FIND_NEXT },
	{ "N", ACTION_FIND_PREV },
	{ "]", ACTION_THREAD_NEXT },
	{ "[", ACTION_THREAD_PREV },
	{ "}", ACTION_CPU_NEXT },
	{ "{", ACTION_CPU_PREV },
	{ ")", ACTION_VALUE_NEXT },
	{ "(", ACTION_VALUE_PREV },
	{ "s", ACTION_GAP_NEXT },
	{ "S", ACTION_GAP_PREV },
	{ "e", ACTION_PROBLEM_NEXT },
	{ "E", ACTION_PROBLEM_PREV },
	{ ",", ACTION_COUNT_BY },
	{ "<F6>", ACTION_COUNT_BY },
	{ "<Enter>", ACTION_OPEN },
	{ "<Tab>", ACTION_PANE_NEXT },
	{ "<S-Tab>", ACTION_PANE_PREV },
	{ "p", ACTION_DETAILS },
	{ "x", ACTION_BYTES },
	{ "z", ACTION_MAXIMISE },
	{ "Z", ACTION_ZOOM_OUT },
	{ "<C-w>+", ACTION_PANE_LARGER },
	{ "<C-w>-", ACTION_PANE_SMALLER },
	{ "<C-w>=", ACTION_PANES_EQUAL },
	{ "i", ACTION_INFO },
	{ "vr", ACTION_VIEW_RECORDS },
	{ "va", ACTION_VIEW_EVENTS },
	{ "ve", ACTION_VIEW_PROBLEMS },
	{ "vt", ACTION_VIEW_THREADS },
	{ "vd", ACTION_VIEW_MAPS },
	{ "vs", ACTION_VIEW_CHAIN },
	{ "vb", ACTION_VIEW_BRANCHES },
	{ "vl", ACTION_VIEW_MEMORY },
	{ "vh", ACTION_VIEW_HISTOGRAM },
	{ "v&", ACTION_VIEW_FILTERS },
	{ "vi", ACTION_VIEW_INFO },
	{ "a", ACTION_CODE },
	{ "K", ACTION_EXPLAIN },
	{ "?", ACTION_HELP },
	{ "<F1>", ACTION_HELP },
	{ "q", ACTION_CLOSE },
	{ "Q", ACTION_QUIT },
	{ "<F10>", ACTION_QUIT },
	{ "&", ACTION_FILTER },
	{ "<F4>", ACTION_FILTER },
	{ "\\", ACTION_FILTER_TOGGLE },
	{ "D", ACTION_FILTER_DROP },
	{ "<Del>", ACTION_FILTER_DROP },
	{ "+", ACTION_FILTER_AND },
	{ "-", ACTION_FILTER_NOT },
	{ "=", ACTION_FILTER_ONLY },
	{ "<Esc>", ACTION_ESCAPE },
	{ "t", ACTION_TIME_FORMAT },
	{ "T", ACTION_TIME_ZERO },
	{ "R", ACTION_NAMES },
	{ "c", ACTION_COLUMNS },
	{ "o", ACTION_ORDER },
	{ "<C-g>", ACTION_WHERE },
	{ "<C-l>", ACTION_REPAINT },
	{ "yl", ACTION_COPY_LINE },
	{ "yf", ACTION_COPY_FIELD },
	{ "yj", ACTION_COPY_JSON },
	{ "ya", ACTION_COPY_ADDRESS },
	{ "yF", ACTION_COPY_FILTER },
	{ "yp", ACTION_COPY_LINK },
	{ "w", ACTION_WRITE },
	{ ":", ACTION_COMMAND },
	{ "<C-c>", ACTION_CANCEL },
	{ "<C-z>", ACTION_SUSPEND },
};

#define BINDINGS (sizeof(bindings) / sizeof(bindings[0]))

/* Compare what was typed with a binding: < 0 no, 0 all of it, > 0 a beginning. */
static int binding_match(const struct binding *binding, const keysym *typed, size_t n)
{
	const char *p = binding->keys;

	for (size_t i = 0; i < n; i++) {
		keysym want = KEYSYM_NONE;
		size_t len = keysym_parse(p, &want);

		if (!len || (want != typed[i] && want != KEYSYM_ANY))
			return -1;
		p += len;
	}
	return *p ? 1 : 0;
}

static bool add_digit(struct keys *keys, keysym key)
{
	uint64_t digit = key - '0';

	if (keys->n || key < '0' || key > '9' || (key == '0' && !keys->has_count))
		return false;
	if (keys->count > (UINT64_MAX - digit) / 10)
		keys->count = UINT64_MAX;
	else
		keys->count = keys->count * 10 + digit;
	keys->has_count = true;
	return true;
}

static void keys_reset(struct keys *keys)
{
	*keys = (struct keys){ .n = 0 };
}

bool keys_bound(keysym key)
{
	for (size_t i = 0; i < BINDINGS; i++)
		if (!binding_match(&bindings[i], &key, 1))
			return true;
	return false;
}

enum keys_result keys_feed(struct keys *keys, keysym key, struct action_call *call)
{
	bool more = false;

	if (key == KEYSYM_ESC && (keys->n || keys->has_count)) {
		keys_reset(keys);
		return KEYS_DROPPED;
	}
	if (add_digit(keys, key))
		return KEYS_MORE;
	keys->typed[keys->n++] = key;
	for (size_t i = 0; i < BINDINGS; i++) {
		int match = binding_match(&bindings[i], keys->typed, keys->n);

		if (!match) {
			*call = (struct action_call){
				.action = bindings[i].action,
				.has_count = keys->has_count,
				.count = keys->has_count ? keys->count : 1,
				.key = key,
			};
			keys_reset(keys);
			return KEYS_ACTION;
		}
		more |= match > 0;
	}
	if (more && keys->n < KEYS_MAX)
		return KEYS_MORE;
	keys_reset(keys);
	return KEYS_UNKNOWN;
}

void keys_pending(const struct keys *keys, struct buf *out)
{
	if (keys->has_count)
		buf_add_u64(out, keys->count);
	for (size_t i = 0; i < keys->n; i++)
		keysym_name(out, keys->typed[i]);
}

/* The names of its keys behind the first ones. */
static void binding_name(const struct binding *binding, size_t skip, struct buf *out)
{
	const char *p = binding->keys;
	keysym key = KEYSYM_NONE;
	size_t len;

	for (; skip; skip--)
		p += keysym_parse(p, &key);
	while ((len = keysym_parse(p, &key)) != 0) {
		if (key == KEYSYM_ANY)
			buf_adds(out, "x");
		else
			keysym_name(out, key);
		p += len;
	}
}

void keys_of(enum action action, size_t max, struct buf *out)
{
	for (size_t i = 0; i < BINDINGS && max; i++) {
		if (bindings[i].action != action)
			continue;
		if (out->len)
			buf_addc(out, ' ');
		binding_name(&bindings[i], 0, out);
		max--;
	}
}

bool keys_next(const struct keys *keys, size_t i, struct buf *out, enum action *action)
{
	for (size_t k = 0; k < BINDINGS && keys->n; k++) {
		if (binding_match(&bindings[k], keys->typed, keys->n) <= 0 || i--)
			continue;
		binding_name(&bindings[k], keys->n, out);
		*action = bindings[k].action;
		return true;
	}
	return false;
}
