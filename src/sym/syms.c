/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/syms.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/pages.h"
#include "sym/srclines.h"
#include "sym/symload.h"

enum state {
	NEW,
	WANTED,	  /* in the queue, or being read */
	FETCHING, /* what is here was read; its debug file is wanted */
	READY
};

/* What was read of a module. Others may look at one when the next is there. */
struct reading {
	struct symresult result;
	struct srclines_source lines;
	struct reading *before;
};

struct entry {
	struct module module;
	_Atomic int state;		  /* enum state */
	_Atomic(struct reading *) latest; /* NULL: none yet */
	char *fetched;			  /* path of its debug file, NULL: none was */
	bool fetch;			  /* if that is not here */
};

struct syms {
	struct syms_options options;
	struct symhelper *helper;
	struct symstore *store;
	struct symload *load; /* the thread's */
	struct symfetch *fetch;
	struct srclines *lines;
	struct pages entries; /* struct entry * */
	_Atomic uint32_t generation;

	pthread_mutex_t lock; /* of all below, and of adding entries */
	pthread_cond_t work, done;
	struct map numbers;  /* of entries, by hash */
	VEC(uint32_t) queue; /* what was asked for last is read first */
	uint32_t pending, finished, improved;
	bool fetching;		    /* of all modules */
	uint32_t first;		    /* entry of this generation */
	bool moved;		    /* the thread is to open another loader */
	VEC(struct symload *) left; /* loaders before, whose tables entries have */
	VEC(char *) paths;	    /* that options and loaders have */
	pthread_t thread;
	bool started, stop;
};

static void fetched(void *arg, uint32_t number, const char *path);

static struct symfile_places places_of(const struct syms *s)
{
	return (struct symfile_places){ .symfs = s->options.symfs, .home = s->options.home };
}

static struct symload *open_loader(struct syms *s)
{
	struct symload_options load = {
		.places = places_of(s),
		.vmlinux = s->options.vmlinux,
		.kallsyms = s->options.kallsyms,
		.cache_dir = s->options.cache_dir,
		.spool_dir = s->options.spool_dir,
	};

	return symload_open(&load, s->helper, s->store);
}

struct syms *syms_open(const struct syms_options *options)
{
	struct syms *s = mem_zalloc(sizeof(*s));

	s->options = *options;
	s->helper = symhelper_open();
	s->store = symstore_open(options->spool_dir);
	s->load = open_loader(s);
	s->fetch = symfetch_open(fetched, s);
	s->fetching = options->debuginfod;
	s->lines = srclines_open(
		&(struct srclines_options){ .wake = options->wake, .wake_arg = options->wake_arg });
	pages_init(&s->entries, sizeof(struct entry *));
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->work, NULL);
	pthread_cond_init(&s->done, NULL);
	return s;
}

static struct entry *entry_at(const struct syms *s, uint32_t number)
{
	return *(struct entry *const *)pages_at(&s->entries, number);
}

static void stop_thread(struct syms *s)
{
	pthread_mutex_lock(&s->lock);
	s->stop = true;
	pthread_cond_broadcast(&s->work);
	pthread_mutex_unlock(&s->lock);
	symhelper_stop(s->helper);
	if (s->started)
		pthread_join(s->thread, NULL);
}

static void release_entry(struct entry *e)
{
	module_release(&e->module);
	free(e->fetched);
	for (struct reading *r = e->latest, *before; r; r = before) {
		before = r->before;
		symresult_release(&r->result);
		free(r);
	}
	free(e);
}

void syms_close(struct syms *s)
{
	if (!s)
		return;
	symfetch_close(s->fetch);
	stop_thread(s);
	srclines_close(s->lines);
	for (uint64_t i = 0; i < pages_count(&s->entries); i++)
		release_entry(entry_at(s, (uint32_t)i));
	pages_release(&s->entries);
	symload_close(s->load);
	for (size_t i = 0; i < s->left.n; i++)
		symload_close(s->left.v[i]);
	for (size_t i = 0; i < s->paths.n; i++)
		free(s->paths.v[i]);
	vec_release(&s->left);
	vec_release(&s->paths);
	symstore_close(s->store);
	symhelper_close(s->helper);
	map_release(&s->numbers);
	vec_release(&s->queue);
	pthread_cond_destroy(&s->work);
	pthread_cond_destroy(&s->done);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

/* ---- modules ---- */

uint32_t syms_module(struct syms *s, const struct module *module)
{
	struct module m = module_plain(module);
	uint64_t hash = module_hash(&m);
	uint32_t *number, result;
	bool fresh;

	pthread_mutex_lock(&s->lock);
	for (;; hash++) {
		number = map_put(&s->numbers, hash, &fresh);
		if (fresh || module_same(&entry_at(s, *number)->module, &m))
			break;
	}
	if (fresh) {
		struct entry *e = mem_zalloc(sizeof(*e));

		e->module = module_copy(&m);
		*number = (uint32_t)pages_count(&s->entries);
		pages_add(&s->entries, &e);
	}
	result = *number;
	pthread_mutex_unlock(&s->lock);
	return result;
}

/* ---- other places ---- */

static const char *keep_path(struct syms *s, const char *path)
{
	if (!path)
		return NULL;
	vec_push(&s->paths, mem_strdup(path));
	return s->paths.v[s->paths.n - 1];
}

void syms_use(struct syms *s, const struct syms_places *places)
{
	pthread_mutex_lock(&s->lock);
	s->options.symfs = keep_path(s, places->symfs);
	s->options.vmlinux = keep_path(s, places->vmlinux);
	s->options.kallsyms = keep_path(s, places->kallsyms);
	s->moved = true;
	s->first = (uint32_t)pages_count(&s->entries);
	map_release(&s->numbers);
	atomic_fetch_add(&s->generation, 1);
	pthread_mutex_unlock(&s->lock);
}

void syms_places(struct syms *s, struct syms_places *places)
{
	pthread_mutex_lock(&s->lock);
	*places = (struct syms_places){ s->options.symfs, s->options.vmlinux, s->options.kallsyms };
	pthread_mutex_unlock(&s->lock);
}

uint32_t syms_generation(const struct syms *s)
{
	return atomic_load(&s->generation);
}

void syms_modules(struct syms *s, uint32_t *first, uint32_t *end)
{
	pthread_mutex_lock(&s->lock);
	*first = s->first;
	*end = (uint32_t)pages_count(&s->entries);
	pthread_mutex_unlock(&s->lock);
}

/* ---- the thread ---- */

/* The lock is held. */
static void move(struct syms *s)
{
	if (!s->moved)
		return;
	s->moved = false;
	vec_push(&s->left, s->load);
	s->load = open_loader(s);
}

/* Nobody has to wait for it any more; the lock is held. */
static void finish(struct syms *s, struct entry *e)
{
	s->pending--;
	atomic_store_explicit(&e->state, READY, memory_order_release);
	pthread_cond_broadcast(&s->done);
}

static void publish(struct syms *s, struct entry *e, struct reading *reading)
{
	reading->before = atomic_load(&e->latest);
	atomic_store_explicit(&e->latest, reading, memory_order_release);
	s->finished++;
	s->improved += reading->before != NULL;
}

static bool is_fetch_wanted(const struct syms *s, const struct entry *e)
{
	const struct symresult *result = &e->latest->result;

	return (s->fetching || e->fetch) && result->lacks_debug && !e->fetched;
}

/* Ask for the debug file of what was read; the lock is held. */
static bool want_fetch(struct syms *s, uint32_t number)
{
	struct entry *e = entry_at(s, number);
	const struct symresult *result = &e->latest->result;

	if (!is_fetch_wanted(s, e) || !symfetch_want(s->fetch, number, result->id, result->id_len))
		return false;
	atomic_store(&e->state, FETCHING);
	return true;
}

static void wake(const struct syms *s)
{
	if (s->options.wake)
		s->options.wake(s->options.wake_arg);
}

/* Read the module with its debug file, too. From the thread that fetches. */
static void fetched(void *arg, uint32_t number, const char *path)
{
	struct syms *s = arg;
	struct entry *e = entry_at(s, number);

	pthread_mutex_lock(&s->lock);
	if (path) {
		e->fetched = mem_strdup(path);
		vec_push(&s->queue, number);
		pthread_cond_signal(&s->work);
	} else {
		finish(s, e);
	}
	pthread_mutex_unlock(&s->lock);
	wake(s);
}

static void *run(void *arg)
{
	struct syms *s = arg;

	pthread_mutex_lock(&s->lock);
	while (!s->stop) {
		struct symfile_places places;
		struct reading *reading;
		struct entry *e;
		uint32_t number;

		if (!s->queue.n) {
			pthread_cond_wait(&s->work, &s->lock);
			continue;
		}
		number = s->queue.v[--s->queue.n];
		e = entry_at(s, number);
		move(s);
		places = places_of(s);
		pthread_mutex_unlock(&s->lock);
		reading = mem_zalloc(sizeof(*reading));
		symload_module(s->load, &e->module, e->fetched, &reading->result);
		reading->lines = (struct srclines_source){ number, reading->result.line_as,
							   &reading->result.line_file,
							   &reading->result.line_debug, places };
		pthread_mutex_lock(&s->lock);
		publish(s, e, reading);
		if (!want_fetch(s, number))
			finish(s, e);
		pthread_mutex_unlock(&s->lock);
		wake(s);
		pthread_mutex_lock(&s->lock);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

/* Without a thread nothing is read; the lock is held. */
static void give_up(struct syms *s, struct entry *e)
{
	struct reading *reading = mem_zalloc(sizeof(*reading));

	symresult_init(&reading->result, SYM_WHY_ROOM);
	reading->result.why_no_lines = SYM_WHY_ROOM;
	s->queue.n--;
	publish(s, e, reading);
	finish(s, e);
}

static void want(struct syms *s, uint32_t number)
{
	struct entry *e = entry_at(s, number);

	pthread_mutex_lock(&s->lock);
	if (e->state == NEW) {
		e->state = WANTED;
		vec_push(&s->queue, number);
		s->pending++;
		if (!s->started)
			s->started = !pthread_create(&s->thread, NULL, run, s);
		if (s->started)
			pthread_cond_signal(&s->work);
		else
			give_up(s, e);
	}
	pthread_mutex_unlock(&s->lock);
}

/* What was read last; NULL: nothing yet. */
static const struct reading *latest_reading(const struct entry *e)
{
	return atomic_load_explicit(&e->latest, memory_order_acquire);
}

static const struct symresult *latest(const struct entry *e)
{
	const struct reading *reading = latest_reading(e);

	return reading ? &reading->result : NULL;
}

/* Whoever waits gets what there is to be had, also from far away. */
static const struct symresult *wait_for(struct syms *s, uint32_t number)
{
	const struct entry *e = entry_at(s, number);

	if (atomic_load_explicit(&e->state, memory_order_acquire) != READY) {
		want(s, number);
		pthread_mutex_lock(&s->lock);
		while (e->state != READY)
			pthread_cond_wait(&s->done, &s->lock);
		pthread_mutex_unlock(&s->lock);
	}
	return &atomic_load(&e->latest)->result;
}

/* ---- debug files from elsewhere ---- */

/* Modules that were read before, or one of them. */
static void fetch_again(struct syms *s, uint32_t number)
{
	if (entry_at(s, number)->state == READY && want_fetch(s, number))
		s->pending++;
}

void syms_debuginfod(struct syms *s, bool on)
{
	if (!on)
		symfetch_cancel(s->fetch);
	pthread_mutex_lock(&s->lock);
	s->fetching = on;
	for (uint64_t i = 0; i < pages_count(&s->entries); i++) {
		if (!on)
			entry_at(s, (uint32_t)i)->fetch = false;
		else
			fetch_again(s, (uint32_t)i);
	}
	pthread_mutex_unlock(&s->lock);
}

/* Is it what the path of a module ends with? */
static bool is_named(const struct module *m, const char *name)
{
	size_t len = strlen(name);

	return len && m->dso_len >= len && !memcmp(m->dso + m->dso_len - len, name, len) &&
	       (m->dso_len == len || *name == '/' || m->dso[m->dso_len - len - 1] == '/');
}

uint32_t syms_debuginfod_module(struct syms *s, const char *name)
{
	uint32_t n = 0;

	pthread_mutex_lock(&s->lock);
	for (uint64_t i = 0; i < pages_count(&s->entries); i++) {
		struct entry *e = entry_at(s, (uint32_t)i);

		if (e->module.kind != MODULE_FILE || !is_named(&e->module, name))
			continue;
		n++;
		e->fetch = true;
		fetch_again(s, (uint32_t)i);
	}
	pthread_mutex_unlock(&s->lock);
	return n;
}

bool syms_fetching(struct syms *s, struct symfetch_status *status)
{
	bool on;

	symfetch_status(s->fetch, status);
	pthread_mutex_lock(&s->lock);
	on = s->fetching;
	pthread_mutex_unlock(&s->lock);
	return on;
}

/* ---- names ---- */

static enum syms_answer find_ksymbol(const struct module *m, uint64_t at, struct symbol *symbol)
{
	if (at - m->start >= m->size) {
		symbol->why = SYM_WHY_BETWEEN;
		return SYMS_NONE;
	}
	buf_add(&symbol->name, m->dso, m->dso_len);
	symbol->start = m->start;
	symbol->size = m->size;
	symbol->off = at - m->start;
	return SYMS_FOUND;
}

enum syms_answer syms_find(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
			   struct symbol *symbol)
{
	const struct entry *e = entry_at(s, module);
	const struct symresult *r = latest(e);

	symbol->why = SYM_WHY_NONE;
	buf_reset(&symbol->name);
	if (e->module.kind == MODULE_KSYMBOL)
		return find_ksymbol(&e->module, at, symbol);
	if (r)
		return symresult_find(r, s->store, at, time, symbol) ? SYMS_FOUND : SYMS_NONE;
	want(s, module);
	return SYMS_LATER;
}

enum syms_answer syms_find_now(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
			       struct symbol *symbol)
{
	if (entry_at(s, module)->module.kind != MODULE_KSYMBOL)
		wait_for(s, module);
	return syms_find(s, module, at, time, symbol);
}

/* ---- source lines ---- */

/* False: the module is still being read. */
static bool ask_lines(struct syms *s, uint32_t module, bool wait, uint64_t at,
		      struct srclines_answer *answer)
{
	const struct entry *e = entry_at(s, module);
	const struct reading *reading;

	if (e->module.kind == MODULE_KSYMBOL) {
		srclines_answer_none(answer, SYM_WHY_NO_DWARF);
		return true;
	}
	if (wait)
		wait_for(s, module);
	reading = latest_reading(e);
	if (!reading) {
		want(s, module);
		return false;
	}
	if (reading->result.why_no_lines) {
		srclines_answer_none(answer, reading->result.why_no_lines);
		return true;
	}
	at += reading->result.line_delta;
	if (!wait)
		return srclines_find(s->lines, &reading->lines, at, answer);
	srclines_find_now(s->lines, &reading->lines, at, answer);
	return true;
}

enum syms_answer syms_lines(struct syms *s, uint32_t module, uint64_t at,
			    struct srclines_answer *answer)
{
	if (!ask_lines(s, module, false, at, answer))
		return SYMS_LATER;
	return answer->stack.n ? SYMS_FOUND : SYMS_NONE;
}

enum syms_answer syms_lines_now(struct syms *s, uint32_t module, uint64_t at,
				struct srclines_answer *answer)
{
	ask_lines(s, module, true, at, answer);
	return answer->stack.n ? SYMS_FOUND : SYMS_NONE;
}

int64_t syms_built(struct syms *s, uint32_t module)
{
	const struct symresult *r = latest(entry_at(s, module));

	return r ? r->line_file.mtime_ns : 0;
}

const char *syms_symfs(const struct syms *s)
{
	return s->options.symfs;
}

/* ---- all of a module ---- */

bool syms_each(struct syms *s, uint32_t module,
	       bool (*each)(void *arg, const struct symrange *range), void *arg)
{
	const struct module *m = &entry_at(s, module)->module;

	if (m->kind == MODULE_KSYMBOL)
		return each(arg, &(struct symrange){ .start = m->start,
						     .end = m->start + m->size,
						     .base = m->start,
						     .size = m->size,
						     .name = m->dso,
						     .len = (uint32_t)m->dso_len });
	return symresult_each(wait_for(s, module), s->store, each, arg);
}

int syms_file(struct syms *s, uint32_t module, enum sym_why *why)
{
	return symresult_file(wait_for(s, module), why);
}

size_t syms_bytes(struct syms *s, uint32_t module, uint64_t at, uint64_t time, void *to, size_t len)
{
	return symresult_bytes(wait_for(s, module), at, time, to, len);
}

void syms_status(struct syms *s, uint32_t module, struct syms_status *status)
{
	const struct entry *e = entry_at(s, module);
	const struct symresult *r = latest(e);

	memset(status, 0, sizeof(*status));
	status->module = &e->module;
	status->wanted = atomic_load(&e->state) != NEW;
	status->ready = r || e->module.kind == MODULE_KSYMBOL;
	if (!r)
		return;
	status->why = r->table ? SYM_WHY_NONE : r->why;
	status->ranges = r->table ? r->table->ranges : 0;
	status->cached = r->cached;
	strncpy(status->source, r->source.p, sizeof(status->source) - 1);
	strncpy(status->problem, r->problem.p, sizeof(status->problem) - 1);
}

static uint32_t count_of(struct syms *s, const uint32_t *count)
{
	uint32_t n;

	pthread_mutex_lock(&s->lock);
	n = *count;
	pthread_mutex_unlock(&s->lock);
	return n;
}

uint32_t syms_pending(struct syms *s)
{
	return count_of(s, &s->pending) + srclines_pending(s->lines);
}

uint32_t syms_finished(struct syms *s)
{
	return count_of(s, &s->finished) + srclines_answered(s->lines);
}

uint32_t syms_improved(struct syms *s)
{
	return count_of(s, &s->improved);
}
