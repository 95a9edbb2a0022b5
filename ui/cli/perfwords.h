/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PERFWORDS_H
#define CLI_PERFWORDS_H

#include <stdbool.h>

/*
 * Somebody may type a command of perf here: "perfnav report". Write to standard error which command
 * does the same. False: the word is no command of perf.
 */
bool perfwords_tell(const char *word);

#endif
