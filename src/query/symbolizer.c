/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/symbolizer.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/bell.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/queue.h"
#include "query/symbolizer_private.h"

struct symbolizer {
	struct recording *recording;
	void (*wake)(void *arg);
	void *arg;
	struct queue *queue;
	struct reader *reader; /* for the thread of the queue */
	pthread_mutex_t lock;  /* guards the following members, and whether requests are running */
	struct symbolizer_request *requests;
	struct srcfile_maps maps;
	bool untried;	 /* a request was not tried yet */
	bool wake_held;	 /* between symbolizer_hold() and symbolizer_settle(): wake is not called */
	bool found_held; /* something was found meanwhile */
};

/* ---- the thread ---- */

static void free_request(struct symbolizer_request *request)
{
	symbolizer_free_answers(request);
	free(request->addresses);
	free(request);
}

/* The newest request that is not done and not tried in this pass. */
static struct symbolizer_request *next_request(struct symbolizer *symbolizer)
{
	struct symbolizer_request *request = symbolizer->requests;

	while (request && (request->tried || symbolizer_is_done(request)))
		request = request->next;
	return request;
}

/* Begin a new pass. Returns false if no request is left. */
static bool begin_pass(struct symbolizer *symbolizer)
{
	bool any = false;

	for (struct symbolizer_request *r = symbolizer->requests; r; r = r->next) {
		any |= r->tried && !symbolizer_is_done(r);
		r->tried = false;
	}
	return any;
}

/* Symbols are still being read: wait for them, or for another request. */
static void wait_for_symbols(struct symbolizer *symbolizer, uint32_t *heard)
{
	pthread_mutex_unlock(&symbolizer->lock);
	bell_wait(BELL_STATE, heard);
	pthread_mutex_lock(&symbolizer->lock);
}

/* Begin new work, or let the thread that rests begin it. Returns false without a thread. */
static bool begin_work(struct symbolizer *symbolizer)
{
	bool runs = queue_put(symbolizer->queue, QUEUE_NOW, 0, NULL);

	bell_ring(BELL_STATE);
	return runs;
}

static void report_found(struct symbolizer *symbolizer)
{
	if (symbolizer->wake_held)
		symbolizer->found_held = true;
	else
		symbolizer->wake(symbolizer->arg);
}

static void serve_request(struct symbolizer *symbolizer, struct symbolizer_request *request,
			  struct reader *reader)
{
	bool all, found;

	request->running = request->tried = true;
	pthread_mutex_unlock(&symbolizer->lock);
	all = symbolizer_find(symbolizer, request, reader, &found);
	if (all)
		atomic_store(&request->done, true);
	pthread_mutex_lock(&symbolizer->lock);
	request->running = false;
	if (all || found)
		report_found(symbolizer);
	if (atomic_load(&request->dropped))
		free_request(request);
}

/* Look for all that is requested. */
static void serve(void *arg, const void *work)
{
	struct symbolizer *symbolizer = arg;
	uint32_t heard = 0;

	(void)work;
	if (!symbolizer->reader)
		symbolizer->reader = reader_open(symbolizer->recording);
	pthread_mutex_lock(&symbolizer->lock);
	while (!queue_is_stopped(symbolizer->queue)) {
		struct symbolizer_request *request = next_request(symbolizer);

		if (request) {
			serve_request(symbolizer, request, symbolizer->reader);
			continue;
		}
		symbolizer->untried = false;
		bell_ring(BELL_ROWS);
		if (!begin_pass(symbolizer))
			break;
		wait_for_symbols(symbolizer, &heard);
	}
	pthread_mutex_unlock(&symbolizer->lock);
}

/* ---- interface ---- */

struct symbolizer *symbolizer_open(struct recording *recording, void (*wake)(void *arg), void *arg)
{
	struct symbolizer *symbolizer = mem_zalloc(sizeof(*symbolizer));

	symbolizer->recording = recording;
	symbolizer->wake = wake;
	symbolizer->arg = arg;
	symbolizer->queue = queue_open(&(struct queue_options){
		.name = "perfnav/names", .serve = serve, .arg = symbolizer });
	pthread_mutex_init(&symbolizer->lock, NULL);
	return symbolizer;
}

void symbolizer_close(struct symbolizer *symbolizer)
{
	if (!symbolizer)
		return;
	queue_stop(symbolizer->queue);
	bell_ring(BELL_STATE);
	queue_close(symbolizer->queue);
	reader_close(symbolizer->reader);
	pthread_mutex_destroy(&symbolizer->lock);
	srcfile_maps_release(&symbolizer->maps);
	free(symbolizer);
}

struct symbolizer_request *symbolizer_ask(struct symbolizer *symbolizer, const struct row_info *row,
					  const struct symbolizer_address *addresses, size_t n)
{
	struct symbolizer_request *request = mem_zalloc(sizeof(*request));

	request->row = *row;
	request->addresses = mem_zalloc((n + 1) * sizeof(*addresses));
	request->names = mem_zalloc((n + 1) * sizeof(*request->names));
	request->slots = mem_zalloc((n + 1) * sizeof(*request->slots));
	request->round = 1;
	for (size_t i = 0; i < n; i++)
		request->addresses[i] = addresses[i];
	pthread_mutex_lock(&symbolizer->lock);
	symbolizer->untried = begin_work(symbolizer);
	/* Without a thread nothing is looked up, and addresses are shown as numbers. */
	request->n = symbolizer->untried ? n : 0;
	request->done = !request->n;
	request->next = symbolizer->requests;
	symbolizer->requests = request;
	pthread_mutex_unlock(&symbolizer->lock);
	return request;
}

void symbolizer_drop(struct symbolizer *symbolizer, struct symbolizer_request *request)
{
	struct symbolizer_request **at;

	if (!request)
		return;
	pthread_mutex_lock(&symbolizer->lock);
	for (at = &symbolizer->requests; *at != request;)
		at = &(*at)->next;
	*at = request->next;
	atomic_store(&request->dropped, true);
	if (!request->running)
		free_request(request);
	pthread_mutex_unlock(&symbolizer->lock);
}

void symbolizer_again(struct symbolizer *symbolizer)
{
	pthread_mutex_lock(&symbolizer->lock);
	for (struct symbolizer_request *r = symbolizer->requests; r; r = r->next)
		atomic_fetch_add(&r->round, 1);
	begin_work(symbolizer);
	pthread_mutex_unlock(&symbolizer->lock);
}

bool symbolizer_is_done(const struct symbolizer_request *request)
{
	return !request->n || (atomic_load(&request->done) &&
			       atomic_load(&request->rounds_done) == atomic_load(&request->round));
}

bool symbolizer_busy(struct symbolizer *symbolizer)
{
	bool busy = false;

	pthread_mutex_lock(&symbolizer->lock);
	for (struct symbolizer_request *r = symbolizer->requests; r && !busy; r = r->next)
		busy = !symbolizer_is_done(r);
	pthread_mutex_unlock(&symbolizer->lock);
	return busy;
}

void symbolizer_hold(struct symbolizer *symbolizer)
{
	pthread_mutex_lock(&symbolizer->lock);
	symbolizer->found_held &= symbolizer->wake_held;
	symbolizer->wake_held = true;
	pthread_mutex_unlock(&symbolizer->lock);
}

bool symbolizer_settle(struct symbolizer *symbolizer, unsigned ms)
{
	int64_t end = clock_ms() + ms, left = ms;
	uint32_t heard = bell_heard(BELL_ROWS);
	bool found;

	pthread_mutex_lock(&symbolizer->lock);
	for (; symbolizer->untried && left > 0; left = end - clock_ms()) {
		pthread_mutex_unlock(&symbolizer->lock);
		bell_wait_for(BELL_ROWS, &heard, (unsigned)left);
		pthread_mutex_lock(&symbolizer->lock);
	}
	symbolizer->wake_held = false;
	found = symbolizer->found_held;
	pthread_mutex_unlock(&symbolizer->lock);
	return found;
}

void symbolizer_map_path(struct symbolizer *symbolizer, const char *from, const char *to)
{
	pthread_mutex_lock(&symbolizer->lock);
	srcfile_map(&symbolizer->maps, from, to);
	pthread_mutex_unlock(&symbolizer->lock);
}

void symbolizer_copy_maps(struct symbolizer *symbolizer, struct srcfile_maps *maps)
{
	pthread_mutex_lock(&symbolizer->lock);
	for (size_t i = 0; i < symbolizer->maps.list.n; i++)
		srcfile_map(maps, symbolizer->maps.list.v[i].from, symbolizer->maps.list.v[i].to);
	pthread_mutex_unlock(&symbolizer->lock);
}

const struct srcfile_maps *symbolizer_maps(const struct symbolizer *symbolizer)
{
	return &symbolizer->maps;
}
