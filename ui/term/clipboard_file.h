/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_CLIPBOARD_FILE_H
#define TERM_CLIPBOARD_FILE_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Store the text in a file, in case the terminal does not copy it, and append the path of the file.
 * Returns false if the file cannot be written.
 */
bool clipboard_file_write(const char *text, size_t len, struct buf *path);

#endif
