/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_LEADS_H
#define VIEWS_LEADS_H

#include "recording/recording.h"
#include "term/action.h"

/* A question that the records of a recording can answer, and the command that answers it. */
struct lead {
	const char *what;    /* "call stacks" */
	const char *shows;   /* "flame graph" */
	const char *command; /* without its colon */
	enum action action;  /* that does the same; ACTION_NONE: none does */
};

/*
 * Fill in the leads of the records that are indexed so far, at most max, the most specific first;
 * returns how many. They live as long as the program.
 */
size_t leads_find(const struct recording *recording, const struct lead **leads, size_t max);

#endif
