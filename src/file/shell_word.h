/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SHELL_WORD_H
#define FILE_SHELL_WORD_H

#include "base/buf.h"

/*
 * Append a word as a shell would want it, with a blank before it where something
 * stands there already: quoted where it holds more than plain characters.
 */
void shell_word_add(struct buf *line, const char *p, size_t len);

#endif
