/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_SETTINGS_H
#define SHELL_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct app;

/* The settings of :set. settings.def has the table of all settings. */
enum setting {
#define SETTING(id, ...) SETTING_##id,
#include "shell/settings.def"
	SETTING_COUNT
};

/* The values of settings that the application stores: indexes of words, or numbers. */
struct settings {
	int v[SETTING_COUNT];
};

void settings_init(struct settings *settings, bool no_colour);

const char *setting_name(enum setting setting);
const char *setting_help(enum setting setting);

/* Append the i-th possible word. False: i is after the last word, or the setting is a number. */
bool setting_word(enum setting setting, size_t i, struct buf *out);

/* Append the possible values, such as "off|on" or "0..60000". */
void setting_values(enum setting setting, struct buf *out);

/* Append the current value. */
void setting_show(struct app *app, enum setting setting, struct buf *out);

/* Is the current value the default? */
bool setting_is_usual(struct app *app, enum setting setting);

/* Change to the next word. False: the setting is a number. */
bool setting_next(struct app *app, enum setting setting);

/*
 * Set a value with "NAME VALUE" or "NAME=VALUE", and show it; with only "NAME", just show it.
 * ERR_PARSE: err->offset is a column of text.
 */
int settings_set(struct app *app, const char *text, struct err *err);

#endif
