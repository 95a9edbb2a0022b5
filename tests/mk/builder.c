/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "builder.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attr.h"
#include "item.h"

enum {
	RECORD_HEADER = 8,
	HEADER_ATTR = 64, /* what attr and feature become in a pipe */
	HEADER_FEATURE = 80,
	MAX_DEPTH = 32,
	MAX_RECORD = 65535,
};

static uint64_t eval_word(const struct builder *b, const struct line *line, size_t at)
{
	if (at >= line->count)
		fail_at(line, "%s: a value is missing", line->words[0].text);
	if (word_is_quoted(&line->words[at]))
		fail_at(line, "a number should stand instead of \"%s\"", line->words[at].text);
	return names_eval(&b->names, line, line->words[at].text);
}

/* Value of words[at], which reads KEY=VALUE. */
static uint64_t eval_setting(const struct builder *b, const struct line *line, size_t at)
{
	const struct word *w = &line->words[at];

	if (word_is_quoted(w))
		fail_at(line, "%s: a number should stand here", w->text);
	return names_eval(&b->names, line, w->text + word_key_len(w) + 1);
}

static bool key_is(const struct word *w, const char *key)
{
	size_t len = word_key_len(w);

	return len == strlen(key) && memcmp(w->text, key, len) == 0;
}

static const struct macro *macro_find(const struct builder *b, const struct word *w)
{
	for (size_t i = 0; i < b->nr_macros; i++)
		if (word_is(w, b->macros[i].name))
			return &b->macros[i];
	return NULL;
}

__attribute__((format(printf, 2, 3))) static void list(struct builder *b, const char *fmt, ...)
{
	char buf[256];
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	bytes_add(&b->listing, buf, (size_t)len < sizeof(buf) ? (size_t)len : sizeof(buf) - 1);
}

/* The next byte of data in the file. */
static uint64_t here(const struct builder *b)
{
	return image_data_offset(&b->image) + b->image.data.len;
}

/* blocks */

static void record_open(struct builder *b, const struct line *line, uint64_t type, uint64_t misc)
{
	if (type > UINT32_MAX || misc > UINT16_MAX)
		fail_at(line, "type or misc is too large");
	b->block = BLOCK_RECORD;
	b->start = b->image.data.len;
	b->size = (struct forced){ 0 };
	b->where = line;
	bytes_int(&b->image.data, type, 4, b->image.big);
	bytes_int(&b->image.data, misc, 2, b->image.big);
	bytes_int(&b->image.data, 0, 2, b->image.big); /* the size, when it is known */
}

/* The size is known now, unless the description forces another. */
static void record_close(struct builder *b)
{
	uint64_t size = b->image.data.len - b->start;

	if (b->size.set)
		size = b->size.value;
	if (size > MAX_RECORD)
		fail_at(b->where, "a record of %" PRIu64 " bytes is too long", size);
	bytes_patch(&b->image.data, b->start + 6, size, 2, b->image.big);
	list(b, "record %" PRIu64 " %" PRIu64 "\n", image_data_offset(&b->image) + b->start, size);
}

/* In a pipe an attr is a record. */
static void attr_close(struct builder *b)
{
	const struct attr *a = &b->image.attrs[b->image.nr_attrs - 1];

	if (!b->image.pipe)
		return;
	record_open(b, b->where, HEADER_ATTR, 0);
	attr_put(a, &b->image.data, a->stored);
	for (size_t i = 0; i < a->nr_ids; i++)
		bytes_int(&b->image.data, a->ids[i], 8, b->image.big);
	record_close(b);
}

static void block_close(struct builder *b)
{
	if (b->block == BLOCK_RECORD)
		record_close(b);
	if (b->block == BLOCK_ATTR)
		attr_close(b);
	b->block = BLOCK_NONE;
}

/* The target of the items of a line. */
static struct item_target block_target(struct builder *b, const struct line *line)
{
	struct item_target t = { &b->image, &b->names, &b->image.data, b->start };

	if (b->block == BLOCK_FEATURE) {
		t.out = &b->feature->body;
		t.start = 0;
	} else if (b->block != BLOCK_RECORD && b->block != BLOCK_RAW) {
		fail_at(line, "'%s': nothing to put it into", line->words[0].text);
	}
	return t;
}

/* settings */

/* Comma-separated expressions. */
static void set_attr_ids(struct builder *b, const struct line *line, const char *text)
{
	struct attr *a = &b->image.attrs[b->image.nr_attrs - 1];

	while (*text) {
		size_t len = strcspn(text, ",");
		char *one = xstrndup(text, len);

		attr_add_id(a, names_eval(&b->names, line, one));
		free(one);
		text += len + (text[len] == ',');
	}
}

static void set_attr(struct builder *b, const struct line *line, size_t at)
{
	struct attr *a = &b->image.attrs[b->image.nr_attrs - 1];
	const struct word *w = &line->words[at];
	size_t len = word_key_len(w);
	const char *value = w->text + len + 1;

	if (!len)
		fail_at(line, "'%s' should read KEY=VALUE", w->text);
	if (key_is(w, "name")) {
		free(a->name);
		a->name = xstrndup(value, strlen(value));
	} else if (key_is(w, "ids")) {
		set_attr_ids(b, line, value);
	} else if (key_is(w, "stored")) {
		a->stored = eval_setting(b, line, at);
	} else if (!attr_set(a, w->text, len, eval_setting(b, line, at), b->image.big)) {
		fail_at(line, "perf_event_attr has no field '%.*s'", (int)len, w->text);
	}
}

/* endian= and mode= take a word and must come before anything depends on them. */
static bool set_file_word(struct builder *b, const struct line *line, const struct word *w)
{
	static const struct {
		const char *text;
		bool big, value;
	} words[] = {
		{ "endian=little", true, false },
		{ "endian=big", true, true },
		{ "mode=file", false, false },
		{ "mode=pipe", false, true },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!word_is(w, words[i].text))
			continue;
		if (b->image.nr_attrs || b->image.nr_features || b->image.data.len)
			fail_at(line, "%s comes too late", w->text);
		*(words[i].big ? &b->image.big : &b->image.pipe) = words[i].value;
		return true;
	}
	return false;
}

static void set_file(struct builder *b, const struct line *line, size_t at)
{
	const struct word *w = &line->words[at];
	struct image *m = &b->image;
	const struct {
		const char *key;
		struct forced *to;
	} keys[] = {
		{ "magic", &m->magic },
		{ "header_size", &m->header_size },
		{ "attr_size", &m->attr_size },
		{ "data_offset", &m->data_offset },
		{ "data_size", &m->data_size },
		{ "table", &m->table },
		{ "cut", &m->cut },
	};

	if (set_file_word(b, line, w))
		return;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		if (key_is(w, keys[i].key)) {
			*keys[i].to = (struct forced){ true, eval_setting(b, line, at) };
			return;
		}
	}
	fail_at(line, "file has no setting '%s'", w->text);
}

/* directives */

static void run_items(struct builder *b, const struct line *line, size_t at);
static void run_lines(struct builder *b, const struct line *lines, size_t count);

static void do_file(struct builder *b, const struct line *line)
{
	for (size_t i = 1; i < line->count; i++)
		set_file(b, line, i);
}

/* Relative to the file that includes. */
static void do_include(struct builder *b, const struct line *line)
{
	const char *slash = strrchr(line->file, '/');
	size_t dir = slash ? (size_t)(slash + 1 - line->file) : 0;
	struct bytes path = { 0 };

	if (line->count != 2)
		fail_at(line, "include takes one file");
	if (line->words[1].text[0] != '/')
		bytes_add(&path, line->file, dir);
	bytes_add(&path, line->words[1].text, line->words[1].len + 1);
	builder_run(b, (const char *)path.data);
	bytes_release(&path);
}

/* A name that constants may take: neither an item, a macro nor defined before. */
static const struct word *new_name(const struct builder *b, const struct line *line, size_t at)
{
	const struct word *w = &line->words[at];
	uint64_t value;

	if (at >= line->count)
		fail_at(line, "%s: a name is missing", line->words[0].text);
	if (word_is_quoted(w) || !name_is_valid(w->text, w->len))
		fail_at(line, "'%s' cannot be a name", w->text);
	if (item_is(w) || macro_find(b, w) || names_find(&b->names, w->text, w->len, &value))
		fail_at(line, "'%s' has a meaning already", w->text);
	return w;
}

static void do_let(struct builder *b, const struct line *line)
{
	const struct word *w = new_name(b, line, 1);

	if (line->count != 4 || !word_is(&line->words[2], "="))
		fail_at(line, "write: let NAME = VALUE");
	names_push(&b->names, w->text, w->len, eval_word(b, line, 3));
}

/* A constant for an offset: AUXTRACE's feature, for one, points into the data. */
static void do_mark(struct builder *b, const struct line *line)
{
	const struct word *w = new_name(b, line, 1);

	names_push(&b->names, w->text, w->len, here(b));
	list(b, "mark %s %" PRIu64 "\n", w->text, here(b));
}

static void do_attr(struct builder *b, const struct line *line)
{
	if (!b->image.pipe && b->image.data.len)
		fail_at(line, "an attr cannot follow the data in a file");
	image_add_attr(&b->image);
	b->block = BLOCK_ATTR;
	b->where = line;
	for (size_t i = 1; i < line->count; i++)
		set_attr(b, line, i);
}

/* In a pipe a feature is a record, too. */
static void do_feature(struct builder *b, const struct line *line)
{
	uint64_t bit = eval_word(b, line, 1);

	if (b->image.pipe) {
		record_open(b, line, HEADER_FEATURE, 0);
		bytes_int(&b->image.data, bit, 8, b->image.big);
	} else {
		b->block = BLOCK_FEATURE;
		b->feature = image_add_feature(&b->image, bit);
		if (!b->feature)
			fail_at(line, "feature %" PRIu64 " is there already or too large", bit);
	}
	run_items(b, line, 2);
}

static void do_record(struct builder *b, const struct line *line)
{
	struct forced size = { 0 };
	uint64_t misc = 0;
	size_t at = 2;

	for (; at < line->count && word_key_len(&line->words[at]); at++) {
		if (key_is(&line->words[at], "misc"))
			misc = eval_setting(b, line, at);
		else if (key_is(&line->words[at], "size"))
			size = (struct forced){ true, eval_setting(b, line, at) };
		else
			fail_at(line, "record has no setting '%s'", line->words[at].text);
	}
	record_open(b, line, eval_word(b, line, 1), misc);
	b->size = size;
	run_items(b, line, at);
}

/* Bytes between records: the payload after a record, or rubbish. */
static void do_raw(struct builder *b, const struct line *line)
{
	b->block = BLOCK_RAW;
	b->start = b->image.data.len;
	run_items(b, line, 1);
}

static const struct directive {
	const char *name;
	void (*run)(struct builder *b, const struct line *line);
} directives[] = {
	{ "file", do_file }, { "include", do_include }, { "let", do_let }, { "mark", do_mark },
	{ "attr", do_attr }, { "feature", do_feature }, { "raw", do_raw }, { "record", do_record },
};

static const struct directive *directive_find(const struct word *w)
{
	for (size_t i = 0; i < sizeof(directives) / sizeof(*directives); i++)
		if (word_is(w, directives[i].name))
			return &directives[i];
	return NULL;
}

/* macros */

/* Defines the macro whose head is lines[0]; returns the number of lines it takes. */
static size_t macro_define(struct builder *b, const struct line *lines, size_t count)
{
	const struct word *name = new_name(b, &lines[0], 1);
	size_t n = 1;

	for (size_t i = 2; i < lines[0].count; i++)
		new_name(b, &lines[0], i);
	while (n < count && !word_is(&lines[n].words[0], "end"))
		n++;
	if (n == count)
		fail_at(&lines[0], "the macro has no end");
	b->macros = xrealloc(b->macros, (b->nr_macros + 1) * sizeof(*b->macros));
	b->macros[b->nr_macros++] = (struct macro){ name->text, &lines[0], lines + 1, n - 1 };
	return n + 1;
}

static void depth_enter(struct builder *b, const struct line *line)
{
	if (++b->depth > MAX_DEPTH)
		fail_at(line, "includes or macros call themselves");
}

/* Runs the macro with the words from at on; returns the index of the word after them. */
static size_t macro_call(struct builder *b, struct macro m, const struct line *line, size_t at)
{
	const size_t params = m.head->count - 2, before = b->names.count;
	uint64_t *values = xrealloc(NULL, params * sizeof(*values));

	depth_enter(b, line);
	for (size_t i = 0; i < params; i++)
		values[i] = eval_word(b, line, at + i);
	for (size_t i = 0; i < params; i++) {
		const struct word *param = &m.head->words[i + 2];

		names_push(&b->names, param->text, param->len, values[i]);
	}
	free(values);
	run_lines(b, m.body, m.count);
	names_pop_to(&b->names, before);
	b->depth--;
	return at + params;
}

/* Items take the words up to the next item or macro; macros as many as they have parameters. */
static void run_items(struct builder *b, const struct line *line, size_t at)
{
	while (at < line->count) {
		const struct macro *m = macro_find(b, &line->words[at]);
		struct item_target target;
		size_t end = at + 1;

		if (m) {
			at = macro_call(b, *m, line, at + 1);
			continue;
		}
		while (end < line->count && !item_is(&line->words[end]) &&
		       !macro_find(b, &line->words[end]))
			end++;
		target = block_target(b, line);
		item_put(&target, line, at, end);
		at = end;
	}
}

/* A directive ends the block before it; anything else belongs to the open block. */
static void run_line(struct builder *b, const struct line *line)
{
	const struct directive *d = directive_find(&line->words[0]);

	if (d) {
		block_close(b);
		d->run(b, line);
	} else if (b->block == BLOCK_ATTR && word_key_len(&line->words[0])) {
		for (size_t i = 0; i < line->count; i++)
			set_attr(b, line, i);
	} else {
		run_items(b, line, 0);
	}
}

static void run_lines(struct builder *b, const struct line *lines, size_t count)
{
	size_t i = 0;

	while (i < count) {
		if (word_is(&lines[i].words[0], "macro"))
			i += macro_define(b, &lines[i], count - i);
		else
			run_line(b, &lines[i++]);
	}
}

void builder_run(struct builder *b, const char *file)
{
	const struct line start = { .file = file };
	struct script s;

	depth_enter(b, &start);
	script_load(&s, file);
	b->scripts = xrealloc(b->scripts, (b->nr_scripts + 1) * sizeof(*b->scripts));
	b->scripts[b->nr_scripts++] = s;
	run_lines(b, s.lines, s.count);
	b->depth--;
}

void builder_finish(struct builder *b)
{
	block_close(b);
}

void builder_release(struct builder *b)
{
	image_release(&b->image);
	names_pop_to(&b->names, 0);
	free(b->names.list);
	free(b->macros);
	for (size_t i = 0; i < b->nr_scripts; i++)
		script_release(&b->scripts[i]);
	free(b->scripts);
	bytes_release(&b->listing);
	*b = (struct builder){ 0 };
}
