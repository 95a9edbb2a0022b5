/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_ACTIVITY_H
#define ANALYSIS_ACTIVITY_H

#include "query/job.h"

/*
 * The number of samples of each event, in total and over time, counted in the background in one
 * pass for all events. Time is divided into at most ACTIVITY_STEPS equal steps. A step doubles its
 * length when a sample is after the last one, so the length of the recording need not be known.
 * Samples without a time only count in total. Functions are for one thread.
 */
struct activity;

enum {
	ACTIVITY_STEPS = 128,
	ACTIVITY_EVENTS = 1024 /* maximum; further events are counted only in total */
};

/*
 * Start. The watcher is woken when there are new results. The recording must outlive the activity.
 */
struct activity *activity_start(struct recording *recording, struct watcher *watcher);
void activity_free(struct activity *activity);

/* The job that counts. If it is cancelled, the counts stay. */
struct job *activity_job(struct activity *activity);

/* An event of a part. */
struct activity_event {
	size_t part;
	int event;
	uint64_t samples;
};

/*
 * activity_events() returns the number of events that have samples so far, activity_event() returns
 * event i of them; i is less than their number.
 */
size_t activity_events(struct activity *activity);
struct activity_event activity_event(struct activity *activity, size_t i);

/* Return the number of steps in use, from 0 to ACTIVITY_STEPS. */
size_t activity_steps(struct activity *activity);

/* Add the samples of event i in each step to counts, which has ACTIVITY_STEPS elements. */
void activity_add(struct activity *activity, size_t i, uint64_t *counts);

#endif
