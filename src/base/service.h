/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SERVICE_H
#define BASE_SERVICE_H

#include <pthread.h>

#include "base/child.h"

/*
 * A child (base/child.h) that is started when it is needed, and started again after its end. One
 * thread uses it; other threads can interrupt this thread.
 */
struct service {
	struct child child;   /* for the thread that uses it, between start and end */
	pthread_mutex_t lock; /* guards the child's descriptor and the members below */
	bool closed;
	uint32_t started; /* number of starts */
};

void service_init(struct service *service);
void service_release(struct service *service);

/*
 * Start the child unless it is running. False: the service is closed, or no process can be started.
 */
bool service_start(struct service *service, void (*run)(void *arg), void *arg);
void service_end(struct service *service);

/*
 * For any thread: shut down the child's socket, so that the thread that waits for the child gets an
 * error. After service_close(), no child is started.
 */
void service_interrupt(struct service *service);
void service_close(struct service *service);

#endif
