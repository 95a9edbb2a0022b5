/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_SETTINGS_H
#define SHELL_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct app;

/* What :set sets. settings.def is the only list. */
enum setting {
#define SETTING(id, ...) SETTING_##id,
#include "shell/settings.def"
	SETTING_COUNT
};

/* The values that the application keeps: places of words, or numbers. */
struct settings {
	int v[SETTING_COUNT];
};

void settings_init(struct settings *settings, bool no_colour);

const char *setting_name(enum setting setting);
const char *setting_help(enum setting setting);

/* Append the i-th word that it can be; false behind the last one, and of a number. */
bool setting_word(enum setting setting, size_t i, struct buf *out);

/* "off|on", "0..60000" */
void setting_values(enum setting setting, struct buf *out);

/* What it is now, and whether that is what it is at first. */
void setting_show(struct app *app, enum setting setting, struct buf *out);
bool setting_is_usual(struct app *app, enum setting setting);

/* The next of its words; of a number false. */
bool setting_next(struct app *app, enum setting setting);

/* "NAME VALUE" or "NAME=VALUE"; NAME alone says what it is. err->offset is a column. */
int settings_set(struct app *app, const char *text, struct err *err);

#endif
