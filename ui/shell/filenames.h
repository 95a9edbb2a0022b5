/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_FILENAMES_H
#define SHELL_FILENAMES_H

#include <stdbool.h>

/*
 * Pass the path of each file that begins with a text to a function; the path of a folder ends with
 * '/'. Hidden files are passed only if their dot is typed. Names that a command needs in quotes, or
 * that are not printable, are not passed. Folders that cannot be read have no files.
 */
void filenames_each(const char *begin, void (*each)(void *arg, const char *path, bool folder),
		    void *arg);

#endif
