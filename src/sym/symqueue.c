/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symqueue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bell.h"
#include "base/pages.h"
#include "base/queue.h"

/* In keys of the queue: the module has already been read. */
#define AGAIN (UINT64_C(1) << 32)

enum module_state {
	NEW,
	WANTED,	  /* in the queue, or being read */
	FETCHING, /* read; its debug file is being fetched */
	READY
};

struct queued_module {
	struct module module;
	_Atomic int state;		     /* enum module_state */
	_Atomic(struct symreading *) latest; /* NULL: nothing was read yet */
	char *fetched;			     /* path of its debug file; NULL: none was fetched */
	bool fetch;			     /* fetch the debug file if it is missing */
};

struct symqueue {
	struct symqueue_options options;
	struct symhelper *helper;
	struct symstore *store;
	struct symload *load; /* for the thread of the queue */
	struct symfetch *fetch;
	struct pages entries; /* struct queued_module * */
	struct queue *queue;  /* numbers of modules */

	pthread_mutex_t lock; /* guards all members below, options, and adding entries */
	struct symqueue_counts counts;
	bool moved;		    /* the thread must open another loader */
	VEC(struct symload *) left; /* earlier loaders, whose tables entries still use */
};

static void read_module(void *arg, const void *request);
static void fetched(void *arg, uint32_t number, const char *path);

struct symqueue *symqueue_open(const struct symqueue_options *options, struct symstore *store)
{
	struct symqueue *q = mem_zalloc(sizeof(*q));

	q->options = *options;
	q->helper = symhelper_open();
	q->store = store;
	q->load = symload_open(&options->load, q->helper, store);
	q->fetch = symfetch_open(fetched, q);
	pages_init(&q->entries, sizeof(struct queued_module *));
	q->queue = queue_open(&(struct queue_options){ .name = "perfnav/symbols",
						       .size = sizeof(uint32_t),
						       .serve = read_module,
						       .arg = q });
	pthread_mutex_init(&q->lock, NULL);
	return q;
}

void symqueue_start(struct symqueue *q)
{
	symhelper_start(q->helper);
}

static struct queued_module *entry_at(const struct symqueue *q, uint32_t number)
{
	return *(struct queued_module *const *)pages_at(&q->entries, number);
}

static void release_entry(struct queued_module *e)
{
	module_release(&e->module);
	free(e->fetched);
	for (struct symreading *r = e->latest, *before; r; r = before) {
		before = r->before;
		symresult_release(&r->result);
		free(r);
	}
	free(e);
}

void symqueue_stop(struct symqueue *q)
{
	symhelper_stop(q->helper);
}

void symqueue_close(struct symqueue *q)
{
	queue_stop(q->queue);
	symhelper_stop(q->helper);
	queue_join(q->queue); /* first, because its thread makes requests to symfetch */
	symfetch_close(q->fetch);
	queue_close(q->queue);
	for (uint64_t i = 0; i < pages_count(&q->entries); i++)
		release_entry(entry_at(q, (uint32_t)i));
	pages_release(&q->entries);
	symload_close(q->load);
	for (size_t i = 0; i < q->left.n; i++)
		symload_close(q->left.v[i]);
	vec_release(&q->left);
	symhelper_close(q->helper);
	pthread_mutex_destroy(&q->lock);
	free(q);
}

/* ---- modules ---- */

static void publish(struct symqueue *q, struct queued_module *e, struct symreading *reading)
{
	reading->before = atomic_load(&e->latest);
	atomic_store_explicit(&e->latest, reading, memory_order_release);
	q->counts.finished++;
	q->counts.improved += reading->before != NULL;
}

/* Publish an empty result. The caller holds the lock. */
static void publish_nothing(struct symqueue *q, struct queued_module *e, enum sym_why why)
{
	struct symreading *reading = mem_zalloc(sizeof(*reading));

	symresult_init(&reading->result, why);
	reading->result.why_no_lines = why;
	publish(q, e, reading);
}

/* Add an entry. The caller holds the lock. */
static uint32_t add_entry(struct symqueue *q, struct queued_module *e)
{
	pages_add(&q->entries, &e);
	return (uint32_t)pages_count(&q->entries) - 1;
}

/* Add the entry for all modules beyond the limit. The caller holds the lock. */
static void add_the_others(struct symqueue *q)
{
	struct queued_module *e = mem_zalloc(sizeof(*e));

	e->module = module_copy(&(struct module){ .kind = MODULE_NONE, .dso = "" });
	publish_nothing(q, e, SYM_WHY_MANY);
	e->state = READY;
	add_entry(q, e);
}

uint32_t symqueue_add(struct symqueue *q, const struct module *module)
{
	uint32_t number = SYMQUEUE_MODULES_MAX;
	struct queued_module *e;

	pthread_mutex_lock(&q->lock);
	if (pages_count(&q->entries) < SYMQUEUE_MODULES_MAX) {
		e = mem_zalloc(sizeof(*e));
		e->module = module_copy(module);
		number = add_entry(q, e);
	} else if (pages_count(&q->entries) == SYMQUEUE_MODULES_MAX) {
		add_the_others(q);
	}
	pthread_mutex_unlock(&q->lock);
	return number;
}

uint32_t symqueue_count(const struct symqueue *q)
{
	return (uint32_t)pages_count(&q->entries);
}

const struct module *symqueue_module(const struct symqueue *q, uint32_t number)
{
	return &entry_at(q, number)->module;
}

void symqueue_move(struct symqueue *q, const struct symload_options *load)
{
	pthread_mutex_lock(&q->lock);
	q->options.load = *load;
	q->moved = true;
	pthread_mutex_unlock(&q->lock);
}

const struct symreading *symqueue_latest(const struct symqueue *q, uint32_t number)
{
	return atomic_load_explicit(&entry_at(q, number)->latest, memory_order_acquire);
}

bool symqueue_is_wanted(const struct symqueue *q, uint32_t number)
{
	return atomic_load(&entry_at(q, number)->state) != NEW;
}

/* ---- the thread ---- */

/* Open another loader if necessary. The caller holds the lock. */
static void move(struct symqueue *q)
{
	if (!q->moved)
		return;
	q->moved = false;
	vec_push(&q->left, q->load);
	q->load = symload_open(&q->options.load, q->helper, q->store);
}

/* End the waiting for a module. The caller holds the lock, and rings the bell afterwards. */
static void finish(struct symqueue *q, struct queued_module *e)
{
	q->counts.pending--;
	atomic_store_explicit(&e->state, READY, memory_order_release);
}

/* Request the debug file of a module that was read. The caller holds the lock. */
static bool want_fetch(struct symqueue *q, uint32_t number)
{
	struct queued_module *e = entry_at(q, number);
	const struct symresult *result = &e->latest->result;
	bool wanted = (q->options.fetching || e->fetch) && result->lacks_debug && !e->fetched;

	if (!wanted || !symfetch_want(q->fetch, number, result->id, result->id_len))
		return false;
	atomic_store(&e->state, FETCHING);
	return true;
}

static void wake(const struct symqueue *q)
{
	bell_ring(BELL_STATE);
	if (q->options.wake)
		q->options.wake(q->options.wake_arg);
}

/* Read the module again, with its debug file. Called by the thread that fetches. */
static void fetched(void *arg, uint32_t number, const char *path)
{
	struct symqueue *q = arg;
	struct queued_module *e = entry_at(q, number);
	bool again = false;

	pthread_mutex_lock(&q->lock);
	if (path) {
		e->fetched = mem_strdup(path);
		again = queue_put(q->queue, QUEUE_LATER, AGAIN | number, &number);
	}
	if (!again)
		finish(q, e);
	pthread_mutex_unlock(&q->lock);
	wake(q);
}

static void read_module(void *arg, const void *request)
{
	struct symqueue *q = arg;
	uint32_t number = *(const uint32_t *)request;
	struct queued_module *e = entry_at(q, number);
	struct symreading *reading = mem_zalloc(sizeof(*reading));
	struct symfile_places places;

	pthread_mutex_lock(&q->lock);
	move(q);
	places = q->options.load.places;
	pthread_mutex_unlock(&q->lock);
	symload_module(q->load, &e->module, e->fetched, &reading->result);
	reading->lines = (struct srclines_source){ number, reading->result.line_as,
						   &reading->result.line_file,
						   &reading->result.line_debug, places };
	pthread_mutex_lock(&q->lock);
	publish(q, e, reading);
	if (queue_is_stopped(q->queue) || !want_fetch(q, number))
		finish(q, e);
	pthread_mutex_unlock(&q->lock);
	wake(q);
}

void symqueue_want(struct symqueue *q, uint32_t number)
{
	struct queued_module *e = entry_at(q, number);

	pthread_mutex_lock(&q->lock);
	if (e->state == NEW) {
		e->state = WANTED;
		q->counts.pending++;
		if (!queue_put(q->queue, QUEUE_NOW, number, &number)) {
			publish_nothing(q, e, SYM_WHY_ROOM);
			finish(q, e);
			bell_ring(BELL_STATE);
		}
	}
	pthread_mutex_unlock(&q->lock);
}

const struct symreading *symqueue_wait(struct symqueue *q, uint32_t number)
{
	const struct queued_module *e = entry_at(q, number);
	uint32_t heard = 0;

	if (atomic_load_explicit(&e->state, memory_order_acquire) == NEW)
		symqueue_want(q, number);
	while (atomic_load_explicit(&e->state, memory_order_acquire) != READY)
		bell_wait(BELL_STATE, &heard);
	return atomic_load(&e->latest);
}

/* ---- debug files from elsewhere ---- */

/* Fetch the debug file of a module that has already been read. */
static void fetch_again(struct symqueue *q, uint32_t number)
{
	if (entry_at(q, number)->state == READY && want_fetch(q, number))
		q->counts.pending++;
}

void symqueue_fetch(struct symqueue *q, bool on)
{
	if (!on)
		symfetch_cancel(q->fetch);
	pthread_mutex_lock(&q->lock);
	q->options.fetching = on;
	for (uint64_t i = 0; i < pages_count(&q->entries); i++) {
		if (!on)
			entry_at(q, (uint32_t)i)->fetch = false;
		else
			fetch_again(q, (uint32_t)i);
	}
	pthread_mutex_unlock(&q->lock);
}

/* Does the path of a module end with this name? */
static bool is_named(const struct module *m, const char *name)
{
	size_t len = strlen(name);

	return len && m->dso_len >= len && !memcmp(m->dso + m->dso_len - len, name, len) &&
	       (m->dso_len == len || *name == '/' || m->dso[m->dso_len - len - 1] == '/');
}

uint32_t symqueue_fetch_named(struct symqueue *q, const char *name)
{
	uint32_t n = 0;

	pthread_mutex_lock(&q->lock);
	for (uint64_t i = 0; i < pages_count(&q->entries); i++) {
		struct queued_module *e = entry_at(q, (uint32_t)i);

		if (e->module.kind != MODULE_FILE || !is_named(&e->module, name))
			continue;
		n++;
		e->fetch = true;
		fetch_again(q, (uint32_t)i);
	}
	pthread_mutex_unlock(&q->lock);
	return n;
}

bool symqueue_fetching(struct symqueue *q, struct symfetch_status *status)
{
	bool on;

	symfetch_status(q->fetch, status);
	pthread_mutex_lock(&q->lock);
	on = q->options.fetching;
	pthread_mutex_unlock(&q->lock);
	return on;
}

struct symqueue_counts symqueue_counts(struct symqueue *q)
{
	struct symqueue_counts counts;

	pthread_mutex_lock(&q->lock);
	counts = q->counts;
	pthread_mutex_unlock(&q->lock);
	return counts;
}
