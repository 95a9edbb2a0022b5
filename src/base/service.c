/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/service.h"

#include <sys/socket.h>

void service_init(struct service *s)
{
	*s = (struct service){ .closed = false };
	pthread_mutex_init(&s->lock, NULL);
}

void service_release(struct service *s)
{
	service_end(s);
	pthread_mutex_destroy(&s->lock);
}

bool service_start(struct service *s, void (*run)(void *arg), void *arg)
{
	bool ok;

	pthread_mutex_lock(&s->lock);
	ok = !s->closed;
	if (ok && !s->child.pid) {
		ok = child_start(&s->child, run, arg);
		s->started += ok;
	}
	pthread_mutex_unlock(&s->lock);
	return ok;
}

void service_end(struct service *s)
{
	pthread_mutex_lock(&s->lock);
	child_stop(&s->child);
	pthread_mutex_unlock(&s->lock);
}

/* Shut the socket down. The lock is held. */
static void shut(struct service *s)
{
	if (s->child.pid)
		shutdown(s->child.fd, SHUT_RDWR);
}

void service_interrupt(struct service *s)
{
	pthread_mutex_lock(&s->lock);
	shut(s);
	pthread_mutex_unlock(&s->lock);
}

void service_close(struct service *s)
{
	pthread_mutex_lock(&s->lock);
	s->closed = true;
	shut(s);
	pthread_mutex_unlock(&s->lock);
}
