/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTCOMPILE_H
#define TRACING_PRINTCOMPILE_H

#include "tracing/printfmt.h"

struct tep_event;

/*
 * Compile the print format of an event that libtraceevent has parsed to a program. The function
 * walks over the tree of arguments that the library has parsed, so there is no second parser.
 * Because it trusts that tree, it runs where the library does (tracing/traceparse.h). NULL: the
 * format has something that programs cannot do.
 */
struct printfmt *printcompile_event(struct tep_event *event, unsigned long_size, bool big);

#endif
