/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PERFWORDS_H
#define CLI_PERFWORDS_H

#include <stdbool.h>

/*
 * If the word is a command of perf, as in "perfnav report", write to standard error which command
 * of perfnav does the same. False: the word is no command of perf.
 */
bool perfwords_report(const char *word);

#endif
