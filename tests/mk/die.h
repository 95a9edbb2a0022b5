/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How every error of mk ends. */
#ifndef MK_DIE_H
#define MK_DIE_H

/* Prints the message and a newline on standard error, and ends the program with status 1. */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
