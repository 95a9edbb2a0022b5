/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <stdbool.h>

/*
 * Make a folder for the user only, and the folders above it, if they do not exist. False: nothing
 * can be written there.
 */
bool folder_make(const char *path);

/* The folder of the last part of a path. The caller frees it. */
char *folder_of(const char *path);

/* The last part of a path; "" after a slash. It points into the path. */
const char *folder_entry(const char *path);

#endif
