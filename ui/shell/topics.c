/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/topics.h"

#include <string.h>
#include <strings.h>

static const struct topic {
	const char *name, *words, *text;
} topics[] = {
#define TOPIC(name, words, text) { name, words, text },
#include "shell/topics.def"
};

enum {
	TOPICS = sizeof(topics) / sizeof(topics[0]),
	WORD_LEAST = 4 /* letters of the beginning that two words must share */
};

const char *topics_name(size_t i)
{
	if (i < TOPICS)
		return topics[i].name;
	return i - TOPICS < PROBLEM_KINDS ? problem_name((enum problem_kind)(i - TOPICS)) : NULL;
}

const char *topics_text(size_t i)
{
	return i < TOPICS ? topics[i].text : problem_help((enum problem_kind)(i - TOPICS));
}

void topics_add_problem(enum problem_kind kind, struct buf *out)
{
	buf_addf(out, "  %s  %s\n", problem_name(kind), problem_help(kind));
}

static void add(const struct app *app, size_t i, struct buf *out)
{
	const char *parts[] = { "  ", topics_name(i), "  " };

	for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++)
		buf_adds(out, parts[k]);
	app_add_text(app, topics_text(i), out);
	buf_addc(out, '\n');
}

/* Do two words begin alike? One may have a longer ending, such as "damaged" for "damage". */
static bool is_alike(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t len = a_len < b_len ? a_len : b_len;

	return (a_len == b_len || len >= WORD_LEAST) && !strncasecmp(a, b, len);
}

static bool has_word(const char *text, const char *word)
{
	for (const char *at = text; *at; at += strspn(at, " ")) {
		size_t len = strcspn(at, " ");

		if (is_alike(at, len, word, strlen(word)))
			return true;
		at += len;
	}
	return false;
}

/* Is the word one of those of a text, letter by letter? */
static bool has_exactly(const char *text, const char *word)
{
	size_t len = strlen(word);

	for (; *text; text += strspn(text, " ")) {
		size_t n = strcspn(text, " ");

		if (n == len && !strncmp(text, word, n))
			return true;
		text += n;
	}
	return false;
}

static bool is_named(size_t i, const char *word)
{
	return !strcasecmp(topics_name(i), word) ||
	       (i < TOPICS && has_exactly(topics[i].words, word));
}

static bool is_found(size_t i, const char *word)
{
	return has_word(topics_name(i), word) || (i < TOPICS && has_word(topics[i].words, word));
}

static bool add_those(const struct app *app, bool (*is)(size_t i, const char *word),
		      const char *word, struct buf *out)
{
	bool any = false;

	for (size_t i = 0; topics_name(i); i++) {
		if (!is(i, word))
			continue;
		add(app, i, out);
		any = true;
	}
	return any;
}

bool topics_add(const struct app *app, const char *name, struct buf *out)
{
	return add_those(app, is_named, name, out);
}

bool topics_find(const struct app *app, const char *word, struct buf *out)
{
	return add_those(app, is_found, word, out);
}
