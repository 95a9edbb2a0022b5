/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SERVICE_H
#define BASE_SERVICE_H

#include <pthread.h>

#include "base/child.h"

/*
 * A child (base/child.h) that is started when it is needed, and again after it was ended. One
 * thread talks with it; others can take it away from that thread.
 */
struct service {
	struct child child;   /* for who talks with it, between start and end */
	pthread_mutex_t lock; /* of the child's descriptor, and of what follows */
	bool closed;
	uint32_t started; /* how often it was */
};

void service_init(struct service *service);
void service_release(struct service *service);

/* False: it was closed, or there is no process to be had. What runs already goes on. */
bool service_start(struct service *service, void (*run)(void *arg), void *arg);
void service_end(struct service *service);

/*
 * From any thread: who waits for the child sees that it has ended. After closing it, too, none is
 * started any more.
 */
void service_interrupt(struct service *service);
void service_close(struct service *service);

#endif
