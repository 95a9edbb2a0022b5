/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTCOMPILE_H
#define TRACING_PRINTCOMPILE_H

#include "tracing/printfmt.h"

struct tep_event;

/*
 * Make a program of the print format of an event that libtraceevent has parsed: of its tree of
 * arguments, so that their grammar is the library's. It trusts that tree, and so it runs where
 * the library does (tracing/traceparse.h). NULL: something is in there that programs cannot do.
 */
struct printfmt *printcompile_event(struct tep_event *event, unsigned long_size, bool big);

#endif
