/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SHELL_WORD_H
#define FILE_SHELL_WORD_H

#include "base/buf.h"

/*
 * Append a word for a shell, with a blank before it if line is not empty. It is quoted if it has
 * characters that are special to a shell.
 */
void shell_word_add(struct buf *line, const char *p, size_t len);

#endif
