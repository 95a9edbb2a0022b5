/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OVERVIEW_DATA_H
#define VIEWS_OVERVIEW_DATA_H

#include "analysis/activity.h"
#include "analysis/counter_values.h"
#include "analysis/problems.h"
#include "session/eventpick.h"
#include "shell/app.h"
#include "views/leads.h"
#include "views/ranking.h"
#include "views/thread_ranking.h"
#include "widgets/headline.h"

/*
 * The contents of the overview, which are searched in the background, also while the index is
 * built. Threads and functions are those of the samples of one event at a time.
 */
enum {
	OVERVIEW_LEADS_MAX = 16,
	OVERVIEW_EVENTS_MAX = 8 /* events that are counted over time */
};

/* A problem of the overview is a kind of problems (field/problem.h), or this one. */
enum {
	OVERVIEW_NO_SYMBOLS = PROBLEM_KINDS,
	OVERVIEW_PROBLEM_KINDS
};

enum overview_section {
	OVERVIEW_RECORDED,
	OVERVIEW_EVENTS,
	OVERVIEW_COUNTERS, /* values of perf stat record; other recordings do not have it */
	OVERVIEW_THREADS,
	OVERVIEW_FUNCTIONS,
	OVERVIEW_PROBLEMS,
	OVERVIEW_LEADS,
	OVERVIEW_SECTIONS
};

/* A choice of an event (filter/shown_event.h) and its number of samples. */
struct overview_event {
	size_t choice;
	uint64_t samples;
};

/* An event with a value of perf stat record. */
struct overview_counter {
	const char *name; /* not escaped */
	struct counter_value value;
};

struct overview {
	struct app *app;
	struct watcher *watcher;
	struct eventpick event;
	struct activity *activity;
	struct counter_values *counted;
	struct thread_ranking threads;
	struct ranking functions; /* not those of thread 0 if there are other threads */
	bool has_idle;		  /* the functions are counted without thread 0 */
	uint64_t parts;		  /* functions are counted in 1 of so many records; 0: not yet */
	uint64_t unnamed;	  /* samples without a function if there are many; else 0 */
	struct problems *problems;
	VEC(struct overview_event) events;			 /* most samples first; */
	uint64_t over_time[OVERVIEW_EVENTS_MAX][ACTIVITY_STEPS]; /* samples of the first ones */
	size_t steps;						 /* steps in use */
	VEC(struct overview_counter) counters;			 /* in the order of the attrs */
	VEC(unsigned) kinds; /* kinds of problems that occur, those with most effect first */
	const struct lead *leads[OVERVIEW_LEADS_MAX];
	size_t n_leads;
	bool cancelled;
};

/* Begin to search. The watcher is woken whenever there is news. */
void overview_start(struct overview *overview, struct app *app, struct watcher *watcher);
void overview_release(struct overview *overview);

/*
 * Take the results found since the last call. Pointers into an overview are valid until the next
 * call.
 */
void overview_take(struct overview *overview);

/*
 * Are there many samples without a function, all of them at addresses that are in no map? Then no
 * file can have their symbols.
 */
bool overview_is_unmapped(const struct overview *o);

/* Stop the search, and keep the results. False: nothing was running. */
bool overview_cancel(struct overview *overview);
bool overview_busy(const struct overview *overview);
bool overview_section_busy(const struct overview *overview, enum overview_section section);

/* Append the condition of the samples that are counted by thread, or by function. */
void overview_sample_condition(const struct overview *overview, struct buf *out);
void overview_function_condition(const struct overview *overview, struct buf *out);

/* The name of element i of the events, not escaped. */
const char *overview_event_name(const struct overview *overview, size_t i);

/* The number of elements that a section has so far. */
size_t overview_count(const struct overview *overview, enum overview_section section);

#endif
