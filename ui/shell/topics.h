/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_TOPICS_H
#define SHELL_TOPICS_H

#include <stdbool.h>

#include "base/buf.h"
#include "field/problem.h"
#include "shell/app.h"

/*
 * Words of screens that are no commands, keys or fields, such as states and kinds of problems, with
 * a few sentences about each.
 */

/* Names of topics that views explain. */
#define TOPIC_NO_SYMBOLS "no symbols"

/* The name of a topic, in the order of the list; NULL: after the last one. */
const char *topics_name(size_t i);

/* The sentences about a topic; keys in them as for keymap_add_text(). */
const char *topics_text(size_t i);

/* Append the topics with this name, or with this word exactly. False: there are none. */
bool topics_add(const struct app *app, const char *name, struct buf *out);

/* Append the topics with a word in their names or in their other words. False: there are none. */
bool topics_find(const struct app *app, const char *word, struct buf *out);

/* Append the topic of a kind of problems. */
void topics_add_problem(enum problem_kind kind, struct buf *out);

#endif
