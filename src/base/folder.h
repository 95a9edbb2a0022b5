/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <stdbool.h>

/*
 * Make a folder that may not be there yet, for the user alone, with the folders above it. False: it
 * cannot be written.
 */
bool folder_make(const char *path);

/* The folder that the last part of a path is in; to be freed. */
char *folder_of(const char *path);

#endif
