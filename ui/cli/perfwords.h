/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PERFWORDS_H
#define CLI_PERFWORDS_H

#include <stdbool.h>

/*
 * Commands of perf that somebody types here out of habit: "perfnav report". Writes to standard
 * error which command does that here. False: the word is no such command.
 */
bool perfwords_tell(const char *word);

#endif
