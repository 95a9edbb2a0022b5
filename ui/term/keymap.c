/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/keymap.h"

#include <string.h>

static const struct {
	const char *keys;
	enum action action;
} defaults[] = {
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
	{ "^", ACTION_SPAN },
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
#define VIEW(id, name, keys, ...) { keys, ACTION_VIEW_##id },
#include "views.def"
	{ "a", ACTION_CODE },
	{ "H", ACTION_HOTTEST },
	{ "L", ACTION_SOURCE },
	{ "<F2>", ACTION_OPTIONS },
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
	{ ".", ACTION_AROUND },
	{ "+", ACTION_FILTER_AND },
	{ "-", ACTION_FILTER_NOT },
	{ "=", ACTION_FILTER_ONLY },
	{ "<Esc>", ACTION_ESCAPE },
	{ "<C-_>", ACTION_UNDO },
	{ "W", ACTION_EVENT_NEXT },
	{ "A", ACTION_EVENT_ALL },
	{ "t", ACTION_TIME_FORMAT },
	{ "T", ACTION_TIME_ZERO },
	{ "R", ACTION_NAMES },
	{ "c", ACTION_COLUMNS },
	{ "<C-w>>", ACTION_COLUMN_WIDER },
	{ "<C-w><lt>", ACTION_COLUMN_NARROWER },
	{ "<C-w>h", ACTION_COLUMN_LEFT },
	{ "<C-w>l", ACTION_COLUMN_RIGHT },
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
	{ "|", ACTION_PIPE },
	{ "!", ACTION_RUN },
	{ "P", ACTION_PAGE },
	{ ":", ACTION_COMMAND },
	{ "<C-c>", ACTION_CANCEL },
	{ "<C-z>", ACTION_SUSPEND },
};

/* ---- keys as text ---- */

/* Append names of keys as one types them. */
static void add_keys(struct buf *out, const keysym *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (keys[i] == KEYSYM_ANY)
			buf_adds(out, "x");
		else
			keysym_name(out, keys[i]);
	}
}

void binding_name(const struct binding *binding, size_t skip, struct buf *out)
{
	add_keys(out, binding->keys + skip, binding->n - skip);
}

static int parse_keys(const char *text, keysym *keys, size_t *n, struct err *err)
{
	const char *p = text;
	size_t len;

	*n = 0;
	for (keysym key = KEYSYM_NONE; (len = keysym_parse(p, &key)) != 0; p += len) {
		if (*n == KEYS_MAX)
			return err_set_at(err, ERR_PARSE, (uint64_t)(p - text),
					  "a sequence has at most %d keys", KEYS_MAX);
		if (len == 1 && *p == '<' && strchr(p, '>') && p[1] != '>')
			return err_set_at(err, ERR_PARSE, (uint64_t)(p - text),
					  "expected a key such as <C-f>, <F5>, <Space> or <lt>");
		if (!*n && key >= '0' && key <= '9')
			return err_set_at(err, ERR_PARSE, 0,
					  "a key cannot start with a digit: digits are counts");
		keys[(*n)++] = key;
	}
	if (!*n)
		return err_set_at(err, ERR_PARSE, 0, "expected keys such as J, gg or <F5>");
	return 0;
}

/* ---- the table ---- */

void keymap_init(struct keymap *map)
{
	*map = (struct keymap){ { NULL } };
	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++) {
		struct binding *binding = vec_add(&map->list);

		binding->action = defaults[i].action;
		binding->is_default = true;
		parse_keys(defaults[i].keys, binding->keys, &binding->n, NULL);
	}
}

void keymap_release(struct keymap *map)
{
	vec_release(&map->list);
}

static bool same_view(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_key(keysym a, keysym b)
{
	return a == b || a == KEYSYM_ANY || b == KEYSYM_ANY;
}

/* Is one sequence the beginning of the other, or are they equal? */
static bool overlaps(const struct binding *binding, const keysym *keys, size_t n)
{
	for (size_t i = 0; i < n && i < binding->n; i++)
		if (!same_key(binding->keys[i], keys[i]))
			return false;
	return true;
}

/* Does a binding of the view hide this one, which is for all views? */
static bool is_hidden(const struct keymap *map, const char *view, const struct binding *binding)
{
	if (binding->view || !view)
		return false;
	for (size_t i = 0; i < map->list.n; i++) {
		const struct binding *other = &map->list.v[i];

		if (other->view && same_view(other->view, view) &&
		    overlaps(other, binding->keys, binding->n))
			return true;
	}
	return false;
}

static bool applies(const struct keymap *map, const char *view, const struct binding *binding)
{
	return binding->view ? same_view(binding->view, view) : !is_hidden(map, view, binding);
}

enum keymap_found keymap_find(const struct keymap *map, const char *view, const keysym *typed,
			      size_t n, enum action *action)
{
	enum keymap_found found = KEYMAP_NONE;

	for (size_t i = 0; i < map->list.n; i++) {
		const struct binding *binding = &map->list.v[i];

		if (binding->n < n || !overlaps(binding, typed, n) || !applies(map, view, binding))
			continue;
		if (binding->action == ACTION_NONE)
			continue;
		if (binding->n == n) {
			*action = binding->action;
			return KEYMAP_WHOLE;
		}
		found = KEYMAP_PREFIX;
	}
	return found;
}

const struct binding *keymap_next(const struct keymap *map, const char *view, const keysym *typed,
				  size_t n, size_t i)
{
	for (size_t k = 0; k < map->list.n; k++) {
		const struct binding *binding = &map->list.v[k];

		if (binding->n > n && binding->action != ACTION_NONE &&
		    overlaps(binding, typed, n) && applies(map, view, binding) && !i--)
			return binding;
	}
	return NULL;
}

void keymap_keys_of(const struct keymap *map, const char *view, enum action action, size_t max,
		    struct buf *out)
{
	for (size_t i = 0; i < map->list.n && max; i++) {
		const struct binding *binding = &map->list.v[i];

		if (binding->action != action || !applies(map, view, binding))
			continue;
		if (out->len)
			buf_addc(out, ' ');
		binding_name(binding, 0, out);
		max--;
	}
}

/* Return the action of "{name}"; ACTION_NONE: there is none. */
static enum action named(const char *text, size_t len)
{
	char name[32];

	if (len < 2 || len - 2 >= sizeof(name))
		return ACTION_NONE;
	memcpy(name, text + 1, len - 2);
	name[len - 2] = '\0';
	return action_find(name);
}

void keymap_add_text(const struct keymap *map, const char *view, const char *text, struct buf *out)
{
	while (*text) {
		const char *end = *text == '{' ? strchr(text, '}') : NULL;
		size_t len = end ? (size_t)(end + 1 - text) : 1;
		enum action action = end ? named(text, len) : ACTION_NONE;
		struct buf keys = BUF_INIT;

		keymap_keys_of(map, view, action, action == ACTION_NONE ? 0 : 1, &keys);
		if (keys.len)
			buf_adds(out, keys.p);
		else if (action != ACTION_NONE)
			buf_add(out, text + 1, len - 2);
		else
			buf_add(out, text, len);
		buf_release(&keys);
		text += len;
	}
}

/* ---- changes ---- */

static const char *view_name(const char *view)
{
	return view ? view : "all views";
}

/* Does another binding conflict with the new one? */
static bool conflicts(const struct keymap *map, const struct binding *wanted,
		      const struct binding *other)
{
	return other->action != ACTION_NONE && overlaps(other, wanted->keys, wanted->n) &&
	       applies(map, wanted->view, other);
}

/* Report the conflicting bindings, and how to replace them. */
static int report_conflicts(const struct keymap *map, const struct binding *wanted, struct err *err)
{
	struct buf keys = BUF_INIT, list = BUF_INIT;
	size_t n = 0;

	add_keys(&keys, wanted->keys, wanted->n);
	for (size_t i = 0; i < map->list.n; i++) {
		const struct binding *other = &map->list.v[i];

		if (!conflicts(map, wanted, other))
			continue;
		if (n++ < 3) {
			buf_adds(&list, n > 1 ? ", " : "");
			binding_name(other, 0, &list);
			buf_addf(&list, " is bound to %s", action_info(other->action)->name);
		}
	}
	err_set_at(err, ERR_PARSE, 0, "%s in %s: %s%s; map! replaces the binding", keys.p,
		   view_name(wanted->view), list.p, n > 3 ? " and more" : "");
	buf_release(&keys);
	buf_release(&list);
	return ERR_PARSE;
}

static bool has_conflict(const struct keymap *map, const struct binding *wanted)
{
	for (size_t i = 0; i < map->list.n; i++)
		if (conflicts(map, wanted, &map->list.v[i]))
			return true;
	return false;
}

static void remove_at(struct keymap *map, size_t i)
{
	map->list.n--;
	memmove(&map->list.v[i], &map->list.v[i + 1], (map->list.n - i) * sizeof(map->list.v[0]));
}

/* Remove the bindings of the same view whose keys overlap. */
static void remove_overlapping(struct keymap *map, const struct binding *wanted)
{
	for (size_t i = map->list.n; i-- > 0;)
		if (same_view(map->list.v[i].view, wanted->view) &&
		    overlaps(&map->list.v[i], wanted->keys, wanted->n))
			remove_at(map, i);
}

/* The command prompt must keep a key, because it can repair all other bindings. */
static bool leaves_prompt(const struct keymap *map, const struct binding *wanted)
{
	for (size_t i = 0; i < map->list.n; i++) {
		const struct binding *binding = &map->list.v[i];

		if (binding->action == ACTION_COMMAND && !binding->view &&
		    !overlaps(binding, wanted->keys, wanted->n))
			return true;
	}
	return wanted->action == ACTION_COMMAND && !wanted->view;
}

static int check_prompt(const struct keymap *map, const struct binding *wanted, struct err *err)
{
	return leaves_prompt(map, wanted)
		       ? 0
		       : err_set_at(err, ERR_PARSE, 0,
				    "no other key opens the command prompt, which you need to bind "
				    "keys");
}

/* Insert a new binding before the default ones of its action, so that hints show it. */
static void insert(struct keymap *map, const struct binding *binding)
{
	size_t i = 0;

	while (i < map->list.n && !map->list.v[i].is_default)
		i++;
	vec_push(&map->list, *binding);
	memmove(&map->list.v[i + 1], &map->list.v[i],
		(map->list.n - 1 - i) * sizeof(map->list.v[0]));
	map->list.v[i] = *binding;
}

int keymap_bind(struct keymap *map, const char *keys, enum action action, const char *view,
		bool force, struct err *err)
{
	struct binding wanted = { .action = action, .view = view };
	enum action now;

	if (parse_keys(keys, wanted.keys, &wanted.n, err) < 0)
		return ERR_PARSE;
	if (keymap_find(map, view, wanted.keys, wanted.n, &now) == KEYMAP_WHOLE && now == action)
		return 0;
	if (!force && has_conflict(map, &wanted))
		return report_conflicts(map, &wanted, err);
	if (check_prompt(map, &wanted, err) < 0)
		return ERR_PARSE;
	remove_overlapping(map, &wanted);
	insert(map, &wanted);
	return 0;
}

int keymap_unbind(struct keymap *map, const char *keys, const char *view, struct err *err)
{
	struct binding none = { .action = ACTION_NONE, .view = view };
	enum action action;

	if (parse_keys(keys, none.keys, &none.n, err) < 0)
		return ERR_PARSE;
	if (keymap_find(map, view, none.keys, none.n, &action) != KEYMAP_WHOLE)
		return err_set_at(err, ERR_PARSE, 0, "these keys are not bound in %s",
				  view_name(view));
	if (check_prompt(map, &none, err) < 0)
		return ERR_PARSE;
	remove_overlapping(map, &none);
	if (view && keymap_find(map, view, none.keys, none.n, &action) == KEYMAP_WHOLE)
		insert(map, &none);
	return 0;
}
