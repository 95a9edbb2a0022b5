/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_LEADS_H
#define VIEWS_LEADS_H

#include "recording/recording.h"
#include "term/action.h"

/* A question that the records of a recording can answer, and the command that answers it. */
struct lead {
	const char *what;    /* "call stacks" */
	const char *shows;   /* "flame graph" */
	const char *command; /* without a colon */
	enum action action;  /* the action for the same; ACTION_NONE: there is none */
};

/*
 * Get at most max leads for the records indexed so far, the most specific first. Returns their
 * number. The leads are valid as long as the program runs.
 */
size_t leads_find(const struct recording *recording, const struct lead **leads, size_t max);

#endif
